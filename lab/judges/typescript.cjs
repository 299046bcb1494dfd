// Judges TypeScript, and TSX, by the TypeScript compiler's parser.
const { judge, wanted } = require("./common.cjs");
const ts = wanted("typescript");

judge(`TypeScript ${ts.version}`, (text, file) => {
    const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
    const [first] = source.parseDiagnostics;
    if (!first) return undefined;
    const { line } = source.getLineAndCharacterOfPosition(first.start);
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(first.messageText, " ")}`;
});
