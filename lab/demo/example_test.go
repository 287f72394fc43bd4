package demo_test

import (
	"errors"
	"fmt"

	"voxtide/lab/demo"
)

// Without the files of `make demo` there is no site, and the error says what makes them.
func Example() {
	_, err := demo.Open("/nowhere")
	fmt.Println(errors.Is(err, demo.ErrNotBuilt), err)
	// Output: true the demonstration is not built here; `make demo` builds it (looked in /nowhere)
}
