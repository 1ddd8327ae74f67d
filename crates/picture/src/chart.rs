//! Whose ground a spot lies on: a coarse raster of the board, so that lines can keep off other provinces.

use rules::{Board, Province, Terrain, UnitKind};

use crate::Geometry;
use crate::curve::Point;

/// The side of a cell, in units of the board. A line's halo is seven wide: finer would not be seen.
const CELL: f32 = 4.0;

/// The board in cells, each with the province that its middle lies in.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    wide: usize,
    high: usize,
    /// None is land that nobody enters.
    cells: Vec<Option<Province>>,
}

impl Chart {
    pub(crate) fn new(board: &Board, geometry: &Geometry) -> Self {
        let (wide, high) = ((geometry.width / CELL) as usize + 1, (geometry.height / CELL) as usize + 1);
        let mut chart = Self { wide, high, cells: vec![None; wide * high] };
        for province in board.provinces() {
            chart.fill(province, &geometry.corners(&geometry.place(province).rings));
        }
        chart
    }

    /// Row by row: a cell is inside where a walk from the left has crossed the border once.
    fn fill(&mut self, province: Province, lines: &[Vec<Point>]) {
        let mut cuts: Vec<Vec<f32>> = vec![Vec::new(); self.high];
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            let (low, high) = if pair[0].y < pair[1].y { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            let first = (low.y / CELL - 0.5).ceil().max(0.0) as usize;
            for (row, cuts) in cuts.iter_mut().enumerate().skip(first) {
                let y = (row as f32 + 0.5) * CELL;
                if y >= high.y {
                    break;
                }
                cuts.push(low.x + (y - low.y) / (high.y - low.y) * (high.x - low.x));
            }
        }
        for (row, cuts) in cuts.iter_mut().enumerate() {
            cuts.sort_by(f32::total_cmp);
            for pair in cuts.chunks_exact(2) {
                let column = |x: f32| ((x / CELL - 0.5).ceil().max(0.0) as usize).min(self.wide);
                let (from, to) = (column(pair[0]), column(pair[1]));
                self.cells[row * self.wide + from..row * self.wide + to.max(from)].fill(Some(province));
            }
        }
    }

    fn at(&self, spot: Point) -> Option<Province> {
        let (column, row) = ((spot.x / CELL) as usize, (spot.y / CELL) as usize);
        if column >= self.wide || row >= self.high {
            return None;
        }
        self.cells[row * self.wide + column]
    }
}

/// What a unit on its way should not pass over.
pub(crate) struct Ground<'a> {
    pub(crate) chart: &'a Chart,
    pub(crate) board: &'a Board,
    pub(crate) kind: UnitKind,
    /// Where it comes from and where it goes.
    pub(crate) own: [Province; 2],
}

impl Ground<'_> {
    /// What a spot on the way costs.
    pub(crate) fn price(&self, spot: Point) -> f32 {
        let province = self.chart.at(spot);
        let is_own = province.is_some_and(|province| self.own.contains(&province));
        let is_water = province.is_some_and(|province| self.board.terrain(province) == Terrain::Water);
        match self.kind {
            _ if is_own && (self.kind == UnitKind::Army || is_water) => 0.0,
            UnitKind::Army => 1.2,
            // A fleet goes ashore at its end, and no sooner than it must.
            UnitKind::Fleet if is_own => 0.15,
            UnitKind::Fleet if is_water => 0.0,
            UnitKind::Fleet => 1.6,
        }
    }
}
