//! The drawing of the initial probabilities: what each costs, as a share of what the default does.

use crate::comparison::{Comparison, Measure, Run};
use crate::curves::COLOURS;
use anyhow::Result;
use plotters::prelude::*;

/// The size of the drawing in pixels.
const SIZE: (u32, u32) = (560, 340);

/// A line for each method that has variants `METHOD, sigma VALUE`; `default` gives the initial probability of
/// the method itself.
pub(super) fn drawing(runs: &[Run], defaults: &[(&str, f64)], measure: Measure) -> Result<String> {
    let line = |(method, default): &(&str, f64)| {
        let start = format!("{method}, sigma ");
        let values = runs.iter().filter_map(|run| run.method.strip_prefix(start.as_str()));
        let mut values: Vec<&str> = values.collect();
        values.sort_unstable();
        values.dedup();
        let point = |value: &&str| {
            let pair = [format!("{start}{value}"), (*method).to_owned()];
            let mean = Comparison::new(runs, [&*pair[0], &*pair[1]], measure, None).mean()?;
            Some((value.parse().ok()?, mean))
        };
        let mut points: Vec<(f64, f64)> = values.iter().filter_map(point).collect();
        if !points.is_empty() {
            points.push((*default, 1.0));
        }
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        ((*method).to_owned(), points)
    };
    let lines: Vec<_> = defaults.iter().map(line).collect();
    let most = lines.iter().flat_map(|line| &line.1).map(|point| point.1).fold(1.2, f64::max);
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..0.75, 0.0..most * 1.1)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("initial probability").y_desc(format!("{}, to the default", measure.name()));
    mesh.axis_desc_style(("sans-serif", 13)).light_line_style(TRANSPARENT).draw()?;
    for ((name, points), colour) in lines.iter().zip(&COLOURS) {
        let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3);
        let key = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2));
        chart.draw_series(line)?.label(name).legend(key);
    }
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::LowerRight).background_style(WHITE.mix(0.8));
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
    fn a_method_has_a_line_through_its_default() {
        let run = |method, queries| Run {
            subject: "a",
            method,
            input_tokens: 100,
            result_tokens: 1,
            queries,
            tokens_tested: 0,
            seconds: 1.0,
            is_stopped: false,
        };
        let runs = [run("T-PDD", 10), run("T-PDD, sigma .3", 20), run("T-PDD, sigma .7", 5)];
        let drawn = drawing(&runs, &[("T-PDD", 0.5)], Measure::Queries).expect("it can be drawn");
        assert_eq!(drawn.matches("<circle").count(), 3, "{drawn}");
        assert!(drawn.contains("queries, to the default"), "{drawn}");
    }
}
