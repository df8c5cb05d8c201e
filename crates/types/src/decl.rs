//! C declarations: the inverse of C's declarator syntax.

use crate::table::{Enum, FunctionType, Qualifier, Record, TypeId, TypeKind, TypeTable};

/// The reason why a type has no name in C outside of its own definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unnameable {
    /// A struct, union or enum with neither tag nor typedef.
    Anonymous(&'static str),
    /// The type is declared inside a function.
    Local(String),
    /// The type is none that C can name.
    Unsupported(String),
    /// The type nests without an end.
    TooDeep,
}

impl std::fmt::Display for Unnameable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unnameable::Anonymous(keyword) => write!(f, "{keyword} without a name"),
            Unnameable::Local(name) => write!(f, "`{name}` is declared inside a function"),
            Unnameable::Unsupported(what) => write!(f, "{what}"),
            Unnameable::TooDeep => write!(f, "a type that nests too deep"),
        }
    }
}

impl std::error::Error for Unnameable {}

/// The largest number of layers in a declaration; a damaged file can have pointers to themselves.
const MAX_LAYERS: u32 = 1000;

impl TypeTable {
    /// The C declaration of `declarator` with type `ty`: `int (*a)[3]` for a pointer to an array
    /// and `a`. An empty declarator gives the name of the type, as in a cast.
    pub fn c_decl(&self, ty: TypeId, declarator: &str) -> Result<String, Unnameable> {
        let mut budget = MAX_LAYERS;
        self.declare(Some(ty), declarator.to_owned(), &mut budget)
    }

    /// The C declaration of `declarator` as a pointer to `target`.
    pub fn c_pointer(&self, target: TypeId, declarator: &str) -> Result<String, Unnameable> {
        // [] and () bind tighter than *.
        match self.is_suffixed(Some(target)) {
            true => self.c_decl(target, &format!("(*{declarator})")),
            false => self.c_decl(target, &format!("*{declarator}")),
        }
    }

    fn declare(
        &self,
        ty: Option<TypeId>,
        declarator: String,
        budget: &mut u32,
    ) -> Result<String, Unnameable> {
        let mut text = declarator;
        let mut qualifiers: Vec<Qualifier> = Vec::new();
        let mut at = ty;
        loop {
            *budget = budget.checked_sub(1).ok_or(Unnameable::TooDeep)?;
            let Some(id) = at else {
                return Ok(specify(&qualifiers, "void", &text));
            };
            match self.kind(id) {
                TypeKind::Qualified { qualifier, target } => {
                    if !qualifiers.contains(qualifier) {
                        qualifiers.push(*qualifier);
                    }
                    at = *target;
                }
                TypeKind::Pointer(target) => {
                    let mut pointer = "*".to_owned();
                    for q in qualifiers.drain(..).rev() {
                        pointer.push_str(q.keyword());
                        pointer.push(' ');
                    }
                    pointer.push_str(&text);
                    text = pointer.trim_end().to_owned();
                    // [] and () bind tighter than *.
                    if self.is_suffixed(*target) {
                        text = format!("({text})");
                    }
                    at = *target;
                }
                // Qualifiers found above an array or function belong to what is below it.
                TypeKind::Array { elem, count } => {
                    text = match count {
                        Some(n) => format!("{text}[{n}]"),
                        None => format!("{text}[]"),
                    };
                    at = Some(*elem);
                }
                TypeKind::Function(f) => {
                    let params = self.parameters(f, budget)?;
                    text = format!("{text}({params})");
                    at = f.ret;
                }
                _ => return Ok(specify(&qualifiers, &self.base_name(id)?, &text)),
            }
        }
    }

    /// Whether the declarator of the type is written behind the name; typedefs hide it.
    fn is_suffixed(&self, ty: Option<TypeId>) -> bool {
        let mut at = ty;
        for _ in 0..MAX_LAYERS {
            match at.map(|t| self.kind(t)) {
                Some(TypeKind::Qualified { target, .. }) => at = *target,
                Some(TypeKind::Array { .. } | TypeKind::Function(_)) => return true,
                _ => return false,
            }
        }
        false
    }

    fn parameters(&self, f: &FunctionType, budget: &mut u32) -> Result<String, Unnameable> {
        if !f.prototyped {
            return Ok(String::new());
        }
        let mut list = Vec::with_capacity(f.params.len());
        for param in &f.params {
            list.push(self.declare(Some(*param), String::new(), budget)?);
        }
        if f.variadic {
            list.push("...".to_owned());
        }
        Ok(if list.is_empty() { "void".to_owned() } else { list.join(", ") })
    }

    /// The words that name a type which has no declarator of its own.
    fn base_name(&self, id: TypeId) -> Result<String, Unnameable> {
        let tagged = |keyword: &'static str, tag: Option<&str>, typedef: Option<&str>| {
            let name = match (tag, typedef) {
                (Some(tag), _) => format!("{keyword} {tag}"),
                (None, Some(typedef)) => typedef.to_owned(),
                (None, None) => return Err(Unnameable::Anonymous(keyword)),
            };
            if self.is_local(id) { Err(Unnameable::Local(name)) } else { Ok(name) }
        };
        let record = |keyword, r: &Record| tagged(keyword, r.tag.as_deref(), r.typedef.as_deref());
        match self.kind(id) {
            // The compiler's own struct; programs cannot name it.
            TypeKind::Struct(r) if r.is_va_list() => Err(Unnameable::Unsupported("va_list".to_owned())),
            TypeKind::Int(i) => Ok(i.name.clone()),
            TypeKind::Float(f) => Ok(f.name.clone()),
            TypeKind::Enum(Enum { tag, typedef, .. }) => tagged("enum", tag.as_deref(), typedef.as_deref()),
            TypeKind::Struct(r) => record("struct", r),
            TypeKind::Union(r) => record("union", r),
            TypeKind::Incomplete { keyword, tag } => tagged(keyword, Some(tag), None),
            TypeKind::Typedef { name, .. } => tagged("typedef", None, Some(name)),
            TypeKind::Unsupported(what) => Err(Unnameable::Unsupported(what.clone())),
            // `declare` takes these apart itself.
            TypeKind::Pointer(_)
            | TypeKind::Array { .. }
            | TypeKind::Function(_)
            | TypeKind::Qualified { .. } => Err(Unnameable::TooDeep),
        }
    }
}

/// `const int` in front of a declarator.
fn specify(qualifiers: &[Qualifier], name: &str, declarator: &str) -> String {
    let mut text = String::new();
    for q in qualifiers.iter().filter(|q| **q != Qualifier::Restrict) {
        text.push_str(q.keyword());
        text.push(' ');
    }
    text.push_str(name);
    if !declarator.is_empty() {
        text.push(' ');
        text.push_str(declarator);
    }
    text
}

/// Whether the text is an identifier of C (and no keyword).
pub fn is_identifier(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| word(c) && !c.is_ascii_digit()) && text.chars().all(word) && !is_keyword(text)
}

/// Whether the word is a keyword of C up to C23, or one of GNU C without underscores.
pub fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "alignas",
        "alignof",
        "asm",
        "auto",
        "bool",
        "break",
        "case",
        "char",
        "const",
        "constexpr",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "false",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "nullptr",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "static_assert",
        "struct",
        "switch",
        "thread_local",
        "true",
        "typedef",
        "typeof",
        "typeof_unqual",
        "union",
        "unsigned",
        "void",
        "volatile",
        "while",
    ];
    KEYWORDS.binary_search(&word).is_ok()
}
