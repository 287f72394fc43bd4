package control

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"
)

// LocalPathMax bounds the path of a local socket, in bytes: systems have room for little more.
const LocalPathMax = 100

// ErrLocalPath says that the path of a local socket is too long.
var ErrLocalPath = errors.New("the path of a local socket has at most 100 bytes")

// ListenLocal opens a local socket that its owner and root alone can use; the folder is made if need be. What a server left there that
// was killed is removed. Errors: ErrLocalPath, that somebody listens there, those of the system.
func ListenLocal(path string) (net.Listener, error) {
	if len(path) > LocalPathMax {
		return nil, fmt.Errorf("%w: %s", ErrLocalPath, path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if i, err := os.Lstat(path); err == nil {
		if i.Mode()&fs.ModeSocket == 0 {
			return nil, fmt.Errorf("%s is there and no socket: move it away", path)
		}
		if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
			c.Close()
			return nil, fmt.Errorf("another server listens at %s", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return &localListener{l}, nil
}

// localListener lets in connections of its own user and of root alone, where the system tells.
type localListener struct{ net.Listener }

// Accept implements net.Listener.
func (l *localListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if uid, known := peerUser(c); !known || uid == 0 || uid == os.Getuid() {
			return c, nil
		}
		c.Close()
	}
}
