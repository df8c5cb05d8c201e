//! C files that are long, or whose runs, expressions or findings are: each takes long in another part of the engine.
use std::fmt::Write;

/// A name, the text of a unit, and its `--time`.
pub type Unit = (&'static str, String, u32);

/// Units whose search has no end within their time.
pub fn endless() -> Vec<Unit> {
    vec![
        ("recursive tree insert", TREE.into(), 5),
        ("4,000 marks", MARKS.into(), 2),
        ("writes at a symbolic index", INDEX.into(), 3),
        ("a function of 6,000 lines", long_function(2_000), 5),
        ("a struct of 1,000 members", large_struct(), 3),
        ("deep expressions", DEEP.into(), 2),
        ("long traces", TRACES.into(), 2),
        ("hard floats", FLOATS.into(), 2),
        ("600 faults", many_faults(), 2),
        ("1,000 tests", many_tests(), 2),
        ("slow runs", SLOW.into(), 2),
    ]
}

const TREE: &str = "#include <stdlib.h>
struct node { int key; struct node *left, *right; };
struct node *insert(struct node *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        if (t) t->key = key;
        return t;
    }
    if (key < t->key) t->left = insert(t->left, key);
    else if (key > t->key) t->right = insert(t->right, key);
    return t;
}
";

const MARKS: &str = "#include <acute.h>
int main(void) {
    int n = 0;
    for (int i = 0; i < 4000; i++) {
        int x;
        ACUTE_input(x);
        if (x > i) n++;
        else if (x == -i) n--;
    }
    return n == 77;
}
";

const INDEX: &str = "int buckets(const unsigned char *s, int n, int m) {
    int a[256] = {0}, odd = 0;
    for (int i = 0; i < n; i++) {
        a[s[i]]++;
        a[(unsigned)m % 256]--;
        m += s[i];
        if (a[m & 255] < 0) odd++;
    }
    return odd;
}
";

const DEEP: &str = "unsigned mix(unsigned a, unsigned b) {
    unsigned h = a;
    for (int i = 0; i < 3000; i++) {
        h = (h << 5 | h >> 27) ^ (b * h + i);
        b = b * 1664525u + (h >> 3);
        if ((h & 0xff) == 0x42) b++;
    }
    return h == 0x12345678;
}
";

const TRACES: &str = "int trace(const int *a, unsigned n, int x) {
    int c = 0;
    if (n > 3000000) n = 3000000;
    for (unsigned i = 0; i < n; i++)
        if (x + (int)i > a[i % 8]) c++;
    return c;
}
";

const FLOATS: &str = "int hard(double a, double b, double c, double d) {
    double x = a, y = b;
    int n = 0;
    for (int i = 0; i < 200; i++) {
        x = x * x - y * y + c;
        y = 2 * x * y + d;
        if (x * x + y * y > 4.0) n++;
        if (x / y == 1.5 + i) n += 7;
    }
    return x * y == a + b * c * d - 1e-3 && n == 100;
}
";

const SLOW: &str = "int slow(unsigned n, unsigned k) {
    volatile unsigned s = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < k; j++) s += i ^ j;
    return s == 12345;
}
";

/// One function of three lines for each of `steps`.
pub fn long_function(steps: u32) -> String {
    let mut text = "int big(int a, int b, int c) {\n    int r = 0;\n".to_string();
    for i in 0..steps {
        let factor = i % 7 + 1;
        let _ = writeln!(text, "    if (a + {i} == b * {factor}) r += {i};");
        let _ = writeln!(text, "    r ^= c + {i};\n    c = c * 3 + r;");
    }
    text + "    return r;\n}\n"
}

fn large_struct() -> String {
    let mut text = "struct large {\n".to_string();
    for i in 0..1000 {
        let _ = writeln!(text, "    int f{i};");
    }
    text += "    struct large *next;\n};\nint walk(const struct large *l) {\n    int n = 0;\n";
    text += "    for (; l; l = l->next) {\n";
    for i in (0..1000).step_by(3) {
        let _ = writeln!(text, "        if (l->f{i} == {i}) n++;");
    }
    text + "    }\n    return n;\n}\n"
}

fn many_faults() -> String {
    let mut text = "#include <stdlib.h>\nint many(const unsigned char *s, unsigned n) {\n".to_string();
    text += "    int r = 0;\n    if (n < 40) return 0;\n";
    for i in 0..600 {
        let (at, is, other, too) = (i % 40, i % 200 + 1, (i * 7 + 3) % 40, i * 3 % 250);
        let _ = writeln!(text, "    if (s[{at}] == {is} && s[{other}] == {too}) {{");
        let _ = writeln!(text, "        r += s[{at}] * 3;\n        if (r % 7 == {}) abort();\n    }}", i % 7);
    }
    text + "    return r;\n}\n"
}

fn many_tests() -> String {
    let mut text =
        "struct rec { int kind, val; struct rec *next; };\nint tests(const struct rec *r) {\n".to_string();
    text += "    int n = 0;\n    for (; r; r = r->next) switch (r->kind) {\n";
    for i in 0..500 {
        let _ = writeln!(text, "    case {}: if (r->val == {}) n += {i}; else n--; break;", i * 3, i * 11);
    }
    text + "    default: n = -n;\n    }\n    return n;\n}\n"
}

/// 10,000 lines in functions of a dozen lines each.
pub fn medium_functions() -> String {
    let mut text = "#include <stddef.h>\n".to_string();
    text += "struct item { int key; unsigned flags; struct item *next; char name[16]; };\n";
    for k in 0..285 {
        let (more, bit, rest, least) = (k % 17, 1 << (k % 16), k % 13 + 2, k % 5);
        let _ = write!(
            text,
            "static int check{k}(const struct item *it, int a, unsigned b) {{
    int n = 0;
    for (; it != NULL; it = it->next) {{
        if (it->key == a + {more})
            n++;
        else if ((it->flags & {bit}u) && it->key > a)
            n += 2;
        switch (it->name[0]) {{
        case 'a': n += it->key; break;
        case 'b': n -= it->key; break;
        default: b ^= (unsigned)it->name[1] << 3; break;
        }}
    }}
    if (b % {rest} == 1)
        n = -n;
    return n;
}}

int update{k}(struct item *it, const char *text, size_t len) {{
    size_t at = 0, used = 0;
    if (it == NULL || text == NULL)
        return -1;
    while (at < len && text[at] != '\\0') {{
        if (text[at] >= '0' && text[at] <= '9')
            it->key = it->key * 10 + (text[at] - '0');
        else if (used < sizeof it->name - 1)
            it->name[used++] = text[at];
        else
            return -2;
        at++;
    }}
    it->name[used] = '\\0';
    it->flags |= {k}u;
    return check{k}(it, it->key, it->flags) > {least};
}}
"
        );
    }
    text
}

/// 10,000 lines in three functions.
pub fn huge_functions() -> String {
    let mut text = "struct state { int a, b, c; int table[64]; };\n".to_string();
    for f in 0..3 {
        let _ = writeln!(text, "int step{f}(struct state *s, const unsigned char *in, int n) {{");
        text += "    int r = 0, t = n;\n";
        for i in 0..416 {
            let (at, is, other, factor) = (i % 50, i % 251, i * 7 % 50, i % 9 + 1);
            let (from, to) = (i % 64, i * 3 % 64);
            let _ = write!(
                text,
                "    if (in[{at}] == {is}) {{
        s->a += in[{other}] * {factor};
        t = s->table[{from}] ^ t;
    }} else {{
        r -= t + {i};
        s->table[{to}] = r;
    }}
    r = s->b > r ? r + {i} : r * 3;
"
            );
        }
        text += "    return r;\n}\n";
    }
    text
}
