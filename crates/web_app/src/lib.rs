//! The web app's files: made from `web/` when the program is built, and carried in it.

/// A file of the web app.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Without a slash before it: `assets/index-abc.js`.
    pub path: &'static str,
    pub plain: &'static [u8],
    /// Packed beforehand, where that makes it smaller.
    pub gzip: Option<&'static [u8]>,
    pub brotli: Option<&'static [u8]>,
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at a path, without its first slash.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok().and_then(|at| ASSETS.get(at))
}

/// The document that every page begins with. None if the program was built without its pages.
pub fn index() -> Option<&'static Asset> {
    find("index.html")
}

pub fn all() -> &'static [Asset] {
    ASSETS
}

impl Asset {
    /// Its name carries a hash of what is in it, so it may be kept for ever.
    pub fn never_changes(&self) -> bool {
        self.path.starts_with("assets/")
    }

    /// The media type.
    pub fn kind(&self) -> &'static str {
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
            assert_ne!(asset.kind(), "application/octet-stream", "{}", asset.path);
        }
        assert_eq!(super::index().is_some(), !super::all().is_empty());
    }

    /// Issue 8: what a page loads is small. Scripts of all pages together, packed.
    #[test]
    fn scripts_are_small() {
        let packed: usize = super::all()
            .iter()
            .filter(|asset| asset.path.ends_with(".js"))
            .map(|asset| asset.gzip.unwrap_or(asset.plain).len())
            .sum();
        assert!(packed < 200_000, "{packed} bytes");
    }
}
