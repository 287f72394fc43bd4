package chores

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"voxtide/internal/faults"
	"voxtide/server/seen"
	"voxtide/store"
	"voxtide/world"
	"voxtide/world/columns"
)

// Reach is how far around what somebody owns or lives in land stays, in blocks.
const Reach = 64

// Land is the world of a Worker. Any goroutine may call its methods; those of the lower half are done by the loop, and wait for it. Errors end the order.
type Land interface {
	// Scan calls f with each section that was ever changed, by X, Z and Y; its argument is lent.
	Scan(f func(*store.StoredSection) error) error
	// Sections appends the sections of a column of which the store holds something; Section returns what that is.
	Sections(dst []world.SectionPos, c store.Column) ([]world.SectionPos, error)
	Section(p world.SectionPos) (store.Stored, error)
	// Build makes a section of what is stored. One goroutine at a time may call it.
	Build(st store.Stored, p world.SectionPos) (*world.Section, error)
	// Bytes returns about how many bytes the land takes on the disk; Compact gives back what was dropped.
	Bytes() (uint64, error)
	Compact(ctx context.Context) error
	// Seen says when land was last seen; Date is the date of the world, in ms since 1970.
	Seen() *seen.Map
	Date() int64

	// Lived returns what is somebody's, or where somebody is.
	Lived() (Lived, error)
	// Hold returns the columns of a list of which nothing is in memory: see sections.Table.
	Hold(list []store.Column) ([]store.Column, error)
	// Drop drops those that are still held and nobody's, and returns how many these are; Durable whether the disk has forgotten them.
	Drop(list []Gone) (int, error)
	Durable() (bool, error)
}

// Gone is a column that is dropped, and its part of the hash of all changed sections.
type Gone struct {
	Column store.Column
	Hash   uint64
}

// Lived is where land is not dropped, nor within Reach of it.
type Lived struct {
	Points []world.Pos // players, their homes and beds, things that lie about, where players begin
	Areas  []Area      // claims and regions
}

// Area is a rectangle of columns of blocks, both ends included.
type Area struct{ LowX, LowZ, HighX, HighZ int32 }

// Near reports whether a column of sections is within Reach of an area.
func (a Area) Near(c store.Column) bool {
	const r = Reach
	x, z := int64(c.X)*16, int64(c.Z)*16
	return x+15 >= int64(a.LowX)-r && x <= int64(a.HighX)+r && z+15 >= int64(a.LowZ)-r && z <= int64(a.HighZ)+r
}

// NearPoint reports whether a column of sections is within Reach of a place.
func NearPoint(c store.Column, p world.Pos) bool { return Area{p.X, p.Z, p.X, p.Z}.Near(c) }

// survey is what is known of the changed columns.
type survey struct {
	columns map[store.Column]columnInfo
	lived   columns.Set // within Reach of what is somebody's
	things  int         // beds and boxes with something in them
}

// columnInfo is a changed column.
type columnInfo struct {
	sections, changes int
	newest            seen.Day // of its changes
}

const (
	reachColumns = (Reach + 15) / 16
	// dropSlice is the number of columns that are dropped at once.
	dropSlice = 32
	// durableEvery is the time between two looks at whether they are.
	durableEvery = 5 * time.Millisecond
)

// look surveys the world.
func (k *Worker) look(p *pace) (*survey, error) {
	v := &survey{columns: map[store.Column]columnInfo{}}
	lived, err := k.land.Lived()
	if err != nil {
		return nil, err
	}
	v.addLived(&lived)
	n := 0
	err = k.land.Scan(func(st *store.StoredSection) error {
		if n++; n%64 == 0 {
			p.say("looks through the world: %s in %s so far", countText(n, "section", "sections"), countText(len(v.columns), "column", "columns"))
		}
		c := store.Column{X: st.Pos.X, Z: st.Pos.Z}
		i := v.columns[c]
		i.sections, i.changes, i.newest = i.sections+1, i.changes+st.ChangeCount, max(i.newest, seen.DayOf(st.NewestTime))
		v.columns[c] = i
		s, err := k.land.Build(st.Stored, st.Pos)
		if err != nil {
			return err
		}
		if livedIn(s) {
			v.things++
			if !faults.Active(faults.PruneTakesNear) {
				v.lived.AddAround(c.X, c.Z, reachColumns)
			}
		}
		return p.rest()
	})
	return v, err
}

func (v *survey) addLived(l *Lived) {
	if faults.Active(faults.PruneTakesNear) {
		return
	}
	points := map[store.Column]bool{}
	for _, at := range l.Points {
		points[columnAt(at)] = true
	}
	for c := range points {
		v.lived.AddAround(c.X, c.Z, reachColumns)
	}
	for _, a := range l.Areas {
		for x := (a.LowX - Reach) >> 4; x <= (a.HighX+Reach)>>4; x++ {
			for z := (a.LowZ - Reach) >> 4; z <= (a.HighZ+Reach)>>4; z++ {
				v.lived.Add(x, z)
			}
		}
	}
}

// livedIn reports whether a section has a bed, or a box with something in it.
func livedIn(s *world.Section) bool {
	counts := func(b world.Block) bool { return b.BoxSlots() > 0 || b.Class() == world.ClassBed }
	if !s.MayContain(counts) {
		return false
	}
	for i := range world.SectionCells {
		b := s.Get(i)
		if b.Class() == world.ClassBed {
			return true
		}
		if b.BoxSlots() == 0 {
			continue
		}
		if x := s.BlockEntity(i); x != nil && slices.ContainsFunc(x.Slots, func(st world.Stack) bool { return st.Count > 0 }) {
			return true
		}
	}
	return false
}

// choice is what an order drops of a survey, and why the rest stays.
type choice struct {
	drop              []store.Column
	sections, changes int
	recent, lived     int // columns that stay
}

// choose chooses by the day before which nobody may have seen or changed a column.
func (k *Worker) choose(v *survey, before seen.Day) (c choice) {
	for _, at := range slices.SortedFunc(maps.Keys(v.columns), func(a, b store.Column) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z)) }) {
		i := v.columns[at]
		switch {
		case max(i.newest, k.land.Seen().Day(at)) >= before:
			c.recent++
		case v.lived.Has(at.X, at.Z):
			c.lived++
		default:
			c.drop = append(c.drop, at)
			c.sections, c.changes = c.sections+i.sections, c.changes+i.changes
		}
	}
	return c
}

// prune does an order of the kind Prune.
func (k *Worker) prune(p *pace) ([]string, error) {
	t := p.task
	now := k.land.Date()
	before, began := seen.DayOf(now-t.Unseen*1000), k.land.Seen().Began()
	if began >= before {
		ready := time.UnixMilli((int64(began)+1)*86_400_000 + t.Unseen*1000).UTC()
		return []string{fmt.Sprintf("%s: who saw what is known since %s, so nothing can be said to be unseen for that long before %s",
			t.String(), dayText(began), ready.Format("2006-01-02"))}, nil
	}
	v, err := k.look(p)
	if err != nil {
		return nil, err
	}
	c := k.choose(v, before)
	stays := fmt.Sprintf("%s changed or were seen since %s; %s within %d blocks of a claim, a region, a player, a home, a bed, something that lies about or one of %s with beds or things",
		countText(c.recent, "column stays that", "columns stay that"), dayText(before), countText(c.lived, "lies", "lie"), Reach, countText(v.things, "section", "sections"))
	what := fmt.Sprintf("%s (%s, %s and their history)", countText(len(c.drop), "column", "columns"), countText(c.sections, "section", "sections"), countText(c.changes, "change", "changes"))
	if t.Show || len(c.drop) == 0 {
		lines := []string{t.String() + " would give back " + what, stays}
		if len(c.drop) > 0 {
			lines = append(lines, "the same with \"now\" behind it does it. It cannot be undone: make a backup first")
		}
		return lines, nil
	}
	bytes, err := k.land.Bytes()
	if err != nil {
		return nil, err
	}
	dropped, left, err := k.drop(p, c.drop)
	if err == nil {
		p.say("gives the place on the disk back")
		err = k.compact()
	}
	if err != nil {
		return []string{fmt.Sprintf("%s gave %s back so far", t.String(), countText(dropped, "column", "columns"))}, err
	}
	after, err := k.land.Bytes()
	if left > 0 {
		what = fmt.Sprintf("%d of %s, as %s in use meanwhile", dropped, countText(len(c.drop), "column", "columns"), countText(left, "was", "were"))
	}
	return []string{fmt.Sprintf("%s gave back %s; the land takes %s of the disk now, before %s", t.String(), what, bytesText(after), bytesText(bytes)), stays}, err
}

// compact ends with the world.
func (k *Worker) compact() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-k.closing:
			cancel()
		case <-over:
		}
	}()
	return k.land.Compact(ctx)
}

// drop drops columns, a slice at a time, and returns how many, and how many are in use.
func (k *Worker) drop(p *pace, list []store.Column) (dropped, left int, err error) {
	for i := 0; i < len(list); i += dropSlice {
		slice := list[i:min(i+dropSlice, len(list))]
		p.say("%d of %s given back", dropped, countText(len(list), "column", "columns"))
		held, err := k.land.Hold(slice)
		if err != nil {
			return dropped, left, err
		}
		gone := make([]Gone, 0, len(held))
		for _, c := range held {
			h, err := k.hashOf(c)
			if err != nil {
				return dropped, left, err
			}
			gone = append(gone, Gone{c, h})
			if err := p.rest(); err != nil {
				return dropped, left, err
			}
		}
		n, err := k.land.Drop(gone)
		if err != nil {
			return dropped, left, err
		}
		for durable := false; !durable; {
			if durable, err = k.land.Durable(); err == nil && !durable {
				err = p.wait(durableEvery)
			}
			if err != nil {
				return dropped + n, left, err
			}
		}
		dropped, left = dropped+n, left+len(slice)-n
	}
	return dropped, left, nil
}

// hashOf returns the part of a column of the hash of all changed sections.
func (k *Worker) hashOf(c store.Column) (hash uint64, err error) {
	list, err := k.land.Sections(nil, c)
	if err != nil {
		return 0, err
	}
	for _, p := range list {
		st, err := k.land.Section(p)
		if err != nil {
			return 0, err
		}
		s, err := k.land.Build(st, p)
		if err != nil {
			return 0, err
		}
		hash ^= world.SectionHash(p, s.Hash())
	}
	return hash, nil
}

func dayText(d seen.Day) string {
	return time.UnixMilli(int64(d) * 86_400_000).UTC().Format("2006-01-02")
}
