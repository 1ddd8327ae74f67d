//! Colour distance: how well people can tell colours apart (CIE 1976), also with colour blindness (Machado
//! and others, 2009, full severity).

use crate::Rgb;

/// Normal colour vision, or a kind of colour blindness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourVision {
    Normal,
    Protan,
    Deutan,
    Tritan,
}

impl ColourVision {
    pub const ALL: [Self; 4] = [Self::Normal, Self::Protan, Self::Deutan, Self::Tritan];

    const fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// The smallest distance between two of the colours, and the indexes of these two.
pub fn closest_colours(colours: &[Rgb], sight: ColourVision) -> (f64, usize, usize) {
    let seen: Vec<[f64; 3]> = colours.iter().map(|colour| lab(*colour, sight)).collect();
    let mut worst = (f64::INFINITY, 0, 0);
    for i in 0..seen.len() {
        for j in 0..i {
            let apart = (0..3).map(|k| (seen[i][k] - seen[j][k]).powi(2)).sum::<f64>().sqrt();
            if apart < worst.0 {
                worst = (apart, j, i);
            }
        }
    }
    worst
}

fn times(matrix: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| (0..3).map(|k| row[k] * v[k]).sum())
}

fn lab(colour: Rgb, sight: ColourVision) -> [f64; 3] {
    let linear = [16, 8, 0].map(|shift| {
        let c = f64::from(colour >> shift & 255) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    let seen = times(&sight.matrix(), linear).map(|c| c.clamp(0.0, 1.0));
    let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let [x, y, z] = times(&to_xyz, seen);
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let (x, y, z) = (f(x / 0.9505), f(y), f(z / 1.089));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}
