// Judges Solidity by the grammar of the ANTLR parser for it.
const { judge, wanted } = require("./common.cjs");
const parser = wanted("@solidity-parser/parser");
const { version } = wanted("@solidity-parser/parser/package.json");

judge(`@solidity-parser/parser ${version}`, (text) => {
    try {
        parser.parse(text);
        return undefined;
    } catch (error) {
        return error.message;
    }
});
