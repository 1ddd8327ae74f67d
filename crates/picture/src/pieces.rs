//! The shapes of the pieces. Armies are round and show a gun, fleets are shaped like a hull and show a ship.
//! The power is a colour and a pattern along the rim, so that nobody needs the colour. The pages draw the same
//! shapes: the server sends them with the board.

use rules::UnitKind;

/// The paths of one piece, for a box from -26 to 26.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceShape {
    pub body: &'static str,
    /// The line along the rim that carries the pattern of the power.
    pub rim: &'static str,
    /// The picture on the body; with the rule "evenodd".
    pub mark: &'static str,
    /// A larger and simpler picture, for a piece without a rim.
    pub small_mark: &'static str,
    /// The wooden block of the rulebooks: front, right side, lower side, and the line of its pattern.
    pub block: [&'static str; 4],
    /// The length of `rim`.
    rim_length: RimLength,
}

/// In tenths, because the shapes are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RimLength(u32);

/// The pattern along the rim, in 24ths of its length.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RimPattern {
    /// The lengths of a dash and of a gap. `None`: a whole line, or no line if the width is 0.
    pub dashes: Option<(f32, f32)>,
    pub width: f32,
}

const ARMY: PieceShape = PieceShape {
    body: "M0-20.2a20.2 20.2 0 0 1 0 40.4 20.2 20.2 0 0 1 0-40.4Z",
    rim: "M0-16.6a16.6 16.6 0 0 1 0 33.2 16.6 16.6 0 0 1 0-33.2Z",
    // Barrel with its muzzle ring, wheel with four spokes, trail.
    mark: "M-9.6-1.2 7.1-9.4 6.5-10.6 8.8-11.7 11.6-6 9.3-4.9 8.7-6.1-6.4 1.9A2.6 2.6 0 0 1-9.6-1.2ZM-.6-1.4A6.3 6.3 0 0 1-.6 11.2 6.3 6.3 0 0 1-.6-1.4ZM-1.2.7A4.3 4.3 0 0 0-4.8 4.3H-1.2ZM0 .7V4.3H3.6A4.3 4.3 0 0 0 0 .7ZM-4.8 5.5A4.3 4.3 0 0 0-1.2 9.1V5.5ZM0 5.5V9.1A4.3 4.3 0 0 0 3.6 5.5ZM-7.2 6.6-11.9 10.1A1.2 1.2 0 0 0-10.5 12L-5.4 8.9Z",
    small_mark: "M-13-1.6 9.6-12.7 8.8-14.3 12-15.9 15.8-8.1 12.6-6.5 11.8-8.1-8.6 2.6A3.5 3.5 0 0 1-13-1.6ZM-.8-1.9A8.5 8.5 0 0 1-.8 15.1 8.5 8.5 0 0 1-.8-1.9ZM-.8 2.6A4 4 0 0 0-.8 10.6 4 4 0 0 0-.8 2.6ZM-9.7 9-16.1 13.7A1.6 1.6 0 0 0-14.2 16.3L-7.3 12.1Z",
    block: ["M-15-15H8V8H-15Z", "M8-15 15-9V14L8 8Z", "M-15 8H8L15 14H-8Z", "M-11.4-11.4H4.4V4.4H-11.4Z"],
    rim_length: RimLength(1043),
};

const FLEET: PieceShape = PieceShape {
    body: "M-22-17.4Q0-22 22-17.4Q23.6 8 0 21.4Q-23.6 8-22-17.4Z",
    rim: "M-18.4-14.4Q0-18 18.4-14.4Q19.4 6.4 0 17Q-19.4 6.4-18.4-14.4Z",
    // Hull, mast, two sails.
    mark: "M-12.6 3.4Q0 6.2 12.6 3.4 11 8.4 7 10.6H-7Q-11 8.4-12.6 3.4ZM-.9-12.4H.8V3.6H-.9ZM2.1-10.9Q9.4-7.2 10.4 1.6 6.2 2.6 2.1 2.7ZM-2.2-8.6V2.7Q-6 2.6-9.6 1.7-4.4-2.2-2.2-8.6Z",
    small_mark: "M-16 3.6Q0 7 16 3.6 14 9.8 9.4 12.4H-9.4Q-14 9.8-16 3.6ZM.9-14.6Q12-9.6 13 1.4 7 2.6.9 2.7ZM-2-12V2.7Q-7.4 2.5-12.4 1.3-4.6-3.6-2-12Z",
    block: [
        "M-23-10H16V5H-23Z",
        "M16-10 23-5V10L16 5Z",
        "M-23 5H16L23 10H-16Z",
        "M-19.6-6.6H12.6V1.6H-19.6Z",
    ],
    rim_length: RimLength(1143),
};

/// Two long arcs, a ring, three arcs, nothing, four arcs, six arcs, twelve dots.
const RIMS: [RimPattern; 7] = [
    RimPattern { dashes: Some((8.0, 4.0)), width: 2.3 },
    RimPattern { dashes: None, width: 2.3 },
    RimPattern { dashes: Some((5.0, 3.0)), width: 2.3 },
    RimPattern { dashes: None, width: 0.0 },
    RimPattern { dashes: Some((3.8, 2.2)), width: 2.3 },
    RimPattern { dashes: Some((2.2, 1.8)), width: 2.3 },
    RimPattern { dashes: Some((0.01, 1.99)), width: 2.9 },
];

impl PieceShape {
    pub const fn of(kind: UnitKind) -> &'static Self {
        match kind {
            UnitKind::Army => &ARMY,
            UnitKind::Fleet => &FLEET,
        }
    }

    /// The attributes of the rim of a power's piece: the width and the dashes of the line.
    pub(crate) fn rim_attributes(&self, power: usize) -> String {
        let RimPattern { dashes, width } = RimPattern::of(power);
        let part = self.rim_length.0 as f32 / 10.0 / 24.0;
        match dashes {
            Some((dash, gap)) => format!(
                r#"stroke-width="{width}" stroke-dasharray="{:.2} {:.2}" stroke-dashoffset="{:.2}""#,
                dash * part,
                gap * part,
                dash * part / 2.0
            ),
            None => format!(r#"stroke-width="{width}""#),
        }
    }
}

impl RimPattern {
    /// The pattern of a power. A board with more than seven powers uses them again.
    pub const fn of(power: usize) -> Self {
        RIMS[power % RIMS.len()]
    }
}
