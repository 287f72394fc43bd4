package keep

import (
	"fmt"
	"strings"
	"testing"
)

// TestKeep: texts of all lengths stay what they were, and a block is one object for many of them.
func TestKeep(t *testing.T) {
	var k Texts
	var given, kept []string
	for i := range 5000 {
		text := strings.Repeat(fmt.Sprint(i, "/"), 1+i%9)
		if i%100 == 0 {
			text = strings.Repeat(text, 200)
		}
		given, kept = append(given, text), append(kept, k.Keep(text))
	}
	for i := range given {
		if kept[i] != given[i] {
			t.Fatalf("the %d-th is %q, want %q", i, kept[i], given[i])
		}
	}
	if k.Keep("") != "" {
		t.Error("an empty text became another")
	}
	text := strings.Repeat("x", 32)
	if n := testing.AllocsPerRun(blockBytes/len(text)*10, func() { k.Keep(text) }); n != 0 { // below half of one
		t.Errorf("%v objects a text", n)
	}
}

func Example() {
	var names Texts
	a, b := names.Keep("anna"), names.Keep("bob")
	fmt.Println(a, b)
	// Output: anna bob
}
