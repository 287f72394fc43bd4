// Package settings says where things lie on this machine, and reads and writes the files of settings that people edit:
// TOML, with a comment on each line that they may want to change, written at the first start.
//
// Owner: the programs, at their start. Invariants: nothing here changes a running program; a file that cannot be
// understood is an error that names the file and the line, and is never overwritten.
package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// HomeVariable is the environment variable that names the folder of settings, keys and worlds.
const HomeVariable = "VOXTIDE_HOME"

// ErrWorldName says that a name of a world cannot be the name of a folder.
var ErrWorldName = errors.New("settings: not a name of a world")

// Home returns the folder of settings, keys and worlds: asked for, or else that of the environment, or else the system's.
func Home(asked string) (string, error) {
	if asked != "" {
		return filepath.Abs(asked)
	}
	if dir := os.Getenv(HomeVariable); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("settings: no home folder: %w; say where things are to lie with --data DIR or %s", err, HomeVariable)
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("AppData"); dir != "" {
			return filepath.Join(dir, "Voxtide"), nil
		}
		return filepath.Join(home, "AppData", "Roaming", "Voxtide"), nil
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "Voxtide"), nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "voxtide"), nil
	}
	return filepath.Join(home, ".local", "share", "voxtide"), nil
}

// World returns the folder of a world: one below home for a plain name, and what is given itself if it has a slash.
func World(home, name string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		return filepath.Abs(name)
	}
	if name == "" || name == "." || name == ".." || strings.HasPrefix(name, "-") || strings.ContainsAny(name, "\x00:*?\"<>|") {
		return "", fmt.Errorf("%w: %q", ErrWorldName, name)
	}
	return filepath.Join(home, "worlds", name), nil
}

// WorldIn is World for a name in a file of settings: a path that does not begin at the root begins at home.
func WorldIn(home, name string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		if filepath.IsAbs(name) {
			return filepath.Clean(name), nil
		}
		return filepath.Join(home, name), nil
	}
	return World(home, name)
}

// writeNew writes a file that must not be there yet, whole or not at all.
func writeNew(path string, text []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	name, err := written(path, text, mode)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	if err := os.Link(name, path); err != nil && !errors.Is(err, os.ErrExist) {
		return os.Rename(name, path) // a file system without links
	}
	return nil
}

// replace writes a file in the place of the one that is there, whole or not at all.
func replace(path string, text []byte, mode os.FileMode) error {
	name, err := written(path, text, mode)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	return os.Rename(name, path)
}

// written writes a file beside the one at a path, and has it on the disk. It returns its name.
func written(path string, text []byte, mode os.FileMode) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
