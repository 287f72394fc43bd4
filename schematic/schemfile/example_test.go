package schemfile_test

import (
	"bytes"
	"fmt"

	"voxtide/schematic"
	"voxtide/schematic/schemfile"
	"voxtide/world"
)

func Example() {
	s := schematic.New([3]int32{2, 1, 1})
	s.Blocks[1] = world.Stone
	var b bytes.Buffer
	if err := schemfile.Write("schem", &b, s); err != nil {
		fmt.Println(err)
	}
	again, report, err := schemfile.Read("schem", &b)
	fmt.Println(again.Equal(s), len(report), err)
	// Output: true 0 <nil>
}
