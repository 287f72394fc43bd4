// Package simulated is an engine under virtual time for laboratories and tests: a cluster that behaves as a database on several machines does
// when its links and nodes fail, and repeats by its seed.
//
// Data flow: a request of a client (package engine's Engine) takes a drawn time to the cluster, is carried out there in one moment, and its
// answer takes a drawn time back; either may be lost, late, or held up by a partition or a majority that is away. A request without an answer
// in time ends Unknown, and may still be carried out. Poll moves all of it to a time; the calls between count as made at the time of the last.
// Owner: one goroutine has a cluster and all its clients. Invariants: those of Engine; one seed and the same calls give the same answers; no
// clock, no goroutine, no file.
package simulated

import (
	"container/heap"
	"slices"
	"time"

	"voxtide/internal/splitmix"
)

// Conditions say how badly things go. The zero value is a cluster that answers at once and loses nothing.
type Conditions struct {
	DelayMin, DelayMax time.Duration // of each message
	StallOneIn         int           // of messages stalls, on average; 0: none
	StallMax           time.Duration // for up to this long
	LoseRequestOneIn   int           // of requests is lost; 0: none
	LoseAnswerOneIn    int           // the same of answers
	LateOneIn          int           // of requests comes when its client has given up; 0: none
	Timeout            time.Duration // until a request ends Unknown; 500 ms
}

// Cluster is the database. Its fields are counters of what was done, to be read.
type Cluster struct {
	Done Counters

	conditions Conditions
	now        time.Duration
	order      uint64 // of the last event
	events     events
	away       bool     // there is no majority
	held       []func() // requests that wait for it
	seed       splitmix.Source
	logs       map[string]*log
	directory  map[string][]byte
	clients    []*Client
	history    []Appended
}

// Counters count what happened to requests.
type Counters struct {
	Claims, Appends, Reads int // carried out with OK
	Refused                int // claims and appends
	Lost                   int // requests and answers
	Late                   int // requests that were carried out after their client had given up
	Unknown                int // ends of requests
	Followings             int // that ended with Unknown
}

// Appended is an append that was carried out with OK: the ground truth for laws.
type Appended struct {
	At          time.Duration
	Log         string
	Claim, N    uint64
	NewestClaim uint64
}

// NewCluster returns an empty cluster.
func NewCluster(seed uint64, c Conditions) *Cluster {
	if c.Timeout == 0 {
		c.Timeout = 500 * time.Millisecond
	}
	return &Cluster{conditions: c, seed: splitmix.Derive(seed), logs: map[string]*log{}, directory: map[string][]byte{}}
}

// Connect returns an engine for a client. The name is for people.
func (c *Cluster) Connect(name string) *Client {
	k := &Client{cluster: c, name: name, luck: c.seed.Split(uint64(len(c.clients))), followings: map[uint64]*following{}}
	c.clients = append(c.clients, k)
	return k
}

// SetConditions changes how badly things go from now on.
func (c *Cluster) SetConditions(to Conditions) {
	if to.Timeout == 0 {
		to.Timeout = c.conditions.Timeout
	}
	c.conditions = to
}

// SetMajority takes the majority of the nodes away, or brings it back: requests that came meanwhile are then carried out, or are lost.
func (c *Cluster) SetMajority(there bool) {
	c.away = !there
	if there {
		held := c.held
		c.held = nil
		for _, f := range held {
			if c.seed.OneIn(2) {
				f()
			} else {
				c.Done.Lost++
			}
		}
		c.feed()
	}
}

// Newest returns the newest claim of a log and its holder, as they are in the cluster now.
func (c *Cluster) Newest(name string) (claim uint64, holder string) {
	l := c.log(name)
	return l.claim, l.holder
}

// History returns all appends that were carried out with OK, in order.
func (c *Cluster) History() []Appended { return c.history }

// Entries returns what a log has, from the lowest number that is there up to the first gap, for tests that look from outside.
func (c *Cluster) Entries(name string) (first uint64, data [][]byte) {
	l := c.log(name)
	for n := l.first; l.entries[n] != nil; n++ {
		data = append(data, l.entries[n])
	}
	return l.first, data
}

// Entry returns what a log has as an entry, nil for nothing, for who follows it from outside.
func (c *Cluster) Entry(name string, n uint64) []byte { return c.log(name).entries[n] }

// Advance carries out what is due by a time, as a client's Poll does.
func (c *Cluster) Advance(now time.Duration) { c.advance(now) }

// Damage changes a log as no engine may: to gives what is stored as an entry; nil takes the entry out and moves those behind it forward.
func (c *Cluster) Damage(name string, n uint64, to []byte) {
	l := c.log(name)
	if to != nil {
		l.entries[n] = to
		return
	}
	for ; l.entries[n+1] != nil; n++ {
		l.entries[n] = l.entries[n+1]
	}
	delete(l.entries, n)
	l.last--
}

// log returns a log, which is there as soon as somebody asks for it.
func (c *Cluster) log(name string) *log {
	l := c.logs[name]
	if l == nil {
		l = &log{entries: map[uint64][]byte{}, first: 1}
		c.logs[name] = l
	}
	return l
}

// advance carries out what is due by a time.
func (c *Cluster) advance(now time.Duration) {
	for len(c.events) > 0 && c.events[0].at <= now {
		e := heap.Pop(&c.events).(*event)
		c.now = max(c.now, e.at)
		e.do()
	}
	c.now = max(c.now, now)
}

// at does something at a time, after all that was asked for before it at the same time.
func (c *Cluster) at(t time.Duration, do func()) {
	c.order++
	heap.Push(&c.events, &event{max(t, c.now), c.order, do})
}

// carryOut does a request, now or when there is a majority.
func (c *Cluster) carryOut(do func()) {
	if c.away {
		c.held = append(c.held, do)
		return
	}
	do()
	c.feed()
}

// feed sends to all followings what is new.
func (c *Cluster) feed() {
	for _, k := range c.clients {
		for _, id := range slices.Sorted(keys(k.followings)) {
			k.feed(k.followings[id])
		}
	}
}

// event is something that happens at a time.
type event struct {
	at    time.Duration
	order uint64
	do    func()
}

// events is a heap by time, then by order.
type events []*event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(*event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}
