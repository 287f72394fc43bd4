package simulated

import (
	"bytes"
	"fmt"
	"iter"
	"maps"

	"voxtide/engine"
)

// log is a log in the cluster.
type log struct {
	claim   uint64
	holder  string
	entries map[uint64][]byte
	first   uint64 // the lowest number that is there or will be next
	last    uint64 // the highest number
}

// doClaim carries a claim out. Numbers of claims skip some, as an engine's may.
func (c *Cluster) doClaim(name string, seen uint64, holder string) engine.Answer {
	l := c.log(name)
	if l.claim != seen {
		c.Done.Refused++
		return engine.Answer{Outcome: engine.Refused, Claim: l.claim, Holder: l.holder, Reason: fmt.Sprintf("the newest claim is %d, not %d", l.claim, seen)}
	}
	l.claim += uint64(c.seed.Between(1, 3))
	l.holder = holder
	c.Done.Claims++
	return engine.Answer{Outcome: engine.OK, Claim: l.claim, Holder: l.holder}
}

func (c *Cluster) doAppend(name string, claim, n uint64, data []byte) engine.Answer {
	l := c.log(name)
	a := engine.Answer{Outcome: engine.OK, Claim: l.claim, Holder: l.holder}
	switch {
	case claim != l.claim:
		a.Reason = fmt.Sprintf("the newest claim is %d, not %d", l.claim, claim)
	case l.entries[n] != nil || n < l.first:
		a.Reason = fmt.Sprintf("entry %d is there", n)
	case len(data) > engine.EntryMax:
		a.Reason = fmt.Sprintf("%d bytes", len(data))
	}
	if a.Reason != "" {
		c.Done.Refused++
		a.Outcome = engine.Refused
		return a
	}
	l.entries[n] = bytes.Clone(data)
	l.last = max(l.last, n)
	c.Done.Appends++
	c.history = append(c.history, Appended{At: c.now, Log: name, Claim: claim, N: n, NewestClaim: l.claim})
	return a
}

func (c *Cluster) doRead(name string, from uint64) engine.Answer {
	l := c.log(name)
	a := engine.Answer{Outcome: engine.OK, Claim: l.claim, Holder: l.holder, First: l.first, Last: l.last}
	if from < l.first {
		a.Outcome, a.Reason = engine.Refused, fmt.Sprintf("the log begins with entry %d", l.first)
		return a
	}
	c.Done.Reads++
	a.Entries = l.from(from)
	return a
}

// from returns entries from a number on up to a gap, as many as fit an answer.
func (l *log) from(n uint64) (out []engine.Stored) {
	for size := 0; l.entries[n] != nil && (len(out) == 0 || size+len(l.entries[n]) <= engine.ReadMax); n++ {
		size += len(l.entries[n])
		out = append(out, engine.Stored{N: n, Data: l.entries[n]})
	}
	return out
}

func (c *Cluster) doTrim(name string, upTo uint64) engine.Answer {
	l := c.log(name)
	for l.first <= upTo && l.first <= l.last {
		delete(l.entries, l.first)
		l.first++
	}
	return engine.Answer{Outcome: engine.OK}
}

func (c *Cluster) doPut(key string, value []byte) engine.Answer {
	if value == nil {
		delete(c.directory, key)
	} else {
		c.directory[key] = append([]byte{}, value...)
	}
	return engine.Answer{Outcome: engine.OK}
}

func keys[K comparable, V any](m map[K]V) iter.Seq[K] { return maps.Keys(m) }
