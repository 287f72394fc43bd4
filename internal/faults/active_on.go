//go:build faults

package faults

import (
	"fmt"
	"os"
)

var active = activeFromEnv(os.Getenv("VOXTIDE_FAULT"))

// activeFromEnv returns the fault of a name, none for the empty name. An unknown name ends the program: a run without
// the intended fault would prove nothing.
func activeFromEnv(name string) Fault {
	if name == "" {
		return ""
	}
	for _, r := range Table {
		if r.Fault == Fault(name) {
			return r.Fault
		}
	}
	fmt.Fprintf(os.Stderr, "faults: VOXTIDE_FAULT=%s is not in the table\n", name)
	os.Exit(2)
	return ""
}

// Active reports whether a fault is on: the one that VOXTIDE_FAULT named when the program started.
func Active(f Fault) bool { return f == active }
