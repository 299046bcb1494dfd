//! Pins what every search asks: a change of efficiency or of order is a visible diff of `pins.txt`.
//!
//! Each row of the table is a search. Its cells are the queries that the search takes and the
//! elements (or tokens) that it keeps, for six fixed properties; the last column is a hash of all
//! its queries, in their order.

mod drive;
mod lists;
mod programs;
mod properties;
mod table;
mod trees;
mod worlds;

use drive::Row;
use std::path::Path;

const ABOUT: &str = "queries/kept elements for six properties, and a hash of all queries in order";

#[test]
fn every_search_asks_what_it_asked_before() {
    let rows: Vec<Row> = lists::rows().into_iter().chain(trees::rows()).collect();
    let mut cells = vec![header()];
    cells.extend(rows.into_iter().map(Row::cells));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pins/pins.txt");
    table::assert_unchanged(&path, ABOUT, &cells, "cargo test -p probdd-core --test pins");
}

fn header() -> Vec<String> {
    let names = std::iter::once("search").chain(properties::NAMES);
    names.chain(["order"]).map(str::to_owned).collect()
}
