//go:build !unix

package pebble

import (
	"io"
	"os"
)

// Lock implements vfs.FS.
func (p plainFS) Lock(name string) (io.Closer, error) {
	if i, err := os.Lstat(name); err == nil && !i.Mode().IsRegular() {
		return nil, &os.PathError{Op: "lock", Path: name, Err: os.ErrInvalid}
	}
	return p.FS.Lock(name)
}
