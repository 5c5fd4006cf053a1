//! Field reports.
