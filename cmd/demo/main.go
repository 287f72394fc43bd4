//go:build !(js && wasm)

// Command demo is the demonstration for browsers: the real server and clients as WebAssembly, steered by the page of package
// lab/demo. `make demo` builds it, `netlab demo` serves it; as a program of this machine it only says so.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "demo: this program runs in a browser: `make demo` builds it, `bin/netlab demo` serves it")
	os.Exit(2)
}
