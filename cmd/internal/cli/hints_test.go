package cli

import (
	"bytes"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"voxtide/store/pebble"
)

// TestHints checks that of all causes the one that people can do something about decides the hint.
func TestHints(t *testing.T) {
	for errno, want := range map[error]string{syscall.ENOSPC: "make room", syscall.EROFS: "choose another place", syscall.EIO: "look at the folder"} {
		var out bytes.Buffer
		code := Fail(&out, "server", fmt.Errorf("world w: %w: %w", pebble.ErrUnreadable, errno))
		if text := out.String(); code != Failed || !strings.Contains(text, want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%v: %d %q", errno, code, text)
		}
	}
}
