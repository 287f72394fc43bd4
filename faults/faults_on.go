//go:build faults

package faults

import (
	"fmt"
	"os"
)

var active = read(os.Getenv("VOXTIDE_FAULT"))

// read takes the name of a fault, empty for none. A name that does not exist ends the program: a run that was meant
// to be faulty and is not would prove nothing.
func read(name string) Fault {
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

// Active tells whether a fault is on: the one that VOXTIDE_FAULT named when the program started.
func Active(f Fault) bool { return f == active }
