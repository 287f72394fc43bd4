package start

import (
	"bytes"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"voxtide/store/disk"
)

// TestAdvice: of a cause and what it came to, the one counts that people can do something about.
func TestAdvice(t *testing.T) {
	for errno, want := range map[error]string{syscall.ENOSPC: "make room", syscall.EROFS: "choose another place", syscall.EIO: "look at the folder"} {
		var out bytes.Buffer
		code := Fail(&out, "server", fmt.Errorf("world w: %w: %w", disk.ErrUnreadable, errno))
		if text := out.String(); code != Failed || !strings.Contains(text, want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%v: %d %q", errno, code, text)
		}
	}
}
