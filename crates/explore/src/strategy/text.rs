//! Texts in an input: characters of one object, one behind the other.
use acute_input::{Input, Space, VarId, VarKind};

/// The bytes from a character on, to the end of its array.
pub fn read(space: &Space, input: &Input, from: VarId) -> Vec<u8> {
    characters(space, input, from).into_iter().map(|v| input.get(space, v) as u8).collect()
}

/// The same up to the zero that ends it.
pub fn read_to_zero(space: &Space, input: &Input, from: VarId) -> Vec<u8> {
    let mut bytes = read(space, input, from);
    bytes.truncate(bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len()));
    bytes
}

/// The input with these bytes from a character on, and zeros behind them. The array grows as far as it can; at least so
/// many of the bytes have to fit.
pub fn write(space: &mut Space, input: &Input, from: VarId, bytes: &[u8], least: usize) -> Option<Input> {
    let first = *space.vars().get(from as usize)?;
    let mut input = input.clone();
    let object = space.object(first.object);
    // One more: what ends a text is a zero, where there is room for it.
    let wanted = object.elems_for(first.offset + bytes.len() as u64 + 1).unwrap_or(object.most);
    if object.layout.stride == 1 && wanted > input.elems(space, first.object) {
        space.grow(first.object, wanted).ok()?;
        input.set_elems(first.object, wanted);
    }
    let places = characters(space, &input, from);
    if places.len() < least {
        return None;
    }
    for (v, byte) in places.into_iter().zip(bytes.iter().copied().chain(std::iter::repeat(0))) {
        input.set(space, v, byte.into());
    }
    Some(input)
}

/// The characters that texts of an input begin with: the first of each array of characters.
pub fn beginnings(space: &Space, input: &Input) -> Vec<VarId> {
    let mut objects = input.reachable(space);
    objects.retain(|o| space.object(*o).layout.stride == 1 && space.object(*o).most > 1);
    objects.into_iter().filter_map(|o| input.vars(space, o).find(|v| is_character(space, *v))).collect()
}

/// The arguments that may say how long a text is: numbers that are not larger than it can become.
pub fn lengths(space: &Space, input: &Input, from: VarId) -> Vec<VarId> {
    let Some(first) = space.vars().get(from as usize) else { return vec![] };
    let most = space.object(first.object).most;
    let is_length = |v: &VarId| {
        let var = space.vars()[*v as usize];
        var.bytes > 1 && matches!(var.kind, VarKind::Int { .. }) && input.get(space, *v) <= most
    };
    input.vars(space, 0).filter(is_length).collect()
}

fn is_character(space: &Space, v: VarId) -> bool {
    let var = space.vars()[v as usize];
    var.bytes == 1 && matches!(var.kind, VarKind::Int { .. })
}

/// The characters from one on: of one object, without a gap.
fn characters(space: &Space, input: &Input, from: VarId) -> Vec<VarId> {
    let Some(first) = space.vars().get(from as usize) else { return vec![] };
    let all = input.vars(space, first.object).skip_while(|v| *v != from);
    let follows = |(n, v): &(u64, VarId)| {
        is_character(space, *v) && space.vars()[*v as usize].offset == first.offset + n
    };
    (0..).zip(all).take_while(follows).map(|(_, v)| v).collect()
}
