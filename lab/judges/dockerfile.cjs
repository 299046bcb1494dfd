// Judges Dockerfiles by dockerfile-utils, which also looks at what is not syntax.
const { judge, wanted } = require("./common.cjs");
const { validate, ValidationCode } = wanted("dockerfile-utils");
const { version } = wanted("dockerfile-utils/package.json");

// The severity of an error in the language server protocol.
const ERROR = 1;

// Which image a build begins with is meaning.
const MEANING = [ValidationCode.NO_SOURCE_IMAGE, ValidationCode.BASE_NAME_EMPTY];

const isOfSyntax = ({ code, severity }) => severity === ERROR && !MEANING.includes(code);

judge(`dockerfile-utils ${version}`, (text) => {
    const wrong = validate(text).find(isOfSyntax);
    return wrong && `${wrong.range.start.line + 1}: ${wrong.message}`;
});
