// XML as elements, attributes and text, for Picireny.
grammar Markup;
text : (DECLARATION | TYPES | INSTRUCTION | COMMENT | TEXT)* element (INSTRUCTION | COMMENT | TEXT)* EOF ;
element : start content* END | EMPTY ;
start : START ;
content : element | TEXT | COMMENT | SECTION | INSTRUCTION ;
DECLARATION : '<?xml' .*? '?>' ;
INSTRUCTION : '<?' .*? '?>' ;
COMMENT : '<!--' .*? '-->' ;
SECTION : '<![CDATA[' .*? ']]>' ;
TYPES : '<!DOCTYPE' ~[[>]* ('[' .*? ']' [ \t\r\n]*)? '>' ;
END : '</' ~[>]* '>' ;
EMPTY : '<' NAME (VALUE | ~["'<>/])* '/>' ;
START : '<' NAME (VALUE | ~["'<>/])* '>' ;
TEXT : ~[<]+ ;
fragment NAME : [A-Za-z_:] [-A-Za-z0-9_:.]* ;
fragment VALUE : '"' ~["]* '"' | '\'' ~[']* '\'' ;
