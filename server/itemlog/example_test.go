package itemlog_test

import (
	"fmt"
	"os"

	"voxtide/server/itemlog"
)

func Example() {
	dir, _ := os.MkdirTemp("", "itemlog")
	defer os.RemoveAll(dir)
	l, _ := itemlog.Open(dir, 30, nil)
	defer l.Close()
	l.Add(itemlog.Line{At: 10, Name: "bob", How: itemlog.Came, All: []itemlog.Stack{{Item: "bread", Count: 2}}})
	l.Add(itemlog.Line{At: 20, Name: "bob", How: itemlog.Box, Item: "iron_ingot", Count: 7, Pos: [3]int32{10, 64, -3}})
	l.Add(itemlog.Line{At: 30, Name: "bob", How: itemlog.Dropped, Item: "iron_ingot", Count: -4})

	found, _ := l.Search(itemlog.Query{Name: "bob", Item: "iron_ingot", Most: 10})
	for _, line := range found.Lines {
		fmt.Println(line.At, line.Name, line.Text())
	}
	past, _ := l.Had("bob", 25, false)
	fmt.Println(past.Had, past.After[0].Text())
	// Output:
	// 20 bob +7 iron_ingot, out of the box at 10 64 -3
	// 30 bob -4 iron_ingot, dropped
	// [2 bread 7 iron_ingot] -4 iron_ingot, dropped
}
