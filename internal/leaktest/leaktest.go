// Package leaktest finds goroutines that a test leaves behind. It waits for those that are ending, as long as a busy machine may
// take for that. Only tests import it.
package leaktest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long goroutines that are ending have to end. Only a test that fails waits for it.
const patience = time.Minute

// Check fails a test that has left goroutines behind, except some.
func Check(t testing.TB, except ...goleak.Option) {
	t.Helper()
	if err := find(patience, except); err != nil {
		t.Error(err)
	}
}

// Main runs the tests of a package, which fails if they have left goroutines behind, except some.
func Main(m *testing.M, except ...goleak.Option) {
	code := m.Run()
	if code == 0 {
		if err := find(patience, except); err != nil {
			fmt.Fprintln(os.Stderr, "leaktest: after all tests:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// find returns an error that lists the goroutines that are left after some time.
func find(patience time.Duration, except []goleak.Option) error {
	begin := time.Now()
	for {
		err := goleak.Find(except...) // takes 0.4 s if there are some
		if err == nil || time.Since(begin) > patience {
			return err
		}
	}
}
