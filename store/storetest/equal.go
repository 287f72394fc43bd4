package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"

	"voxtide/store"
	"voxtide/world"
)

// Equal compares all that a store gives with what its twin gives.
func Equal(got, want store.Reader, cells ...world.Pos) error {
	return cmp.Or(EqualStates(got, want, cells...), EqualHistories(got, want, &store.Query{}, 1<<40))
}

// EqualStates is the same without the past. The sections that it looks at are those of Maker and of cells.
func EqualStates(got, want store.Reader, cells ...world.Pos) error {
	a, err := got.Load()
	if err != nil {
		return err
	}
	b, _ := want.Load()
	if a != nil && b != nil { // nothing may be nil or empty
		for _, s := range []*store.State{a, b} {
			s.Checks, s.Chat = append([]store.Check{}, s.Checks...), append([]store.ChatLine{}, s.Chat...)
			s.Players, s.Entities = append([]store.PlayerRow{}, s.Players...), append([]world.Entity{}, s.Entities...)
		}
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Errorf("state\n%+v\nwant\n%+v", a, b)
	}
	where := []world.SectionPos{}
	for x := int32(-2); x <= 2; x++ {
		for y := int32(-2); y <= 2; y++ {
			for z := int32(-2); z <= 2; z++ {
				where = append(where, world.SectionPos{X: x, Y: y, Z: z})
			}
		}
	}
	for _, p := range cells {
		where = append(where, p.Section())
	}
	for _, p := range where {
		a, err := got.Section(p)
		if err != nil {
			return err
		}
		if b, _ := want.Section(p); !reflect.DeepEqual(Normal(a), Normal(b)) {
			return fmt.Errorf("section %s\n%+v\nwant\n%+v", p, a, b)
		}
	}
	return nil
}

// EqualHistories compares what two stores know of the past.
func EqualHistories(got, want store.History, q *store.Query, look int) error {
	walk := func(of store.History) (each []store.HistoryEntry, cells []store.CellHistory, err error) {
		for m := (store.Cursor{}); !m.Done && err == nil; {
			m, err = of.ScanChanges(q, m, look, func(p *store.HistoryEntry) bool { each = append(each, *p); return len(each)%5 > 0 || look > 1000 })
		}
		for m := (store.Cursor{}); !m.Done && err == nil; {
			m, err = of.ScanCells(q, m, look, func(c *store.CellHistory) bool { cells = append(cells, *c); return len(cells)%5 > 0 || look > 1000 })
		}
		return each, cells, err
	}
	each, cells, err := walk(got)
	wantEach, wantCells, wantErr := walk(want)
	switch {
	case err != nil || wantErr != nil:
		return errors.Join(err, wantErr)
	case !reflect.DeepEqual(each, wantEach):
		return fmt.Errorf("%+v, look %d: past: %s", q, look, First(each, wantEach))
	case !reflect.DeepEqual(cells, wantCells):
		return fmt.Errorf("%+v, look %d: cells: %s", q, look, First(cells, wantCells))
	}
	return nil
}

// First tells the first difference.
func First[T any](got, want []T) string {
	for i := range min(len(got), len(want)) {
		if !reflect.DeepEqual(got[i], want[i]) {
			return fmt.Sprintf("%d of %d:\n%+v\nwant\n%+v", i, len(got), got[i], want[i])
		}
	}
	return fmt.Sprintf("%d, want %d", len(got), len(want))
}

// Normal makes nothing and empty the same.
func Normal(s store.Stored) store.Stored {
	if len(s.Changes) == 0 {
		s.Changes = nil
	}
	return s
}
