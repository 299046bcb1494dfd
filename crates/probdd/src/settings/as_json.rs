//! The settings as JSON, for the trace, the report and the state directory.

use super::Settings;
use crate::command_line::{Fixpoint, Reducer, Value as _};
use crate::files::sha256;
use probdd_exec::Rule;
use serde_json::{Value, json};

impl Settings {
    /// The settings that determine the queries. The time limit of a query is left out, because it
    /// is known only after the baseline.
    pub(crate) fn as_json(&self) -> Value {
        let strategy = &self.strategy;
        let mut value = json!({
            "reducer": strategy.reducer.word(),
            "polish": strategy.polish.word(),
            "sigma": match (strategy.minimizer, strategy.reducer) {
                (Some(minimizer), _) => Some(minimizer.sigma),
                (None, Reducer::Tpdd) => Some(strategy.sigma),
                (None, _) => None,
            },
            "format": self.format.word(),
            "batch": self.batch,
            "fixpoint": self.fixpoint.map(Fixpoint::word),
            "memory": self.confinement.memory,
            "disk": self.confinement.disk,
            "sandbox": self.confinement.protection.word(),
            "seed": self.seed,
        });
        if strategy.least_gain > 0.0 {
            value["least_gain"] = strategy.least_gain.into();
        }
        if strategy.reducer != Reducer::List {
            value["language"] = strategy.language().unwrap_or("none").into();
        }
        if !strategy.units.is_empty() {
            value["granularity"] = strategy.units.iter().map(|unit| unit.word()).collect();
        }
        if let Some(minimizer) = strategy.minimizer {
            value["minimizer"] = minimizer.algorithm.word().into();
            value["tie"] = minimizer.tie.word().into();
            value["order"] = minimizer.order.word().into();
        }
        if !strategy.without.is_empty() {
            value["without"] = strategy.without.iter().map(|part| part.word()).collect();
        }
        if strategy.reducer == Reducer::Chisel {
            let chisel = strategy.chisel;
            value["chisel"] = json!({
                "replacements": chisel.options.is_replacing,
                "dependencies": chisel.options.keeps_dependencies,
                "dce": chisel.is_removing_unused,
            });
        }
        if !self.transformers.is_empty() {
            value["transformers"] = self.transformers.iter().map(ToString::to_string).collect();
        }
        if let Some(fixup) = &self.fixup {
            value["fixup"] = fixup.command.to_string_lossy().into();
        }
        if let Some(command) = self.test.command() {
            value["persistent"] = command.to_string_lossy().into();
        }
        if let Some(property) = self.test.property() {
            value["property"] = property.as_json();
        }
        if let Some(mode) = self.feedback {
            value["feedback"] = mode.word().into();
        }
        match self.rule {
            Rule::Trusted => value["confirm"] = 1.into(),
            Rule::Times(1) => {}
            Rule::Times(times) => value["confirm"] = times.into(),
            Rule::Rate(rate) => value["hit_rate"] = rate.into(),
        }
        if self.input.files.is_some() {
            value["keep"] = json!(self.args.keep);
            value["keep_files"] = self.kept.files.into();
        }
        if !self.with.is_empty() {
            let places = self.with.iter().map(|with| with.place.to_string_lossy().into_owned());
            value["with"] = places.collect();
        }
        if let Some(start) = &self.start {
            value["continue"] = sha256(start).into();
        }
        value
    }

    /// The same with what the user chose and a run otherwise derives from the baseline.
    pub(crate) fn as_json_of_command(&self) -> Value {
        let mut value = self.as_json();
        value["timeout"] = self.timeout.map(|timeout| timeout.as_secs_f64()).into();
        value["check_cost"] = json!(self.check_costs);
        value["after_fail"] = self.after_fail.word().into();
        value
    }
}
