<?php
// Judges PHP by its own parser.
$folder = end($argv);
echo "judge\tPHP ", PHP_VERSION, "\n";
error_reporting(0);
foreach (scandir($folder) as $name) {
    if (!is_file("$folder/$name") || $name === "origins.tsv") {
        continue;
    }
    try {
        token_get_all(file_get_contents("$folder/$name"), TOKEN_PARSE);
        echo "$name\tok\n";
    } catch (ParseError $error) {
        $message = preg_replace('/\s+/', " ", $error->getMessage());
        echo "$name\terror\t{$error->getLine()}: $message\n";
    }
}
