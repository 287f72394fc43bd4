package backups

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"voxtide/internal/atomicfile"
)

// timeFormat is the time in the name of a copy.
const timeFormat = "20060102-150405"

// infoName is the file in a copy that says what is known of it, and infoMax bounds its bytes.
const (
	infoName = "backup.json"
	infoMax  = 4096
)

// State is what is known of a copy.
type State string

// The states of a copy.
const (
	Unchecked State = ""        // nobody has looked it over
	Good      State = "good"    // it was read to the end, and is in order
	Damaged   State = "damaged" // it is not
)

// Info is what the file in a copy says.
type Info struct {
	Hash    string `json:"hash,omitempty"`
	Edits   uint64 `json:"edits,omitempty"`
	Bytes   int64  `json:"bytes,omitempty"`   // of its files, those that it shares with the world, too
	Checked int64  `json:"checked,omitempty"` // when it was looked over, in seconds since 1970; 0: never
	State   State  `json:"state,omitempty"`
	Problem string `json:"problem,omitempty"` // what is wrong, of a damaged one
}

// Copy is a copy of a world.
type Copy struct {
	Dir string
	At  time.Time // of its name
	Info
}

// Catalogue is a folder with copies of a world. Its copies are named NAME-TIME; anything else in the folder is not theirs.
type Catalogue struct {
	Dir, Name string
	IsWorld   func(dir string) bool // whether a folder holds a world
}

// Path returns the folder of a copy of a time.
func (c *Catalogue) Path(at time.Time) string {
	return filepath.Join(c.Dir, c.Name+"-"+at.Format(timeFormat))
}

// List returns the copies, the oldest first.
func (c *Catalogue) List() (all []Copy) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		text, ok := strings.CutPrefix(e.Name(), c.Name+"-")
		at, err := time.ParseInLocation(timeFormat, text, time.Local)
		if !ok || err != nil || !e.IsDir() || !c.IsWorld(filepath.Join(c.Dir, e.Name())) {
			continue
		}
		dir := filepath.Join(c.Dir, e.Name())
		all = append(all, Copy{Dir: dir, At: at, Info: readInfo(dir)})
	}
	slices.SortStableFunc(all, func(a, b Copy) int { return a.At.Compare(b.At) })
	return all
}

// At returns the newest copy that is not damaged and not later than a time. The error says what there is.
func (c *Catalogue) At(t time.Time) (Copy, error) {
	all := c.List()
	for _, k := range slices.Backward(all) {
		if k.State != Damaged && !k.At.After(t) {
			return k, nil
		}
	}
	if len(all) == 0 {
		return Copy{}, fmt.Errorf("there are no copies of %s in %s", c.Name, c.Dir)
	}
	return Copy{}, fmt.Errorf("there is no copy in order of %s as old as %s in %s: the oldest is of %s", c.Name, t.Format("2006-01-02 15:04"), c.Dir, all[0].At.Format("2006-01-02 15:04"))
}

// readInfo returns what the file in a copy says; nothing, where there is none or it cannot be understood.
func readInfo(dir string) (i Info) {
	f, err := os.Open(filepath.Join(dir, infoName))
	if err != nil {
		return Info{}
	}
	defer f.Close()
	text := make([]byte, infoMax+1)
	n, _ := f.Read(text)
	return ParseInfo(text[:n])
}

// ParseInfo reads the text of a file of a copy; nothing is known of one that cannot be understood.
func ParseInfo(text []byte) (i Info) {
	if len(text) > infoMax || json.Unmarshal(text, &i) != nil {
		return Info{}
	}
	sound := i.State == Unchecked || i.State == Good || i.State == Damaged
	if !sound || i.Bytes < 0 || i.Checked < 0 || len(i.Problem) > problemMax || len(i.Hash) > 64 || i.State != Unchecked && i.Checked == 0 {
		return Info{}
	}
	return i
}

const problemMax = 500

// writeInfo writes what is known of a copy into its file.
func writeInfo(dir string, i *Info) error {
	text, err := i.text()
	if err != nil {
		return err
	}
	return atomicfile.Replace(filepath.Join(dir, infoName), text, 0o600)
}

// text writes what ParseInfo reads; a long problem is cut.
func (i *Info) text() ([]byte, error) {
	if len(i.Problem) > problemMax {
		i.Problem = strings.ToValidUTF8(i.Problem[:problemMax], "")
	}
	text, err := json.Marshal(i)
	return append(text, '\n'), err
}

// sizeOf returns the bytes of all files below a folder.
func sizeOf(dir string) (n int64) {
	filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// ErrNoCopy says that a number is that of no copy.
var ErrNoCopy = errors.New("there is no copy of that number; backups lists them")

// Number returns the copy of a number: 1 is the newest. Errors: ErrNoCopy.
func (c *Catalogue) Number(n int) (Copy, error) {
	all := c.List()
	if n < 1 || n > len(all) {
		return Copy{}, ErrNoCopy
	}
	return all[len(all)-n], nil
}
