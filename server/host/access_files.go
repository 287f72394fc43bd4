package host

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
	"voxtide/server/access"
	"voxtide/server/roles"
	"voxtide/server/rollback"
	"voxtide/settings"
	"voxtide/world"
)

// The files of the access lists in the folder of a world. People may edit them while the server does not run, or before
// "reload".
const (
	peopleFileName = "access.toml"
	landFileName   = "land.toml"
	recordFileName = "record.toml"
)

// ErrEdited says that somebody edited a file of the lists after it was read: the edit is not overwritten.
var ErrEdited = errors.New("it was edited meanwhile: give reload first")

// accessFiles reads and writes the files of the access lists: each whole or not at all, durable when write returns. One
// goroutine uses it at a time.
type accessFiles struct {
	dir         string
	landOnly    bool                          // the lists of people are in the files of another world
	lastText    map[string]string             // the text of each file when it was last read or written
	log         *slog.Logger                  // nil: nothing is logged
	written     func(name, text string)       // told of each file that was written, or read at the start; nil: nobody is
	replaceFile func(path, text string) error // of tests: how a file is written; nil: replaceFile
	hasher      *access.Hasher                // for bans of addresses that are kept as hashes; nil: these keep nobody out
	hash        bool                          // banned addresses are kept as hashes
}

// principalEntry is a player in a file.
type principalEntry struct {
	Name string `toml:"name"`
	Key  string `toml:"key,omitempty"`
}

type peopleFile struct {
	Whitelist   string           `toml:"whitelist"`
	Operators   []principalEntry `toml:"operator,omitempty"`
	Whitelisted []principalEntry `toml:"guest,omitempty"`
	Bans        []banEntry       `toml:"ban,omitempty"`
	Mutes       []banEntry       `toml:"mute,omitempty"`
	AddressBans []addressEntry   `toml:"ban_address,omitempty"`
	Accepted    []principalEntry `toml:"accepted,omitempty"`
	Roles       []roleEntry      `toml:"role,omitempty"`
	Holders     []holderEntry    `toml:"holder,omitempty"`
}

type claimEntry struct {
	Owner   string           `toml:"owner"`
	Key     string           `toml:"key,omitempty"`
	Low     []int32          `toml:"low"` // x, z; or x, y, z
	High    []int32          `toml:"high"`
	Trusted []principalEntry `toml:"trusted,omitempty"`
	Plots   []plotEntry      `toml:"plot,omitempty"`
}

type landFile struct {
	Day    int64        `toml:"day"`
	Rules  string       `toml:"rules,omitempty"`
	Spawn  []int32      `toml:"spawn,omitempty"`
	Border []int32      `toml:"border,omitempty"` // how far, and the middle
	Claims []claimEntry `toml:"claim,omitempty"`

	Regions []regionEntry `toml:"region,omitempty"`
	Warps   []warpEntry   `toml:"warp,omitempty"`
}

// CopyLists copies the files of the lists and the log of rollbacks from the folder of a world to another folder, as far
// as they exist.
func CopyLists(from, to string) error {
	for _, name := range [...]string{peopleFileName, landFileName, recordFileName, rollback.LogName} {
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

const peopleFileHead = `# Who may give commands and who may come in. The server writes this file when "op", "ban", "mute" or "whitelist" changes it; comments
# of your own are lost then. After an edit give "reload" on the console. Somebody with a key is known by it alone.

# "on": only guests and operators may come in; "off": everybody; "": as the settings of the server say.
`

const landFileHead = `# Whose land is whose, where players begin, by how much the day was moved, and which rules of the game
# the command "rule" changed. The server writes this file; after an edit
# give "reload" on the console. The day counts from the next start.

`

// whitelistModes are the texts of Lists.WhitelistMode in a file.
var whitelistModes = []string{access.WhitelistAsConfigured: "", access.WhitelistOn: "on", access.WhitelistOff: "off"}

// read reads the lists; a missing file holds nothing. Errors: settings.ErrFile, and those of the files.
func (f *accessFiles) read() (*access.Lists, error) {
	var p peopleFile
	var l landFile
	var r recordFile
	texts := map[string]string{}
	all := map[string]any{peopleFileName: &p, landFileName: &l, recordFileName: &r}
	if f.landOnly {
		all = map[string]any{landFileName: &l}
	}
	for name, into := range all {
		if loose, err := settings.RestrictPermissions(filepath.Join(f.dir, name)); loose && err == nil && f.log != nil {
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
	b, err := filesToLists(&p, &l, &r)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", settings.ErrFile, f.dir, err)
	}
	f.lastText = texts
	for name := range texts {
		f.tell(name)
	}
	b.SetHasher(f.hasher)
	if f.hash && b.HashAddressBans() { // no address stays in the file, if the disk takes it
		if err := f.write(b); err != nil && f.log != nil {
			f.log.Warn("banned addresses are not kept as hashes yet", "why", err)
		}
	}
	return b, nil
}

// tell tells of the text of a file.
func (f *accessFiles) tell(name string) {
	if f.written != nil {
		f.written(name, f.lastText[name])
	}
}

// IsList reports whether a file of a world's folder is one of the lists of people and land.
func IsList(name string) bool {
	return name == peopleFileName || name == landFileName || name == recordFileName
}

// write writes the files that have changed, each of them even where another one could not be written.
func (f *accessFiles) write(b *access.Lists) error {
	p, l, r := listsToFiles(b)
	if f.landOnly {
		return f.writeList(landFileName, landFileHead, l)
	}
	err := cmp.Or(f.writeList(peopleFileName, peopleFileHead, p), f.writeList(landFileName, landFileHead, l))
	if _, there := f.lastText[recordFileName]; !there && len(r.Entries)+len(r.Players) == 0 {
		return err
	}
	return cmp.Or(err, f.writeList(recordFileName, recordFileHead, r))
}

func (f *accessFiles) writeList(name, head string, value any) error {
	var text strings.Builder
	text.WriteString(head)
	e := toml.NewEncoder(&text)
	e.Indent = ""
	if err := e.Encode(value); err != nil {
		return err
	}
	if f.lastText[name] == text.String() {
		return nil
	}
	path := filepath.Join(f.dir, name)
	switch there, err := os.ReadFile(path); {
	case err == nil && string(there) != f.lastText[name], err != nil && !errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: %w", path, errors.Join(ErrEdited, err))
	}
	put := f.replaceFile
	if put == nil {
		put = replaceFile
	}
	if err := put(path, text.String()); err != nil {
		return err
	}
	f.lastText[name] = text.String()
	f.tell(name)
	return nil
}

// replaceFile puts a list in the place of the one before, for its owner's eyes only.
func replaceFile(path, text string) error { return atomicfile.Replace(path, []byte(text), 0o600) }

func principalToEntry(w access.Principal) principalEntry {
	return principalEntry{w.Name, keyText(w.Key)}
}

func keyText(k access.Identity) string {
	if k == (access.Identity{}) {
		return ""
	}
	return hex.EncodeToString(k[:])
}

func entryToPrincipal(name, key string) (w access.Principal, err error) {
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

func listsToFiles(b *access.Lists) (*peopleFile, *landFile, *recordFile) {
	p := &peopleFile{Whitelist: whitelistModes[b.WhitelistMode]}
	for _, w := range b.Operators {
		p.Operators = append(p.Operators, principalToEntry(w))
	}
	for _, w := range b.Whitelist {
		p.Whitelisted = append(p.Whitelisted, principalToEntry(w))
	}
	p.Roles, p.Holders = rolesToEntries(b)
	for _, w := range b.Accepted {
		p.Accepted = append(p.Accepted, principalToEntry(w))
	}
	p.Bans, p.Mutes, p.AddressBans = bansToEntries(b.Bans), bansToEntries(b.Mutes), addressBansToEntries(b.AddressBans)
	l := &landFile{Day: b.DayOffset, Rules: b.Rules}
	if b.SpawnSet {
		l.Spawn = []int32{b.Spawn.X, b.Spawn.Y, b.Spawn.Z}
	}
	for i := range b.Claims {
		c := &b.Claims[i]
		e := claimEntry{Owner: c.Owner.Name, Key: keyText(c.Owner.Key), Low: []int32{c.LowX, c.LowZ}, High: []int32{c.HighX, c.HighZ}}
		if !c.Whole() {
			e.Low, e.High = []int32{c.LowX, c.LowY, c.LowZ}, []int32{c.HighX, c.TopY - 1, c.HighZ}
		}
		for _, w := range c.Trusted {
			e.Trusted = append(e.Trusted, principalToEntry(w))
		}
		e.Plots = plotsToEntries(c.Plots)
		l.Claims = append(l.Claims, e)
	}
	l.Border, l.Regions = borderToEntry(b.Border), regionsToEntries(b.Regions)
	l.Warps = warpsToEntries(b.Warps)
	r := recordToFile(b.Record)
	r.Players = personalsToEntries(b.Personals)
	return p, l, r
}

func filesToLists(p *peopleFile, l *landFile, r *recordFile) (*access.Lists, error) {
	b := &access.Lists{DayOffset: l.Day, Rules: l.Rules}
	var first error
	who := func(name, key string) access.Principal {
		w, err := entryToPrincipal(name, key)
		if first == nil {
			first = err
		}
		return w
	}
	switch p.Whitelist {
	case "":
	case "on":
		b.WhitelistMode = access.WhitelistOn
	case "off":
		b.WhitelistMode = access.WhitelistOff
	default:
		return nil, fmt.Errorf("whitelist is %.40q, not \"on\", \"off\" or \"\"", p.Whitelist)
	}
	for _, e := range p.Operators {
		b.Operators = append(b.Operators, who(e.Name, e.Key))
	}
	for _, e := range p.Whitelisted {
		b.Whitelist = append(b.Whitelist, who(e.Name, e.Key))
	}
	b.Roles, b.Holders = entriesToRoles(p, who)
	for _, e := range p.Accepted {
		b.Accepted = append(b.Accepted, who(e.Name, e.Key))
	}
	b.Bans, b.Mutes, b.Record = entriesToBans(p.Bans, who), entriesToBans(p.Mutes, who), fileToRecord(r, who)
	addresses, err := entriesToAddressBans(p.AddressBans)
	if b.AddressBans = addresses; first == nil {
		first = err
	}
	if len(l.Spawn) > 0 {
		if len(l.Spawn) != 3 {
			return nil, errors.New("spawn is not three numbers")
		}
		b.Spawn, b.SpawnSet = world.Pos{X: l.Spawn[0], Y: l.Spawn[1], Z: l.Spawn[2]}, true
	}
	for _, e := range l.Claims {
		c := access.Claim{Owner: who(e.Owner, e.Key)}
		switch {
		case len(e.Low) == 2 && len(e.High) == 2: // all heights
			c.LowX, c.LowZ, c.HighX, c.HighZ = e.Low[0], e.Low[1], e.High[0], e.High[1]
		case len(e.Low) == 3 && len(e.High) == 3:
			c.LowX, c.LowY, c.LowZ, c.HighX, c.TopY, c.HighZ = e.Low[0], e.Low[1], e.Low[2], e.High[0], e.High[1]+1, e.High[2]
			if c.Whole() {
				return nil, fmt.Errorf("the highest cell of a claim of %.40q lies below the lowest", e.Owner)
			}
		default:
			return nil, fmt.Errorf("low and high of a claim of %.40q are not two numbers each, or three", e.Owner)
		}
		for _, t := range e.Trusted {
			c.Trusted = append(c.Trusted, who(t.Name, t.Key))
		}
		if c.Plots, err = entriesToPlots(e.Plots, who); first == nil {
			first = err
		}
		b.Claims = append(b.Claims, c)
	}
	if b.Border, err = entryToBorder(l.Border); first == nil {
		first = err
	}
	b.Personals = entriesToPersonals(r.Players, who)
	if b.Warps, err = entriesToWarps(l.Warps); first == nil {
		first = err
	}
	if b.Regions, err = entriesToRegions(l.Regions, who); first == nil {
		first = err
	}
	if first != nil {
		return nil, first
	}
	if err := b.Validate(); err != nil {
		return nil, err
	}
	if err := roles.Validate(b); err != nil {
		return nil, err
	}
	b.IndexClaims()
	return b, nil
}
