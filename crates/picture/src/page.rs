//! One page that steps through a game and needs nothing else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::base::push;
use crate::tokens::escaped;
use crate::{Painter, Scene};

/// The page: the board once, and for every scene what changes.
pub fn page(painter: &Painter<'_>, title: &str, scenes: &[Scene<'_>]) -> String {
    let words = &painter.words;
    let mut out = String::with_capacity(1 << 20);
    push(
        &mut out,
        format_args!(
            r#"<!doctype html><html lang="{}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{}</title><style>{}{FONTS_AND_PAGE}</style>"#,
            painter.look.tongue.key(),
            escaped(title),
            font_faces(),
            FONTS_AND_PAGE = PAGE_STYLE,
        ),
    );
    push(
        &mut out,
        format_args!(
            r#"<header><button id="back" accesskey="b">◀ {}</button><button id="play" aria-pressed="false">▶ {}</button><button id="next" accesskey="n">{} ▶</button><input id="at" type="range" min="0" max="{}" value="0" aria-label="{}"><output id="title" aria-live="polite"></output></header><main>"#,
            escaped(&words.back),
            escaped(&words.play),
            escaped(&words.next),
            scenes.len().saturating_sub(1),
            escaped(title),
        ),
    );
    painter.open(&mut out, 0.0);
    out.push_str(&painter.base.under);
    out.push_str(&painter.lands_of(scenes.first()));
    push(&mut out, format_args!(r#"<g>{}</g><g id="orders"></g>"#, painter.base.over));
    push(&mut out, format_args!(r#"<g>{}</g><g id="units"></g>"#, painter.base.names));
    painter.frame(&mut out);
    out.push_str("</svg></main><script>const steps=[");
    for scene in scenes {
        let parts = painter.parts(scene);
        let owners: Vec<String> =
            painter.base.lands.iter().map(|(p, _)| painter.land_class(scene.position, *p)).collect();
        let phase = words.phase(scene.position.phase);
        let step = serde_json::json!({
            "title": scene.title.unwrap_or(&phase),
            "owners": owners.join(" "),
            "orders": parts.drawn.orders,
            "units": parts.drawn.units,
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

impl Painter<'_> {
    fn lands_of(&self, scene: Option<&Scene<'_>>) -> String {
        scene.map(|scene| self.parts(scene).lands).unwrap_or_default()
    }
}

/// Our fonts as a style sheet that needs no other file.
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

const PAGE_STYLE: &str = "body{margin:0;font:16px 'Detente Map',Georgia,serif;background:#faf5e9;color:#2a2418}header{display:flex;flex-wrap:wrap;gap:.6em;align-items:center;padding:.6em}button{font:inherit;min-height:44px;padding:0 .9em}#at{flex:1;min-width:10em}output{font-weight:700;min-width:16em}svg{display:block;width:100%;height:auto;max-height:calc(100vh - 70px)}@media(prefers-color-scheme:dark){body{background:#1b1a16;color:#f5ecd8}}";

const SCRIPT: &str = r#"
const $=id=>document.getElementById(id),lands=[...document.querySelectorAll("svg g[fill-rule] path[id]")];
let now=0,timer=0;
function show(n){now=Math.max(0,Math.min(steps.length-1,n));const s=steps[now];
s.owners.split(" ").forEach((c,i)=>lands[i].setAttribute("class",c));
$("orders").innerHTML=s.orders;$("units").innerHTML=s.units;$("title").textContent=s.title;$("at").value=now}
function stop(){clearInterval(timer);timer=0;$("play").setAttribute("aria-pressed","false")}
$("back").onclick=()=>{stop();show(now-1)};$("next").onclick=()=>{stop();show(now+1)};
$("at").oninput=e=>{stop();show(+e.target.value)};
$("play").onclick=()=>{if(timer)return stop();$("play").setAttribute("aria-pressed","true");if(now==steps.length-1)show(0);
timer=setInterval(()=>{show(now+1);if(now==steps.length-1)stop()},1500)};
addEventListener("keydown",e=>{if(e.target.tagName=="INPUT")return;if(e.key=="ArrowLeft")show(now-1);if(e.key=="ArrowRight")show(now+1)});
show(0);
"#;
