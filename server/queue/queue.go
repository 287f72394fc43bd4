// Package queue is the queue of players who wait for a place in a full world: who came first comes in first, each is told his place, and who loses
// the connection keeps it for a while.
//
// Data flow: the server takes a seat for a connection that finds no room, looks once a step whose turn it is, and tells places that changed.
// Owner: the server's loop. Invariants: nobody overtakes anybody who has a connection; one key, or one name without a key, has one seat; there
// are at most as many seats as the settings say; a seat without a connection keeps nobody waiting.
package queue

import (
	"slices"
	"strconv"
	"time"

	"voxtide/internal/faults"
	"voxtide/server/access"
)

// keepFor is how long a seat outlives its connection.
const keepFor = 30 * time.Second

// Seat is a place in a queue.
type Seat struct {
	who    access.Principal
	lost   bool
	lostAt time.Duration
	told   Place
}

// Place is where somebody stands.
type Place struct{ Number, Of int }

// String says it to a player.
func (p Place) String() string {
	return "full, you are " + Ordinal(p.Number) + " of " + strconv.Itoa(p.Of)
}

// Ordinal returns a number as 1st, 2nd, 3rd, 4th.
func Ordinal(n int) string {
	suffix := "th"
	if tens := n / 10 % 10; tens != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// Queue is a queue. The zero value is empty.
type Queue struct{ seats []*Seat }

// Len returns the number of seats that are taken, by players without a connection, too.
func (q *Queue) Len() int { return len(q.seats) }

// Take returns the seat of a player who comes: the one that the player has, or the last, of at most a number; nil if there is none.
func (q *Queue) Take(w access.Principal, most int) *Seat {
	if s := q.find(w); s != nil {
		s.lost = false
		return s
	}
	if len(q.seats) >= most {
		return nil
	}
	s := &Seat{who: w}
	q.seats = append(q.seats, s)
	return s
}

// find returns the seat of a player, nil if there is none.
func (q *Queue) find(w access.Principal) *Seat {
	for _, s := range q.seats {
		if s.who.Key == w.Key && (w.Key != (access.Identity{}) || s.who.Name == w.Name) {
			return s
		}
	}
	return nil
}

// First reports whether it is the turn of a player: nobody with a connection waits before him. A player without a seat is behind all.
func (q *Queue) First(w access.Principal) bool {
	if faults.Active(faults.QueueOvertaken) {
		return true
	}
	for _, s := range q.seats {
		if !s.lost || s == q.find(w) {
			return s == q.find(w)
		}
	}
	return true
}

// Lose notes that the connection of a seat is gone; the player may come back to it for a while.
func (q *Queue) Lose(s *Seat, now time.Duration) { s.lost, s.lostAt = true, now }

// Leave removes a seat: the player is in, or not let in.
func (q *Queue) Leave(s *Seat) {
	q.seats = slices.DeleteFunc(q.seats, func(o *Seat) bool { return o == s })
}

// Expire removes the seats that were without a connection for too long.
func (q *Queue) Expire(now time.Duration) {
	q.seats = slices.DeleteFunc(q.seats, func(s *Seat) bool { return s.lost && now-s.lostAt > keepFor })
}

// Place returns where a seat is.
func (q *Queue) Place(s *Seat) Place { return Place{slices.Index(q.seats, s) + 1, len(q.seats)} }

// News returns the place of a seat and whether it is another one than the player was told; from then on it counts as told.
func (q *Queue) News(s *Seat) (Place, bool) {
	p := q.Place(s)
	changed := p != s.told
	s.told = p
	return p, changed
}
