//! Paints a few pictures into a folder: `cargo run -p picture --example look -- FOLDER`.
use picture::*;
fn main() {
    let folder = std::env::args().nth(1).unwrap_or_default();
    let board = &atlas::standard().board;
    let position = rules::Position::start(board);
    for (name, tongue, width, shade) in [("start", Tongue::English, 1200, Shade::Light), ("dark", Tongue::German, 1200, Shade::Dark), ("small", Tongue::French, 390, Shade::Light)] {
        let labels = Labels::standard(tongue);
        let t = std::time::Instant::now();
        let look = Look { shade, ..Look::new(tongue, width) };
        let painter = Painter::new(board, standard(), &labels, look).expect("w");
        let canvas = Canvas::new(&painter).expect("p");
        let scene = Scene::of(&position);
        let png = canvas.png(&scene).expect("p");
        println!("{name} cold {:?}", t.elapsed());
        let t = std::time::Instant::now();
        let again = canvas.png(&scene).expect("p");
        println!("{name} warm {:?} {}", t.elapsed(), png == again);
        let t = std::time::Instant::now();
        let svg = painter.svg(&scene);
        println!("svg {:?} {}", t.elapsed(), svg.len());
        std::fs::write(format!("{folder}/{name}.png"), png).expect("w");
        std::fs::write(format!("{folder}/{name}.svg"), svg).expect("w");
    }
}
