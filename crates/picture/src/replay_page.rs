//! An HTML page that replays a game step by step and needs no other file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use rules::Province;

use crate::board_layers::push;
use crate::move_names::MovedName;
use crate::painter::SceneParts;
use crate::unit_tokens::escape_xml;
use crate::{Painter, Scene};

/// The page. It contains the board once, and for every scene what changes.
pub fn replay_page(painter: &Painter<'_>, title: &str, scenes: &[Scene<'_>]) -> String {
    let words = painter.words;
    let mut out = String::with_capacity(1 << 20);
    push(
        &mut out,
        format_args!(
            r#"<!doctype html><html lang="{}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{}</title><style>{}{FONTS_AND_PAGE}</style>"#,
            painter.look.language,
            escape_xml(title),
            font_faces(),
            FONTS_AND_PAGE = PAGE_STYLE,
        ),
    );
    push(
        &mut out,
        format_args!(
            r#"<header><button id="back" accesskey="b">◀ {}</button><button id="play" aria-pressed="false">▶ {}</button><button id="next" accesskey="n">{} ▶</button><input id="at" type="range" min="0" max="{}" value="0" aria-label="{}"><output id="title" aria-live="polite"></output></header><main>"#,
            escape_xml(&words.back),
            escape_xml(&words.play),
            escape_xml(&words.next),
            scenes.len().saturating_sub(1),
            escape_xml(title),
        ),
    );
    // As large as the window allows, with its own proportions, so that nothing outside the board is visible.
    let proportion = painter.view.width / painter.view.height;
    push(
        &mut out,
        format_args!("<style>svg{{width:min(100%,calc((100vh - 70px)*{proportion:.4}))}}</style>"),
    );
    out.push_str(&painter.board_svg(scenes.first()));
    out.push_str("</main><script>const steps=[");
    for scene in scenes {
        let step = painter.page_step(scene);
        let step = serde_json::json!({
            "title": step.title,
            "owners": step.lands.iter().map(|(_, class)| class.as_str()).collect::<Vec<_>>().join(" "),
            "moved": step.moved_names,
            "lines": step.lines,
            "heads": step.heads,
            "units": step.units,
        });
        // A closing tag inside a script would end it.
        out.push_str(&step.to_string().replace("</", "<\\/"));
        out.push(',');
    }
    out.push_str("];");
    out.push_str(SCRIPT);
    out.push_str("</script></html>\n");
    out
}

/// What changes on a page from scene to scene: the contents of the groups of [`Painter::board_svg`].
#[derive(Clone, PartialEq, Debug)]
pub struct PageStep {
    pub title: String,
    /// By land province: its key and its CSS class.
    pub lands: Vec<(String, String)>,
    /// By province whose name is moved: its key, and how far the name moves right and down.
    pub moved_names: Vec<(String, f32, f32)>,
    /// The group `lines`, below the names.
    pub lines: String,
    /// The group `heads`, above the names.
    pub heads: String,
    /// The group `units`.
    pub units: String,
}

impl Painter<'_> {
    /// The board alone, for a page: land by province key, and empty groups for what changes.
    pub fn board_svg(&self, scene: Option<&Scene<'_>>) -> String {
        let mut out = String::with_capacity(400_000);
        self.push_svg_head(&mut out, 0.0);
        out.push_str(&self.base.below_land);
        out.push_str(&scene.map(|scene| self.lands(scene.position())).unwrap_or_default());
        push(&mut out, format_args!(r#"<g>{}</g><g id="lines"></g>"#, self.base.above_land));
        push(&mut out, format_args!("<g>{}</g>", self.base.centre_marks));
        out.push_str(r#"<g id="names">"#);
        for name in &self.base.names {
            let key = self.board.province_key(name.province);
            push(&mut out, format_args!(r#"<g id="name-{key}">{}</g>"#, name.text));
        }
        out.push_str(r#"</g><g id="heads"></g><g id="units"></g>"#);
        self.frame(&mut out);
        out.push_str("</svg>");
        out
    }

    /// What changes on the page for a scene.
    pub fn page_step(&self, scene: &Scene<'_>) -> PageStep {
        let SceneParts { layers: drawn, moved, .. } = self.scene_parts(scene);
        let key = |province: Province| self.board.province_key(province).to_owned();
        let shift = |moved: &MovedName| (key(self.base.names[moved.number].province), moved.by.x, moved.by.y);
        let phase = self.words.phase(scene.position().phase);
        let land = |(province, _): &(Province, String)| {
            (key(*province), self.land_class(scene.position(), *province))
        };
        PageStep {
            title: scene.title.unwrap_or(&phase).to_owned(),
            lands: self.base.lands.iter().map(land).collect(),
            moved_names: moved.iter().map(shift).collect(),
            lines: drawn.lines,
            heads: drawn.heads,
            units: drawn.units,
        }
    }
}

/// Our fonts as a style sheet that contains the font files.
pub fn font_faces() -> String {
    let cuts: [(&str, &str, &[u8]); 3] = [
        ("normal", "400", include_bytes!("../fonts/regular.woff2")),
        ("italic", "400", include_bytes!("../fonts/italic.woff2")),
        ("normal", "700", include_bytes!("../fonts/bold.woff2")),
    ];
    let face = |(style, weight, bytes): (&str, &str, &[u8])| {
        format!(
            "@font-face{{font-family:'Detente Map';font-style:{style};font-weight:{weight};src:url(data:font/woff2;base64,{})}}",
            BASE64.encode(bytes)
        )
    };
    cuts.into_iter().map(face).collect()
}

const PAGE_STYLE: &str = "body{margin:0;font:16px 'Detente Map',Georgia,serif;background:#faf5e9;color:#2a2418}header{display:flex;flex-wrap:wrap;gap:.6em;align-items:center;padding:.6em}button{font:inherit;min-height:44px;padding:0 .9em}#at{flex:1;min-width:10em}output{font-weight:700;min-width:16em}svg{display:block;margin:auto;height:auto}@media(prefers-color-scheme:dark){body{background:#1b1a16;color:#f5ecd8}}";

const SCRIPT: &str = r#"
const $=id=>document.getElementById(id),lands=[...document.querySelectorAll("svg g[fill-rule] path[id]")];
let now=0,timer=0;
function show(n){now=Math.max(0,Math.min(steps.length-1,n));const s=steps[now];
s.owners.split(" ").forEach((c,i)=>lands[i].setAttribute("class",c));
for(const g of $("names").children)g.removeAttribute("transform");for(const[k,x,y]of s.moved)$("name-"+k).setAttribute("transform",`translate(${x} ${y})`);
$("lines").innerHTML=s.lines;$("heads").innerHTML=s.heads;$("units").innerHTML=s.units;$("title").textContent=s.title;$("at").value=now}
function stop(){clearInterval(timer);timer=0;$("play").setAttribute("aria-pressed","false")}
$("back").onclick=()=>{stop();show(now-1)};$("next").onclick=()=>{stop();show(now+1)};
$("at").oninput=e=>{stop();show(+e.target.value)};
$("play").onclick=()=>{if(timer)return stop();$("play").setAttribute("aria-pressed","true");if(now==steps.length-1)show(0);
timer=setInterval(()=>{show(now+1);if(now==steps.length-1)stop()},1500)};
addEventListener("keydown",e=>{if(e.target.tagName=="INPUT")return;if(e.key=="ArrowLeft")show(now-1);if(e.key=="ArrowRight")show(now+1)});
show(0);
"#;
