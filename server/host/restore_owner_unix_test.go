//go:build unix

package host

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"voxtide/protocol"
)

// TestRestoredForItsUser: files that root restores into the folder of the server's user belong to that user.
func TestRestoredForItsUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root alone can give files away")
	}
	root := t.TempDir()
	h, _ := openHost(t, filepath.Join(root, "worlds", "a"), nil)
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	const user, group = 61234, 61235
	home := filepath.Join(root, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(home, user, group); err != nil {
		t.Skip("files cannot be given away here: ", err)
	}
	if _, err := Restore(filepath.Join(root, "worlds", "a"), filepath.Join(home, "worlds", "b"), nil, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	files := 0
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		at, err := d.Info()
		if err != nil {
			return err
		}
		files++
		if st := at.Sys().(*syscall.Stat_t); st.Uid != user || st.Gid != group {
			t.Errorf("%s belongs to %d:%d", path, st.Uid, st.Gid)
		}
		return nil
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
}
