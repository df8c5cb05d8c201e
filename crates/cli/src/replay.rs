//! `acute replay`.
use crate::build::{self, Scratch};
use crate::error::Error;
use crate::flags::ReplayFlags;
use crate::home::Home;
use crate::screen::file_name;
use crate::thunk;
use acute_exec::Program;
use acute_explore::{Confidence, Explorer, Limits};
use acute_input::Init;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Runs the verb; the exit code is that of `test`: 1 if the test shows a bug.
pub fn run(flags: &ReplayFlags) -> Result<u8, Error> {
    let text = std::fs::read_to_string(&flags.test).map_err(Error::io(&flags.test))?;
    let bad = |why: String| Error::Usage(format!("{} is not a saved test: {why}", flags.test.display()));
    let root: Value = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
    let files: Vec<PathBuf> = strings(&root, "files").ok_or_else(|| bad("it names no `files`".into()))?;
    // They are named from where the test lies.
    let folder = flags.test.parent().unwrap_or(Path::new(""));
    let files: Vec<PathBuf> = files.iter().map(|f| folder.join(f)).collect();
    let cflags: Vec<String> = strings(&root, "cflags").unwrap_or_default();
    let function = root["function"].as_str().ok_or_else(|| bad("it names no `function`".into()))?;
    crate::test::pin();
    let home = Home::find()?;
    let scratch = Scratch::new()?;
    let sources = build::read_sources(&home, &files, &cflags, scratch.path())?;
    let mut targets = build::targets(&sources, &[function.to_string()], Init::default())?;
    let exe = build::link(&home, &sources, &mut targets, &cflags, scratch.path())?;
    let program = Program::read(&exe).map_err(|e| Error::Internal(e.to_string()))?;
    let target = targets.pop().ok_or_else(|| Error::Internal("no target".into()))?;
    let mut space = target.space.map_err(|why| Error::Usage(format!("unsupported: {why}")))?;
    let loaded = acute_input::load(&text, &mut space).map_err(|e| bad(e.to_string()))?;
    let work = scratch.path().join("work");
    std::fs::create_dir(&work).map_err(Error::io(&work))?;
    match loaded.input.render_call(&space) {
        Ok(text) => print!("{text}"),
        Err(why) => println!("(the input cannot be written as C: {why})"),
    }
    let entry = thunk::name(function);
    let explorer =
        Explorer::new(&program, build::place(&target.function), space, &entry, &work, Limits::default());
    let said = explorer.and_then(|e| e.replay(&loaded.input)).map_err(|e| Error::Internal(e.to_string()))?;
    match said.finding {
        Some(finding) => {
            let place = format!("{}:{}", file_name(Path::new(&finding.place.file)), finding.place.line);
            println!("{} ({}) at {place}", finding.message, finding.kind.row().0);
            Ok((finding.confidence == Confidence::Bug) as u8)
        }
        None => {
            println!("{}", said.ending);
            Ok(0)
        }
    }
}

fn strings<T: From<String>>(root: &Value, key: &str) -> Option<Vec<T>> {
    root[key].as_array()?.iter().map(|v| Some(T::from(v.as_str()?.to_string()))).collect()
}
