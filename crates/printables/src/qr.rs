//! The QR code of a game's link.

use qrcode::QrCode;

use crate::PrintError;
use crate::page::{BLACK, Page};

/// A link and its modules.
pub(crate) struct LinkCode {
    pub(crate) link: String,
    dark: Vec<bool>,
    side: usize,
}

impl LinkCode {
    pub(crate) fn new(link: &str) -> Result<Self, PrintError> {
        let code = QrCode::new(link).map_err(|_| PrintError::LinkTooLong)?;
        let dark = code.to_colors().into_iter().map(|colour| colour == qrcode::Color::Dark).collect();
        Ok(Self { link: link.to_owned(), dark, side: code.width() })
    }

    /// Draws the code without its border, which the page leaves white.
    pub(crate) fn draw(&self, page: &mut Page, (x, y): (f32, f32), size: f32) {
        let module = size / self.side as f32;
        for (row, modules) in self.dark.chunks(self.side).enumerate() {
            let mut column = 0;
            while column < self.side {
                let run = modules[column..].iter().take_while(|dark| **dark).count();
                if run > 0 {
                    let at = (x + column as f32 * module, y + row as f32 * module);
                    page.filled(at, (run as f32 * module, module), BLACK);
                }
                column += run.max(1);
            }
        }
    }
}
