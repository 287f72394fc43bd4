// Package enginetest says in tests what every engine.Engine has to do, whatever database is behind it, and has a small one in memory.
//
// What flows: a Database opens several Engines to one database; each test of Run takes a log of its own, asks, waits for the answers and
// compares them. Owner: the goroutine of the test. Invariants: the order of answers to different requests is never relied upon; a test
// that waited in vain fails with what it waited for, one whose requests ended as Unknown is begun again; Run fails if a test has compared nothing.
package enginetest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/engine"
)

// Database is what the suite tries.
type Database struct {
	// Open returns one more Engine to the same database, as another process would have it.
	Open func(t testing.TB) engine.Engine
	// Mute keeps the database from answering until mend is called; requests made meanwhile have to end as Unknown. nil if that cannot be done.
	Mute func(t testing.TB) (mend func())
	// Step lets time go by for a database that does not live by the clock of the machine; nil for others.
	Step func()
	// Patience is how long one answer may take; 0 for 10 s.
	Patience time.Duration
}

// Run runs the whole suite.
func Run(t *testing.T, d Database) {
	if d.Patience == 0 {
		d.Patience = 10 * time.Second
	}
	began := time.Now() // one clock for all, as engines of one process have
	for _, c := range []struct {
		name string
		test func(s *session)
	}{
		{"claim", claims}, {"fence", fence}, {"order", order}, {"pipelined", pipelined}, {"read", reads}, {"large", large}, {"follow", follow},
		{"follow two", followTwo}, {"trim", trim}, {"trim before follow", trimFollow}, {"directory", directory}, {"wrong", wrong}, {"unknown", unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "unknown" && d.Mute == nil {
				t.Skip("this database cannot be made mute")
			}
			s := &session{T: t, database: d, began: began}
			first := time.Now()
			for try := 1; !s.try(fmt.Sprintf("%s %d %d", c.name, time.Now().UnixNano(), try), c.test); try++ {
				if try >= minTries && time.Since(first) > d.Patience {
					t.Fatalf("requests ended as Unknown in each of %d tries, for %v", try, time.Since(first))
				}
				d.rest(try)
			}
			if s.compared == 0 {
				t.Fatal("nothing was compared")
			}
			t.Logf("%d answers compared", s.compared)
		})
	}
}

// A request may end as Unknown at any time, where there are elections. A test is then begun again with a new log, for as long as one answer
// may take and at least minTries times. Tries rest longer and longer in between: while a busy machine elects, all that is asked ends so at once.
const (
	minTries  = 5
	restFirst = 10 * time.Millisecond
	restLast  = time.Second
)

// rest lets time go by after a try that has to be begun again, counted from 1.
func (d *Database) rest(try int) {
	if d.Step != nil {
		d.Step()
		return
	}
	time.Sleep(min(restFirst<<min(try-1, 10), restLast))
}

type again struct{ reason string }

// try runs a test once; ok is false if a request ended as Unknown that should not.
func (s *session) try(log string, test func(s *session)) (ok bool) {
	s.log, s.clients, s.compared = log, nil, 0
	defer s.close()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case again:
			s.Logf("begun again: %s", r.reason)
			ok = false
		default:
			panic(r)
		}
	}()
	test(s)
	return true
}

// session is one test: its Engines and the answers that have come.
type session struct {
	*testing.T
	database Database
	began    time.Time
	log      string
	clients  []*client
	compared int
}

type client struct {
	engine.Engine
	s       *session
	answers []engine.Answer
}

func (s *session) open() *client {
	c := &client{Engine: s.database.Open(s.T), s: s}
	s.clients = append(s.clients, c)
	return c
}

func (s *session) close() {
	for _, c := range s.clients {
		if err := c.Close(); err != nil {
			s.Errorf("closing: %v", err)
		}
	}
}

// await returns the answer to a request, or the next one of a log that is followed.
func (c *client) await(r engine.Request, what string) engine.Answer {
	c.s.Helper()
	if ans, ok := c.within(r, c.s.database.Patience); ok {
		c.s.compared++
		return ans
	}
	c.s.Fatalf("no answer in %v: %s", c.s.database.Patience, what)
	return engine.Answer{}
}

func (c *client) within(r engine.Request, patience time.Duration) (engine.Answer, bool) {
	end := time.Now().Add(patience)
	for {
		for i, a := range c.answers {
			if a.Request == r {
				c.answers = append(c.answers[:i:i], c.answers[i+1:]...)
				return a, true
			}
		}
		before := len(c.answers)
		c.answers = c.Poll(time.Since(c.s.began), c.answers)
		switch {
		case len(c.answers) > before:
		case time.Now().After(end):
			return engine.Answer{}, false
		case c.s.database.Step != nil:
			c.s.database.Step()
		case c.Ready() != nil:
			select {
			case <-c.Ready():
			case <-time.After(min(20*time.Millisecond, patience)):
			}
		default:
			time.Sleep(time.Millisecond)
		}
	}
}

func (c *client) want(outcome engine.Outcome, r engine.Request, what string) engine.Answer {
	c.s.Helper()
	ans := c.await(r, what)
	if ans.Outcome == engine.Unknown && outcome != engine.Unknown {
		panic(again{what + ": " + ans.Reason})
	}
	if ans.Outcome != outcome {
		c.s.Fatalf("%s: outcome %d (%s), want %d", what, ans.Outcome, ans.Reason, outcome)
	}
	return ans
}

func (c *client) ok(r engine.Request, what string) engine.Answer {
	c.s.Helper()
	return c.want(engine.OK, r, what)
}

func (c *client) refused(r engine.Request, what string) engine.Answer {
	c.s.Helper()
	return c.want(engine.Refused, r, what)
}

// entry is the data of entry n in these tests.
func entry(n uint64) []byte {
	return append(bytes.Repeat([]byte{byte(n)}, 100), strings.Repeat("-", int(n%7))...)
}

// fill claims the log and appends entries up to a number.
func (c *client) fill(seen, from, to uint64) (claim uint64) {
	c.s.Helper()
	claim = c.ok(c.Claim(c.s.log, seen, "filler"), "a claim").Claim
	for n := from; n <= to; n++ {
		c.ok(c.Append(c.s.log, claim, n, entry(n)), fmt.Sprint("entry ", n))
	}
	return claim
}

// check compares entries that begin with a number.
func (s *session) check(entries []engine.Stored, from uint64) (next uint64) {
	s.Helper()
	for i, e := range entries {
		if e.N != from+uint64(i) {
			s.Fatalf("entry %d, want %d", e.N, from+uint64(i))
		}
		if !bytes.Equal(e.Data, entry(e.N)) {
			s.Fatalf("entry %d has other data: %d bytes", e.N, len(e.Data))
		}
		s.compared++
	}
	return from + uint64(len(entries))
}

// upTo takes entries of a followed log until it has a number.
func (c *client) upTo(r engine.Request, from, to uint64) {
	c.s.Helper()
	for from <= to {
		from = c.s.check(c.ok(r, fmt.Sprint("entry ", from, " of a followed log")).Entries, from)
	}
	if from != to+1 {
		c.s.Fatalf("followed up to %d, want %d", from-1, to)
	}
}
