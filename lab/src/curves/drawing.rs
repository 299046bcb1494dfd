//! The drawing: a panel for each subject, with logarithmic axes. A size holds until the next.

use super::curve::Curve;
use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

/// The size of a panel, and of the head that names the tools, in pixels.
const PANEL: (u32, u32) = (360, 240);
const HEAD: u32 = 24;
const COLUMNS: usize = 2;

/// The colours of lines; further lines begin again.
pub(crate) const COLOURS: [RGBColor; 6] = [
    RGBColor(0x0b, 0x6e, 0x99),
    RGBColor(0xc0, 0x39, 0x2b),
    RGBColor(0xd6, 0x89, 0x10),
    RGBColor(0x8e, 0x5e, 0xa2),
    RGBColor(0x2e, 0x8b, 0x57),
    RGBColor(0x55, 0x55, 0x55),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws all curves.
pub(crate) fn drawing(curves: &[Curve]) -> Result<String> {
    let subjects = distinct(curves.iter().map(|curve| curve.subject.as_str()));
    let tools = distinct(curves.iter().map(|curve| curve.tool.as_str()));
    let rows = subjects.len().div_ceil(COLUMNS);
    let size = (PANEL.0 * COLUMNS as u32, HEAD + PANEL.1 * rows as u32);
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, panels) = root.split_vertically(HEAD);
    for ((number, tool), x) in tools.iter().enumerate().zip((46..).step_by(110)) {
        let style = ("sans-serif", 13).into_font().color(&colour(number));
        head.draw_text(tool, &style, (x, 6))?;
    }
    for (panel, subject) in panels.split_evenly((rows, COLUMNS)).iter().zip(&subjects) {
        let curves: Vec<&Curve> = curves.iter().filter(|curve| curve.subject == *subject).collect();
        draw_panel(panel, subject, &curves, &tools)?;
    }
    root.present()?;
    drop((root, head, panels));
    Ok(text)
}

fn draw_panel(area: &Area, subject: &str, curves: &[&Curve], tools: &[&str]) -> Result<()> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let most = |number: Option<u64>| 10_u64.pow((number.unwrap_or(1).max(2) - 1).ilog10() + 1);
    let queries = 1..most(points().map(|point| point.0).max());
    let tokens = 1..most(points().map(|point| point.1).max());
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{subject}: tokens of the best"), ("sans-serif", 13))
        .margin(8)
        .margin_right(20)
        .x_label_area_size(34)
        .y_label_area_size(48)
        .build_cartesian_2d(queries.log_scale(), tokens.log_scale())?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("queries").label_style(("sans-serif", 11)).light_line_style(TRANSPARENT).draw()?;
    for curve in curves {
        let number = tools.iter().position(|tool| *tool == curve.tool).unwrap_or(0);
        chart.draw_series(LineSeries::new(steps(&curve.points), &colour(number)))?;
    }
    Ok(())
}

/// The corners of a line that holds each size until the next.
fn steps(points: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let corner = |pair: &[(u64, u64)]| [pair[0], (pair[1].0, pair[0].1)];
    let mut corners: Vec<(u64, u64)> = points.windows(2).flat_map(corner).collect();
    corners.extend(points.last());
    corners.iter().map(|(queries, tokens)| (*queries.max(&1), *tokens.max(&1))).collect()
}

/// Each name once, in the order of appearance.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}
