//! The colours of a picture, and its style sheet.

use crate::text_outlines::TEXT_CLASSES;
use crate::{Palette, PowerColours, Shade};

/// A colour, `0xRRGGBB`.
pub type Rgb = u32;

/// All colours of a picture.
#[derive(Clone, Debug)]
pub struct Theme {
    pub sea: Rgb,
    pub deep: Rgb,
    pub shallows: [Rgb; 3],
    pub graticule: Rgb,
    pub sea_border: Rgb,
    pub sea_label: Rgb,
    pub neutral: Rgb,
    pub impassable: Rgb,
    pub coast: Rgb,
    pub border: Rgb,
    pub nation: Rgb,
    pub label: Rgb,
    pub label_halo: Rgb,
    pub river: Rgb,
    pub frame: Rgb,
    pub token: Rgb,
    pub fail: Rgb,
    pub ink: Rgb,
    pub paper: Rgb,
    /// By power; empty if the variant has no colours.
    land: Vec<Rgb>,
    unit: Vec<Rgb>,
}

impl Theme {
    pub fn new(colours: &PowerColours, palette: Palette, shade: Shade) -> Self {
        let (land, unit) = (colours.land(palette, shade), colours.unit(palette, shade));
        match shade {
            Shade::Light => Self {
                sea: 0xc3d5da,
                deep: 0xb4cad1,
                shallows: [0xcfdfe2, 0xdae7e8, 0xe6efee],
                graticule: 0x8fb0b9,
                sea_border: 0x6f94a0,
                sea_label: 0x3d6070,
                neutral: 0xf1ead8,
                impassable: 0xddd6c4,
                coast: 0x5c6a6b,
                border: 0x7d6e55,
                nation: 0x4f4330,
                label: 0x2c2316,
                label_halo: 0xfffaf0,
                river: 0x7fa9b5,
                frame: 0x5b5340,
                token: 0xfffaf0,
                fail: 0xc0202a,
                ink: 0x2a2418,
                paper: 0xfaf5e9,
                land,
                unit,
            },
            Shade::Dark => Self {
                sea: 0x15242d,
                deep: 0x101c24,
                shallows: [0x192b35, 0x1e333e, 0x253d49],
                graticule: 0x2b4653,
                sea_border: 0x4a6b79,
                sea_label: 0x8fb3c2,
                neutral: 0x746f62,
                impassable: 0x1d2528,
                coast: 0x56727d,
                border: 0xa89c84,
                nation: 0xd9ccae,
                label: 0xf6eedc,
                label_halo: 0x14120d,
                river: 0x0f1e27,
                frame: 0x8a7f69,
                token: 0x14110c,
                fail: 0xff5c5c,
                ink: 0xf5ecd8,
                paper: 0x1b1a16,
                land,
                unit,
            },
        }
    }

    /// The colour of a power's land. A power without one gets a generated colour.
    pub fn land(&self, power: usize) -> Rgb {
        self.land.get(power).copied().unwrap_or_else(|| generated_colour(power, self.neutral))
    }

    pub fn unit(&self, power: usize) -> Rgb {
        self.unit.get(power).copied().unwrap_or_else(|| generated_colour(power, self.ink))
    }

    /// The colour of the picture and the rim on a power's units: of ink and paper the one with more contrast.
    pub fn emblem(&self, power: usize) -> Rgb {
        let (light, dark) = (self.token.max(self.ink), self.token.min(self.ink));
        let unit = self.unit(power);
        if contrast(light, unit) >= contrast(dark, unit) { light } else { dark }
    }

    /// The colour of homeland without a centre: paler than owned centres.
    pub fn homeland(&self, power: usize) -> Rgb {
        mix(self.land(power), self.neutral, 0.38)
    }

    /// The style sheet for this number of powers.
    pub fn css(&self, powers: usize) -> String {
        let mut out = format!(
            ".sea{{fill:#{:06x}}}.deep{{stop-color:#{:06x}}}.n{{fill:#{:06x}}}.ln{{fill:none;stroke-linejoin:round;stroke-linecap:round}}",
            self.sea, self.deep, self.neutral
        );
        let mut add = |rule: String| out.push_str(&rule);
        for (i, colour) in self.shallows.iter().enumerate() {
            add(format!(".h{i}{{stroke:#{colour:06x}}}"));
        }
        add(format!(".gr{{stroke:#{:06x};stroke-opacity:.35}}", self.graticule));
        add(format!(".sb{{stroke:#{:06x}}}", self.sea_border));
        add(format!(".co{{stroke:#{:06x}}}", self.coast));
        add(format!(
            ".nb{{fill:#{:06x}}}.ha{{stroke:#{:06x};stroke-opacity:.28}}",
            self.impassable, self.border
        ));
        add(format!(".bo{{stroke:#{:06x};stroke-opacity:.8}}", self.border));
        add(format!(".na{{stroke:#{:06x};stroke-opacity:.85}}", self.nation));
        add(format!(".ri{{stroke:#{:06x};stroke-opacity:.6}}", self.river));
        add(format!(".la{{fill:#{:06x}}}.ls{{stroke:#{:06x}}}", self.sea, self.sea));
        add(format!(".fr{{fill:none;stroke:#{:06x}}}", self.frame));
        add(format!(
            ".pa{{fill:#{:06x}}}.in{{fill:#{:06x}}}.is{{stroke:#{:06x}}}",
            self.paper, self.ink, self.ink
        ));
        add(format!(".tk{{fill:#{:06x}}}.ts{{stroke:#{:06x}}}", self.token, self.token));
        add(format!(".fa{{fill:#{:06x}}}.fs{{stroke:#{:06x}}}", self.fail, self.fail));
        add("text{font-family:'Detente Map','EB Garamond',Georgia,serif}".to_owned());
        for (class, style) in TEXT_CLASSES {
            let fill = match class {
                "t1" | "t3" => Some(self.label),
                "t2" | "t4" => Some(self.sea_label),
                // The emblem of a unit has the colours of its power.
                _ => None,
            };
            let fill = fill.map(|colour| format!("fill:#{colour:06x}")).unwrap_or_default();
            add(format!(".{class}{{{}}}", format!("{fill}{}", style.css()).trim_start_matches(';')));
        }
        // A halo is a copy of the text below it, with a stroke. Every SVG viewer supports that.
        add(format!(".th{{stroke:#{:06x};stroke-opacity:.75;stroke-linejoin:round}}", self.label_halo));
        add(format!(".ts2{{stroke:#{:06x};stroke-opacity:.55;stroke-linejoin:round}}", self.sea));
        for power in 0..powers {
            add(format!(
                ".l{power}{{fill:#{:06x}}}.p{power}{{fill:#{:06x}}}.u{power}{{fill:#{unit:06x}}}.s{power}{{stroke:#{unit:06x}}}.e{power}{{fill:#{emblem:06x}}}.o{power}{{stroke:#{emblem:06x}}}",
                self.land(power),
                self.homeland(power),
                unit = self.unit(power),
                emblem = self.emblem(power),
            ));
        }
        out
    }
}

/// The colour at the fraction `part` of the way from one colour to another.
pub(crate) fn mix(one: Rgb, other: Rgb, part: f32) -> Rgb {
    let channel = |shift: u32| {
        let (a, b) = ((one >> shift & 255) as f32, (other >> shift & 255) as f32);
        ((a + (b - a) * part).round() as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

/// The contrast of two colours, from 1 to 21, as the rules for accessible pages define it.
pub fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (a, b) = (luminance(one) + 0.05, luminance(other) + 0.05);
    if a > b { a / b } else { b / a }
}

fn luminance(colour: Rgb) -> f32 {
    let channel = |shift: u32| {
        let value = (colour >> shift & 255) as f32 / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

/// A generated colour, different for every power.
fn generated_colour(power: usize, towards: Rgb) -> Rgb {
    let turn = power as f32 * 2.399_963;
    let channel = |phase: f32| ((turn + phase).cos() * 90.0 + 140.0) as u32;
    mix(channel(0.0) << 16 | channel(2.1) << 8 | channel(4.2), towards, 0.25)
}
