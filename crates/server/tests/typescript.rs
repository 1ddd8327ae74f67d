//! The web app's types are those of the server.

#[test]
fn the_web_apps_types_are_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");
    let made = server::typescript();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == made,
        "web/src/lib/wire.ts is old: run UPDATE_TYPES=1 cargo test -p server --test typescript"
    );
}
