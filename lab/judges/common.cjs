// What the judges written in JavaScript share.
const fs = require("fs");
const path = require("path");

const UNAVAILABLE = 69;

/** A package, or the end of this judge. */
exports.wanted = (name) => {
    try {
        return require(name);
    } catch (error) {
        console.error(`the npm package ${name} is missing`);
        process.exit(UNAVAILABLE);
    }
};

/** Prints what `check` says of every file: a message, or nothing where it is valid. */
exports.judge = (name, check) => {
    const folder = process.argv[process.argv.length - 1];
    console.log(`judge\t${name}`);
    for (const file of fs.readdirSync(folder).filter((file) => file !== "origins.tsv").sort()) {
        const message = check(fs.readFileSync(path.join(folder, file), "utf8"), file);
        const words = String(message).replace(/\s+/g, " ").slice(0, 300);
        console.log(message ? `${file}\terror\t${words}` : `${file}\tok`);
    }
};
