//! The board for a page: paths, places, words and colours.

use picture::curve::Point;
use picture::{Geometry, Labels, Palette, Shade, Theme, Tongue};
use rules::{Board, Coast, Province, Terrain};

use crate::wire::{BoardAsset, PowerAsset, ProvinceAsset};

/// The board in one language. Provinces come as numbers of shared border lines, which the page joins to paths.
pub fn board_asset(board: &Board, geometry: &Geometry, labels: &Labels, tongue: Tongue) -> BoardAsset {
    let ways = geometry.ways().map(|(from, to, corners)| {
        (board.location_key(from).to_owned(), board.location_key(to).to_owned(), steps(corners))
    });
    let provinces = board.provinces().map(|province| {
        (board.province_key(province).to_owned(), province_asset(board, geometry, labels, tongue, province))
    });
    let powers = board.powers().map(|power| {
        let (name, short) = (labels.power(power).to_owned(), labels.emblem(power).to_owned());
        (board.power_key(power).to_owned(), PowerAsset { name, short })
    });
    let styles = [(Shade::Light, "light"), (Shade::Dark, "dark")].map(|(shade, name)| {
        let theme = Theme::new(Palette::Clear, shade);
        (format!("{}-{name}", Palette::Clear.key()), theme.css(board.powers().len()))
    });
    BoardAsset {
        size: (geometry.width.into(), geometry.height.into()),
        arcs: geometry.arcs.iter().map(|arc| steps(&arc.points)).collect(),
        provinces: provinces.collect(),
        powers: powers.collect(),
        nobodys: geometry.nobodys.iter().cloned().collect(),
        ways: ways.collect(),
        coasts: labels.coasts().clone(),
        shapes: picture::SHAPES.to_owned(),
        over: picture::over(board, geometry),
        styles: styles.into(),
    }
}

fn province_asset(
    board: &Board,
    geometry: &Geometry,
    labels: &Labels,
    tongue: Tongue,
    province: Province,
) -> ProvinceAsset {
    let place = geometry.place(province);
    let sized = |at: Point, size: f32| (tenths(at).0, tenths(at).1, size.round() as i32);
    let label = geometry.labels(tongue.key()).map(|list| &list[province.index()]);
    let power_key = |power| board.power_key(power).to_owned();
    let coast_key = |coast: &Coast| coast.key().to_owned();
    ProvinceAsset {
        name: labels.name(province).to_owned(),
        short: labels.short(province).to_owned(),
        rings: place.rings.clone(),
        unit: tenths(place.unit),
        aside: tenths(place.aside),
        at: sized(place.short.0, place.short.1),
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

/// The first point, then the way from one to the next.
fn steps(points: &[Point]) -> Vec<i32> {
    let mut last = (0, 0);
    let step = |point: &Point| {
        let now = tenths(*point);
        let step = [now.0 - last.0, now.1 - last.1];
        last = now;
        step
    };
    points.iter().flat_map(step).collect()
}
