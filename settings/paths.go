// Package settings knows the options of the client and the settings of the server, where files lie on this machine, and how
// to read and write the files of settings that people edit: TOML, written at the first start with a comment on each line.
//
// The table Options has one row for each option of the client. The file, the menu, the presets, the flags and their help
// walk it.
//
// Owner: the programs, at their start. Invariants: nothing here changes a running program; a file that cannot be read is
// an error that names the file and the line, and is never overwritten.
package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// HomeEnv is the environment variable with the folder of settings, keys and worlds.
const HomeEnv = "VOXTIDE_HOME"

// ErrWorldName is the error for the name of a world that cannot be the name of a folder.
var ErrWorldName = errors.New("settings: not a name of a world")

// Home returns the folder of settings, keys and worlds: the given one, or the one of the environment, or the system's.
func Home(asked string) (string, error) {
	if asked != "" {
		return filepath.Abs(asked)
	}
	if dir := os.Getenv(HomeEnv); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("settings: no home folder: %w; give one with --data DIR or %s", err, HomeEnv)
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

// WorldDir returns the folder of a world: below home for a plain name, or the name itself if it has a slash.
func WorldDir(home, name string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		return filepath.Abs(name)
	}
	if name == "" || name == "." || name == ".." || strings.HasPrefix(name, "-") || strings.ContainsAny(name, "\x00:*?\"<>|") {
		return "", fmt.Errorf("%w: %q", ErrWorldName, name)
	}
	return filepath.Join(home, "worlds", name), nil
}

// WorldDirFrom is World for a name in a file of settings: a path that does not begin at the root begins at home.
func WorldDirFrom(home, name string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		if filepath.IsAbs(name) {
			return filepath.Clean(name), nil
		}
		return filepath.Join(home, name), nil
	}
	return WorldDir(home, name)
}
