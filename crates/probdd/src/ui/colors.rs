//! Whether to use colours.

use crate::command_line::Colors;
use console::{set_colors_enabled, set_colors_enabled_stderr};

/// Follows what the user says about colours; `auto` leaves it to the terminal and the environment.
pub(crate) fn choose_colors(colors: Colors) {
    let is_on = match colors {
        Colors::Auto => return,
        Colors::Always => true,
        Colors::Never => false,
    };
    set_colors_enabled(is_on);
    set_colors_enabled_stderr(is_on);
}
