//! `detente render`: draws positions, orders and games.

use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use notation::Notation;
use picture::{
    AnimationFormat, Canvas, Drawing, LanguageCode, Legend, LegendWords, Look, Naming, Painter, Palette,
    Scene, Shade,
};
use rules::{Board, Edition, Position, Power};

use crate::frames::{Frame, FrameContent, case_frames, diagram_frame, find_case, judge_phase};
use crate::phase_input::InputPhase;
use crate::{phase_input, render_bench};

/// What is drawn, how, and where it goes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  detente render --to start.png
  detente render --sample-game --to game.gif --width 800
  detente render --diagram all --lang fr --to diagrams
  detente render --input game.jsonl --to game.html")]
pub(crate) struct Args {
    /// The file or folder to write: .svg, .png, .gif, .apng, .html, a folder of PNG files, or .json for the
    /// board as the web needs it.
    #[arg(long, short = 'o')]
    to: Option<PathBuf>,
    /// A file with one JSON object per phase, as `detente adjudicate` reads them, or a game as the page,
    /// `store export`, `simulate` or `arena` writes it; - for standard input.
    #[arg(long, conflicts_with_all = ["sample_game", "diagram", "case"])]
    input: Option<PathBuf>,
    /// The sample game of the rulebook.
    #[arg(long)]
    sample_game: bool,
    /// A diagram of the rulebook, 1 to 32, or `all`.
    #[arg(long, conflicts_with = "sample_game")]
    diagram: Option<String>,
    /// A case of the rulebook or of DATC by its ID.
    #[arg(long, conflicts_with_all = ["sample_game", "diagram"])]
    case: Option<String>,
    /// Another variant than the standard one: its folder.
    #[arg(long)]
    variant: Option<PathBuf>,
    /// Width in pixels.
    #[arg(long, default_value_t = 1200)]
    width: u32,
    #[arg(long)]
    dark: bool,
    #[arg(long, value_enum, default_value_t = PaletteArg::Clear)]
    palette: PaletteArg,
    /// The language of names and words: en, nl, fr, es or de.
    #[arg(long, default_value = "en")]
    lang: String,
    #[arg(long, value_enum, default_value_t = NamesArg::Fitting)]
    names: NamesArg,
    /// Draw the orders of one power only.
    #[arg(long)]
    only: Option<String>,
    #[arg(long)]
    no_legend: bool,
    /// Draw the orders without what became of them.
    #[arg(long)]
    no_results: bool,
    /// Show the whole board, also for a diagram or case.
    #[arg(long)]
    whole: bool,
    /// Smaller PNG files, which take longer.
    #[arg(long)]
    small: bool,
    /// Hundredths of a second a picture of a film.
    #[arg(long, default_value_t = 150)]
    pace: u16,
    /// The edition of the rules: 2000, 2023 or datc.
    #[arg(long, default_value = "2000")]
    rules: String,
    /// Measure how fast pictures are made, and draw nothing.
    #[arg(long)]
    bench: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PaletteArg {
    Clear,
    Dutch,
    French,
    German,
}

#[derive(Clone, Copy, ValueEnum)]
enum NamesArg {
    Fitting,
    Full,
    Short,
    None,
}

pub(crate) fn run(args: Args) -> Result<()> {
    if args.bench {
        return render_bench::run();
    }
    let to = args.to.as_deref().context("say where the picture goes: --to FILE or --to FOLDER")?;
    args.check_output_path(to)?;
    let own = args.variant.as_deref().map(crate::variant::load).transpose()?;
    let drawing = own.as_ref().unwrap_or_else(|| Drawing::standard());
    let language = drawing.language(&args.lang).with_context(|| {
        let known: Vec<String> = drawing.languages().map(|code| code.to_string()).collect();
        format!("no language '{}': choose one of {}", args.lang, known.join(", "))
    })?;
    let look = args.look(drawing.board(), language)?.checked()?;
    let mut shots = args.shots(drawing.board(), drawing.words(language))?;
    if args.no_results {
        shots.iter_mut().for_each(Frame::remove_results);
    }
    Renderer { args: &args, drawing, look }.make(&shots, to)
}

impl Args {
    /// Refuses to overwrite the input with the picture.
    fn check_output_path(&self, to: &Path) -> Result<()> {
        let is_json = to.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let has_content =
            self.input.is_some() || self.sample_game || self.diagram.is_some() || self.case.is_some();
        if is_json && has_content {
            bail!(
                "a .json file holds the empty board: name a picture, such as {}",
                to.with_extension("png").display()
            );
        }
        let Some(input) = &self.input else { return Ok(()) };
        let is_input = match (std::fs::canonicalize(input), std::fs::canonicalize(to)) {
            (Ok(input), Ok(to)) => input == to,
            _ => false,
        };
        if is_input {
            bail!("{} is the input: name another file for the picture", to.display());
        }
        Ok(())
    }

    fn look(&self, board: &Board, language: LanguageCode) -> Result<Look> {
        let only = match &self.only {
            Some(key) => {
                let known = board.power(&key.to_lowercase());
                Some(known.with_context(|| format!("no power '{key}' on this board"))?)
            }
            None => None,
        };
        Ok(Look {
            palette: match self.palette {
                PaletteArg::Clear => Palette::Clear,
                PaletteArg::Dutch => Palette::Dutch,
                PaletteArg::French => Palette::French,
                PaletteArg::German => Palette::German,
            },
            shade: if self.dark { Shade::Dark } else { Shade::Light },
            naming: match self.names {
                NamesArg::Fitting => Naming::Fitting,
                NamesArg::Full => Naming::Full,
                NamesArg::Short => Naming::Short,
                NamesArg::None => Naming::None,
            },
            legend: if self.no_legend { Legend::Hidden } else { Legend::Shown },
            only_power: only,
            ..Look::new(language, self.width)
        })
    }

    fn shots(&self, board: &Board, words: &LegendWords) -> Result<Vec<Frame>> {
        let edition = Edition::from_key(&self.rules)
            .with_context(|| format!("no edition '{}': choose 2000, 2023 or datc", self.rules))?;
        if self.variant.is_some() && (self.sample_game || self.diagram.is_some() || self.case.is_some()) {
            bail!("the rulebook's games and cases are on the standard board");
        }
        if let Some(path) = &self.input {
            let turns = phase_input::read_all(board, &read_input(path)?)?;
            return Ok(turns.into_iter().map(|turn| shot(board, turn, edition)).collect());
        }
        if self.sample_game {
            return case_frames(board, &find_case("F26", edition)?, edition);
        }
        if let Some(id) = &self.case {
            return case_frames(board, &find_case(id, edition)?, edition);
        }
        let Some(which) = &self.diagram else {
            let mut shot = Frame::of(FrameContent::Position(Position::start(board)));
            shot.title = Some(words.start.clone());
            return Ok(vec![shot]);
        };
        let numbers: Vec<u8> = match which.as_str() {
            "all" => (1..=32).collect(),
            one => vec![one.parse().with_context(|| format!("'{one}' is no diagram: write 1 to 32 or all"))?],
        };
        let word = &words.diagram;
        numbers
            .into_iter()
            .map(|number| {
                let mut shot = diagram_frame(board, number, edition)?;
                shot.title = Some(format!("{word} {number}"));
                Ok(shot)
            })
            .collect()
    }
}

/// With orders the phase is judged. Without orders only the position is drawn.
fn shot(open: &Board, turn: InputPhase, edition: Edition) -> Frame {
    if turn.orders.is_empty() {
        return Frame { closed: turn.closed, ..Frame::of(FrameContent::Position(turn.position)) };
    }
    let board = turn.board(open);
    let lines: Vec<(Power, &str)> = turn.orders.iter().map(|(power, text)| (*power, text.as_str())).collect();
    let played = judge_phase(&Notation::new(&board), turn.edition.unwrap_or(edition), &turn.position, &lines);
    Frame { closed: turn.closed, ..Frame::of(FrameContent::Phase(Box::new(played))) }
}

/// The rest of a larger input is not read.
const MAX_INPUT_BYTES: u64 = 64 * 1024 * 1024;

fn read_input(path: &Path) -> Result<String> {
    let mut text = String::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?)
    };
    source
        .take(MAX_INPUT_BYTES)
        .read_to_string(&mut text)
        .with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text)
}

/// Draws shots into files.
struct Renderer<'a> {
    args: &'a Args,
    drawing: &'a Drawing,
    look: Look,
}

impl Renderer<'_> {
    fn make(&self, shots: &[Frame], to: &Path) -> Result<()> {
        let extension = to.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
        match extension.as_str() {
            "svg" => write_atomically(to, self.svg(self.single_frame(shots, to)?)?.as_bytes()),
            "png" => write_atomically(to, &self.png(self.single_frame(shots, to)?)?),
            "gif" => write_atomically(to, &self.film(shots, AnimationFormat::Gif)?),
            "apng" => write_atomically(to, &self.film(shots, AnimationFormat::Apng)?),
            "html" => write_atomically(to, self.page(shots)?.as_bytes()),
            "json" => {
                let asset = server::board_asset(self.drawing, self.look.language);
                write_atomically(to, &serde_json::to_vec(&asset)?)
            }
            "" => self.folder(shots, to),
            other => {
                bail!(
                    "cannot write '.{other}' files: choose .svg, .png, .gif, .apng, .html, .json or a folder"
                )
            }
        }
    }

    /// The only shot for a format with one picture. A case may have more: its first phase is drawn.
    fn single_frame<'s>(&self, shots: &'s [Frame], to: &Path) -> Result<&'s Frame> {
        let several = shots.len() > 1 && self.args.case.is_none();
        match shots {
            [] => bail!("there is nothing to draw"),
            _ if several => bail!("{} pictures do not fit into {}: name a folder", shots.len(), to.display()),
            [first, ..] => Ok(first),
        }
    }

    fn painter(&self, shot: &Frame) -> Result<Painter<'_>> {
        let cropped = (self.args.diagram.is_some() || self.args.case.is_some()) && !self.args.whole;
        let crop = cropped.then(|| picture::crop_for_scene(self.drawing, &self.look, &shot.scene()));
        Ok(Painter::new(self.drawing, Look { crop, ..self.look })?)
    }

    fn svg(&self, shot: &Frame) -> Result<String> {
        // A file may be opened elsewhere, so its fonts are included.
        let style = format!("<style>{}", picture::font_faces());
        Ok(self.painter(shot)?.svg(&shot.scene()).replacen("<style>", &style, 1))
    }

    fn png(&self, shot: &Frame) -> Result<Vec<u8>> {
        let painter = self.painter(shot)?;
        let canvas = Canvas::new(painter)?;
        Ok(if self.args.small { canvas.small_png(&shot.scene())? } else { canvas.png(&shot.scene())? })
    }

    fn board_painter(&self, scenes: &[Scene<'_>]) -> Result<Painter<'_>> {
        let mut painter = Painter::new(self.drawing, self.look)?;
        painter.align(scenes);
        Ok(painter)
    }

    fn film(&self, shots: &[Frame], kind: AnimationFormat) -> Result<Vec<u8>> {
        let scenes: Vec<Scene<'_>> = shots.iter().map(Frame::scene).collect();
        let painter = self.board_painter(&scenes)?;
        let canvas = Canvas::new(painter)?;
        Ok(picture::film(&canvas, &scenes, kind, self.args.pace, |done| progress(done, scenes.len()))?)
    }

    fn page(&self, shots: &[Frame]) -> Result<String> {
        let scenes: Vec<Scene<'_>> = shots.iter().map(Frame::scene).collect();
        Ok(picture::replay_page(&self.board_painter(&scenes)?, "Detente", &scenes))
    }

    /// Pictures are drawn into a temporary folder first, so that no half-filled folder remains.
    fn folder(&self, shots: &[Frame], to: &Path) -> Result<()> {
        if to.exists() {
            bail!("{} is there already: name a new folder", to.display());
        }
        let mut name = to.file_name().context("the folder needs a name")?.to_owned();
        name.push(".unfinished");
        let unfinished = to.with_file_name(name);
        std::fs::create_dir_all(&unfinished)
            .with_context(|| format!("cannot make {}", unfinished.display()))?;
        let drawn = self.fill(shots, &unfinished).and_then(|()| {
            std::fs::rename(&unfinished, to).with_context(|| format!("cannot make {}", to.display()))
        });
        if drawn.is_err() {
            // The first error is reported. A temporary folder that cannot be removed is less important.
            let _ = std::fs::remove_dir_all(&unfinished);
        }
        drawn
    }

    fn fill(&self, shots: &[Frame], folder: &Path) -> Result<()> {
        let cropped = self.args.diagram.is_some() || self.args.case.is_some();
        let canvas = if cropped { None } else { Some(Canvas::new(self.board_painter(&[])?)?) };
        for (i, shot) in shots.iter().enumerate() {
            progress(i + 1, shots.len());
            let bytes = match &canvas {
                Some(canvas) if self.args.small => canvas.small_png(&shot.scene())?,
                Some(canvas) => canvas.png(&shot.scene())?,
                None => self.png(shot)?,
            };
            let name = format!("{:03}-{}.png", i + 1, slug(shot));
            write_atomically(&folder.join(name), &bytes)?;
        }
        Ok(())
    }
}

fn slug(shot: &Frame) -> String {
    let title = shot.title.clone().unwrap_or_else(|| shot.scene().position().phase.key());
    title.to_lowercase().replace(' ', "-")
}

/// A progress bar. Nothing is shown if standard error is no terminal.
fn progress(done: usize, all: usize) {
    let mut err = std::io::stderr();
    if !err.is_terminal() || all < 2 {
        return;
    }
    let filled = done * 30 / all;
    let end = if done == all { "\n" } else { "" };
    // An error while writing the bar does not stop the command.
    let _ = write!(err, "\r[{}{}] {done}/{all}{end}", "#".repeat(filled), " ".repeat(30 - filled));
}

/// Writes a temporary file and renames it, so that the file is complete or missing.
fn write_atomically(to: &Path, bytes: &[u8]) -> Result<()> {
    let mut name = to.file_name().context("the file needs a name")?.to_owned();
    name.push(".unfinished");
    let unfinished = to.with_file_name(name);
    let written = std::fs::write(&unfinished, bytes).and_then(|()| std::fs::rename(&unfinished, to));
    if written.is_err() {
        // The error of the write is the one that is reported.
        let _ = std::fs::remove_file(&unfinished);
    }
    written.with_context(|| format!("cannot write {}", to.display()))
}
