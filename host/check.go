package host

import (
	"errors"
	"fmt"
	"io"
	"log/slog"

	"voxtide/server"
	"voxtide/store/disk"
	"voxtide/world"
	"voxtide/worldgen"
)

// Report is what Check found in a world.
type Report struct {
	Info     disk.Info
	Sections int // that ever changed
	Edits    uint64
	Players  int
	Entities int
	Past     int // changes that are kept, those that count and those that are history
	Hash     uint64
	Missing  bool // of what was durable, the last is not there
	Clean    bool // the world was stopped in good order
	Wrong    []string
	Wrongs   int // of which Wrong has the first
}

// wrongsMax bounds the texts of a report.
const wrongsMax = 20

// OK tells whether nothing is wrong.
func (r *Report) OK() bool { return r.Wrongs == 0 }

func (r *Report) wrong(format string, args ...any) {
	if r.Wrongs++; len(r.Wrong) < wrongsMax {
		r.Wrong = append(r.Wrong, fmt.Sprintf(format, args...))
	}
}

// Write writes the report as lines for people.
func (r *Report) Write(to io.Writer) {
	fmt.Fprintf(to, "seed %d, format %d, made %s\n", r.Info.Seed, r.Info.Format, r.Info.Created.Format("2006-01-02 15:04"))
	fmt.Fprintf(to, "sections %d, edits %d, players %d, entities %d, changes %d\n", r.Sections, r.Edits, r.Players, r.Entities, r.Past)
	fmt.Fprintf(to, "hash %016x edits %d\n", r.Hash, r.Edits)
	for _, w := range r.Wrong {
		fmt.Fprintln(to, "wrong:", w)
	}
	if n := r.Wrongs - len(r.Wrong); n > 0 {
		fmt.Fprintf(to, "wrong: %d more\n", n)
	}
}

// Check looks over a world that nobody has open, and changes nothing: every record is read and decoded, every section
// made as a server would make it; its cells are compared with what the last changes made of them, each change with the one
// before it in its cell, and the hash of all sections with the one that the server kept. progress, if it is not nil, is
// called now and then with the sections so far, and ends it with an error. What is wrong with the contents is in the report; the error says that
// the world cannot be opened or read to the end, and the report holds what was found until then.
func Check(dir string, log *slog.Logger, progress func(sections int) error) (*Report, error) {
	cfg := Config{Dir: dir, Log: log}
	o := cfg.options()
	o.ReadOnly = true
	st, err := disk.Open(dir, o)
	if err != nil {
		return &Report{}, err
	}
	defer st.Close()
	r := &Report{Info: st.Info()}
	if err := st.Missing(); err != nil {
		r.Missing = true
		r.wrong("%v", err)
	}
	state, err := st.Load()
	if err != nil {
		return r, err
	}
	want := uint64(0)
	if state != nil {
		r.Edits, r.Players, r.Entities, r.Clean, want = state.Edits, len(state.Players), len(state.Entities), state.Clean, state.Hash
	}
	m := maker{gen: worldgen.New(r.Info.Seed)}
	err = st.Walk(func(k *disk.Kept) error {
		r.section(&m, k)
		if r.Sections++; progress != nil && r.Sections%1024 == 0 {
			return progress(r.Sections)
		}
		return nil
	})
	if e := st.Err(); err == nil && e != nil {
		err = e
	}
	if err != nil {
		return r, err
	}
	if r.Hash != want {
		r.wrong("the hash of all sections is %016x, the server kept %016x", r.Hash, want)
	}
	return r, nil
}

// section looks over one section.
func (r *Report) section(m *maker, k *disk.Kept) {
	r.Past += k.Past
	for _, w := range k.Wrong {
		r.wrong("section %s: %s", k.Pos, w)
	}
	for _, c := range k.Changes {
		if c.Seq > r.Edits {
			r.wrong("section %s: a change by edit %d, the last is %d", k.Pos, c.Seq, r.Edits)
		}
	}
	l := server.Make(k.Stored, m.gen.Section, &m.pack, k.Pos)
	if l.Err != nil {
		r.wrong("%v", l.Err)
		return
	}
	for cell, b := range k.Last {
		if now := l.Section.Get(cell); now != b {
			r.wrong("section %s: %s at %s, where the last change had put %s", k.Pos, now, k.Pos.At(cell), b)
		}
	}
	r.Hash ^= world.SectionHash(k.Pos, l.Section.Hash())
}

// ErrWrong says that a copy of a world is not in order.
var ErrWrong = errors.New("host: the copy is not in order")

// Restore makes a world of a backup, for whoever the place belongs to, and looks it over; one that is not in order is not
// left there. Errors: those of disk.Restore, and ErrWrong, with which the report says why.
func Restore(from, to string, log *slog.Logger, progress func(sections int) error) (*Report, error) {
	cfg := Config{Log: log}
	o := cfg.options()
	owner := heirOf(to)
	if _, err := disk.Restore(from, to, o); err != nil {
		return &Report{}, err
	}
	r, err := Check(to, log, progress)
	if err == nil && !r.OK() {
		err = ErrWrong
	}
	if err != nil {
		return r, errors.Join(err, disk.Discard(to, o))
	}
	if err := copyBooks(from, to); err != nil {
		return r, err
	}
	return r, owner.inherit()
}

// BackUp copies a world that nobody has open into a new folder.
func BackUp(dir, to string, log *slog.Logger) (disk.Copied, error) {
	cfg := Config{Log: log}
	o := cfg.options()
	c, err := disk.Restore(dir, to, o)
	if err != nil {
		return c, err
	}
	return c, copyBooks(dir, to)
}
