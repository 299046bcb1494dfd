// Judges HTML by parse5, which knows the errors that the HTML standard names.
import fs from "fs";
import { createRequire } from "module";
import path from "path";

const require = createRequire(process.env.NODE_PATH + "/");
const { judge } = createRequire(import.meta.url)("./common.cjs");

let parse5;
try {
    parse5 = await import(require.resolve("parse5"));
} catch (error) {
    console.error("the npm package parse5 is missing");
    process.exit(69);
}

/** What browsers are to be strict about is no matter of syntax. */
const OF_MODE = new Set(["missing-doctype", "non-conforming-doctype"]);

/** How often each kind of error is found, and where first. */
const errors = (text) => {
    const found = new Map();
    parse5.parse(text, {
        sourceCodeLocationInfo: true,
        onParseError: ({ code, startLine }) => {
            if (OF_MODE.has(code)) return;
            const { count, line } = found.get(code) ?? { count: 0, line: startLine };
            found.set(code, { count: count + 1, line });
        },
    });
    return found;
};

// Many documents have errors. A candidate may have those of its original.
const folder = process.argv[process.argv.length - 1];
const known = new Map();
const errorsOfOriginal = (file) => {
    const name = `${file.split("-")[0]}-original${path.extname(file)}`;
    if (!known.has(name)) known.set(name, errors(fs.readFileSync(path.join(folder, name), "utf8")));
    return known.get(name);
};

judge("parse5", (text, file) => {
    const allowed = errorsOfOriginal(file);
    for (const [code, { count, line }] of errors(text)) {
        if (count > (allowed.get(code)?.count ?? 0)) return `${line}: ${code}`;
    }
    return undefined;
});
