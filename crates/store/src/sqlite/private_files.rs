//! Only the user of the server may read its data: the folder has the mode 0700, its files 0600.

use std::path::Path;

use super::lock::io_error;
use crate::StoreError;

/// Creates a folder that only this user can enter. The mode of a folder that exists is not changed.
pub(super) fn create_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| io_error(folder, &error))
}

/// Makes sure that a file exists that only this user can read. SQLite gives its side files the same mode.
pub(super) fn create_file(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| io_error(path, &error))?;
    restrict(path)
}

/// Takes the rights of others from a file that exists. Older versions left them. Fails if that is not possible:
/// the server does not start with data that others can read.
pub(super) fn restrict(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = std::fs::metadata(path).map_err(|error| io_error(path, &error))?;
        if metadata.permissions().mode() & 0o077 != 0 {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).map_err(|error| {
                let name = path.display();
                StoreError::Failed(format!(
                    "{name}: other users can read it, and its mode cannot be changed to 0600: {error}"
                ))
            })?;
        }
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The mode of these files cannot be changed, also not by root.
    #[test]
    fn a_file_that_stays_readable_for_others_is_an_error() {
        let refused = restrict(Path::new("/proc/self/status"));
        let Err(StoreError::Failed(text)) = refused else { panic!("{refused:?}") };
        assert!(text.starts_with("/proc/self/status: other users can read it"), "{text}");
    }
}
