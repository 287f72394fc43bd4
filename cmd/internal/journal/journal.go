// Package journal knows what a player has done of what one does first in a world, and what to do next: the seven lines of the journal,
// and the hints of the first minutes.
//
// Job: a Book looks at each frame of the player's own client and marks what has been done there; it keeps the marks of each world, and
// the hints that the player has learnt anywhere, in one file. Owner: the goroutine of the window. Data flow: facts of a frame in; lines
// for the screens out. Nothing is sent to a server, and no server has a say in it.
//
// Invariants: a mark is set by doing, never by time, and never goes; at most one hint is shown; a file that cannot be read is left alone.
package journal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"voxtide/actions"
	"voxtide/internal/atomicfile"
	"voxtide/ui"
	"voxtide/world"
)

// Facts are what a Book looks at in a frame.
type Facts struct {
	World      *world.World // as shown
	Body       *world.Entity
	Player     *world.Player
	Sent       []actions.Action // of this frame
	Yaw, Pitch float64          // degrees
	Bag        bool             // the bag is open
	Journal    bool             // the journal is open
	Bench      bool             // a workbench is open
}

// Book is the journal of a player.
type Book struct {
	path   string
	world  string
	kept   kept
	broken bool // the file cannot be read, and is not overwritten
	marks  map[string]bool
	learnt map[string]bool

	yaw, pitch, turned float64
	seen               bool
	at, walked         time.Duration // of the frame before, and that the player has walked
	placed             []world.Pos   // where the player has placed something in this frame
	wanted, shown      string        // hints: the next one, and what is shown of it now
	wantedAt           time.Duration
	news               string
	found              []string // memory of seenIn
}

// kept is the file.
type kept struct {
	Learnt []string            `toml:"learnt"`
	Worlds map[string][]string `toml:"worlds"`
}

// Open reads the book of a player for a world, or for a server by its address, from a folder. The error says why it begins empty; the
// book works all the same.
func Open(home, name string) (*Book, error) {
	b := &Book{path: filepath.Join(home, "journal.toml"), world: name, marks: map[string]bool{}, learnt: map[string]bool{}}
	text, err := os.ReadFile(b.path)
	if err == nil {
		err = toml.Unmarshal(text, &b.kept)
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	b.broken = err != nil
	if b.broken || b.kept.Worlds == nil {
		b.kept.Worlds = map[string][]string{}
	}
	for _, m := range b.kept.Worlds[name] {
		b.marks[m] = true
	}
	for _, m := range b.kept.Learnt {
		b.learnt[m] = true
	}
	return b, err
}

// Observe looks at a frame. The error says why the file cannot be written.
func (b *Book) Observe(now time.Duration, f *Facts) error {
	if f.World == nil || f.Body == nil || f.Player == nil {
		return nil
	}
	before := b.doneLines()
	changed := false
	set := func(in map[string]bool, name string) {
		changed = changed || !in[name]
		in[name] = true
	}
	survival := f.Body.Motion.Flags&world.Creative == 0
	b.look(now, f)
	for _, name := range b.seenIn(f) {
		set(b.learnt, name)
		if survival && slices.Contains(marks, name) {
			set(b.marks, name)
		}
	}
	for i, done := range b.doneLines() {
		if done && !before[i] {
			b.news = lines[i].news
		}
	}
	b.choose(now, f, survival)
	if changed {
		return b.write()
	}
	return nil
}

// frameLongest is what one frame counts of walking at most: a picture that stood shows nothing of it.
const frameLongest = 250 * time.Millisecond

// look notes how far the player has turned and walked, and what he has asked to place.
func (b *Book) look(now time.Duration, f *Facts) {
	if b.seen {
		by := abs(f.Yaw - b.yaw)
		b.turned += min(by, 360-by) + abs(f.Pitch-b.pitch)
	}
	b.yaw, b.pitch, b.seen = f.Yaw, f.Pitch, true
	if f.Body.Motion.Keys&(world.KeyForward|world.KeyBack|world.KeyLeft|world.KeyRight) != 0 && f.Body.Motion.Vel != (world.Vec{}) {
		b.walked += min(now-b.at, frameLongest)
	}
	b.at, b.placed = now, b.placed[:0]
	for i := range f.Sent {
		if a := &f.Sent[i]; a.Kind == actions.Place {
			b.placed = append(b.placed, a.Pos)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

// Fill gives the screens what they show.
func (b *Book) Fill(j *ui.Journal) {
	if len(j.Lines) != len(lines) {
		j.Lines = make([]ui.JournalLine, len(lines))
	}
	for i := range lines {
		l := &lines[i]
		j.Lines[i] = ui.JournalLine{Text: l.text, How: l.how, Done: l.done(b.marks)}
	}
	j.News, b.news = b.news, ""
	j.Hint = b.shown
}

// doneLines returns for each line whether it is done.
func (b *Book) doneLines() (out [len(lines)]bool) {
	for i := range lines {
		out[i] = lines[i].done(b.marks)
	}
	return out
}

// write writes the file.
func (b *Book) write() error {
	if b.broken {
		return nil
	}
	b.kept.Worlds[b.world] = names(b.marks)
	b.kept.Learnt = names(b.learnt)
	var text strings.Builder
	text.WriteString("# What you have done in each world, and which hints you need no longer. The game writes this file.\n")
	if err := toml.NewEncoder(&text).Encode(&b.kept); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(b.path), 0o755); err != nil {
		return err
	}
	return atomicfile.Replace(b.path, []byte(text.String()), 0o600)
}

func names(of map[string]bool) (out []string) {
	for name := range of {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
