//! Writes a PDF file: objects, pages, fonts and drawings. Only what our pages need.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::page::Page;
use crate::text::encode;

/// A drawing that pages can show several times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawingId(usize);

/// A file that grows by pages.
#[derive(Debug, Default)]
pub(crate) struct PdfFile {
    pages: Vec<(f32, f32, Vec<u8>)>,
    /// Bounds, and operators of the drawing.
    drawings: Vec<([f32; 4], String)>,
}

// The first objects of every file.
const CATALOG: usize = 1;
const PAGES: usize = 2;
const REGULAR: usize = 3;
const BOLD: usize = 4;
const INFO: usize = 5;
const FIRST_DRAWING: usize = 6;

impl PdfFile {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn add_page(&mut self, page: Page) {
        let (width, height) = page.size();
        self.pages.push((width, height, page.into_content()));
    }

    /// Adds a drawing with these bounds: left, bottom, right, top.
    pub(crate) fn add_drawing(&mut self, bounds: [f32; 4], content: String) -> DrawingId {
        self.drawings.push((bounds, content));
        DrawingId(self.drawings.len() - 1)
    }

    /// The bytes of the file.
    pub(crate) fn finish(self, title: &str) -> Vec<u8> {
        let first_page = FIRST_DRAWING + self.drawings.len();
        let kids: Vec<String> =
            (0..self.pages.len()).map(|i| format!("{} 0 R", first_page + 2 * i)).collect();
        let drawings: Vec<String> =
            (0..self.drawings.len()).map(|i| format!("/D{i} {} 0 R", FIRST_DRAWING + i)).collect();
        let font = |name: &str| {
            format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>").into_bytes()
        };
        let mut objects: Vec<Vec<u8>> = vec![
            format!("<</Type/Catalog/Pages {PAGES} 0 R>>").into_bytes(),
            format!("<</Type/Pages/Kids[{}]/Count {}>>", kids.join(" "), kids.len()).into_bytes(),
            font("Helvetica"),
            font("Helvetica-Bold"),
            [b"<</Title ".as_slice(), &literal(title), b"/Producer(Detente)>>"].concat(),
        ];
        for ([left, bottom, right, top], content) in &self.drawings {
            let head =
                format!("/Type/XObject/Subtype/Form/BBox[{left} {bottom} {right} {top}]/Resources<<>>");
            objects.push(stream(&head, content.as_bytes()));
        }
        for (i, (width, height, content)) in self.pages.iter().enumerate() {
            let own = first_page + 2 * i;
            let page = format!(
                "<</Type/Page/Parent {PAGES} 0 R/MediaBox[0 0 {width} {height}]/Contents {} 0 R/Resources<</Font<</R \
                 {REGULAR} 0 R/B {BOLD} 0 R>>/XObject<<{}>>>>>>",
                own + 1,
                drawings.join(" ")
            );
            objects.push(page.into_bytes());
            objects.push(stream("", content));
        }
        write_file(&objects)
    }
}

impl DrawingId {
    /// Its name in the resources of a page.
    pub(crate) fn name(self) -> String {
        format!("/D{}", self.0)
    }
}

/// A text as PDF writes it.
pub(crate) fn literal(text: &str) -> Vec<u8> {
    let mut out = vec![b'('];
    for byte in encode(text) {
        if matches!(byte, b'(' | b')' | b'\\') {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b')');
    out
}

fn stream(head: &str, content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let packed = encoder.write_all(content).and_then(|()| encoder.finish()).unwrap_or_default();
    let mut out = format!("<<{head}/Length {}/Filter/FlateDecode>>stream\n", packed.len()).into_bytes();
    out.extend_from_slice(&packed);
    out.extend_from_slice(b"\nendstream");
    out
}

fn write_file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut offsets = Vec::with_capacity(objects.len());
    for (i, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out.extend_from_slice(format!("{} 0 obj\n", i + 1).as_bytes());
        out.extend_from_slice(object);
        out.extend_from_slice(b"\nendobj\n");
    }
    let table = out.len();
    let count = objects.len() + 1;
    out.extend_from_slice(format!("xref\n0 {count}\n0000000000 65535 f \n").as_bytes());
    for offset in offsets {
        out.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let trailer =
        format!("trailer\n<</Size {count}/Root {CATALOG} 0 R/Info {INFO} 0 R>>\nstartxref\n{table}\n%%EOF\n");
    out.extend_from_slice(trailer.as_bytes());
    out
}
