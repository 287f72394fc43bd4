// Package roster holds the rows of all players who are or were on a server: by name, by stream, and by what a reader could take a
// name for; and how many new names one address may add.
//
// Owner: the server's loop. A row is written when its player first joins, so that the session survives a crash of the server. If
// there is nothing worth keeping when the session ends, the row goes with it.
package roster

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"voxtide/internal/faults"
	"voxtide/internal/keep"
	"voxtide/internal/playername"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Roster finds the rows of players. Each row is in all of its indexes or in none.
type Roster struct {
	LastStream timestream.Stream // the last that was given to a player

	byName         map[string]*store.PlayerRow
	byStream       map[timestream.Stream]*store.PlayerRow
	byFold, byLook map[string]string // by the keys of package playername: the first name with that key
	sorted         []foldedName      // in the order of CompareNames, for completion and sweeping
	next           int               // into sorted: where the next sweep begins
	texts          keep.Texts        // the keys of all of these
}

// foldedName is a name with its letters folded, so that capitals do not count.
type foldedName struct{ fold, name string }

// New returns an empty roster.
func New() *Roster {
	return &Roster{byName: map[string]*store.PlayerRow{}, byStream: map[timestream.Stream]*store.PlayerRow{}, byFold: map[string]string{}, byLook: map[string]string{}}
}

// Len returns the number of rows.
func (r *Roster) Len() int { return len(r.sorted) }

// Find returns the row of a name, nil if there is none.
func (r *Roster) Find(name string) *store.PlayerRow { return r.byName[name] }

// ByStream returns the row of a player's stream, nil if there is none.
func (r *Roster) ByStream(of timestream.Stream) *store.PlayerRow { return r.byStream[of] }

// NextStream returns a stream that no player has had.
func (r *Roster) NextStream() timestream.Stream {
	r.LastStream++
	return r.LastStream
}

// Add enters a row whose name and stream have none.
func (r *Roster) Add(row *store.PlayerRow) {
	r.byName[row.Name] = row
	r.byStream[row.Stream] = row
	fold, look := playername.Keys(row.Name)
	if _, ok := r.byFold[fold]; !ok {
		r.byFold[r.texts.Keep(fold)] = row.Name
	}
	if _, ok := r.byLook[look]; !ok {
		r.byLook[r.texts.Keep(look)] = row.Name
	}
	n := folded(row.Name)
	n.fold = r.texts.Keep(n.fold)
	i, _ := slices.BinarySearchFunc(r.sorted, n, compare)
	r.sorted = slices.Insert(r.sorted, i, n)
	if i < r.next {
		r.next++
	}
}

// Remove takes a row out.
func (r *Roster) Remove(row *store.PlayerRow) {
	delete(r.byName, row.Name)
	delete(r.byStream, row.Stream)
	fold, look := playername.Keys(row.Name)
	if r.byFold[fold] == row.Name {
		delete(r.byFold, fold)
	}
	if r.byLook[look] == row.Name {
		delete(r.byLook, look)
	}
	if i, ok := slices.BinarySearchFunc(r.sorted, folded(row.Name), compare); ok {
		r.sorted = slices.Delete(r.sorted, i, i+1)
		if i < r.next {
			r.next--
		}
	}
}

// Lookalike returns a name in the roster that readers could take a new name for, "" if there is none.
func (r *Roster) Lookalike(name string) string {
	fold, look := playername.Keys(name)
	if faults.Active(faults.LookAlikesPass) {
		return r.byFold[fold]
	}
	return cmp.Or(r.byFold[fold], r.byLook[look])
}

// WithPrefix returns the first most names that begin with a text, ignoring case, in the order of CompareNames.
func (r *Roster) WithPrefix(text string, most int) (out []string) {
	f := foldCase(text)
	i, _ := slices.BinarySearchFunc(r.sorted, foldedName{fold: f}, compare)
	for ; i < len(r.sorted) && len(out) < most && strings.HasPrefix(r.sorted[i].fold, f); i++ {
		out = append(out, r.sorted[i].name)
	}
	return out
}

// MarkPersistent notes that there is something to keep of a player: blocks, if built, or else what the player carries.
func (r *Roster) MarkPersistent(of timestream.Stream, built bool) {
	if row := r.byStream[of]; row != nil {
		row.Persistent, row.HasBuilt = true, row.HasBuilt || built
	}
}

// BedGone forgets a bed, of which the foot was at a cell, and returns the rows of those whose home it was.
func (r *Roster) BedGone(foot world.Pos) (of []*store.PlayerRow) {
	for _, n := range r.sorted {
		if row := r.byName[n.name]; row.Home != (world.Vec{}) && row.Bed == foot {
			row.Bed, row.Home = world.Pos{}, world.Vec{}
			of = append(of, row)
		}
	}
	return of
}

// Sweep calls visit with the next n rows, around and around in the order of names. Visit may remove its row from the roster.
func (r *Roster) Sweep(n int, visit func(*store.PlayerRow)) {
	for range min(n, len(r.sorted)) {
		if len(r.sorted) == 0 {
			return
		}
		if r.next >= len(r.sorted) {
			r.next = 0
		}
		r.next++
		visit(r.byName[r.sorted[r.next-1].name])
	}
}

// CompareNames orders names as if they had no capitals, and equal ones as they are.
func CompareNames(a, b string) int { return compare(folded(a), folded(b)) }

func compare(a, b foldedName) int {
	return cmp.Or(cmp.Compare(a.fold, b.fold), cmp.Compare(a.name, b.name))
}

func folded(name string) foldedName { return foldedName{foldCase(name), name} }

// foldCase returns a text with each letter replaced by the first of the letters that differ from it in case alone.
func foldCase(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for n := unicode.SimpleFold(r); n != r; n = unicode.SimpleFold(n) {
			least = min(least, n)
		}
		return least
	}, text)
}
