//! What other languages and libraries call the methods of JavaScript: `list.append(x)` is `list.push(x)` here.
//!
//! Only for messages about calls that failed. Names are compared without case and underscores; `$` in a remedy stands
//! for the receiver.

/// What a method was called on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Receiver {
    Array,
    Text,
    Number,
    Map,
    Set,
    Date,
    /// An object without a kind of its own.
    Plain,
}

/// Names and what to write instead.
type Idioms = &'static [(&'static [&'static str], &'static str)];

const ARRAY: Idioms = &[
    (&["append", "add", "addlast", "pushback", "insertlast"], "`$.push(…)`"),
    (&["extend", "addall", "appendall", "pushall", "concatall"], "`$.push(...items)`"),
    (&["prepend", "addfirst", "pushfront"], "`$.unshift(…)`"),
    (&["contains", "has", "include", "exists"], "`$.includes(…)`"),
    (&["size", "count", "len", "getlength"], "`$.length`"),
    (&["isempty", "empty"], "`$.length === 0`"),
    (&["first", "head", "front"], "`$[0]`"),
    (&["last", "peek", "back"], "`$.at(-1)`"),
    (&["get", "elementat", "item", "nth"], "`$[index]`"),
    (&["set", "setat"], "`$[index] = value`"),
    (&["each", "eachwithindex", "iterate"], "`$.forEach(…)`"),
    (&["select", "where", "findall", "filterby", "grep"], "`$.filter(…)`"),
    (&["reject", "without", "exclude", "filternot"], "`$.filter((item) => !…)`"),
    (&["collect", "pluck"], "`$.map(…)`"),
    (&["selectmany", "mapcat", "concatmap"], "`$.flatMap(…)`"),
    (&["inject", "fold", "foldl", "foldleft", "aggregate"], "`$.reduce((result, item) => …, start)`"),
    (&["sum", "total"], "`$.reduce((sum, n) => sum + n, 0)`"),
    (&["average", "mean", "avg"], "`$.reduce((sum, n) => sum + n, 0) / $.length`"),
    (&["max"], "`Math.max(...$)`"),
    (&["min"], "`Math.min(...$)`"),
    (&["any", "anymatch"], "`$.some(…)`"),
    (&["all", "allmatch"], "`$.every(…)`"),
    (&["none", "nonematch"], "`!$.some(…)`"),
    (&["detect", "firstordefault", "findfirst", "single"], "`$.find(…)`"),
    (&["unique", "uniq", "distinct", "dedupe", "uniqby"], "`[...new Set($)]`"),
    (&["groupby", "group", "partition"], "`Object.groupBy($, (item) => …)`"),
    (
        &["keyby", "indexby", "toobject", "todict", "tomap", "associate"],
        "`Object.fromEntries($.map((item) => [key, item]))`",
    ),
    (&["sortby", "orderby", "sorted", "sortedby"], "`$.toSorted((a, b) => …)`"),
    (&["remove", "delete", "removeat", "erase", "discard"], "`$.splice(index, 1)`, or `$.filter(…)` for a new array"),
    (&["insert", "insertat", "addat"], "`$.splice(index, 0, item)`"),
    (&["clear"], "`$.length = 0`"),
    (&["clone", "copy", "dup", "tolist", "toarray"], "`[...$]`"),
    (&["take", "limit"], "`$.slice(0, n)`"),
    (&["skip", "drop"], "`$.slice(n)`"),
    (&["chunk", "batch", "ingroupsof"], "`$.slice(i, i + size)` in a loop"),
    (&["compact"], "`$.filter(Boolean)`"),
    (&["implode"], "`$.join(separator)`"),
    (&["zip"], "`$.map((item, i) => [item, other[i]])`"),
    (&["enumerate", "items"], "`$.entries()`"),
    (&["equals"], "`$.every((item, i) => item === other[i])`"),
];

const TEXT: Idioms = &[
    (&["contains", "include", "has"], "`$.includes(…)`"),
    (&["size", "count", "len", "getlength"], "`$.length`"),
    (&["isempty", "empty", "isblank"], "`$.trim() === \"\"`"),
    (&["strip"], "`$.trim()`"),
    (&["lstrip", "ltrim", "trimleft"], "`$.trimStart()`"),
    (&["rstrip", "rtrim", "chomp"], "`$.trimEnd()`"),
    (&["lower", "downcase", "tolower", "lowercase", "casefold"], "`$.toLowerCase()`"),
    (&["upper", "upcase", "toupper", "uppercase"], "`$.toUpperCase()`"),
    (&["capitalize", "title", "titlecase", "ucfirst", "upperfirst"], "`$.charAt(0).toUpperCase() + $.slice(1)`"),
    (&["reverse", "reversed"], "`[...$].reverse().join(\"\")`"),
    (&["format", "sprintf"], "a template literal: `${…}` between backticks"),
    (&["equals", "eq"], "`$ === other`"),
    (&["equalsignorecase"], "`$.toLowerCase() === other.toLowerCase()`"),
    (&["find", "index", "position", "strpos"], "`$.indexOf(…)`"),
    (&["rfind", "rindex"], "`$.lastIndexOf(…)`"),
    (&["gsub", "sub", "strreplace"], "`$.replaceAll(…)`"),
    (&["chars", "tochararray", "toarray"], "`[...$]`"),
    (&["lines", "splitlines"], "`$.split(\"\\n\")`"),
    (&["explode"], "`$.split(separator)`"),
    (&["join"], "`items.join($)`: the array comes first"),
    (&["append", "add", "push", "concatenate"], "`$ + other`, assigned to the variable"),
    (&["toint", "toi", "tonumber", "tofloat", "tof", "parseint", "parsefloat"], "`Number($)`"),
    (&["isdigit", "isnumeric"], "`Number.isFinite(Number($))`"),
    (&["ljust", "padright"], "`$.padEnd(n)`"),
    (&["rjust", "padleft", "zfill", "lpad"], "`$.padStart(n, \"0\")`"),
    (&["matches", "ismatch"], "`/…/.test($)`"),
    (&["first"], "`$[0]`"),
    (&["last"], "`$.at(-1)`"),
    (&["json", "parsejson"], "`JSON.parse($)`"),
    (&["getbytes", "encode", "bytes"], "`new TextEncoder().encode($)`"),
    (&["formatdate", "toisostring", "gettime", "getfullyear"], "`new Date($).toISOString()`"),
];

const NUMBER: Idioms = &[
    (&["format", "numberformat"], "`$.toFixed(2)` or `$.toLocaleString(\"en-US\")`"),
    (&["round"], "`Math.round($)`"),
    (&["floor"], "`Math.floor($)`"),
    (&["ceil"], "`Math.ceil($)`"),
    (&["abs"], "`Math.abs($)`"),
    (&["sqrt"], "`Math.sqrt($)`"),
    (&["pow"], "`$ ** n`"),
    (&["tos", "str", "tostr"], "`String($)`"),
    (&["toint", "toi"], "`Math.trunc($)`"),
    (&["isnan"], "`Number.isNaN($)`"),
    (&["times"], "`for (let i = 0; i < $; i++)`"),
];

const MAP: Idioms = &[
    (&["put", "add", "insert", "store"], "`$.set(key, value)`"),
    (&["contains", "containskey", "haskey", "includes", "include"], "`$.has(key)`"),
    (&["len", "length", "count"], "`$.size`"),
    (&["isempty", "empty"], "`$.size === 0`"),
    (&["remove"], "`$.delete(key)`"),
    (&["getordefault", "fetch"], "`$.get(key) ?? fallback`"),
    (&["toobject", "todict", "tojson"], "`Object.fromEntries($)`"),
    (&["items"], "`$.entries()`"),
];

const SET: Idioms = &[
    (&["push", "append", "insert", "put"], "`$.add(…)`"),
    (&["contains", "includes", "include"], "`$.has(…)`"),
    (&["len", "length", "count"], "`$.size`"),
    (&["isempty", "empty"], "`$.size === 0`"),
    (&["remove", "discard"], "`$.delete(…)`"),
    (&["toarray", "tolist"], "`[...$]`"),
];

const DATE: Idioms = &[
    (&["format", "strftime", "tostringformat"], "`$.toISOString()`, or `$.toLocaleDateString(\"en-US\", { … })`"),
    (&["isoformat", "toiso"], "`$.toISOString()`"),
    (&["year"], "`$.getFullYear()`"),
    (&["unix", "timestamp", "totimestamp"], "`$.getTime()`"),
    (&["add", "adddays", "plusdays", "plus", "subtract"], "`new Date($.getTime() + days * 86_400_000)`"),
    (&["diff", "isbefore", "isafter"], "`$ - other`, in milliseconds"),
];

const PLAIN: Idioms = &[
    (&["get", "fetch", "getordefault"], "`$[key] ?? fallback`"),
    (&["set", "put", "store"], "`$[key] = value`"),
    (&["has", "haskey", "containskey", "contains", "includes", "include", "exists"], "`key in $`"),
    (&["keys"], "`Object.keys($)`"),
    (&["values"], "`Object.values($)`"),
    (&["items", "entries", "iteritems"], "`Object.entries($)`"),
    (&["size", "count", "len", "length"], "`Object.keys($).length`"),
    (&["isempty", "empty"], "`Object.keys($).length === 0`"),
    (&["delete", "remove", "pop"], "`delete $[key]`"),
    (&["update", "merge", "assign", "extend"], "`Object.assign($, other)`"),
    (&["clone", "copy", "deepcopy"], "`structuredClone($)`"),
    (&["tojson", "stringify", "dumps"], "`JSON.stringify($)`"),
    (&["json", "text", "body", "arraybuffer"], "`$` itself: results of tools are data already"),
    (&["each"], "`Object.entries($)` in a loop"),
];

/// Functions that are looked for on the constructors and namespaces of the language.
const STATIC: &[(&str, Idioms)] = &[
    (
        "JSON",
        &[
            (&["decode", "loads", "load", "deserialize", "parsejson"], "`JSON.parse(text)`"),
            (&["encode", "dumps", "dump", "serialize", "tostring"], "`JSON.stringify(value)`"),
        ],
    ),
    (
        "Object",
        &[
            (&["length", "size", "count"], "`Object.keys(value).length`"),
            (&["isempty"], "`Object.keys(value).length === 0`"),
            (&["map", "mapvalues"], "`Object.fromEntries(Object.entries(value).map(([key, item]) => [key, …]))`"),
            (&["filter"], "`Object.fromEntries(Object.entries(value).filter(([key, item]) => …))`"),
            (&["foreach", "each"], "`Object.entries(value).forEach(([key, item]) => …)`"),
            (&["merge", "extend"], "`Object.assign({}, a, b)`"),
            (&["clone", "copy"], "`structuredClone(value)`"),
            (&["has", "haskey"], "`Object.hasOwn(value, key)`"),
        ],
    ),
    ("Array", &[(&["range", "create", "fill"], "`Array.from({ length: n }, (_, i) => i)`")]),
    (
        "Math",
        &[
            (&["sum"], "`numbers.reduce((sum, n) => sum + n, 0)`"),
            (&["average", "mean", "avg"], "`numbers.reduce((sum, n) => sum + n, 0) / numbers.length`"),
            (&["clamp"], "`Math.min(Math.max(n, low), high)`"),
            (&["randint", "randomint", "randrange"], "`Math.floor(Math.random() * n)`"),
        ],
    ),
    ("Number", &[(&["parse", "valueof", "from", "toint"], "`Number(text)`")]),
    (
        "String",
        &[
            (&["format"], "a template literal: `${…}` between backticks"),
            (&["join"], "`items.join(separator)`"),
            (&["valueof", "from"], "`String(value)`"),
        ],
    ),
    (
        "Promise",
        &[
            (&["map", "each", "foreach", "mapseries"], "`Promise.all(items.map(async (item) => …))`"),
            (&["props"], "`Promise.all(Object.values(promises))`"),
            (&["defer"], "`Promise.withResolvers()`"),
        ],
    ),
    ("Date", &[(&["today", "current"], "`new Date()`"), (&["from", "fromtimestamp"], "`new Date(value)`")]),
    ("console", &[(&["success", "print", "println", "fatal", "notice", "verbose"], "`console.log(…)`")]),
    (
        "crypto",
        &[
            (&["randombytes"], "`crypto.getRandomValues(new Uint8Array(n))`"),
            (&["uuid", "uuidv4"], "`crypto.randomUUID()`"),
        ],
    ),
];

/// What to write instead of calling `name` on a receiver written `base`.
pub(super) fn method(receiver: Receiver, base: &str, name: &str) -> Option<String> {
    let idioms = match receiver {
        Receiver::Array => ARRAY,
        Receiver::Text => TEXT,
        Receiver::Number => NUMBER,
        Receiver::Map => MAP,
        Receiver::Set => SET,
        Receiver::Date => DATE,
        Receiver::Plain => PLAIN,
    };
    find(idioms, base, name)
}

/// What to write instead of calling `name` on a constructor or namespace of the language.
pub(super) fn function(base: &str, name: &str) -> Option<String> {
    let (_, idioms) = STATIC.iter().find(|(known, _)| *known == base)?;
    find(idioms, base, name)
}

fn find(idioms: Idioms, base: &str, name: &str) -> Option<String> {
    let folded: String = name.chars().filter(|ch| *ch != '_').flat_map(char::to_lowercase).collect();
    let (_, remedy) = idioms.iter().find(|(names, _)| names.contains(&folded.as_str()))?;
    Some(format!("write {}", remedy.replace("${", "\u{0}").replace('$', base).replace('\u{0}', "${")))
}
