//! Box plots: how the ratios of two methods are spread over the subjects, as in the papers' figures.

use crate::comparison::{Comparison, Measure, Run};
use crate::curves::COLOURS;
use anyhow::Result;
use plotters::data::fitting_range;
use plotters::prelude::*;

/// The width of the drawing, and the height of its head and of each box, in pixels.
const WIDTH: u32 = 640;
const HEAD: u32 = 60;
const BOX: u32 = 34;

/// Fewer ratios make no box.
const FEWEST: usize = 4;

/// Draws a box for the ratios of each pair that has enough, on a logarithmic axis: the quartiles, and
/// whiskers of one and a half times their distance.
pub(super) fn drawing(runs: &[Run], pairs: &[[&str; 2]], measure: Measure) -> Result<String> {
    let boxes = pairs.iter().map(|pair| {
        let ratios = Comparison::new(runs, *pair, measure, None).ratios;
        (pair.join(" / "), ratios.iter().map(|ratio| ratio.log2() as f32).collect::<Vec<_>>())
    });
    let boxes: Vec<(String, Vec<f32>)> =
        boxes.filter(|(_, ratios)| ratios.len() >= FEWEST).collect();
    let names: Vec<&str> = boxes.iter().map(|(name, _)| name.as_str()).rev().collect();
    let all: Vec<f32> = boxes.iter().flat_map(|(_, ratios)| ratios).copied().collect();
    let range = fitting_range(all.iter().chain(&[-1.0, 1.0]));
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, (WIDTH, HEAD + BOX * names.len().max(1) as u32))
        .into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(200)
        .build_cartesian_2d(range.start - 0.2..range.end + 0.2, names[..].into_segmented())?;
    let label = |log: &f32| power(*log);
    let name = |place: &SegmentValue<&&str>| match place {
        SegmentValue::CenterOf(name) | SegmentValue::Exact(name) => (**name).to_owned(),
        SegmentValue::Last => String::new(),
    };
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(format!("{}: ratio", measure.name())).x_label_formatter(&label);
    mesh.axis_desc_style(("sans-serif", 13)).label_style(("sans-serif", 12));
    mesh.y_labels(names.len() + 1).y_label_formatter(&name).light_line_style(TRANSPARENT).draw()?;
    let drawn = boxes.iter().map(|(name, ratios)| {
        let place = names.iter().find(|other| **other == name).expect("it is one of them");
        let quartiles = Quartiles::new(ratios);
        Boxplot::new_horizontal(SegmentValue::CenterOf(place), &quartiles)
            .width(16)
            .style(COLOURS[0])
    });
    chart.draw_series(drawn)?;
    root.present()?;
    drop(chart);
    drop(root);
    Ok(text)
}

/// A power of two as a ratio.
fn power(log: f32) -> String {
    let ratio = log.exp2();
    if ratio < 0.095 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}
