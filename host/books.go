package host

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"voxtide/access"
	"voxtide/settings"
	"voxtide/world"
)

// The files of a book in the folder of a world, which people may edit while the server does not run, or before "reload".
const (
	peopleName = "access.toml"
	landName   = "land.toml"
)

// ErrEdited says that somebody edited a file of a book after it was read: what they wrote is not overwritten.
var ErrEdited = errors.New("it was edited meanwhile: give reload first")

// books reads and writes the files of a book: each whole or not at all, durable when write returns. One goroutine uses it
// at a time.
type books struct {
	dir  string
	last map[string]string             // what each file was when it was last read or written
	log  *slog.Logger                  // nil: nothing is logged
	put  func(path, text string) error // of tests: how a file is put there; nil: replace
}

// person is an entry of people in a file.
type person struct {
	Name string `toml:"name"`
	Key  string `toml:"key,omitempty"`
}

type banned struct {
	Name   string    `toml:"name"`
	Key    string    `toml:"key,omitempty"`
	Until  time.Time `toml:"until,omitempty"`
	Reason string    `toml:"reason,omitempty"`
	By     string    `toml:"by,omitempty"`
}

type people struct {
	Whitelist string   `toml:"whitelist"`
	Operators []person `toml:"operator,omitempty"`
	Guests    []person `toml:"guest,omitempty"`
	Bans      []banned `toml:"ban,omitempty"`
}

type claimed struct {
	Owner   string   `toml:"owner"`
	Key     string   `toml:"key,omitempty"`
	Low     []int32  `toml:"low"`
	High    []int32  `toml:"high"`
	Trusted []person `toml:"trusted,omitempty"`
}

type landFile struct {
	Day    int64     `toml:"day"`
	Spawn  []int32   `toml:"spawn,omitempty"`
	Claims []claimed `toml:"claim,omitempty"`
}

// copyBooks copies the files of a book, and what is known of rollbacks, from the folder of a world to that of another; what is not there is left out.
func copyBooks(from, to string) error {
	for _, name := range [...]string{peopleName, landName, rollbacksName} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

const peopleText = `# Who may give commands and who may come in. The server writes this file when "op", "ban" or "whitelist" changes it; comments
# of your own are lost then. After an edit give "reload" on the console. Somebody with a key is known by it alone.

# "on": only guests and operators may come in; "off": everybody; "": as the settings of the server say.
`

const landText = `# Whose land is whose, where players begin, and by how much the day was moved. The server writes this file; after an edit
# give "reload" on the console. The day counts from the next start.

`

// guards are what stands for Book.Guard in a file.
var guards = []string{access.AsConfigured: "", access.GuardOn: "on", access.GuardOff: "off"}

// read reads the book; what is not there is empty. Errors: settings.ErrFile, and those of the files.
func (f *books) read() (*access.Book, error) {
	var p people
	var l landFile
	texts := map[string]string{}
	for name, into := range map[string]any{peopleName: &p, landName: &l} {
		if loose, err := settings.Tighten(filepath.Join(f.dir, name)); loose && err == nil && f.log != nil {
			f.log.Warn("others on this machine could read this list: it is its owner's alone now", "file", filepath.Join(f.dir, name))
		}
		text, err := os.ReadFile(filepath.Join(f.dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			err = settings.Decode(filepath.Join(f.dir, name), string(text), into)
		}
		if err != nil {
			return nil, err
		}
		texts[name] = string(text)
	}
	b, err := bookOf(&p, &l)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", settings.ErrFile, f.dir, err)
	}
	f.last = texts
	return b, nil
}

// write writes the files that have changed: each of them, also where another could not be.
func (f *books) write(b *access.Book) error {
	p, l := filesOf(b)
	return cmp.Or(f.writeFile(peopleName, peopleText, p), f.writeFile(landName, landText, l))
}

func (f *books) writeFile(name, head string, value any) error {
	var text strings.Builder
	text.WriteString(head)
	e := toml.NewEncoder(&text)
	e.Indent = ""
	if err := e.Encode(value); err != nil {
		return err
	}
	if f.last[name] == text.String() {
		return nil
	}
	path := filepath.Join(f.dir, name)
	switch there, err := os.ReadFile(path); {
	case err == nil && string(there) != f.last[name], err != nil && !errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: %w", path, errors.Join(ErrEdited, err))
	}
	put := f.put
	if put == nil {
		put = replace
	}
	if err := put(path, text.String()); err != nil {
		return err
	}
	f.last[name] = text.String()
	return nil
}

// replace puts a file in the place of another, whole and durable or not at all. Its error names the file, not what it was called
// while it was written.
func replace(path, text string) error {
	err := putWhole(path, text)
	if of := (*fs.PathError)(nil); errors.As(err, &of) {
		return &fs.PathError{Op: of.Op, Path: path, Err: of.Err}
	}
	return err
}

func putWhole(path, text string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Chmod(0o600), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	if d, err := os.Open(filepath.Dir(path)); err == nil {
		d.Sync() // what cannot sync a folder has no need to
		d.Close()
	}
	return nil
}

func personOf(w access.Who) person { return person{w.Name, keyText(w.Key)} }

func keyText(k access.Identity) string {
	if k == (access.Identity{}) {
		return ""
	}
	return hex.EncodeToString(k[:])
}

func whoOf(name, key string) (w access.Who, err error) {
	w.Name = name
	if key != "" {
		b, err := hex.DecodeString(key)
		if err != nil || len(b) != len(w.Key) {
			return w, fmt.Errorf("the key of %.40q is not %d hexadecimal digits", name, 2*len(w.Key))
		}
		copy(w.Key[:], b)
	}
	return w, nil
}

func filesOf(b *access.Book) (*people, *landFile) {
	p := &people{Whitelist: guards[b.Guard]}
	for _, w := range b.Operators {
		p.Operators = append(p.Operators, personOf(w))
	}
	for _, w := range b.Guests {
		p.Guests = append(p.Guests, personOf(w))
	}
	for _, n := range b.Bans {
		e := banned{Name: n.Who.Name, Key: keyText(n.Who.Key), Reason: n.Reason, By: n.By}
		if n.Until != 0 {
			e.Until = time.Unix(n.Until, 0).UTC()
		}
		p.Bans = append(p.Bans, e)
	}
	l := &landFile{Day: b.Day}
	if b.SpawnSet {
		l.Spawn = []int32{b.Spawn.X, b.Spawn.Y, b.Spawn.Z}
	}
	for i := range b.Claims {
		c := &b.Claims[i]
		e := claimed{Owner: c.Owner.Name, Key: keyText(c.Owner.Key), Low: []int32{c.LowX, c.LowZ}, High: []int32{c.HighX, c.HighZ}}
		for _, w := range c.Trusted {
			e.Trusted = append(e.Trusted, personOf(w))
		}
		l.Claims = append(l.Claims, e)
	}
	return p, l
}

func bookOf(p *people, l *landFile) (*access.Book, error) {
	b := &access.Book{Day: l.Day}
	var first error
	who := func(name, key string) access.Who {
		w, err := whoOf(name, key)
		if first == nil {
			first = err
		}
		return w
	}
	switch p.Whitelist {
	case "":
	case "on":
		b.Guard = access.GuardOn
	case "off":
		b.Guard = access.GuardOff
	default:
		return nil, fmt.Errorf("whitelist is %.40q, not \"on\", \"off\" or \"\"", p.Whitelist)
	}
	for _, e := range p.Operators {
		b.Operators = append(b.Operators, who(e.Name, e.Key))
	}
	for _, e := range p.Guests {
		b.Guests = append(b.Guests, who(e.Name, e.Key))
	}
	for _, e := range p.Bans {
		n := access.Ban{Who: who(e.Name, e.Key), Reason: e.Reason, By: e.By}
		if !e.Until.IsZero() {
			n.Until = e.Until.Unix()
		}
		b.Bans = append(b.Bans, n)
	}
	if len(l.Spawn) > 0 {
		if len(l.Spawn) != 3 {
			return nil, errors.New("spawn is not three numbers")
		}
		b.Spawn, b.SpawnSet = world.Pos{X: l.Spawn[0], Y: l.Spawn[1], Z: l.Spawn[2]}, true
	}
	for _, e := range l.Claims {
		if len(e.Low) != 2 || len(e.High) != 2 {
			return nil, fmt.Errorf("low and high of a claim of %.40q are not two numbers each", e.Owner)
		}
		c := access.Claim{Owner: who(e.Owner, e.Key), LowX: e.Low[0], LowZ: e.Low[1], HighX: e.High[0], HighZ: e.High[1]}
		for _, t := range e.Trusted {
			c.Trusted = append(c.Trusted, who(t.Name, t.Key))
		}
		b.Claims = append(b.Claims, c)
	}
	if first != nil {
		return nil, first
	}
	if err := b.Check(); err != nil {
		return nil, err
	}
	b.Index()
	return b, nil
}
