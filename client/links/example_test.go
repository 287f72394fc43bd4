package links_test

import (
	"fmt"

	"voxtide/client/links"
)

// A mode as settings write it.
func ExampleParseMode() {
	m, ok := links.ParseMode("friends")
	fmt.Println(m, ok)
	// Output: friends true
}
