package itemlog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"voxtide/world"
)

// Query is what is looked for. The zero value finds everything.
type Query struct {
	Name  string     // of a player; "": of all
	Item  string     // "": all
	Near  *world.Pos // at most Reach blocks away along each axis; nil: anywhere
	Reach int32
	Since int64 // seconds since 1970
	Page  int   // 1: of the newest; 0 is the same
	Most  int   // lines on a page
}

// fits reports whether a query finds a line.
func (q *Query) fits(l *Line) bool {
	if l.end() < q.Since || q.Name != "" && !strings.EqualFold(q.Name, l.Name) {
		return false
	}
	if q.Item != "" && l.Item != q.Item { // the lines of all that somebody had tell of no way
		return false
	}
	if q.Near == nil {
		return true
	}
	near := func(a, b int32) bool { return max(a-b, b-a) <= q.Reach }
	return l.Pos != [3]int32{} && near(l.Pos[0], q.Near.X) && near(l.Pos[1], q.Near.Y) && near(l.Pos[2], q.Near.Z)
}

// Found is a page of what fits.
type Found struct {
	Lines []Line // the oldest first
	All   int    // that fit
	Page  int    // of Pages
	Pages int
	Lost  int // lines that were lost since the start because the disk did not keep up
}

// Search returns a page of the lines that fit. It takes its time. Errors: those of the system; what could be read is returned with them.
func (l *Log) Search(q Query) (found Found, err error) {
	l.settle()
	q.Page, q.Most = max(1, q.Page), max(1, q.Most)
	var kept []Line // those of this page and of newer ones, the oldest first
	files, may := l.files.Folder, newSieve(q.Name, q.Item)
	list, err := files.Numbers()
	for _, n := range slices.Backward(list) {
		if files.OlderThan(n, q.Since) {
			continue
		}
		var of []Line
		e := files.Read(n, func(text []byte) {
			if !may.hold(text) {
				return
			}
			if line, ok := parse(text); ok && q.fits(&line) {
				found.All++
				of = append(of, line)
			}
		})
		if err == nil {
			err = e
		}
		if room := q.Page*q.Most - len(kept); room > 0 {
			kept = append(of[max(0, len(of)-room):], kept...)
		}
	}
	found.Page, found.Pages, found.Lost = q.Page, (found.All+q.Most-1)/q.Most, l.Lost()
	newer := (q.Page - 1) * q.Most
	if newer < len(kept) {
		found.Lines = kept[max(0, len(kept)-newer-q.Most) : len(kept)-newer]
		slices.SortStableFunc(found.Lines, func(a, b Line) int { return cmp.Compare(a.At, b.At) }) // they are written when they end
	}
	return found, err
}

// sieve lets most lines that fit no query go without being read whole.
type sieve struct{ name, item []byte }

func newSieve(name, item string) (s sieve) {
	if quoted, err := json.Marshal(name); name != "" && err == nil {
		s.name = bytes.ToLower(quoted)
	}
	if item != "" {
		s.item = []byte(`"i":"` + item + `"`)
	}
	return s
}

// hold reports whether a text can be a line with the name and the item.
func (s *sieve) hold(text []byte) bool {
	return (s.item == nil || bytes.Contains(text, s.item)) && (s.name == nil || bytes.Contains(bytes.ToLower(text), s.name))
}

// Past is what a player had at a time.
type Past struct {
	Known bool // the history reaches back to it
	At    int64
	Whole Line    // the last time before at which all that the player had was noted
	Had   []Stack // at the time: as it was noted, and what came and went until then
	After []Line  // what came and went since, the oldest first, at most afterMax lines
	Lost  int     // lines that were lost since the start
}

// afterMax bounds the lines of Past.After.
const afterMax = 100_000

// Had returns what a player had at a time, or, with death, before the last death in which things were lost, which is exact. Of a line that begins before the time and ends after
// it, it counts what was lost and not what was got: a player had at least what it returns. It takes its time. Errors: those of the system.
func (l *Log) Had(name string, at int64, death bool) (p Past, err error) {
	l.settle()
	files, may := l.files.Folder, newSieve(name, "")
	list, err := files.Numbers()
	p.Lost = l.Lost()
	var since []Line // of the player's after Whole, as long as that is not later than the time
	for _, n := range list {
		e := files.Read(n, func(text []byte) {
			if !may.hold(text) {
				return
			}
			line, ok := parse(text)
			if !ok || !strings.EqualFold(line.Name, name) {
				return
			}
			if line.How.isWhole() {
				if death && line.How == Death || !death && line.At <= at {
					p.Known, p.Whole, since = true, line, since[:0]
				}
				return
			}
			if len(since) < afterMax {
				since = append(since, line)
			}
		})
		if err == nil {
			err = e
		}
	}
	if p.At = at; death {
		p.At = p.Whole.At - 1 // lines of the death itself are of the same second
	}
	p.Had = slices.Clone(p.Whole.All)
	var order []string
	sums := map[string]int{} // of all lines: what came on one line may have gone on one before it
	for _, line := range since {
		if death || line.At > p.At || line.Count > 0 && line.end() > p.At { // of a line that goes on beyond the time, what was lost is gone before it
			p.After = append(p.After, line)
			continue
		}
		if _, known := sums[line.Item]; !known {
			order = append(order, line.Item)
		}
		sums[line.Item] += line.Count
	}
	for _, item := range order {
		p.Had = add(p.Had, item, sums[item])
	}
	return p, err
}

// add adds a number of an item to stacks, or takes it off, of the least worn ones first.
func add(list []Stack, item string, n int) []Stack {
	for n != 0 {
		at := -1
		for i := range list {
			if list[i].Item == item && (n < 0 || list[i].Wear == 0) && (at < 0 || list[i].Wear < list[at].Wear) {
				at = i
			}
		}
		switch {
		case at < 0 && n < 0: // lines were lost
			return list
		case at < 0:
			return append(list, Stack{Item: item, Count: n})
		}
		took := max(n, -list[at].Count)
		list[at].Count += took
		n -= took
		if list[at].Count == 0 {
			list = slices.Delete(list, at, at+1)
		}
	}
	return list
}
