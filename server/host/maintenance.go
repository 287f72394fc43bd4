package host

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"voxtide/internal/fileowner"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Report is the result of Check.
type Report struct {
	Info         pebble.Info
	Sections     int // that were ever changed
	Edits        uint64
	Players      int
	Entities     int
	Changes      int // changes on the disk, of sections and of the history
	Hash         uint64
	MissingTail  bool // the last durable batches are gone
	Clean        bool // the world was stopped in good order
	Problems     []string
	ProblemCount int // all of them; Problems holds the first problemsMax
}

// problemsMax bounds the texts of a report.
const problemsMax = 20

// OK reports whether nothing is wrong.
func (r *Report) OK() bool { return r.ProblemCount == 0 }

func (r *Report) addProblem(format string, args ...any) {
	if r.ProblemCount++; len(r.Problems) < problemsMax {
		r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
	}
}

// Write writes the report as lines for people.
func (r *Report) Write(to io.Writer) {
	fmt.Fprintf(to, "seed %d, format %d, generator %d, made %s\n", r.Info.Seed, r.Info.Format, r.Info.Generator, r.Info.Created.Format("2006-01-02 15:04"))
	for _, k := range r.Info.Kept {
		fmt.Fprintf(to, "generator %d before: %d columns of its land stayed\n", k.Generator, k.Columns.Len())
	}
	fmt.Fprintf(to, "sections %d, edits %d, players %d, entities %d, changes %d\n", r.Sections, r.Edits, r.Players, r.Entities, r.Changes)
	fmt.Fprintf(to, "hash %016x edits %d\n", r.Hash, r.Edits)
	for _, w := range r.Problems {
		fmt.Fprintln(to, "wrong:", w)
	}
	if n := r.ProblemCount - len(r.Problems); n > 0 {
		fmt.Fprintf(to, "wrong: %d more\n", n)
	}
}

// Check checks a world that no program has open, and changes nothing. It reads and decodes every record, makes every section
// as a server would, compares its cells with the last changes, each change with the one before it in its cell, and the hash of
// all sections with the server's. Of a world of an older format a copy is checked, brought forward. It calls progress now and then, unless it is nil, with the number of sections so far; an
// error from progress ends it. Problems of the contents are in the report. The error says that the world cannot be opened or
// read to the end; the report then holds what was found until there.
func Check(dir string, log *slog.Logger, progress func(sections int) error) (*Report, error) {
	cfg := Config{Dir: dir, Log: log}
	o := cfg.DiskOptions()
	o.ReadOnly = true
	st, err := pebble.Open(dir, o)
	if errors.Is(err, pebble.ErrOlder) {
		return checkForward(dir, log, progress)
	}
	if err != nil {
		return &Report{}, err
	}
	defer st.Close()
	r := &Report{Info: st.Info()}
	if err := st.MissingTail(); err != nil {
		r.MissingTail = true
		r.addProblem("%v", err)
	}
	state, err := st.Load()
	if err != nil {
		return r, err
	}
	want := uint64(0)
	if state != nil {
		r.Edits, r.Players, r.Entities, r.Clean, want = state.Edits, len(state.Players), len(state.Entities), state.Clean, state.Hash
	}
	m := sectionMaker{gen: worldgen.New(landOf(r.Info))}
	err = st.ScanSections(func(k *store.StoredSection) error {
		r.checkSection(&m, k)
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
		r.addProblem("the hash of all sections is %016x, the server kept %016x", r.Hash, want)
	}
	return r, nil
}

// checkForward checks a copy of a world that an older version wrote.
func checkForward(dir string, log *slog.Logger, progress func(sections int) error) (*Report, error) {
	r := &Report{}
	err := withForwardCopy(dir, log, func(copied string) (err error) {
		r, err = Check(copied, log, progress)
		return err
	})
	return r, err
}

// withForwardCopy calls f with a copy of a world that an older version wrote, brought to the present format, in a folder for temporary files.
// The world itself stays as it is.
func withForwardCopy(dir string, log *slog.Logger, f func(copied string) error) (err error) {
	temporary, err := os.MkdirTemp("", "voxtide-copy-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temporary)) }()
	if log != nil {
		log.Info("an older version wrote this world: a copy of it is brought forward and read, the world stays as it is", "copy", temporary)
	}
	to := filepath.Join(temporary, "world")
	if _, err := BackupOffline(dir, to, log); err != nil {
		return err
	}
	return f(to)
}

// checkSection checks one section.
func (r *Report) checkSection(m *sectionMaker, k *store.StoredSection) {
	r.Changes += k.ChangeCount
	for _, w := range k.Problems {
		r.addProblem("section %s: %s", k.Pos, w)
	}
	for _, c := range k.Changes {
		if c.Seq > r.Edits {
			r.addProblem("section %s: a change by edit %d, the last is %d", k.Pos, c.Seq, r.Edits)
		}
	}
	l := sections.Build(k.Stored, m.gen.Section, &m.pack, k.Pos)
	if l.Err != nil {
		r.addProblem("%v", l.Err)
		return
	}
	for cell, b := range k.NewestBlocks {
		if now := l.Section.Get(cell); now != b {
			r.addProblem("section %s: %s at %s, where the last change had put %s", k.Pos, now, k.Pos.PosAt(cell), b)
		}
	}
	r.Hash ^= world.SectionHash(k.Pos, l.Section.Hash())
}

// ErrDamagedCopy says that a restored world is damaged.
var ErrDamagedCopy = errors.New("host: the copy is not in order")

// Restore makes a world of a backup, with the owner that the place calls for, and checks it; a damaged copy is removed again.
// Errors: those of pebble.Restore, and ErrDamagedCopy, with which the report says why.
func Restore(from, to string, log *slog.Logger, progress func(sections int) error) (*Report, error) {
	cfg := Config{Log: log}
	o := cfg.DiskOptions()
	owner := fileowner.Of(to)
	if _, err := pebble.Restore(from, to, o); err != nil {
		return &Report{}, err
	}
	r, err := Check(to, log, progress)
	if err == nil && !r.OK() {
		err = ErrDamagedCopy
	}
	if err != nil {
		return r, errors.Join(err, pebble.Discard(to, o))
	}
	if err := CopyLists(from, to); err != nil {
		return r, err
	}
	if _, err := Leave(to, log); err != nil { // a cluster would bring it to where the backup was not made for
		return r, err
	}
	return r, owner.GiveAll()
}

// Leave takes a world that no program has open out of the cluster that it is in, and returns up to which entry of the cluster's log it has
// everything; 0 if it was in none. Errors: those of pebble.Open.
func Leave(dir string, log *slog.Logger) (entry uint64, err error) {
	cfg := Config{Log: log}
	at, err := pebble.Leave(dir, cfg.DiskOptions())
	return at.N, err
}

// BackupOffline copies a world that no program has open into a new folder.
func BackupOffline(dir, to string, log *slog.Logger) (pebble.CopyInfo, error) {
	cfg := Config{Log: log}
	o := cfg.DiskOptions()
	c, err := pebble.Restore(dir, to, o)
	if err != nil {
		return c, err
	}
	return c, CopyLists(dir, to)
}
