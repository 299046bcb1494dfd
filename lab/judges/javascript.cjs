// Judges JavaScript by V8: as a module if the original is one, else as a script's function body.
const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { judge } = require("./common.cjs");

/** Node wraps scripts so; a return outside of any function is an error of syntax otherwise. */
const script = (text) => new vm.Script(`(function () {${text.replace(/^#!/, "//")}\n})`);
const module_ = (text) => new vm.SourceTextModule(text);

/** Jumps without a target, `super` without one and names declared twice are a matter of meaning. */
const ofMeaning = /Illegal (break|continue|return)|'super' keyword|Undefined label|already been declared|Export '/;

const error = (parse, text) => {
    try {
        parse(text);
        return undefined;
    } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return ofMeaning.test(error.message) ? undefined : error.message;
    }
};

const folder = process.argv[process.argv.length - 1];
const parsers = new Map();
const parser = (file) => {
    const number = file.split("-")[0];
    if (!parsers.has(number)) {
        const original = path.join(folder, `${number}-original${path.extname(file)}`);
        const text = fs.readFileSync(original, "utf8");
        parsers.set(number, error(script, text) === undefined ? script : module_);
    }
    return parsers.get(number);
};

judge(`V8 ${process.versions.v8}`, (text, file) => error(parser(file), text));
