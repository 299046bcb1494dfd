// SMT-LIB as expressions in brackets, for Picireny.
grammar Expressions;
text : expression* EOF ;
expression : '(' expression* ')' | ATOM ;
ATOM : '"' ~["]* '"' | '|' ~[|]* '|' | ~[()"| \t\r\n;]+ ;
COMMENT : ';' ~[\r\n]* -> channel(HIDDEN) ;
BLANKS : [ \t\r\n]+ -> channel(HIDDEN) ;
