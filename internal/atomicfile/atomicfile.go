// Package atomicfile writes files whole or not at all: a crash, a full disk or a power cut leaves the old file or the new
// one, never a part of either.
//
// Owner: any goroutine; nothing is shared. Invariants: the text is on the disk before the name is; a failure leaves no
// temporary file behind; errors name the file that was asked for, not the temporary one.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace writes a file in the place of the one at path, if there is one. The folder must exist.
func Replace(path string, data []byte, mode os.FileMode) error {
	return write(path, data, mode, os.Rename)
}

// Create writes a file at path unless there is one: then it leaves that one as it is. It makes the folder if need be.
func Create(path string, data []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return write(path, data, mode, link)
}

// link gives a file a second name, unless another file has that name already.
func link(from, to string) error {
	err := os.Link(from, to)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return os.Rename(from, to) // a file system without links
	}
	return nil
}

// write writes a temporary file beside path and then puts it there.
func write(path string, data []byte, mode os.FileMode, put func(from, to string) error) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return named(err, path)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(data)
	if err = errors.Join(err, temporary.Chmod(mode), temporary.Sync(), temporary.Close()); err != nil {
		return named(err, path)
	}
	if err := put(temporary.Name(), path); err != nil {
		return named(err, path)
	}
	if folder, err := os.Open(filepath.Dir(path)); err == nil {
		folder.Sync() // the name is durable, too; a folder that cannot be synced needs none
		folder.Close()
	}
	return nil
}

// named returns an error about a file under the name that the caller knows.
func named(err error, path string) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return &fs.PathError{Op: pathError.Op, Path: path, Err: pathError.Err}
	}
	var linkError *os.LinkError
	if errors.As(err, &linkError) {
		return &fs.PathError{Op: linkError.Op, Path: path, Err: linkError.Err}
	}
	return err
}
