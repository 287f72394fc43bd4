package host

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"time"

	"voxtide/internal/fileowner"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/columns"
	"voxtide/world/worldgen"
)

// Upgrading a world: it gets another generator, and what people changed, claimed or live in stays as it is. Data flow: the stored columns,
// claims, rows of players and entities become a set of columns (survey); a census compares heights along its border; a backup is made; one
// record with the set and one with the number are written together (pebble.Store.Upgrade); the world is checked. Sections are not copied:
// the generator of before goes on making those that stay.

// StayReach is how far around what was changed or claimed land stays as it is, in blocks.
const StayReach = 64

// Upgrade is an upgrade of a world that no program has open.
type Upgrade struct {
	Dir       string
	Generator int  // to go on with; 0: the newest
	DryRun    bool // nothing is written
	Log       *slog.Logger
	// Progress is called now and then with what is being done and how far it is; all is 0 where that is not known. Its error ends the
	// upgrade, which then has changed nothing. nil: nobody is told.
	Progress func(doing string, done, all int) error
}

// UpgradeReport says what an upgrade did or, without writing, would do.
type UpgradeReport struct {
	From, To int    // generators
	Changed  int    // columns of sections with a change
	Claimed  int    // with a claim
	Lived    int    // where players, beds, things that lie about and the places of beginners are
	Kept     int    // columns that stay as they are: all within StayReach of those
	Backup   string // its folder; "" with DryRun
	Hash     uint64 // of all changed sections, the same before and after

	Compared int // pairs of places, one that stays and one beside it that does not
	// HighestStep is the greatest difference of height of such a pair, at HighestAt; StepBefore what it was there.
	HighestStep, StepBefore int32
	HighestAt               world.Pos
}

// Errors of an upgrade.
var (
	ErrNoGenerator    = errors.New("there is no such generator")
	ErrUpgraded       = errors.New("the world has that generator already")
	ErrDowngrade      = errors.New("the world has a newer generator")
	ErrOtherGenerator = errors.New("the world has another generator")
	ErrHashChanged    = errors.New("host: what was changed is not what it was before")
)

// Run upgrades the world. Errors: those above and of pebble.Open and Check, pebble.ErrFollowsLog.
func (u *Upgrade) Run() (*UpgradeReport, error) {
	r := &UpgradeReport{To: cmp.Or(u.Generator, worldgen.Newest)}
	if !worldgen.Known(r.To) {
		return r, fmt.Errorf("%w: %d; known are %v", ErrNoGenerator, r.To, worldgen.Numbers())
	}
	if u.Progress == nil {
		u.Progress = func(string, int, int) error { return nil }
	}
	cfg := Config{Dir: u.Dir, Log: u.Log}
	owner := fileowner.Of(u.Dir)
	stay, err := u.survey(u.Dir, r)
	old := errors.Is(err, pebble.ErrOlder)
	switch {
	case old && u.DryRun:
		return r, withForwardCopy(u.Dir, u.Log, func(copied string) error {
			_, err := u.survey(copied, r)
			return err
		})
	case err != nil && !old || u.DryRun:
		return r, err
	}
	if err := u.backUp(r); err != nil {
		return r, err
	}
	if old { // it is brought forward
		st, err := pebble.Open(u.Dir, cfg.DiskOptions())
		if err == nil {
			err = st.Close()
		}
		if err == nil {
			stay, err = u.survey(u.Dir, r)
		}
		if err != nil {
			return r, err
		}
	}
	o := cfg.DiskOptions()
	st, err := pebble.Open(u.Dir, o)
	if err != nil {
		return r, err
	}
	if err := errors.Join(st.Upgrade(r.To, stay), st.Close()); err != nil {
		return r, err
	}
	if err := owner.GiveAll(); err != nil {
		return r, err
	}
	checked, err := Check(u.Dir, u.Log, func(sections int) error { u.Progress("checking", sections, 0); return nil })
	if err == nil && (!checked.OK() || checked.Hash != r.Hash) {
		err = ErrHashChanged
	}
	if err != nil {
		return r, fmt.Errorf("the upgraded world is not in order: remove it and bring the backup %s back with server restore: %w", r.Backup, err)
	}
	return r, nil
}

// backUp copies the world to where backups of it are.
func (u *Upgrade) backUp(r *UpgradeReport) error {
	if err := u.Progress("backing up", 0, 0); err != nil {
		return err
	}
	copies := Backups(u.Dir, "")
	r.Backup = copies.Path(time.Now())
	owner := fileowner.Of(r.Backup)
	c, err := BackupOffline(u.Dir, r.Backup, u.Log)
	if err != nil {
		return fmt.Errorf("no backup, so nothing was changed: %w", err)
	}
	r.Hash = c.Hash
	return owner.GiveAll()
}

// survey finds what stays of the world in a folder, and how the new land would meet it. It writes nothing.
func (u *Upgrade) survey(dir string, r *UpgradeReport) (*columns.Set, error) {
	*r = UpgradeReport{To: r.To, Backup: r.Backup, Hash: r.Hash}
	cfg := Config{Dir: dir, Log: u.Log}
	o := cfg.DiskOptions()
	o.ReadOnly = true
	st, err := pebble.Open(dir, o)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	info := st.Info()
	switch r.From = info.Generator; {
	case r.From == r.To:
		return nil, fmt.Errorf("%w: %d", ErrUpgraded, r.To)
	case r.From > r.To:
		return nil, fmt.Errorf("%w, %d: land only goes on with newer ones; the backup of before its upgrade has the other", ErrDowngrade, r.From)
	}
	state, err := st.Load()
	if err != nil {
		return nil, err
	}
	if state != nil && state.Log != (store.LogPosition{}) {
		return nil, pebble.ErrFollowsLog
	}
	land := landOf(info)
	stay := &columns.Set{}
	if err := u.collect(dir, st, state, worldgen.New(land), stay, r); err != nil {
		return nil, err
	}
	r.Kept = stay.Len()
	after := worldgen.Land{Seed: land.Seed, Generator: r.To, Kept: append(land.Kept, columns.Kept{Generator: land.Generator, Columns: stay})}
	return stay, u.census(r, stay, worldgen.New(land), worldgen.New(after))
}

// collect fills the set of columns that stay.
func (u *Upgrade) collect(dir string, st *pebble.Store, state *store.State, before worldgen.Generator, stay *columns.Set, r *UpgradeReport) error {
	const reach, most = StayReach / 16, 1 << 20
	for from := (world.SectionPos{X: math.MinInt32 >> 4, Z: math.MinInt32 >> 4}); ; { // strips of X, as many as a list holds
		all, err := st.Columns(nil, from, world.SectionPos{X: math.MaxInt32 >> 4, Z: math.MaxInt32 >> 4}, most)
		if err != nil {
			return err
		}
		next := from
		for _, p := range all {
			if len(all) == most && p.X == all[len(all)-1].X && p.X != all[0].X {
				break // the strip may be cut: it comes first in the next list
			}
			stay.AddAround(p.X, p.Z, reach)
			r.Changed++
			next.X = p.X + 1
		}
		if err := u.Progress("finding what was changed", r.Changed, 0); err != nil {
			return err
		}
		if len(all) < most {
			break
		}
		from = next
	}
	around := func(p world.Pos, count *int) {
		stay.AddAround(p.X>>4, p.Z>>4, reach)
		*count++
	}
	lists, err := (&accessFiles{dir: dir}).read()
	if err != nil {
		return err
	}
	for i := range lists.Claims {
		c := &lists.Claims[i]
		for x := c.LowX >> 4; x <= c.HighX>>4; x++ {
			for z := c.LowZ >> 4; z <= c.HighZ>>4; z++ {
				around(world.Pos{X: x << 4, Z: z << 4}, &r.Claimed)
			}
		}
	}
	if lists.SpawnSet {
		around(lists.Spawn, &r.Lived)
	}
	around(before.Spawn(0).Block(), &r.Lived)
	if state == nil {
		return nil
	}
	for i := range state.Players {
		row := &state.Players[i]
		around(row.Avatar.Motion.Pos.Block(), &r.Lived)
		if row.Home != (world.Vec{}) {
			around(row.Home.Block(), &r.Lived)
			around(row.Bed, &r.Lived)
		}
	}
	for i := range state.Entities {
		around(state.Entities[i].Motion.Pos.Block(), &r.Lived)
	}
	return nil
}

// census compares the heights along the border of what stays.
func (u *Upgrade) census(r *UpgradeReport, stay *columns.Set, before, after worldgen.Generator) error {
	done, all := 0, stay.Len()
	var err error
	stay.Each(func(x, z int32) {
		if done++; err != nil {
			return
		}
		if done%256 == 0 {
			err = u.Progress("comparing heights", done, all)
		}
		for _, d := range [4][2]int32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if stay.Has(x+d[0], z+d[1]) {
				continue
			}
			for i := range int32(16) {
				inX, inZ := x<<4+i, z<<4+i // along the edge
				switch {
				case d[0] > 0:
					inX = x<<4 + 15
				case d[0] < 0:
					inX = x << 4
				case d[1] > 0:
					inZ = z<<4 + 15
				default:
					inZ = z << 4
				}
				outX, outZ := inX+d[0], inZ+d[1]
				r.Compared++
				step := distance(before.Top(inX, inZ), after.Top(outX, outZ))
				if step > r.HighestStep {
					r.HighestStep, r.StepBefore = step, distance(before.Top(inX, inZ), before.Top(outX, outZ))
					r.HighestAt = world.Pos{X: outX, Y: after.Top(outX, outZ), Z: outZ}
				}
			}
		}
	})
	return err
}

func distance(a, b int32) int32 { return max(a-b, b-a) }

// Write writes the report as lines for people.
func (r *UpgradeReport) Write(to io.Writer) {
	fmt.Fprintf(to, "generator %d (%s) to %d (%s)\n", r.From, worldgen.About(r.From), r.To, worldgen.About(r.To))
	fmt.Fprintf(to, "columns of 16 x 16 blocks: changed %d, claimed %d, lived in %d; with %d blocks around them %d stay as they are\n",
		r.Changed, r.Claimed, r.Lived, StayReach, r.Kept)
	fmt.Fprintf(to, "highest step beside them: %d blocks at %d %d %d (before: %d there), of %d places compared\n",
		r.HighestStep, r.HighestAt.X, r.HighestAt.Y, r.HighestAt.Z, r.StepBefore, r.Compared)
}
