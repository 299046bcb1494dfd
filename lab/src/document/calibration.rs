//! The drawing of calibration: how often candidates were interesting, by the chance that a method gave
//! them.

use crate::curves::COLOURS;
use crate::tool::Calibration;
use anyhow::Result;
use plotters::prelude::*;

/// The size of the drawing in pixels.
const SIZE: (u32, u32) = (480, 400);

/// Fewer candidates in a part of the unit interval say nothing.
const FEWEST: u64 = 20;

/// The middle of each part of the unit interval, and the share of its candidates that were interesting.
pub(super) fn points<'a>(all: impl Iterator<Item = &'a Calibration>) -> Vec<(f64, f64)> {
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

/// Draws a line for each method, and the line on which chances are what they say.
pub(super) fn drawing(lines: &[(&str, Vec<(f64, f64)>)]) -> Result<String> {
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("chance that the method gave").y_desc("share that was interesting");
    mesh.light_line_style(TRANSPARENT).draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], &BLACK.mix(0.4)))?;
    for ((name, points), colour) in lines.iter().zip(&COLOURS) {
        let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3);
        let key = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2));
        chart.draw_series(line)?.label(*name).legend(key);
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8));
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
        assert_eq!(points(counts.iter()), [(0.25, 0.25)]);
        let drawn = drawing(&[("T-PDD", points(counts.iter()))]).expect("it can be drawn");
        assert!(drawn.contains("T-PDD"), "{drawn}");
    }
}
