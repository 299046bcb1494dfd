// Judges CSS by css-tree, which repairs what is wrong but says so.
const { judge, wanted } = require("./common.cjs");
const csstree = wanted("css-tree");

judge(`css-tree ${csstree.version}`, (text) => {
    let first;
    csstree.parse(text, {
        parseCustomProperty: false,
        onParseError: (error) => { first ??= `${error.line}: ${error.message}`; },
    });
    return first;
});
