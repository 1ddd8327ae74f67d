//! Simulations of the service with faults.

mod defects;
mod few_runs;
mod many_runs;
