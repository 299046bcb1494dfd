// Reads a list of places and prints the way from each to the one that it names. With FIXED in the
// environment it checks that there is such a place.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type place struct {
	Name string
	Next int
	Tags []string
}

func way(places []place, from place) string {
	if os.Getenv("FIXED") != "" && (from.Next < 0 || from.Next >= len(places)) {
		return from.Name
	}
	return from.Name + " -> " + places[from.Next].Name
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		os.Exit(2)
	}
	var places []place
	if err := json.Unmarshal(text, &places); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, from := range places {
		fmt.Println(way(places, from))
	}
}
