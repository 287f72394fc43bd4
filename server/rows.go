package server

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/faults"
	"voxtide/names"
	"voxtide/store"
	"voxtide/timestream"
)

// row is what is kept of a player who may be here or not. It is written when the player comes, so that a session outlives a kill of
// the server. Where there is nothing to keep when the session ends, it goes with the session; one that has not been needed for
// Config.NamesFor, and of which nobody could miss anything, goes then.
type row = store.PlayerRow

// register finds rows otherwise than by name. A row is in Server.rows and here, or in neither.
type register struct {
	streams      map[timestream.Stream]*row
	folds, looks map[string]string // by the keys of package names: the first name with it
	sorted       []listed          // by fold, then name: what commands look through
	next         int               // into sorted: where the next look for what can go begins
	began        time.Duration     // when that began; 0: not yet
}

// listed is a name with its letters folded, so that capitals do not count.
type listed struct{ fold, name string }

func newRegister() register {
	return register{streams: map[timestream.Stream]*row{}, folds: map[string]string{}, looks: map[string]string{}}
}

// folded is the text with every letter as the first one of those that differ in capitals alone.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for n := unicode.SimpleFold(r); n != r; n = unicode.SimpleFold(n) {
			least = min(least, n)
		}
		return least
	}, text)
}

func byFold(a, b listed) int { return cmp.Or(cmp.Compare(a.fold, b.fold), cmp.Compare(a.name, b.name)) }

// enroll enters a row that is new here.
func (s *Server) enroll(r *row) {
	s.rows[r.Name] = r
	k := &s.register
	k.streams[r.Stream] = r
	fold, look := names.Keys(r.Name)
	if _, ok := k.folds[fold]; !ok {
		k.folds[fold] = r.Name
	}
	if _, ok := k.looks[look]; !ok {
		k.looks[look] = r.Name
	}
	l := listed{folded(r.Name), r.Name}
	i, _ := slices.BinarySearchFunc(k.sorted, l, byFold)
	k.sorted = slices.Insert(k.sorted, i, l)
}

// forget takes a row out, here and with the step's batch on the disk, and all that is remembered of its player.
func (s *Server) forget(r *row) {
	delete(s.rows, r.Name)
	delete(s.reports, r.Stream)
	k := &s.register
	delete(k.streams, r.Stream)
	fold, look := names.Keys(r.Name)
	if k.folds[fold] == r.Name {
		delete(k.folds, fold)
	}
	if k.looks[look] == r.Name {
		delete(k.looks, look)
	}
	l := listed{folded(r.Name), r.Name}
	if i, ok := slices.BinarySearchFunc(k.sorted, l, byFold); ok {
		k.sorted = slices.Delete(k.sorted, i, i+1)
	}
	s.batch.Forgotten = append(s.batch.Forgotten, r.Name)
	s.metrics.Forgotten++
}

// alike returns the name of a row that readers could take a new name for, "" for none.
func (s *Server) alike(name string) string {
	fold, look := names.Keys(name)
	if faults.Active(faults.LookAlikesPass) {
		return s.register.folds[fold]
	}
	return cmp.Or(s.register.folds[fold], s.register.looks[look])
}

// begin returns the first names, most at most, that begin as a text does, capitals apart, in order.
func (k *register) begin(text string, most int) (out []string) {
	f := folded(text)
	i, _ := slices.BinarySearchFunc(k.sorted, listed{fold: f}, byFold)
	for ; i < len(k.sorted) && len(out) < most && strings.HasPrefix(k.sorted[i].fold, f); i++ {
		out = append(out, k.sorted[i].name)
	}
	return out
}

// keep notes that there is something to keep of a player; built, that blocks are part of it.
func (s *Server) keepRow(of timestream.Stream, built bool) {
	if r := s.register.streams[of]; r != nil {
		r.Kept, r.Built = true, r.Built || built
	}
}

// keeps reports whether a row has to stay when nobody plays under it: there is something to keep, or somebody was given a right, or
// shut out, under the name or the key.
func (s *Server) keeps(r *row) bool {
	return r.Kept || faults.Active(faults.RowForNothing) || s.book.Means(access.Who{Name: r.Name, Key: access.Identity(r.Key)})
}

const (
	// playedKept is how long somebody has to play before their place and name are worth keeping by themselves.
	playedKept = timestream.Duration(60 * timestream.Second)
	// playedIdle is how long time goes on counting as played without an action.
	playedIdle = time.Minute
	// sweepMax bounds the rows that are looked at in a step, whether they can go.
	sweepMax = 16
)

// played adds the step to what those who are here have played.
func (s *Server) played() {
	span := min(s.span, timestream.Second)
	for _, c := range s.sessions {
		if c.conn == nil || !c.acted || s.mono-c.actedAt > playedIdle {
			continue
		}
		c.row.Played += span
		if c.row.Played >= playedKept {
			c.row.Kept = true
		}
	}
}

// sweep looks at some rows whose player is not here and lets go of those that nobody could miss: what a server that was killed left
// behind of newcomers who have not come back, and names that have not been needed for long, without a block in the history, a right
// or a claim. Time in which no server runs does not count.
func (s *Server) sweep() {
	k := &s.register
	if k.began == 0 {
		k.began = s.mono + 1
	}
	if s.cfg.Frozen != actions.Done {
		return
	}
	for range min(sweepMax, len(k.sorted)) {
		if k.next >= len(k.sorted) {
			k.next = 0
		}
		r := s.rows[k.sorted[k.next].name]
		k.next++
		long := s.cfg.NamesFor > 0 && s.now.Sub(r.Seen) > timestream.Duration(s.cfg.NamesFor.Microseconds())
		switch {
		case s.names[r.Name] != nil, r.Built, r.Kept && !long, !r.Kept && s.mono-k.began < s.cfg.Bounds.Linger:
		case s.book.Means(access.Who{Name: r.Name, Key: access.Identity(r.Key)}):
		default:
			s.forget(r)
			k.next--
		}
		if len(k.sorted) == 0 {
			return
		}
	}
}
