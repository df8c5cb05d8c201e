//! `acute replay`.
use crate::export::storage;
use crate::flags::ReplayFlags;
use crate::screen::{self, file_name, say};
use crate::{cores, saved};
use acute_cfront::build;
use acute_cfront::error::Error;
use acute_cfront::home::Home;
use acute_cfront::inputs::Settings;
use acute_cfront::scratch::Scratch;
use acute_cfront::single::{Single, Stop, need_gdb};
use acute_cfront::{ignore, inputs, interrupt, link};
use acute_exec::{Launcher, Program};
use acute_explore::{Checks, Confidence, Explorer, Kind, Limits};
use acute_input::Init;
use serde_json::Value;
use std::path::Path;

/// Runs the verb; the exit code is that of `test`: 1 if the test shows a bug.
pub fn run(flags: &ReplayFlags) -> Result<u8, Error> {
    interrupt::listen(interrupt::First::Ends);
    if flags.gdb {
        need_gdb()?;
    }
    let text = std::fs::read_to_string(&flags.test).map_err(Error::io(&flags.test))?;
    let bad = |why: String| Error::Usage(format!("{} is not a saved test: {why}", flags.test.display()));
    let root: Value = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
    // They are named from where the test lies.
    let files = saved::files(&root, flags.test.parent().unwrap_or(Path::new(""))).map_err(bad)?;
    let function = root["function"].as_str().ok_or_else(|| bad("it names no `function`".into()))?;
    cores::pin();
    let home = Home::find()?;
    let scratch = Scratch::new()?;
    let mut sources = build::read_sources(&home, files, scratch.path())?;
    let mut targets = build::targets(&sources, &[function.to_string()], Init::default())?;
    let wanted = saved::which_file(&root);
    targets.retain(|t| wanted.is_none_or(|k| t.source == k));
    // It may have been found by a check that is off by default.
    let kind = root["finding"].as_str().and_then(|name| Kind::ALL.iter().find(|kind| kind.name() == name));
    let checks = kind.map_or(Checks::default(), |kind| Checks::default().with(*kind));
    let exe = link::link(&home, &mut sources, &mut targets, checks, scratch.path())?;
    let program = Program::read(&exe).map_err(|e| Error::Internal(e.to_string()))?;
    // It may have been found with a larger --array-limit.
    let settings = Settings::default();
    let settings = Settings { array_limit: settings.array_limit.max(saved::longest(&root)), ..settings };
    inputs::complete(&exe, &program, &sources, &mut targets, settings)?;
    let target = targets.pop().ok_or_else(|| bad("its `file` has no such function".into()))?;
    let mut space = target.space.map_err(|why| Error::Usage(format!("unsupported: {why}")))?;
    let mut loaded = acute_input::load(&text, &mut space).map_err(|e| bad(e.to_string()))?;
    let work = scratch.path().join("work");
    std::fs::create_dir(&work).map_err(Error::io(&work))?;
    let place = build::place(&target.function);
    let ignored = ignore::read(&sources).ignored.into();
    let limits = Limits {
        harness: target.harness,
        is_static: target.function.is_static,
        ignored,
        ..Limits::default()
    };
    let launcher = Launcher { program: &program, scratch: &work };
    let entry = program.entry(&target.entry).map_err(|e| Error::Internal(e.to_string()))?;
    let explorer = Explorer::new(&launcher, place, space, entry, limits);
    let explorer = explorer.map_err(|e| Error::Internal(e.to_string()))?;
    let (said, space) = explorer.replay(&mut loaded).map_err(|e| match e {
        acute_explore::Error::Saved(e) => bad(e.to_string()),
        other => Error::Internal(other.to_string()),
    })?;
    match acute_export::render_call(&loaded.input, &space) {
        Ok(text) => screen::write(format_args!("{text}")),
        Err(why) => say!("(the input cannot be written as C: {why})"),
    }
    let code = match &said.finding {
        Some(finding) => {
            let place = format!("{}:{}", file_name(Path::new(&finding.place.file)), finding.place.line);
            say!("{} ({}) at {place}", finding.message, finding.kind.name());
            (finding.confidence == Confidence::Bug) as u8
        }
        None => {
            say!("{}", said.ending);
            0
        }
    };
    if flags.gdb || flags.native {
        let case = (&space, &loaded.input, storage(&program, function));
        let single = Single::compile(&sources, target.source, case, &work)?;
        if flags.native {
            say!("without us: {}", single.run(&space, &work)?);
        } else {
            let dies = root["ends"]["signal"].is_number();
            let stop = said.finding.map(|f| Stop::of(&f, dies));
            single.debug(&stop.unwrap_or_else(|| Stop::In(function.to_string())))?;
        }
    }
    screen::refused()?;
    Ok(code)
}
