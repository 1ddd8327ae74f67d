//! Once its buffers have grown, the judge asks for no memory, nor do the options.

use rules::{Edition, Judge, Options};
use skirmish::{Skirmish, naval};
use thrift::{Counting, requests};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn skirmishes() -> Vec<Skirmish> {
    (0..1_000).map(|seed| naval(&atlas::standard().board, seed)).collect()
}

#[test]
fn requests_are_counted() {
    assert_eq!(requests(|| drop(Box::new(1))), 1);
    assert_eq!(requests(|| {}), 0);
}

#[test]
fn judging_asks_for_no_memory() {
    let skirmishes = skirmishes();
    for edition in Edition::ALL {
        let mut judge = Judge::new(&atlas::standard().board, edition);
        let mut paradoxes = 0;
        let mut judge_all = || {
            for Skirmish { forces, table, orders } in &skirmishes {
                paradoxes += judge.movement(forces, table, orders).paradoxes();
            }
        };
        // Warm-up.
        judge_all();
        assert_eq!(requests(judge_all), 0, "edition {}", edition.key());
        assert!(edition != Edition::Datc || paradoxes > 0, "paradoxes are among them");
    }
}

#[test]
fn surveying_options_asks_for_no_memory() {
    let skirmishes = skirmishes();
    let mut options = Options::new(&atlas::standard().board);
    let mut count = 0;
    let mut survey_all = || {
        for Skirmish { forces, .. } in &skirmishes {
            options.survey(forces);
            for slot in 0..forces.units().len() {
                count += options.of(slot).iter().count();
            }
        }
    };
    survey_all();
    assert_eq!(requests(survey_all), 0);
    assert!(count > 100_000);
}
