//! Drawings of a line for each method: how often candidates were interesting, by the chance that a method
//! gave them; and what each initial probability costs, as a share of what the default does.

use crate::comparison::{Comparison, Measure, Run};
use crate::curves::COLOURS;
use crate::tool::Calibration;
use anyhow::Result;
use plotters::prelude::*;

/// A method, and its points.
pub(super) type Line = (&'static str, Vec<(f64, f64)>);

/// What stands around the lines.
struct Frame {
    size: (u32, u32),
    /// The greatest numbers of both axes.
    most: (f64, f64),
    x: &'static str,
    y: &'static str,
    legend: SeriesLabelPosition,
    /// A line without a name.
    base: Option<[(f64, f64); 2]>,
}

/// Fewer candidates in a part of the unit interval say nothing.
const FEWEST: u64 = 20;

/// The middle of each part of the unit interval, and the share of its candidates that were interesting.
pub(super) fn calibration_points<'a>(
    all: impl Iterator<Item = &'a Calibration>,
) -> Vec<(f64, f64)> {
    let mut sums: Calibration = Vec::new();
    for counts in all {
        sums.resize(sums.len().max(counts.len()), (0, 0));
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum = (sum.0 + count.0, sum.1 + count.1);
        }
    }
    let parts = sums.len() as f64;
    let point = |(place, (all, interesting)): (usize, &(u64, u64))| {
        let share = *interesting as f64 / *all as f64;
        (*all >= FEWEST).then_some(((place as f64 + 0.5) / parts, share))
    };
    sums.iter().enumerate().filter_map(point).collect()
}

/// The lines of calibration, and the line on which chances are what they say.
pub(super) fn calibration(lines: &[Line]) -> Result<String> {
    let frame = Frame {
        size: (480, 400),
        most: (1.0, 1.0),
        x: "chance that the method gave",
        y: "share that was interesting",
        legend: SeriesLabelPosition::UpperLeft,
        base: Some([(0.0, 0.0), (1.0, 1.0)]),
    };
    drawing(lines, &frame)
}

/// A line for each method that has variants `METHOD, sigma VALUE`; `defaults` gives the initial probability of
/// the method itself.
pub(super) fn sigma(runs: &[Run], defaults: &[(&'static str, f64)]) -> Result<String> {
    let line = |(method, default): &(&'static str, f64)| {
        let start = format!("{method}, sigma ");
        let values = runs.iter().filter_map(|run| run.method.strip_prefix(start.as_str()));
        let mut values: Vec<&str> = values.collect();
        values.sort_unstable();
        values.dedup();
        let point = |value: &&str| {
            let pair = [&*format!("{start}{value}"), *method];
            let mean = Comparison::new(runs, pair, Measure::Queries, None).mean()?;
            Some((value.parse().ok()?, mean))
        };
        let mut points: Vec<(f64, f64)> = values.iter().filter_map(point).collect();
        points.push((*default, 1.0));
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        (*method, points)
    };
    let lines: Vec<Line> = defaults.iter().map(line).collect();
    let most = lines.iter().flat_map(|line| &line.1).map(|point| point.1).fold(1.2, f64::max);
    let frame = Frame {
        size: (560, 340),
        most: (0.75, most * 1.1),
        x: "initial probability",
        y: "queries, to the default",
        legend: SeriesLabelPosition::LowerRight,
        base: None,
    };
    drawing(&lines, &frame)
}

fn drawing(lines: &[Line], frame: &Frame) -> Result<String> {
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, frame.size).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..frame.most.0, 0.0..frame.most.1)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(frame.x).y_desc(frame.y).axis_desc_style(("sans-serif", 13));
    mesh.light_line_style(TRANSPARENT).draw()?;
    if let Some(base) = frame.base {
        chart.draw_series(LineSeries::new(base, &BLACK.mix(0.4)))?;
    }
    for ((name, points), colour) in lines.iter().zip(&COLOURS) {
        let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3);
        let key = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2));
        chart.draw_series(line)?.label(*name).legend(key);
    }
    let mut legend = chart.configure_series_labels();
    legend.position(frame.legend.clone()).background_style(WHITE.mix(0.8));
    legend.border_style(BLACK.mix(0.3)).draw()?;
    root.present()?;
    drop(chart);
    drop(root);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_with_few_candidates_is_left_out() {
        let counts = [vec![(10, 1), (19, 19)], vec![(30, 9), (0, 0)]];
        assert_eq!(calibration_points(counts.iter()), [(0.25, 0.25)]);
    }
}
