//! The pages draw the same lines of orders as the pictures: `web/tests/order-paths.json` has samples of ours, which
//! `web/tests/order-paths.test.ts` compares with theirs.

use picture::curve::Point;
use picture::sample_path;
use serde_json::{Value, json};

type Pair = (f32, f32);

/// A name, the points of the line, the units in its way.
const SAMPLES: [(&str, &[Pair], &[Pair]); 7] = [
    ("a free way", &[(100.0, 100.0), (180.0, 140.0)], &[]),
    ("a unit in the way", &[(100.0, 100.0), (200.0, 100.0)], &[(150.0, 108.0)]),
    ("units on both sides", &[(300.0, 80.0), (300.0, 240.0)], &[(284.0, 150.0), (318.0, 170.0)]),
    (
        "a long way past many",
        &[(50.0, 50.0), (400.0, 300.0)],
        &[(120.0, 110.0), (220.0, 180.0), (310.0, 215.0)],
    ),
    ("a short way", &[(10.0, 10.0), (38.0, 22.0)], &[]),
    ("a convoy", &[(100.0, 100.0), (160.0, 60.0), (260.0, 90.0), (330.0, 200.0)], &[]),
    ("a short piece beside a long one", &[(100.0, 100.0), (110.0, 96.0), (400.0, 120.0)], &[]),
];

#[test]
fn the_pages_draw_these_lines_too() {
    let point = |&(x, y): &Pair| Point::new(x, y);
    let hundredths = |value: f32| f64::from((value * 100.0).round()) / 100.0;
    let list = |points: &[Point]| -> Value {
        points.iter().map(|at| json!([hundredths(at.x), hundredths(at.y)])).collect()
    };
    let samples: Vec<String> = SAMPLES
        .iter()
        .map(|(name, through, units)| {
            let through: Vec<Point> = through.iter().map(point).collect();
            let units: Vec<Point> = units.iter().map(point).collect();
            let sample = sample_path(&through, &units);
            json!({
                "name": name,
                "through": list(&through),
                "units": list(&units),
                "points": list(&sample.points),
                "trimmed": list(&sample.trimmed),
                "wave": list(&sample.wave),
                "head": sample.head,
            })
            .to_string()
        })
        .collect();
    let text = format!("[\n{}\n]\n", samples.join(",\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/tests/order-paths.json");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &text).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(stored == text, "run UPDATE_TYPES=1 cargo test -p picture --test it shared_paths");
}
