//! A coarse grid of the board that says which province each cell is in, so that lines can avoid other
//! provinces.

use rules::{Board, Province, Terrain, UnitKind};

use crate::Geometry;
use crate::curve::Point;

/// The side of a cell, in units of the board. The halo of a line is seven units wide, so smaller cells would
/// make no visible difference.
const CELL_SIZE: f32 = 4.0;

/// The board as a grid of cells. Each cell has the province that contains its centre.
#[derive(Clone, Debug)]
pub(crate) struct ProvinceGrid {
    columns: usize,
    rows: usize,
    /// `None` is land that no unit can enter.
    cells: Vec<Option<Province>>,
}

impl ProvinceGrid {
    pub(crate) fn new(board: &Board, geometry: &Geometry) -> Self {
        let (wide, high) =
            ((geometry.width / CELL_SIZE) as usize + 1, (geometry.height / CELL_SIZE) as usize + 1);
        let mut chart = Self { columns: wide, rows: high, cells: vec![None; wide * high] };
        for province in board.provinces() {
            chart.fill(province, &geometry.coarse_outlines(&geometry.place(province).rings));
        }
        chart
    }

    /// Fills the cells of a province row by row: a cell is inside where an odd number of borders lies to its
    /// left.
    fn fill(&mut self, province: Province, lines: &[Vec<Point>]) {
        let mut cuts: Vec<Vec<f32>> = vec![Vec::new(); self.rows];
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            let (low, high) = if pair[0].y < pair[1].y { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            let first = (low.y / CELL_SIZE - 0.5).ceil().max(0.0) as usize;
            for (row, cuts) in cuts.iter_mut().enumerate().skip(first) {
                let y = (row as f32 + 0.5) * CELL_SIZE;
                if y >= high.y {
                    break;
                }
                cuts.push(low.x + (y - low.y) / (high.y - low.y) * (high.x - low.x));
            }
        }
        for (row, cuts) in cuts.iter_mut().enumerate() {
            cuts.sort_by(f32::total_cmp);
            for pair in cuts.chunks_exact(2) {
                let column = |x: f32| ((x / CELL_SIZE - 0.5).ceil().max(0.0) as usize).min(self.columns);
                let (from, to) = (column(pair[0]), column(pair[1]));
                self.cells[row * self.columns + from..row * self.columns + to.max(from)].fill(Some(province));
            }
        }
    }

    fn province_at(&self, spot: Point) -> Option<Province> {
        let (column, row) = ((spot.x / CELL_SIZE) as usize, (spot.y / CELL_SIZE) as usize);
        if column >= self.columns || row >= self.rows {
            return None;
        }
        self.cells[row * self.columns + column]
    }
}

/// What it costs to draw the line of a moving unit over each province.
pub(crate) struct TerrainCost<'a> {
    pub(crate) grid: &'a ProvinceGrid,
    pub(crate) board: &'a Board,
    pub(crate) kind: UnitKind,
    /// The provinces where the unit starts and ends.
    pub(crate) own: [Province; 2],
}

impl TerrainCost<'_> {
    /// The cost of a point on the line.
    pub(crate) fn cost_at(&self, spot: Point) -> f32 {
        let province = self.grid.province_at(spot);
        let is_own = province.is_some_and(|province| self.own.contains(&province));
        let is_water = province.is_some_and(|province| self.board.terrain(province) == Terrain::Water);
        match self.kind {
            _ if is_own && (self.kind == UnitKind::Army || is_water) => 0.0,
            UnitKind::Army => 1.2,
            // The line of a fleet may cross land near its ends, but only as little as it must.
            UnitKind::Fleet if is_own => 0.15,
            UnitKind::Fleet if is_water => 0.0,
            UnitKind::Fleet => 1.6,
        }
    }
}
