//! The files of the web app. They are built from `web/` by the build script and embedded in the program.

/// A file of the web app.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Without a leading slash: `assets/index-abc.js`.
    pub path: &'static str,
    pub plain: &'static [u8],
    /// Compressed at build time, if that makes it smaller.
    pub gzip: Option<&'static [u8]>,
    pub brotli: Option<&'static [u8]>,
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at a path without a leading slash.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok().and_then(|at| ASSETS.get(at))
}

/// The HTML document of every page. `None` if the program was built without its pages.
pub fn index() -> Option<&'static Asset> {
    find("index.html")
}

/// All files, sorted by path.
pub fn all() -> &'static [Asset] {
    ASSETS
}

impl Asset {
    /// Whether the name contains a hash of the content, so that browsers may cache the file forever.
    pub fn is_immutable(&self) -> bool {
        self.path.starts_with("assets/")
    }

    /// The media type.
    pub fn media_type(&self) -> &'static str {
        match self.path.rsplit('.').next().unwrap_or_default() {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" => "application/json",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "woff2" => "font/woff2",
            "txt" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_file_is_found_by_its_path() {
        for asset in super::all() {
            assert_eq!(super::find(asset.path).map(|found| found.path), Some(asset.path));
            assert_ne!(asset.media_type(), "application/octet-stream", "{}", asset.path);
        }
        assert_eq!(super::index().is_some(), !super::all().is_empty());
    }

    /// Issue 8: pages load fast. Checks the compressed size of the scripts of all pages together. `./e2e weight` checks
    /// what the first visit loads.
    #[test]
    fn scripts_are_small() {
        let compressed_bytes: usize = super::all()
            .iter()
            .filter(|asset| asset.path.ends_with(".js"))
            .map(|asset| asset.gzip.unwrap_or(asset.plain).len())
            .sum();
        // All pages in all languages, with the course, the reference, plans ahead,
        // notifications and the big screen of a table. `web/e2e/weight.spec.mjs` measures what one
        // visitor loads.
        assert!(compressed_bytes < 420_000, "{compressed_bytes} bytes");
    }
}
