package visits_test

import (
	"fmt"
	"os"

	"voxtide/server/visits"
)

func Example() {
	dir, _ := os.MkdirTemp("", "visits")
	defer os.RemoveAll(dir)
	l, _ := visits.Open(dir)
	l.Append(visits.Event{At: 1, Kind: visits.Came, Name: "carl", Key: "5fa3b01c", From: "192.0.2.7"})
	l.Append(visits.Event{At: 9, Kind: visits.Came, Name: "karl", Key: "77a9001d", From: "192.0.2.7"})
	l.Append(visits.Event{At: 20, Kind: visits.Refused, Name: "carl", Key: "5fa3b01c", From: "192.0.2.7", Text: "banned: spam"})
	l.Close() // the server ends, and starts again

	l, _ = visits.Open(dir)
	defer l.Close()
	own, others, _ := l.Of("carl", 10)
	for _, e := range own {
		fmt.Printf("%d %s %s %q\n", e.At, e.Kind, e.From, e.Text)
	}
	fmt.Println("from there came also", others)
	// Output:
	// 1 came 192.0.2.7 ""
	// 20 refused 192.0.2.7 "banned: spam"
	// from there came also [karl]
}
