// JSON, for Picireny.
grammar Json;
text : value EOF ;
value : members | elements | STRING | NUMBER | WORD ;
members : '{' (member (',' member)*)? '}' ;
member : STRING ':' value ;
elements : '[' (value (',' value)*)? ']' ;
STRING : '"' ('\\' . | ~["\\])* '"' ;
NUMBER : '-'? [0-9]+ ('.' [0-9]+)? ([eE] '-'? '+'? [0-9]+)? ;
WORD : [a-z]+ ;
BLANKS : [ \t\r\n]+ -> channel(HIDDEN) ;
