//! Requests for pictures.

use serde::Deserialize;

/// The text of a QR code.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct QrCodeBody {
    /// At most 300 bytes.
    #[cfg_attr(test, schema(max_length = 300))]
    pub text: String,
}
