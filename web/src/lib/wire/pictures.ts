// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
/** The text of a QR code. */
export type QrCodeBody = {
  /** At most 300 bytes. */ text: string;
};
