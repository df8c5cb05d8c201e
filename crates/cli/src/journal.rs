//! The inputs that functions under way have found, as texts to be saved: a command that is killed loses none that is older
//! than a second.
use acute_explore::{Kind, TestEnd};
use acute_input::{Input, Space};
use serde_json::{Map, Value, json};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// The interval between two writes. Together with the tick of the command and the time that writing takes it is below a second.
pub const PERIOD: Duration = Duration::from_millis(500);

/// The inputs of one function that are not yet written.
#[derive(Debug)]
pub struct Journal {
    /// The fields that all its saved inputs share.
    fields: Map<String, Value>,
    texts: Mutex<Vec<String>>,
}

impl Journal {
    /// An empty one.
    pub fn new(fields: Map<String, Value>) -> Journal {
        Journal { fields, texts: Mutex::default() }
    }

    /// Takes the inputs noted since the last call.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        // Nothing that can fail is done with it in hand.
        self.texts.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl acute_explore::Journal for Journal {
    fn note(&self, input: &Input, space: &Space, end: Option<&TestEnd>, finding: Option<Kind>) {
        let text = text(self.fields.clone(), input, space, end, finding);
        self.lock().push(text);
    }
}

/// The text of a saved input: `fields`, how its run ends, and the kind of the finding that it shows.
pub fn text(
    mut fields: Map<String, Value>,
    input: &Input,
    space: &Space,
    end: Option<&TestEnd>,
    finding: Option<Kind>,
) -> String {
    fields.insert("ends".into(), ends(end));
    if let Some(kind) = finding {
        fields.insert("finding".into(), json!(kind.name()));
    }
    acute_input::save(input, space, &fields)
}

fn ends(end: Option<&TestEnd>) -> Value {
    match end {
        Some(TestEnd::Returns(_)) => json!("returns"),
        Some(TestEnd::Exits(status)) => json!({"exits": status}),
        Some(TestEnd::Dies(signal)) => json!({"signal": signal}),
        Some(TestEnd::Misuses(_)) => json!("undefined"),
        None => json!("timeout"),
    }
}
