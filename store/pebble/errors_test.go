package pebble

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestErrorsSayItOnce: an error that was named for the same reason twice says so once, and is known by reason and cause.
func TestErrorsSayItOnce(t *testing.T) {
	cause := errors.New("pebble: a file is gone")
	for _, err := range []error{causedError{ErrUnreadable, causedError{ErrUnreadable, cause}}, causedError{ErrUnreadable, fmt.Errorf("make the world: %w", causedError{ErrUnreadable, cause})}} {
		if n := strings.Count(err.Error(), ErrUnreadable.Error()); n != 1 || !errors.Is(err, ErrUnreadable) || !errors.Is(err, cause) {
			t.Errorf("%d times: %v", n, err)
		}
	}
	if err := (causedError{ErrNewer, causedError{ErrUnreadable, cause}}); strings.Count(err.Error(), ": ") != 3 {
		t.Errorf("two reasons: %v", err)
	}
}
