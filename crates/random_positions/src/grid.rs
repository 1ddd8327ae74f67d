//! A generated large board, to measure how the cost grows with the number of units.

use rules::{Board, BoardPlan, ProvincePlan, Season, Terrain, Turn};

/// Islands of three by three provinces in a grid of channels.
pub fn grid_board(width: usize, height: usize) -> Board {
    let key = |x: usize, y: usize| format!("x{x}y{y}");
    let is_water = |x: usize, y: usize| x % 4 == 3 || y % 4 == 3;
    let near = |x: usize, y: usize| {
        let mut cells = Vec::new();
        if x > 0 {
            cells.push((x - 1, y));
        }
        if y > 0 {
            cells.push((x, y - 1));
        }
        if x + 1 < width {
            cells.push((x + 1, y));
        }
        if y + 1 < height {
            cells.push((x, y + 1));
        }
        cells
    };
    let terrain = |x: usize, y: usize| {
        if is_water(x, y) {
            Terrain::Water
        } else if near(x, y).iter().any(|(x, y)| is_water(*x, *y)) {
            Terrain::Coastal
        } else {
            Terrain::Inland
        }
    };
    let mut provinces = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let here = terrain(x, y);
            let keys = |want: fn(Terrain) -> bool| {
                let cells = near(x, y).into_iter().filter(|(x, y)| want(terrain(*x, *y)));
                cells.map(|(x, y)| key(x, y)).collect::<Vec<_>>()
            };
            let armies = if here == Terrain::Water { Vec::new() } else { keys(|t| t != Terrain::Water) };
            let fleets = if here == Terrain::Inland {
                Vec::new()
            } else {
                vec![(None, keys(|t| t != Terrain::Inland))]
            };
            let centre = here == Terrain::Inland;
            provinces.push(ProvincePlan {
                key: key(x, y),
                terrain: here,
                armies,
                fleets,
                centre,
                home: None,
            });
        }
    }
    let plan = BoardPlan {
        provinces,
        powers: (0..10).map(|i| format!("p{i}")).collect(),
        centres_to_win: 1,
        first_turn: Turn { year: 1, season: Season::Spring },
        starting_units: Vec::new(),
        player_tables: Vec::new(),
        openings: Vec::new(),
    };
    Board::new(&plan).expect("a regular grid is a valid board")
}
