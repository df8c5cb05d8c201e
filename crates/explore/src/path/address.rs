//! Addresses as expressions: which pointer they are made of, which index chooses them.
use acute_expr::{ExprId, Op, Pool, VarId};
use acute_input::{Input, Origin, Space, VarKind};

/// What an offset is a multiple of, if that is a number: `i` of `8 * (long)i`.
pub fn index_of(pool: &Pool, space: &Space, offset: ExprId) -> Option<ExprId> {
    let mut e = offset;
    loop {
        let operands = pool.operands(e);
        let is_const = |k: usize| pool.as_const(operands[k]).is_some();
        e = match pool.op(e) {
            Op::ZExt | Op::SExt => operands[0],
            Op::Concat | Op::Mul | Op::Shl if is_const(1) => operands[0],
            _ => break,
        };
    }
    let is_number = |v: &VarId| !matches!(space.vars()[*v as usize].kind, VarKind::Pointer { .. });
    // What is neither scaled nor widened may be an address itself.
    (e != offset && pool.vars(e).iter().all(is_number)).then_some(e)
}

/// The greatest value that the outermost operation of an expression allows.
pub fn greatest(pool: &Pool, e: ExprId) -> u64 {
    let all = acute_expr::mask(pool.width(e));
    let operands = pool.operands(e);
    match (pool.op(e), operands.last().and_then(|c| pool.as_const(*c))) {
        (Op::URem, Some(c)) if c > 0 => c - 1,
        (Op::And, Some(c)) => c,
        (Op::LShr, Some(c)) if c < 64 => all >> c,
        (Op::ZExt, _) => greatest(pool, operands[0]),
        _ => all,
    }
}

/// The one pointer variable an address is made of.
pub fn pointer_of(pool: &Pool, space: &Space, address: ExprId) -> Option<VarId> {
    let mut pointers = pool.vars(address).iter().copied().filter(|v| is_pointer(space, *v));
    match (pointers.next(), pointers.next()) {
        // A number in a union's place for a pointer may be an index.
        (Some(p), None) if !space.vars()[p as usize].raw || is_offset_of(pool, address, p) => Some(p),
        _ => None,
    }
}

pub fn is_pointer(space: &Space, v: VarId) -> bool {
    matches!(space.vars()[v as usize].kind, VarKind::Pointer { .. })
}

/// Whether a variable of a union holds NULL or points to an object.
pub fn is_address(space: &Space, input: &Input, v: VarId) -> bool {
    let value = input.get(space, v);
    is_pointer(space, v) && (value == 0 || space.object_containing(value).is_some())
}

/// Whether an address is made of the bytes of an object that is no pointer: neither a pointer nor an object is in it. They
/// are put together of smaller ones, or are one number of the object and perhaps padding, not scaled as an index is.
pub fn is_baseless(pool: &Pool, space: &Space, address: ExprId) -> bool {
    let is_number = |e: &ExprId| {
        let e = if pool.op(*e) == Op::ZExt { pool.operands(*e)[0] } else { *e };
        let var = pool.as_var(e).map(|v| &space.vars()[v as usize]);
        var.is_some_and(|var| !var.raw && matches!(space.object(var.object).origin, Origin::Pointer(..)))
    };
    let parts = addends(pool, address);
    // One inside an index is no base.
    let has_pointer = parts.iter().any(|e| pool.as_var(*e).is_some_and(|v| is_pointer(space, v)));
    let is_joined =
        pool.op(address) == Op::Concat && !pool.vars(address).iter().any(|v| is_pointer(space, *v));
    let is_made = is_joined || parts.iter().any(is_number);
    !has_pointer && is_made && !has_base(pool, address)
}

/// Whether the address of an object of the unit's own is in an address, beside variables.
pub fn has_base(pool: &Pool, address: ExprId) -> bool {
    const FIRST_PAGES: u64 = 1 << 16;
    pool.eval(address, &|_| 0) >= FIRST_PAGES
}

/// What a sum is made of.
fn addends(pool: &Pool, sum: ExprId) -> Vec<ExprId> {
    const MOST: usize = 16;
    let (mut parts, mut waiting) = (vec![], vec![sum]);
    while let Some(e) = waiting.pop().filter(|_| parts.len() < MOST) {
        match pool.op(e) {
            Op::Add if waiting.len() < MOST => waiting.extend_from_slice(pool.operands(e)),
            _ => parts.push(e),
        }
    }
    parts
}

/// Whether the address is the pointer itself or the pointer and a constant.
pub fn is_offset_of(pool: &Pool, address: ExprId, p: VarId) -> bool {
    if pool.as_var(address) == Some(p) {
        return true;
    }
    let operands = pool.operands(address);
    pool.op(address) == Op::Add && pool.as_var(operands[0]) == Some(p) && pool.as_const(operands[1]).is_some()
}

pub fn same_pointee(space: &Space, p: VarId, q: VarId) -> bool {
    match (space.vars()[p as usize].kind, space.vars()[q as usize].kind) {
        (VarKind::Pointer { pointee: a }, VarKind::Pointer { pointee: b }) => space.types().compatible(a, b),
        _ => false,
    }
}
