// Judges Go by go/parser.
package main

import (
	"bufio"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	folder := os.Args[1]
	entries, err := os.ReadDir(folder)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintf(out, "judge\t%s go/parser\n", runtime.Version())
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != ".go" {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		_, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			fmt.Fprintf(out, "%s\tok\n", entry.Name())
			continue
		}
		message := strings.ReplaceAll(err.Error(), path+":", "")
		fmt.Fprintf(out, "%s\terror\t%s\n", entry.Name(), strings.ReplaceAll(message, "\n", " "))
	}
}
