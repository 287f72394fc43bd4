package leaktest

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestFind: a goroutine that ends later than goleak waits by itself is none that is left; one that does not end is.
func TestFind(t *testing.T) {
	others, end := []goleak.Option{goleak.IgnoreCurrent()}, make(chan struct{})
	go func() { <-end }()
	if err := find(0, others); err == nil || !strings.Contains(err.Error(), "TestFind") {
		t.Errorf("a goroutine that is left: %v", err)
	}
	time.AfterFunc(2*time.Second, func() { close(end) })
	if err := find(patience, others); err != nil {
		t.Error(err)
	}
}
