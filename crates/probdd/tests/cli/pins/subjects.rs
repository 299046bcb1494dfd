//! Inputs that are always the same, and tests that need some of their tokens, in order.

use std::fmt::Write;

/// What is reduced.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// The input's name, which tells the language.
    pub(crate) file: &'static str,
    pub(crate) text: String,
    /// The script `test.sh`.
    pub(crate) test: String,
    /// The test: the script, or checks.
    pub(crate) command: &'static str,
}

/// Checks that need parts of the small C program.
pub(crate) const CHECKS: &str = r#"
[[check]]
name = 'braces'
run = '''test "$(tr -dc '{' <"$1" | wc -c)" = "$(tr -dc '}' <"$1" | wc -c)"'''

[[check]]
name = 'area'
run = '''tr -s ' \n\t' ' ' <"$1" | grep -Eq 'int area_3 ?[(].*area_2 ?[(]' '''

[[check]]
name = 'case'
run = '''tr -s ' \n\t' ' ' <"$1" | grep -Eq 'area_3.*area_5.*case 5 ?:' '''

[[check]]
name = 'return'
run = '''grep -q 'return' "$1"'''
after = ['area']
"#;

/// All subjects.
pub(crate) fn all() -> Vec<Subject> {
    let c = "int area_7 ?[(].*sides ?[[] ?at ?[]] ?[*] ?weight.*area_12 ?[(].*case 12 ?:.*return";
    let small = "int area_3 ?[(].*sides ?[[] ?at ?[]] ?[*] ?weight.*area_5 ?[(].*case 5 ?:.*return";
    let json = "\"users\" ?:.*\"name\" ?: ?\"user-17\".*\"blue\".*\"retries\" ?: ?5";
    let python = "class Stack5.*def push ?[(].*self[.]items[.]append.*raise ValueError.*stack_9";
    let rust = "enum Shape3.*impl.*fn area ?[(].*Square ?[(].*[*].*fn main";
    let log = "worker-2.*timeout.*retry 3.*at frame_2.*shutdown";
    let subject = |name, file, text, test| Subject { name, file, text, test, command: "test.sh" };
    let small = subject("small", "input.c", c_program(6), needs(small, "[{]", "[}]"));
    vec![
        subject("c", "input.c", c_program(18), needs(c, "[{]", "[}]")),
        subject("json", "input.json", json_document(), needs(json, "[[]", "[]]")),
        subject("python", "input.py", python_program(), needs(python, "[(]", "[)]")),
        subject("rust", "input.rs", rust_program(), needs(rust, "[(]", "[)]")),
        subject("log", "input.log", log_text(), needs(log, "[[]", "[]]")),
        Subject { name: "checks", command: "checks.toml", ..small.clone() },
        small,
    ]
}

/// A test that needs some text, whatever stands in the place of blanks, and as many opening as
/// closing brackets.
fn needs(pattern: &str, opening: &str, closing: &str) -> String {
    format!(
        "exec awk '{{ text = text \" \" $0 }}\nEND {{\n    gsub(/[ \\t]+/, \" \", text)\n    \
         exit !(text ~ /{pattern}/ && gsub(/{opening}/, \"\", text) == gsub(/{closing}/, \"\", text))\n\
         }}' \"$1\""
    )
}

/// A program with so many functions.
fn c_program(functions: usize) -> String {
    let mut text = "#include <stdio.h>\n#define LIMIT 64\n\n/* Shapes and their areas. */\n\
        enum kind { ROUND, SQUARE = 4, OTHER };\n\
        struct shape {\n    enum kind kind;\n    int sides[8];\n    struct shape *next;\n};\n\
        static int total;\n\nint area_0(struct shape *shape, int weight) { return weight; }\n"
        .to_owned();
    for number in 1..functions {
        let before = number - 1;
        write!(
            text,
            "\n// Adds the sides of shape {number}.\n\
             static int area_{number}(struct shape *shape, int weight)\n{{\n    \
             int sum = 0, extra_{number} = weight * {number};\n    \
             for (int at = 0; at < 8; at++) {{\n        \
             if (shape->sides[at] > LIMIT) {{\n            \
             sum += shape->sides[at] * weight;\n        \
             }} else if (weight == {number} && shape->next != NULL) {{\n            \
             sum -= area_{before}(shape->next, weight - 1);\n        \
             }} else {{\n            continue;\n        }}\n    }}\n    \
             switch (shape->kind) {{\n    case 0:\n        total += sum;\n        break;\n    \
             case {number}:\n        sum = extra_{number};\n    default:\n        \
             while (sum > LIMIT)\n            sum /= 2;\n    }}\n    \
             return shape ? sum : -1;\n}}\n"
        )
        .unwrap();
    }
    text += "\nint main(void)\n{\n    struct shape shape = { SQUARE, { 1, 2, 3 }, 0 };\n";
    for number in 0..functions {
        writeln!(text, "    printf(\"%d\\n\", area_{number}(&shape, {number} + 1));").unwrap();
    }
    text + "    return total;\n}\n"
}

fn json_document() -> String {
    let colour = |number: usize| ["red", "green", "blue", "white"][number % 4];
    let user = |number: usize| {
        format!(
            "    {{\n      \"id\": {number},\n      \"name\": \"user-{number}\",\n      \
             \"tags\": [\"{}\", \"{}\", null],\n      \
             \"address\": {{ \"city\": \"C{}\", \"zip\": [{}, {{}}], \"valid\": {} }}\n    }}",
            colour(number),
            colour(number / 3 + 1),
            number % 7,
            1000 + number,
            number.is_multiple_of(2)
        )
    };
    let users: Vec<String> = (0..50).map(user).collect();
    format!(
        "{{\n  \"version\": 3,\n  \"users\": [\n{}\n  ],\n  \"settings\": {{\n    \
         \"retries\": 5,\n    \"nested\": [[[1, 2], [3, [4, 5.5e3]]], []],\n    \
         \"empty\": \"\"\n  }}\n}}\n",
        users.join(",\n")
    )
}

fn python_program() -> String {
    let mut text = "#!/usr/bin/env python3\n\"\"\"Stacks of all sizes.\"\"\"\n\n\
        import sys\nfrom collections import deque\n"
        .to_owned();
    for number in 0..12 {
        write!(
            text,
            "\n\nclass Stack{number}:\n    \"\"\"A stack of {number} items.\"\"\"\n\n    \
             size = {number}\n\n    def __init__(self, items=()):\n        \
             self.items = deque(items)\n        self.count = len(self.items)\n\n    \
             def push(self, item, *others, **named):\n        \
             if self.count > self.size and not named:\n            \
             raise ValueError(f\"full: {{item}}\")\n        \
             for other in [item, *others]:\n            \
             self.items.append(other)\n            self.count += 1\n\n    \
             def pop(self):\n        try:\n            return self.items.pop()\n        \
             except IndexError:\n            return None\n        finally:\n            \
             self.count = len([item for item in self.items if item is not None])\n\n\n\
             # The stack for everybody.\nstack_{number} = Stack{number}(range({number}))\n"
        )
        .unwrap();
    }
    text += "\n\nif __name__ == \"__main__\":\n    if len(sys.argv) > 3:\n        \
        raise ValueError(\"too many\")\n";
    (0..12).for_each(|number| writeln!(text, "    stack_{number}.push({number})").unwrap());
    text
}

fn rust_program() -> String {
    let mut text = "//! Shapes.\n\nuse std::collections::HashMap;\nuse std::fmt::Debug;\n\n\
        pub trait Area: Debug {\n    fn area(&self) -> f64;\n}\n"
        .to_owned();
    for number in 0..10 {
        write!(
            text,
            "\n/// Shape {number}.\n#[derive(Clone, Debug)]\npub enum Shape{number}<T> {{\n    \
             Round {{ radius: T }},\n    Square(T),\n    None,\n}}\n\n\
             impl<T: Copy + Into<f64> + Debug> Area for Shape{number}<T> {{\n    \
             fn area(&self) -> f64 {{\n        match self {{\n            \
             Shape{number}::Round {{ radius }} => (*radius).into() * 3.0,\n            \
             Shape{number}::Square(side) if {number} > 2 => {{\n                \
             let side: f64 = (*side).into();\n                side * side\n            }}\n            \
             _ => {number} as f64,\n        }}\n    }}\n}}\n"
        )
        .unwrap();
    }
    text += "\nfn main() {\n    let mut areas = HashMap::new();\n";
    for number in 0..10 {
        writeln!(text, "    areas.insert({number}, Shape{number}::Square({number}.5f64).area());")
            .unwrap();
    }
    text + "    for (shape, area) in &areas {\n        println!(\"{shape}: {area:?}\");\n    }\n}\n"
}

fn log_text() -> String {
    let mut text = String::new();
    for number in 0..260 {
        let (worker, second, millis) = (number % 5, number % 60, number * 37 % 100);
        let line = match number % 20 {
            7 => {
                format!("ERROR request {number} timeout (after {millis} ms), retry {}", number % 6)
            }
            8 => "WARN [pool: {size: 4, waiting: [1, 2, 3]}]".to_owned(),
            _ => format!("INFO request {number} took {millis} ms"),
        };
        writeln!(text, "2024-03-05 12:00:{second:02} worker-{worker} {line}").unwrap();
        if number % 20 == 7 {
            (0..4).for_each(|at| writeln!(text, "    at frame_{at} (pool.rs:{number})").unwrap());
        }
    }
    text + "2024-03-05 12:01:00 main INFO shutdown\n"
}
