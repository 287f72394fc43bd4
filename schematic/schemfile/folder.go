package schemfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"voxtide/internal/atomicfile"
	"voxtide/schematic"
	"voxtide/schematic/foreign"
)

// Folder is a folder of schematics. Its methods may be called by one goroutine at a time.
type Folder struct{ Dir string }

// Bounds of a folder.
const (
	filesMax  = 1000 // files that commands save into a folder
	listedMax = 40   // files that List names
)

// ValidName reports whether a file may have a name: letters, digits, hyphens and underscores, at most 64 of them, with the end of a format or without.
func ValidName(name string) bool {
	if bare, end, has := strings.Cut(name, "."); has {
		if formatNamed(end) == nil {
			return false
		}
		name = bare
	}
	for _, r := range name {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

// entries returns the schematics of the folder, in order of name; none if there is no folder.
func (f *Folder) entries() ([]fs.DirEntry, error) {
	all, err := os.ReadDir(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool {
		return !e.Type().IsRegular() || !ValidName(strings.ToLower(e.Name())) || !strings.Contains(e.Name(), ".")
	}), err
}

// List names the schematics of the folder, for people.
func (f *Folder) List() (lines []string, err error) {
	all, err := f.entries()
	if err != nil {
		return nil, err
	}
	for _, e := range all[:min(len(all), listedMax)] {
		text := "  " + e.Name()
		if info, err := e.Info(); err == nil {
			text += fmt.Sprintf(", %d kB, %s", (info.Size()+1023)/1024, info.ModTime().UTC().Format("2006-01-02"))
		}
		lines = append(lines, text)
	}
	switch {
	case len(all) == 0:
		lines = []string{"there are no schematics: //schematic save FILE makes one of what you have copied, and .schem, .mts and .vxs files can be put into the folder schematics of the world"}
	case len(all) > listedMax:
		lines = append(lines, fmt.Sprintf("  ... and %d more", len(all)-listedMax))
	}
	return lines, nil
}

// Load reads a schematic by its name, with the end of its format or without, whatever its case. Errors: those of Read, and one that says what is there
// instead.
func (f *Folder) Load(name string) (*schematic.Schematic, foreign.Report, error) {
	all, err := f.entries()
	if err != nil {
		return nil, nil, err
	}
	for _, e := range all {
		bare, end, _ := strings.Cut(strings.ToLower(e.Name()), ".")
		if name != bare && name != bare+"."+end {
			continue
		}
		root, err := os.OpenRoot(f.Dir) // no link in the folder leads out of it
		if err != nil {
			return nil, nil, err
		}
		defer root.Close()
		file, err := root.Open(e.Name())
		if err != nil {
			return nil, nil, err
		}
		defer file.Close()
		return Read(end, file)
	}
	return nil, nil, fmt.Errorf("there is no schematic %s; //schematic list shows them", name)
}

// Save writes a schematic under a name, in a format or, if that is "", the one at the end of the name, or .schem. It replaces none. It returns the file's
// name, and what was written in words that only we understand.
func (f *Folder) Save(name, end string, s *schematic.Schematic) (string, foreign.Report, error) {
	bare, given, _ := strings.Cut(name, ".")
	if end == "" {
		end = given
	}
	if end == "" {
		end = "schem"
	}
	name = bare + "." + end
	all, err := f.entries()
	switch {
	case err != nil:
		return name, nil, err
	case len(all) >= filesMax:
		return name, nil, fmt.Errorf("there are %d schematics already: remove some from the folder schematics of the world", len(all))
	case slices.ContainsFunc(all, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) }):
		return name, nil, fmt.Errorf("there is a schematic %s already: choose another name", name)
	}
	var b bytes.Buffer
	if err := Write(end, &b, s); err != nil {
		return name, nil, err
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return name, nil, err
	}
	return name, nil, atomicfile.Replace(f.Dir+"/"+name, b.Bytes(), 0o600)
}
