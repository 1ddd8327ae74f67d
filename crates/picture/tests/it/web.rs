//! What a page gets: pictures from the cache, the board once, and then only its changes.

use picture::{Canvas, Drawing, LanguageCode, Look, Painter, PainterCache, Scene};
use rules::{Board, Position};

fn board() -> &'static Board {
    &atlas::standard().board
}

#[test]
fn the_cache_gives_the_same_picture_as_a_canvas() {
    let start = Position::start(board());
    let gallery = PainterCache::new(Drawing::standard());
    for language in [LanguageCode::ENGLISH, LanguageCode::new("de").expect("a code"), LanguageCode::ENGLISH] {
        let look = Look::new(language, 200);
        let painter = Painter::new(Drawing::standard(), look).expect("the width is in range");
        let svg = painter.svg(&Scene::of(&start));
        assert_eq!(gallery.svg(look, &Scene::of(&start)).expect("the width is in range"), svg);
        let png = Canvas::new(painter)
            .expect("the scene can be painted")
            .png(&Scene::of(&start))
            .expect("the scene can be painted");
        assert!(gallery.png(look, &Scene::of(&start)).expect("the scene can be painted") == png);
    }
    assert!(gallery.png(Look::new(LanguageCode::ENGLISH, 9), &Scene::of(&start)).is_err());
}

#[test]
fn a_page_gets_the_board_once_and_the_rest_by_steps() {
    let start = Position::start(board());
    let painter = PainterCache::new(Drawing::standard())
        .painter(Look::new(LanguageCode::ENGLISH, 1200))
        .expect("the width is in range");
    let svg = painter.board_svg(Some(&Scene::of(&start)));
    for group in ["lines", "heads", "units"] {
        assert_eq!(svg.matches(&format!(r#"<g id="{group}"></g>"#)).count(), 1);
    }
    let step = painter.page_step(&Scene::of(&start));
    assert_eq!(step.units.matches("-mark\"").count(), 22);
    assert!(step.lands.contains(&("vie".to_owned(), "l0".to_owned())));
    assert!(step.lines.is_empty() && step.heads.is_empty());
}
