// Judges HTML by parse5, which knows the errors that the HTML standard names.
import { createRequire } from "module";
const require = createRequire(process.env.NODE_PATH + "/");
const { judge } = createRequire(import.meta.url)("./common.cjs");

let parse5;
try {
    parse5 = await import(require.resolve("parse5"));
} catch (error) {
    console.error("the npm package parse5 is missing");
    process.exit(69);
}

judge("parse5", (text) => {
    let first;
    parse5.parse(text, {
        sourceCodeLocationInfo: true,
        onParseError: (error) => { first ??= `${error.startLine}: ${error.code}`; },
    });
    return first;
});
