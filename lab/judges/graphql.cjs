// Judges GraphQL by the parser of its reference implementation.
const { judge, wanted } = require("./common.cjs");
const { parse, version } = wanted("graphql");

judge(`graphql ${version}`, (text) => {
    try {
        parse(text, { noLocation: true });
        return undefined;
    } catch (error) {
        return error.message;
    }
});
