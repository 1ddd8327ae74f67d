//! The board for pages that draw it: borders, positions, names and colours.

use picture::curve::Point;
use picture::{Drawing, LanguageCode, Palette, PieceShape, RimPattern, Shade, Theme};
use rules::{Coast, PlayerTable, Power, Province, Terrain, UnitKind};

use crate::wire::{BoardAsset, PaletteView, PieceAsset, PowerAsset, ProvinceAsset, RimAsset, TableAsset};

/// The board in one language. A province is a list of shared border lines, which the page joins to a path.
pub fn board_asset(drawing: &Drawing, language: LanguageCode) -> BoardAsset {
    let (board, geometry, labels) = (drawing.board(), drawing.geometry(), drawing.labels(language));
    let ways = geometry.all_fleet_waypoints().map(|(from, to, corners)| {
        (board.location_key(from).to_owned(), board.location_key(to).to_owned(), deltas(corners))
    });
    let provinces = board.provinces().map(|province| {
        (board.province_key(province).to_owned(), province_asset(drawing, language, province))
    });
    let powers = board.powers().map(|power| {
        let (name, short) = (labels.power(power).to_owned(), labels.emblem(power).to_owned());
        (board.power_key(power).to_owned(), PowerAsset { name, short })
    });
    let styles = [(Shade::Light, "light"), (Shade::Dark, "dark")].map(|(shade, name)| {
        let theme = Theme::new(drawing.colours(), Palette::Clear, shade);
        (format!("{}-{name}", Palette::Clear.key()), theme.css(board.powers().len()))
    });
    let key = |power: Power| board.power_key(power).to_owned();
    let table = |table: &PlayerTable| TableAsset {
        players: table.seats.len(),
        seats: table.seats.iter().map(|powers| powers.iter().copied().map(key).collect()).collect(),
    };
    BoardAsset {
        variant: drawing.variant().key().to_owned(),
        power_order: board.powers().map(key).collect(),
        beginners: drawing.variant().beginner_powers().iter().copied().map(key).collect(),
        tables: board.player_counts().filter_map(|players| board.player_table(players)).map(table).collect(),
        centres: board.centres().len(),
        centres_to_win: board.centres_to_win(),
        size: (geometry.width.into(), geometry.height.into()),
        arcs: geometry.arcs.iter().map(|arc| deltas(&arc.points)).collect(),
        provinces: provinces.collect(),
        powers: powers.collect(),
        nobodys: geometry.impassable.iter().cloned().collect(),
        nobodys_water: geometry.impassable_water.clone(),
        ways: ways.collect(),
        coasts: labels.coasts().clone(),
        pieces: [UnitKind::Army, UnitKind::Fleet].map(|kind| (kind.key().to_owned(), piece(kind))).into(),
        rims: board.powers().map(|power| rim(power.index())).collect(),
        over: picture::rivers_and_borders(board, geometry),
        styles: styles.into(),
    }
}

/// The colours of the board in every palette.
pub(crate) fn palettes(drawing: &Drawing) -> Vec<PaletteView> {
    let powers = drawing.board().powers().len();
    let view = |palette: Palette| {
        let css = |shade| Theme::new(drawing.colours(), palette, shade).css(powers);
        PaletteView { key: palette.key().to_owned(), light: css(Shade::Light), dark: css(Shade::Dark) }
    };
    Palette::ALL.into_iter().map(view).collect()
}

fn piece(kind: UnitKind) -> PieceAsset {
    let shape = PieceShape::of(kind);
    PieceAsset {
        body: shape.body.to_owned(),
        rim: shape.rim.to_owned(),
        mark: shape.mark.to_owned(),
        small_mark: shape.small_mark.to_owned(),
        block: shape.block.map(str::to_owned).to_vec(),
    }
}

const fn rim(power: usize) -> RimAsset {
    let RimPattern { dashes, width } = RimPattern::of(power);
    RimAsset { dashes, width }
}

fn province_asset(drawing: &Drawing, language: LanguageCode, province: Province) -> ProvinceAsset {
    let (board, geometry, labels) = (drawing.board(), drawing.geometry(), drawing.labels(language));
    let place = geometry.place(province);
    let sized = |at: Point, size: f32| (tenths(at).0, tenths(at).1, size.round() as i32);
    let label = geometry.labels(language.as_str()).map(|list| &list[province.index()]);
    let power_key = |power| board.power_key(power).to_owned();
    let coast_key = |coast: &Coast| coast.key().to_owned();
    ProvinceAsset {
        name: labels.name(province).to_owned(),
        short: labels.short(province).to_owned(),
        rings: place.rings.clone(),
        unit: tenths(place.unit),
        aside: tenths(place.dislodged_unit),
        at: sized(place.short_name.0, place.short_name.1),
        label: label.map(|label| {
            let (x, y, size) = sized(label.at, label.size);
            (x, y, size, label.lines.clone())
        }),
        centre: place.centre.map(tenths),
        coasts: place.coasts.iter().map(|(coast, at, _)| (coast_key(coast), tenths(*at))).collect(),
        asides: place.coasts.iter().map(|(coast, _, aside)| (coast_key(coast), tenths(*aside))).collect(),
        nation: place.nation.map(power_key),
        home: board.home_of(province).map(power_key),
        water: board.terrain(province) == Terrain::Water,
    }
}

fn tenths(point: Point) -> (i32, i32) {
    ((point.x * 10.0).round() as i32, (point.y * 10.0).round() as i32)
}

/// The first point, then the difference of each point to the one before.
fn deltas(points: &[Point]) -> Vec<i32> {
    let mut last = (0, 0);
    let step = |point: &Point| {
        let now = tenths(*point);
        let step = [now.0 - last.0, now.1 - last.1];
        last = now;
        step
    };
    points.iter().flat_map(step).collect()
}
