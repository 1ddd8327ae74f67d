//! `detente table`: the game master's work at a table without any phone, in a terminal. Sheets are typed or pasted in
//! any language; the phase is judged and explained; everything is in one file.

mod file;
mod game;
mod input;
mod sheets;

use std::io::{BufRead, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use language::explain::{Explainer, Format, Language};
use language::{Locale, OrderReader, OrderWriter, PieceWriter, ServerTexts};
use picture::{Drawing, Look, Painter};
use rules::{Edition, Phase, Power};

use crate::frames::{Frame, FrameContent};
use file::{Entry, Header, SaveFile};
use game::{Go, TableGame};
use input::Input;
use sheets::SheetTexts;

/// Leads a game at a table without phones: type or paste the sheets, get results and reasons.
///
/// The game is in FILE, which is made if it is missing: call the command again with it to go on. Every line is
/// written before it counts. A sheet begins with the name of its power: "Frankrijk:", "FRANCE". Words that begin
/// with a colon are commands; :help lists them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file of the game.
    file: PathBuf,
    /// The language of sheets and results: en, nl, fr, es or de [default: that of the file, or en]. A sheet that
    /// begins with a name in another language is read in that one.
    #[arg(long, short)]
    language: Option<String>,
    /// The rules of a new game: 2000, 2023 or datc.
    #[arg(long, default_value = "2000")]
    rules: String,
    /// How many people play a new game, from 3 to 7. With fewer than seven the rulebook's tables say who plays what.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u8).range(3..=7))]
    players: u8,
    /// A folder for a picture of every phase.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

const HELP: &str = "\
Type or paste sheets. A sheet begins with the name of its power on a line, or before a colon:
    Frankrijk: A Par-Bur, A Mar-Spa
A new sheet of the same power replaces the old one.
    :go             judge the phase; :go anyway if sheets are missing
    :show           who has handed in, and which orders
    :clear POWER    take a sheet away
    :board          where the units are
    :undo           back to the start of the last phase
    :picture FILE   draw the board and the last orders, as .svg or .png
    :language CODE  en, nl, fr, es or de
    :quit           stop; the same command goes on with the game
";

/// A longer line is not read.
const MAX_LINE_BYTES: usize = 20_000;

pub(crate) fn run(args: &Args) -> Result<()> {
    let input = std::io::stdin();
    let interactive = input.is_terminal();
    let format = if std::io::stdout().is_terminal() { Format::Ansi } else { Format::Plain };
    let mut desk = Desk::open(args, format, std::io::stdout())?;
    desk.welcome()?;
    for line in bounded_lines(input.lock()) {
        let line = line?;
        if interactive && line.is_empty() {
            desk.prompt()?;
            continue;
        }
        if desk.take(&line)? == Next::Quit {
            return Ok(());
        }
        if interactive {
            desk.prompt()?;
        }
    }
    desk.say(&format!("The game is in {}.", args.file.display()))
}

/// Lines that may hold any bytes. One that is too long becomes a refusal.
fn bounded_lines(mut input: impl BufRead) -> impl Iterator<Item = std::io::Result<String>> {
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => Some(Ok(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned())),
            Err(error) => Some(Err(error)),
        }
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Line,
    Quit,
}

/// What the game master works with.
struct Desk<W> {
    game: TableGame,
    file: SaveFile,
    sheets: SheetTexts,
    reader: OrderReader<'static>,
    language: &'static Language,
    writer: OrderWriter<'static>,
    pictures: Option<PathBuf>,
    format: Format,
    out: W,
}

impl<W: Write> Desk<W> {
    fn open(args: &Args, format: Format, out: W) -> Result<Self> {
        let variant = atlas::standard();
        let edition = Edition::from_key(&args.rules)
            .with_context(|| format!("no rules '{}': there are 2000, 2023 and datc", args.rules))?;
        let code = args.language.clone().unwrap_or_else(|| "en".to_owned());
        let new = Header { edition, players: usize::from(args.players), language: code };
        let (mut file, header, entries) = SaveFile::open(&args.file, new)?;
        let code = args.language.clone().unwrap_or(header.language);
        let (language, writer) = language_pack(&code)?;
        let mut game = TableGame::new(&variant.board, header.edition, header.players)
            .with_context(|| format!("no table for {} players", header.players))?;
        for (number, entry) in entries {
            game.apply(&entry).with_context(|| format!("line {number} of {}", args.file.display()))?;
        }
        file.write_header()?;
        if let Some(folder) = &args.pictures {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let reader = OrderReader::new(variant, &Locale::built_in());
        let (sheets, pictures) = (SheetTexts::default(), args.pictures.clone());
        Ok(Self { game, file, sheets, reader, language, writer, pictures, format, out })
    }

    fn explainer(&self) -> Explainer<'_> {
        Explainer::new(atlas::standard(), self.language).in_notation_of(&self.writer)
    }

    fn name(&self, power: Power) -> &'static str {
        self.language.power(power, "name").unwrap_or("?")
    }

    fn say(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{text}")
            .and_then(|()| self.out.flush())
            .context("cannot write to standard output")
    }

    fn prompt(&mut self) -> Result<()> {
        let who = self.sheets.current().map_or(String::new(), |power| format!("{} ", self.name(power)));
        write!(self.out, "{who}> ").and_then(|()| self.out.flush()).context("cannot write to standard output")
    }

    fn welcome(&mut self) -> Result<()> {
        let file = self.file.path().display().to_string();
        self.say(&format!("The game is kept in {file}. :help lists the commands."))?;
        self.announce_phase()
    }

    fn announce_phase(&mut self) -> Result<()> {
        let phase = self.game.position().phase;
        if let Some(power) = self.game.position().winner {
            let text = format!("\n{} wins.", self.name(power));
            return self.say(&text);
        }
        let title = self.explainer().title(phase);
        let owing = self.names(&self.game.owing());
        self.say(&format!("\n{title}: sheets of {owing}."))
    }

    fn names(&self, powers: &[Power]) -> String {
        let names: Vec<&str> = powers.iter().map(|power| self.name(*power)).collect();
        names.join(", ")
    }

    fn take(&mut self, line: &str) -> Result<Next> {
        if line.len() > MAX_LINE_BYTES {
            self.say(&format!("A line has at most {MAX_LINE_BYTES} bytes. Nothing was read."))?;
            return Ok(Next::Line);
        }
        match Input::parse(line) {
            Input::Text(text) => self.sheet_line(text)?,
            Input::Go(how) => self.judge(how)?,
            Input::Show => self.show()?,
            Input::Clear(name) => self.clear(name)?,
            Input::Board => self.board()?,
            Input::Undo => self.undo()?,
            Input::Picture(path) => self.picture(path)?,
            Input::Language(code) => self.set_language(code)?,
            Input::Help => self.say(HELP)?,
            Input::Quit => {
                let file = self.file.path().display().to_string();
                self.say(&format!("The game is in {file}."))?;
                return Ok(Next::Quit);
            }
            Input::Unknown(word) => self.say(&format!("There is no command ':{word}'. :help lists them."))?,
        }
        Ok(Next::Line)
    }

    /// Writes an entry to the file, and only then lets it count.
    fn record(&mut self, entry: &Entry) -> Result<()> {
        self.file.append(entry)?;
        self.game.apply(entry)
    }

    fn sheet_line(&mut self, text: &str) -> Result<()> {
        let phase = self.game.position().phase;
        let read = self.sheets.read_line(text, &self.reader, self.language.code(), &self.game, phase);
        for sentence in &read.said {
            self.say(sentence)?;
        }
        let Some((power, orders)) = read.sheet else { return Ok(()) };
        if !self.game.owing().contains(&power) {
            let text = format!("{} owes no orders in this phase.", self.name(power));
            return self.say(&text);
        }
        self.record(&Entry::Sheet { phase, power: self.game.key(power), orders })
    }

    fn judge(&mut self, how: Go) -> Result<()> {
        if self.game.position().winner.is_some() {
            return self.say("The game is over. :undo goes back.");
        }
        let missing = self.game.missing();
        if !missing.is_empty() && how == Go::WhenComplete {
            let names = self.names(&missing);
            let what = match self.game.position().phase {
                Phase::Movement(_) => "Without a sheet their units hold",
                Phase::Retreat(_) => "Without a sheet their units are disbanded",
                Phase::Adjustment { .. } => {
                    "Without a sheet nothing is built, and the rules say what is removed"
                }
            };
            return self.say(&format!("No sheet from {names}. {what}: say ':go anyway', or hand them in."));
        }
        let phase = self.game.position().phase;
        self.record(&Entry::Judge { phase })?;
        self.sheets = SheetTexts::default();
        self.report()?;
        if let Some(folder) = self.pictures.clone() {
            let number = self.game.played();
            let to = folder.join(format!("{number:03}-{}.svg", phase.key()));
            self.draw(&to)?;
        }
        self.announce_phase()
    }

    /// What became of the orders, what to do with the pieces, and the centres.
    fn report(&mut self) -> Result<()> {
        let Some(played) = self.game.last() else { return Ok(()) };
        let (board, edition) = (self.game.board(), self.game.edition());
        let explainer = self.explainer();
        let commentary = explainer.commentary(board, edition, played, &[]).render(self.format);
        let texts = ServerTexts::built_in(self.language.code()).context("a language without texts")?;
        let pieces = PieceWriter { explainer: &explainer, writer: &self.writer, texts };
        let steps: Vec<String> = played
            .piece_steps(board)
            .into_iter()
            .map(|step| format!("  [ ] {}", pieces.sentence(step)))
            .collect();
        let owners = &played.after.owners;
        let counts: Vec<String> = board
            .powers()
            .filter(|power| owners.count(*power) > 0)
            .map(|power| format!("{} {}", self.name(power), owners.count(power)))
            .collect();
        let mut text = format!("\n{commentary}");
        if !steps.is_empty() {
            text.push_str(&format!("\nOn the wooden board:\n{}\n", steps.join("\n")));
        }
        text.push_str(&format!("\nCentres: {}", counts.join(", ")));
        self.say(&text)
    }

    fn show(&mut self) -> Result<()> {
        let mut text = Vec::new();
        for power in self.game.owing() {
            let orders = match self.game.sheet(power) {
                None => "no sheet".to_owned(),
                Some([]) => "an empty sheet".to_owned(),
                Some(orders) => orders.join(", "),
            };
            text.push(format!("{}: {orders}", self.name(power)));
        }
        self.say(&text.join("\n"))
    }

    fn clear(&mut self, name: &str) -> Result<()> {
        let Some((power, _)) = sheets::power_named(name, self.language.code()) else {
            return self.say(&format!("There is no power '{name}'."));
        };
        if self.game.sheet(power).is_none() {
            let text = format!("{} has handed in nothing.", self.name(power));
            return self.say(&text);
        }
        self.sheets.forget(power);
        let phase = self.game.position().phase;
        self.record(&Entry::Clear { phase, power: self.game.key(power) })
    }

    fn board(&mut self) -> Result<()> {
        let position = self.game.position();
        let mut text = Vec::new();
        for power in self.game.board().powers() {
            let units = position.forces.units().iter().filter(|unit| unit.power == power);
            let units: Vec<String> =
                units.map(|unit| self.writer.write_unit(unit, language::Style::Short)).collect();
            if !units.is_empty() {
                text.push(format!("{}: {}", self.name(power), units.join(", ")));
            }
        }
        for dislodged in &position.dislodged {
            let unit = self.writer.write_unit(&dislodged.unit, language::Style::Short);
            let open: Vec<String> =
                dislodged.open_retreats.iter().map(|place| self.explainer().place(*place)).collect();
            text.push(format!(
                "{}, {unit}: retreat to {}",
                self.name(dislodged.unit.power),
                open.join(" / ")
            ));
        }
        self.say(&text.join("\n"))
    }

    fn undo(&mut self) -> Result<()> {
        if self.game.last().is_none() {
            return self.say("No phase has been judged yet.");
        }
        self.record(&Entry::Undo)?;
        self.sheets = SheetTexts::default();
        self.say("The last results no longer count. Its sheets are in: change what is wrong, then :go.")?;
        self.announce_phase()
    }

    fn picture(&mut self, path: &str) -> Result<()> {
        if path.is_empty() {
            return self.say("Name a file: :picture board.svg");
        }
        match self.draw(Path::new(path)) {
            Ok(()) => self.say(&format!("Drawn: {path}")),
            Err(error) => self.say(&format!("Not drawn: {error:#}")),
        }
    }

    /// Draws the last orders with their results, or the board at the start.
    fn draw(&self, to: &Path) -> Result<()> {
        let drawing = Drawing::standard();
        let language = drawing.language(self.language.code()).context("no names in this language")?;
        let content = match self.game.last() {
            Some(played) => FrameContent::Phase(Box::new(played.clone())),
            None => FrameContent::Position(self.game.position().clone()),
        };
        let frame = Frame::of(content);
        let painter = Painter::new(drawing, Look::new(language, 1600).checked()?)?;
        let extension = to.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let bytes = match extension {
            "svg" => {
                let style = format!("<style>{}", picture::font_faces());
                painter.svg(&frame.scene()).replacen("<style>", &style, 1).into_bytes()
            }
            "png" => picture::Canvas::new(painter)?.png(&frame.scene())?,
            other => bail!("cannot write '.{other}' files: choose .svg or .png"),
        };
        std::fs::write(to, bytes).with_context(|| format!("cannot write {}", to.display()))
    }

    fn set_language(&mut self, code: &str) -> Result<()> {
        match language_pack(code) {
            Ok((language, writer)) => {
                (self.language, self.writer) = (language, writer);
                self.announce_phase()
            }
            Err(error) => self.say(&format!("{error:#}")),
        }
    }
}

fn language_pack(code: &str) -> Result<(&'static Language, OrderWriter<'static>)> {
    let known = || Language::all().iter().map(Language::code).collect::<Vec<_>>().join(", ");
    let language =
        Language::built_in(code).with_context(|| format!("no language '{code}'; there are {}", known()))?;
    let writer = OrderWriter::new(atlas::standard(), &Locale::built_in(), code);
    Ok((language, writer.with_context(|| format!("no orders in '{code}'"))?))
}
