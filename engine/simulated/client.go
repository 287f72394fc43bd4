package simulated

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"voxtide/engine"
	"voxtide/internal/splitmix"
)

// Client is the connection of one client to the cluster. It implements engine.Engine.
type Client struct {
	cluster    *Cluster
	name       string
	luck       splitmix.Source
	last       uint64 // request
	followings map[uint64]*following
	inbox      []engine.Answer
	cut        bool // partitioned from the cluster
	dead       bool // killed or closed
}

// request is on its way.
type request struct {
	id    uint64
	ended bool // its client has its answer, or has given up
}

// following is a log that a client follows.
type following struct {
	id      uint64
	log     string
	next    uint64
	arrives time.Duration // of the last message: they come in order
	ended   bool
}

// Name returns the name that the client was connected with.
func (k *Client) Name() string { return k.name }

var _ engine.Engine = (*Client)(nil)

// Partition cuts a client off from the cluster, or joins it again: what is on its way then is lost.
func (k *Client) Partition(cut bool) { k.cut = cut }

// Kill ends a client as a crash does: it gets no more answers, and what it has asked for is carried out or not, by the seed.
func (k *Client) Kill() { k.dead = true }

// Close implements engine.Engine.
func (k *Client) Close() error {
	k.dead = true
	return nil
}

// Ready implements engine.Engine: nobody is woken under virtual time.
func (k *Client) Ready() <-chan struct{} { return nil }

// Poll implements engine.Engine.
func (k *Client) Poll(now time.Duration, answers []engine.Answer) []engine.Answer {
	k.cluster.advance(now)
	if k.dead {
		return answers
	}
	answers = append(answers, k.inbox...)
	clear(k.inbox)
	k.inbox = k.inbox[:0]
	return answers
}

// delay draws how long a message takes.
func (k *Client) delay() time.Duration {
	o := &k.cluster.conditions
	d := o.DelayMin
	if more := int(o.DelayMax - o.DelayMin); more > 0 {
		d += time.Duration(k.luck.Uint64() % uint64(more))
	}
	if o.StallOneIn > 0 && k.luck.OneIn(o.StallOneIn) {
		d += time.Duration(k.luck.Uint64() % uint64(o.StallMax+1))
	}
	return d
}

// ask sends a request, which do carries out.
func (k *Client) ask(do func() engine.Answer) engine.Request {
	c, o := k.cluster, &k.cluster.conditions
	k.last++
	r := &request{id: k.last}
	c.at(c.now+o.Timeout, func() { k.end(r, engine.Answer{Outcome: engine.Unknown, Reason: "no answer"}) })
	d := k.delay()
	if o.LateOneIn > 0 && k.luck.OneIn(o.LateOneIn) {
		d = o.Timeout + time.Duration(k.luck.Uint64()%uint64(2*o.Timeout))
	}
	lost := o.LoseRequestOneIn > 0 && k.luck.OneIn(o.LoseRequestOneIn)
	back, lostBack := k.delay(), o.LoseAnswerOneIn > 0 && k.luck.OneIn(o.LoseAnswerOneIn)
	c.at(c.now+d, func() {
		if lost || k.cut || k.dead && k.luck.OneIn(2) {
			c.Done.Lost++
			return
		}
		c.carryOut(func() {
			if r.ended {
				c.Done.Late++
			}
			a := do()
			if lostBack {
				c.Done.Lost++
				return
			}
			c.at(c.now+back, func() {
				if k.cut {
					c.Done.Lost++
					return
				}
				k.end(r, a)
			})
		})
	})
	return engine.Request(r.id)
}

// end gives a request its answer, if it has none yet.
func (k *Client) end(r *request, a engine.Answer) {
	if r.ended || k.dead {
		r.ended = true
		return
	}
	r.ended = true
	if a.Request = engine.Request(r.id); a.Outcome == engine.Unknown {
		k.cluster.Done.Unknown++
	}
	k.inbox = append(k.inbox, a)
}

// Claim implements engine.Engine.
func (k *Client) Claim(log string, seen uint64, holder string) engine.Request {
	return k.ask(func() engine.Answer { return k.cluster.doClaim(log, seen, holder) })
}

// Append implements engine.Engine.
func (k *Client) Append(log string, claim, n uint64, data []byte) engine.Request {
	return k.ask(func() engine.Answer { return k.cluster.doAppend(log, claim, n, data) })
}

// Read implements engine.Engine.
func (k *Client) Read(log string, from uint64) engine.Request {
	return k.ask(func() engine.Answer { return k.cluster.doRead(log, from) })
}

// Trim implements engine.Engine.
func (k *Client) Trim(log string, upTo uint64) engine.Request {
	return k.ask(func() engine.Answer { return k.cluster.doTrim(log, upTo) })
}

// Put implements engine.Engine.
func (k *Client) Put(key string, value []byte) engine.Request {
	value = bytes.Clone(value)
	return k.ask(func() engine.Answer { return k.cluster.doPut(key, value) })
}

// Get implements engine.Engine.
func (k *Client) Get(key string) engine.Request {
	return k.ask(func() engine.Answer {
		return engine.Answer{Outcome: engine.OK, Value: bytes.Clone(k.cluster.directory[key])}
	})
}

// List implements engine.Engine.
func (k *Client) List(prefix string) engine.Request {
	return k.ask(func() engine.Answer {
		a := engine.Answer{Outcome: engine.OK, Values: map[string][]byte{}}
		for key, value := range k.cluster.directory {
			if strings.HasPrefix(key, prefix) {
				a.Values[key] = bytes.Clone(value)
			}
		}
		return a
	})
}

// Follow implements engine.Engine.
func (k *Client) Follow(log string, from uint64) engine.Request {
	c := k.cluster
	k.last++
	f := &following{id: k.last, log: log, next: from}
	c.at(c.now+k.delay(), func() {
		if k.cut || k.dead {
			k.lose(f)
			return
		}
		if l := c.log(log); from < l.first {
			k.inbox = append(k.inbox, engine.Answer{Request: engine.Request(f.id), Outcome: engine.Refused, First: l.first, Reason: "trimmed"})
			return
		}
		k.followings[f.id] = f
		k.feed(f)
	})
	return engine.Request(f.id)
}

// feed sends a following what is new. A message that is lost ends it.
func (k *Client) feed(f *following) {
	c, o := k.cluster, &k.cluster.conditions
	if c.away || f.ended || k.dead {
		return
	}
	entries := c.log(f.log).from(f.next)
	if len(entries) == 0 {
		return
	}
	f.next = entries[len(entries)-1].N + 1
	f.arrives = max(f.arrives, c.now+k.delay())
	lost := o.LoseAnswerOneIn > 0 && k.luck.OneIn(o.LoseAnswerOneIn)
	c.at(f.arrives, func() {
		if f.ended || k.dead {
			return
		}
		if lost || k.cut {
			k.lose(f)
			return
		}
		k.inbox = append(k.inbox, engine.Answer{Request: engine.Request(f.id), Outcome: engine.OK, Entries: slices.Clip(entries)})
	})
}

// lose ends a following whose messages do not come: its client hears of it after a time.
func (k *Client) lose(f *following) {
	c := k.cluster
	f.ended = true
	delete(k.followings, f.id)
	c.Done.Lost++
	c.at(c.now+c.conditions.Timeout, func() {
		if !k.dead {
			c.Done.Followings++
			k.inbox = append(k.inbox, engine.Answer{Request: engine.Request(f.id), Outcome: engine.Unknown, Reason: "no answer"})
		}
	})
}
