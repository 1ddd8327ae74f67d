//! Reads rows straight from the pages of a SQLite file, without the trees that lead to them: in a damaged
//! file a lost page must not take with it what hangs below it. The format: <https://sqlite.org/fileformat.html>.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use crate::StoreError;
use crate::sqlite::lock::io_error;

/// A value of a row.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Integer(i64),
    /// No column of ours is one.
    Real,
    Text(String),
    Blob(Vec<u8>),
}

/// A row, and the number that SQLite gave it. Rows of indexes have none.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PageRow {
    pub(super) rowid: Option<i64>,
    pub(super) values: Vec<Value>,
}

/// Where a row is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    page: u32,
    cell: u16,
}

/// The pages of a file.
#[derive(Debug)]
pub(super) struct Pages {
    file: File,
    page_size: usize,
    /// The bytes of a page that SQLite uses.
    usable: usize,
    pub(super) count: u32,
    /// The pages that are in use. None if the list of free pages is damaged.
    free: Option<BTreeSet<u32>>,
}

const MAGIC: &[u8] = b"SQLite format 3\0";
/// The size of our pages, if the head of the file is lost.
const DEFAULT_PAGE_BYTES: usize = 4096;
const HEAD_BYTES: usize = 100;
/// A longer row is damage.
const MAX_ROW_BYTES: usize = 64 << 20;
/// More columns than any table of ours has.
const MAX_COLUMNS: usize = 32;

impl Pages {
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut file = File::open(path).map_err(|error| io_error(path, &error))?;
        let length = file.metadata().map_err(|error| io_error(path, &error))?.len();
        let mut head = [0; HEAD_BYTES];
        let has_head = file.read_exact(&mut head).is_ok() && head.starts_with(MAGIC);
        let page_size = match (has_head, u16::from_be_bytes([head[16], head[17]])) {
            (true, 1) => 65536,
            (true, size) if size.is_power_of_two() && size >= 512 => usize::from(size),
            (true | false, _) => DEFAULT_PAGE_BYTES,
        };
        let reserved = if has_head { usize::from(head[20]).min(page_size / 2) } else { 0 };
        let count = u32::try_from(length.div_ceil(page_size as u64)).unwrap_or(u32::MAX);
        let mut pages = Self { file, page_size, usable: page_size - reserved, count, free: None };
        if has_head {
            pages.free = pages.read_free_list(&head);
        }
        Ok(pages)
    }

    /// Whether it is known which pages are in use. If not, a row that is found may have been deleted.
    pub(super) const fn knows_free_pages(&self) -> bool {
        self.free.is_some()
    }

    fn read_free_list(&mut self, head: &[u8]) -> Option<BTreeSet<u32>> {
        let expected = usize::try_from(u32_at(head, 36)?).ok()?;
        let mut free = BTreeSet::new();
        let mut trunk = u32_at(head, 32)?;
        while trunk != 0 {
            if !free.insert(trunk) || free.len() > expected {
                return None;
            }
            let page = self.page(trunk)?;
            let leaves = usize::try_from(u32_at(&page, 4)?).ok()?;
            for leaf in 0..leaves {
                free.insert(u32_at(&page, 8 + 4 * leaf)?);
            }
            trunk = u32_at(&page, 0)?;
        }
        (free.len() == expected).then_some(free)
    }

    /// A page; the end of a truncated one is zero.
    fn page(&mut self, number: u32) -> Option<Vec<u8>> {
        if number == 0 || number > self.count {
            return None;
        }
        let mut bytes = Vec::with_capacity(self.page_size);
        self.file.seek(SeekFrom::Start((u64::from(number) - 1) * self.page_size as u64)).ok()?;
        (&mut self.file).take(self.page_size as u64).read_to_end(&mut bytes).ok()?;
        bytes.resize(self.page_size, 0);
        Some(bytes)
    }

    /// All rows of a page that is in use. `found` gets each with its place.
    pub(super) fn rows_of(&mut self, number: u32, mut found: impl FnMut(Place, PageRow)) {
        if self.free.as_ref().is_some_and(|free| free.contains(&number)) {
            return;
        }
        let Some(page) = self.page(number) else { return };
        let Some(cells) = cells(&page, number, self.usable) else { return };
        for (cell, at) in (0..).zip(&cells.offsets) {
            if let Some(row) = self.row_at(&page, cells.kind, *at) {
                found(Place { page: number, cell }, row);
            }
        }
    }

    /// The row at a place where one was found.
    pub(super) fn row(&mut self, place: Place) -> Option<PageRow> {
        let page = self.page(place.page)?;
        let cells = cells(&page, place.page, self.usable)?;
        let at = *cells.offsets.get(usize::from(place.cell))?;
        self.row_at(&page, cells.kind, at)
    }

    fn row_at(&mut self, page: &[u8], kind: PageKind, mut at: usize) -> Option<PageRow> {
        if kind == PageKind::IndexInterior {
            at += 4;
        }
        let length =
            usize::try_from(varint(page, &mut at)?).ok().filter(|length| *length <= MAX_ROW_BYTES)?;
        let rowid = match kind {
            PageKind::TableLeaf => Some(varint(page, &mut at)?.cast_signed()),
            PageKind::IndexLeaf | PageKind::IndexInterior => None,
        };
        let payload = self.payload(page, kind, at, length)?;
        Some(PageRow { rowid, values: values(&payload)? })
    }

    /// The bytes of a row: on its page, and on further pages if it is long.
    fn payload(&mut self, page: &[u8], kind: PageKind, at: usize, length: usize) -> Option<Vec<u8>> {
        let usable = self.usable;
        let most = match kind {
            PageKind::TableLeaf => usable - 35,
            PageKind::IndexLeaf | PageKind::IndexInterior => (usable - 12) * 64 / 255 - 23,
        };
        if length <= most {
            return Some(page.get(at..at + length)?.to_vec());
        }
        let least = (usable - 12) * 32 / 255 - 23;
        let local = least + (length - least) % (usable - 4);
        let local = if local <= most { local } else { least };
        let mut bytes = page.get(at..at + local)?.to_vec();
        let mut next = u32_at(page, at + local)?;
        while bytes.len() < length {
            let further = self.page(next)?;
            let wanted = (length - bytes.len()).min(usable - 4);
            bytes.extend_from_slice(further.get(4..4 + wanted)?);
            next = u32_at(&further, 0)?;
        }
        Some(bytes)
    }
}

/// The kinds of pages that have rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PageKind {
    TableLeaf,
    IndexLeaf,
    IndexInterior,
}

struct Cells {
    kind: PageKind,
    offsets: Vec<usize>,
}

/// Where the rows of a page begin. None if it is no page with rows.
fn cells(page: &[u8], number: u32, usable: usize) -> Option<Cells> {
    let head = if number == 1 { HEAD_BYTES } else { 0 };
    let (kind, head_bytes) = match page.get(head)? {
        0x0d => (PageKind::TableLeaf, 8),
        0x0a => (PageKind::IndexLeaf, 8),
        0x02 => (PageKind::IndexInterior, 12),
        _ => return None,
    };
    let count = usize::from(u16_at(page, head + 3)?);
    let first = head + head_bytes;
    if first + 2 * count > usable {
        return None;
    }
    let offsets = (0..count).map(|cell| u16_at(page, first + 2 * cell).map(usize::from));
    Some(Cells { kind, offsets: offsets.collect::<Option<_>>()? })
}

/// The values of a row.
fn values(payload: &[u8]) -> Option<Vec<Value>> {
    let mut head = 0;
    let head_end = usize::try_from(varint(payload, &mut head)?).ok()?;
    let mut at = head_end;
    let mut values = Vec::new();
    while head < head_end {
        if values.len() >= MAX_COLUMNS {
            return None;
        }
        let kind = varint(payload, &mut head)?;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => usize::try_from(kind).ok()?,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            _ => usize::try_from((kind - 12) / 2).ok()?,
        };
        let bytes = payload.get(at..at.checked_add(length)?)?;
        at += length;
        values.push(match kind {
            0 => Value::Null,
            1..=6 => Value::Integer(signed(bytes)),
            7 => Value::Real,
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            _ if kind % 2 == 0 => Value::Blob(bytes.to_vec()),
            _ => Value::Text(String::from_utf8(bytes.to_vec()).ok()?),
        });
    }
    // A row uses all of its bytes; what does not is no row.
    (head == head_end && at == payload.len()).then_some(values)
}

fn signed(bytes: &[u8]) -> i64 {
    let negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let start = if negative { -1 } else { 0 };
    bytes.iter().fold(start, |number: i64, byte| number << 8 | i64::from(*byte))
}

fn varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for place in 0..9 {
        let byte = *bytes.get(*at)?;
        *at += 1;
        if place == 8 {
            return Some(number << 8 | u64::from(byte));
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
