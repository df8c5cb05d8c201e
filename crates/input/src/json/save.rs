//! Writes inputs as JSON.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{FORMAT_VERSION, OWN_KEYS, bytes_key, type_text};
use crate::input::Input;
use crate::object::{ObjectId, Origin, VarId};
use crate::space::Space;
use crate::view::bits::form_of;
use crate::view::{Form, Names, Node, Tree, UnionByte};

/// A saved input. The order of the fields is that of the file.
#[derive(Serialize)]
struct Saved<'a> {
    version: u64,
    #[serde(flatten)]
    fields: Map<String, Value>,
    function: &'a str,
    arguments: Map<String, Value>,
    objects: Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    globals: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Value>,
}

/// Returns an input as JSON text. `fields` are kept beside it as they are: the file, the outcome.
pub fn save(input: &Input, space: &Space, fields: &Map<String, Value>) -> String {
    let names = Names::new(input, space);
    let writer = Writer { input, space, names: &names };
    let is_extra = |(key, _): &(&String, &Value)| !OWN_KEYS.contains(&key.as_str());
    let argument = |arg: &crate::Arg| {
        let tree = space.tree(0, arg.ty, arg.offset, false);
        (arg.name.clone(), writer.value(&tree))
    };
    let object = |(id, name): &(ObjectId, String)| (name.clone(), writer.object(*id));
    let global = |id: &ObjectId| {
        let object = space.object(*id);
        match (&object.origin, object.ty) {
            (Origin::Global(name), Some(ty)) => {
                Some((name.clone(), writer.value(&space.tree(*id, ty, 0, false))))
            }
            _ => None,
        }
    };
    let changed = space.globals().iter().filter(|id| input.changes(space, **id));
    let saved = Saved {
        version: FORMAT_VERSION,
        fields: fields.iter().filter(is_extra).map(|(k, v)| (k.clone(), v.clone())).collect(),
        function: space.function(),
        arguments: space.args().iter().map(argument).collect(),
        objects: names.list.iter().map(object).collect(),
        globals: changed.filter_map(global).collect(),
        marks: input.marks().iter().map(|id| writer.mark(*id)).collect(),
    };
    // Serialising a tree of values cannot fail: its keys are strings.
    let mut text = serde_json::to_string_pretty(&saved).unwrap_or_default();
    text.push('\n');
    text
}

struct Writer<'a> {
    input: &'a Input,
    space: &'a Space,
    names: &'a Names,
}

impl Writer<'_> {
    fn object(&self, id: ObjectId) -> Value {
        let elements = self.space.elements(id, self.input.elems(self.space, id));
        let ty = self.space.object(id).ty.map(|ty| type_text(self.space, ty)).unwrap_or_default();
        match &elements[..] {
            [one] => json!({ "type": ty, "value": self.value(one) }),
            many => json!({ "type": ty, "values": many.iter().map(|e| self.value(e)).collect::<Vec<_>>() }),
        }
    }

    /// The object that a mark is given, with the name of the mark.
    fn mark(&self, id: ObjectId) -> Value {
        let mut value = self.object(id);
        if let (Origin::Mark(mark, _), Value::Object(fields)) = (&self.space.object(id).origin, &mut value) {
            fields.insert("name".to_owned(), self.space.mark_name(*mark, 0).into());
        }
        value
    }

    fn value(&self, tree: &Tree<'_>) -> Value {
        match &tree.node {
            Node::Var(v) => self.scalar(*v),
            Node::Null => Value::Null,
            Node::Bits(bits) => number(bits.form, bits.value(self.space, self.input), (bits.size / 8) as u8),
            Node::Struct(_) | Node::Union(..) => {
                let mut map = Map::new();
                self.members(tree, tree.offset, &mut map);
                Value::Object(map)
            }
            Node::Array(parts) => parts.iter().map(|part| self.value(part)).collect(),
        }
    }

    /// The members of a struct, and of a union the one that shows its value: `{ "x": 1 }`. Those of
    /// anonymous members stand among them; `start` is where what holds them starts.
    fn members(&self, tree: &Tree<'_>, start: u64, map: &mut Map<String, Value>) {
        let mut member = |(name, part): &(&str, Tree<'_>)| {
            if name.is_empty() {
                self.members(part, start, map);
            } else {
                map.insert((*name).to_owned(), self.value(part));
            }
        };
        match &tree.node {
            Node::Struct(members) => members.iter().for_each(member),
            Node::Union(object, members) => match self.input.member(self.space, tree, *object, members) {
                Some(shown) => member(shown),
                None => {
                    let bytes = self.input.union_bytes(self.space, tree, *object);
                    let byte = |byte: &UnionByte| match byte {
                        UnionByte::Plain(byte) => (*byte).into(),
                        UnionByte::Pointer(v) => self.scalar(*v),
                    };
                    map.insert(bytes_key(tree, start), bytes.iter().map(byte).collect());
                }
            },
            _ => {}
        }
    }

    fn scalar(&self, v: VarId) -> Value {
        let value = self.input.get(self.space, v);
        let var = &self.space.vars()[v as usize];
        match form_of(var.kind) {
            Some(Form::Signed) => self.input.get_signed(self.space, v).into(),
            Some(form) => number(form, value, var.bytes),
            None if value != 0 && value == self.space.default_value(v) => json!({ "first": true }),
            None => self.pointer(value),
        }
    }

    fn pointer(&self, value: u64) -> Value {
        if value == 0 {
            return Value::Null;
        }
        let target = self.space.object_containing(value);
        match target.and_then(|(id, offset)| Some((self.names.of(id)?, offset))) {
            Some((name, 0)) => json!({ "ref": name }),
            Some((name, offset)) => json!({ "ref": name, "offset": offset }),
            None => json!({ "address": format!("{value:#x}") }),
        }
    }
}

fn number(form: Form, value: u64, bytes: u8) -> Value {
    match form {
        Form::Bool if value <= 1 => (value == 1).into(),
        Form::Bool | Form::Unsigned => value.into(),
        Form::Signed => (value as i64).into(),
        Form::Float => float(value, bytes),
    }
}

/// A float as its bits, which count, and as a number for the reader.
fn float(bits: u64, bytes: u8) -> Value {
    let (value, bits) = match bytes {
        4 => {
            let value = f32::from_bits(bits as u32);
            // By way of its shortest decimal form: 0.1f is 0.1, not 0.10000000149011612.
            (value.to_string().parse().unwrap_or(f64::from(value)), format!("{bits:#010x}"))
        }
        _ => (f64::from_bits(bits), format!("{bits:#018x}")),
    };
    let value = match serde_json::Number::from_f64(value) {
        Some(number) => Value::Number(number),
        None => value.to_string().into(),
    };
    json!({ "bits": bits, "value": value })
}
