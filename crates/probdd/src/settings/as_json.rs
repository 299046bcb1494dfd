//! The settings as trace, report and state directory show them.

use super::text_format::format_name;
use super::{Reducer, Settings, Strategy, Structure, minimizer_name};
use probdd_core::list::{Order, Tie};
use probdd_exec::{Protection, Rule};
use probdd_syntax::Unit;
use serde_json::{Value, json};

/// The settings that the queries depend on, but for the deadline, which is known later.
pub fn written(settings: &Settings) -> Value {
    let mut value = match &settings.strategy {
        Strategy::Tree { structure, reducer, polish } => json!({
            "reducer": reducer.name(),
            "language": match structure {
                Structure::Grammar(language) => language.name(),
                Structure::Units(_) => "none",
            },
            "sigma": match reducer {
                Reducer::Tpdd { sigma } => Some(*sigma),
                _ => None,
            },
            "polish": polish.name(),
        }),
        Strategy::List { .. } => json!({
            "reducer": "list",
            "polish": "none",
        }),
    };
    let units = settings.strategy.units();
    if !units.is_empty() {
        value["granularity"] = units.iter().map(|unit| unit_name(*unit)).collect();
    }
    if let Some(minimizer) = settings.strategy.minimizer() {
        value["minimizer"] = minimizer_name(minimizer.algorithm).into();
        value["sigma"] = minimizer.sigma.into();
        value["tie"] = tie_name(minimizer.tie).into();
        value["order"] = order_name(minimizer.order).into();
    }
    if let Strategy::Tree { reducer: Reducer::Chisel(chisel), .. } = &settings.strategy {
        value["chisel"] = json!({
            "replacements": chisel.options.is_replacing,
            "dependencies": chisel.options.keeps_dependencies,
            "dce": chisel.is_removing_unused,
        });
    }
    if !settings.transformers.is_empty() {
        let names = settings.transformers.iter().map(ToString::to_string);
        value["transformers"] = names.collect();
    }
    value["format"] = format_name(settings).into();
    value["batch"] = settings.batch.into();
    value["fixpoint"] = settings.is_fixpoint.into();
    value["memory"] = settings.confinement.memory.into();
    value["disk"] = settings.confinement.disk.into();
    value["sandbox"] = sandbox_name(settings.confinement.protection).into();
    if let Some(command) = settings.test.command() {
        value["persistent"] = command.to_string_lossy().into();
    }
    if let Some(mode) = settings.feedback {
        value["feedback"] = mode.name().into();
    }
    match settings.rule {
        Rule::Trusted => value["confirm"] = 1.into(),
        Rule::Times(1) => {}
        Rule::Times(times) => value["confirm"] = times.into(),
        Rule::Rate(rate) => value["hit_rate"] = rate.into(),
    }
    value["seed"] = settings.seed.into();
    value
}

fn sandbox_name(protection: Protection) -> &'static str {
    match protection {
        Protection::None => "none",
        Protection::Write => "write",
        Protection::Full => "full",
    }
}

fn tie_name(tie: Tie) -> &'static str {
    match tie {
        Tie::Index => "index",
        Tie::Random { .. } => "random",
    }
}

fn order_name(order: Order) -> &'static str {
    match order {
        Order::Forward => "forward",
        Order::Backward => "backward",
        Order::Auto => "auto",
    }
}

/// The word for a unit in options, traces and reports.
pub fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Line => "line",
        Unit::Token => "token",
        Unit::Char => "char",
        Unit::Byte => "byte",
        Unit::Bracket => "bracket",
    }
}
