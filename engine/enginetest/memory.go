package enginetest

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"voxtide/engine"
)

// Memory is a database of one process, to try what stands on an Engine, and the suite itself. Its handles may be used side by side.
type Memory struct {
	mu     sync.Mutex
	claims uint64
	logs   map[string]*memoryLog
	keys   map[string][]byte
	open   map[*handle]bool
	deaf   bool
}

type memoryLog struct {
	claim   uint64
	holder  string
	first   uint64
	entries map[uint64][]byte
}

// NewMemory returns an empty database.
func NewMemory() *Memory {
	return &Memory{logs: map[string]*memoryLog{}, keys: map[string][]byte{}, open: map[*handle]bool{}}
}

// SetDeaf makes all requests from now on end as Unknown without being carried out, or ends that.
func (m *Memory) SetDeaf(deaf bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.deaf = deaf
}

// Open returns an Engine over the database.
func (m *Memory) Open() engine.Engine {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := &handle{memory: m, ready: make(chan struct{}, 1), follows: map[engine.Request]*memoryFollow{}}
	m.open[h] = true
	return h
}

// Handles returns how many Engines are open.
func (m *Memory) Handles() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.open)
}

func (m *Memory) log(name string) *memoryLog {
	l := m.logs[name]
	if l == nil {
		l = &memoryLog{first: 1, entries: map[uint64][]byte{}}
		m.logs[name] = l
	}
	return l
}

// last returns the highest number.
func (l *memoryLog) last() uint64 {
	last := l.first - 1
	for n := range l.entries {
		last = max(last, n)
	}
	return last
}

// from returns the entries from a number on, up to a hole.
func (l *memoryLog) from(n uint64) (entries []engine.Stored) {
	for size := 0; ; n++ {
		data, ok := l.entries[n]
		if size += len(data); !ok || size > engine.ReadMax && len(entries) > 0 {
			return entries
		}
		entries = append(entries, engine.Stored{N: n, Data: data})
	}
}

type memoryFollow struct {
	log  string
	next uint64
}

type handle struct {
	memory  *Memory
	last    engine.Request
	ready   chan struct{}
	answers []engine.Answer
	follows map[engine.Request]*memoryFollow
}

func (h *handle) Ready() <-chan struct{} { return h.ready }

// do carries out a request and queues its answer.
func (h *handle) do(f func(m *Memory) engine.Answer) engine.Request {
	m := h.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	h.last++
	ans := engine.Answer{Outcome: engine.Unknown, Reason: "deaf"}
	if !m.deaf {
		ans = f(m)
	}
	ans.Request = h.last
	h.put(ans)
	for other := range m.open {
		other.give()
	}
	return h.last
}

func (h *handle) put(ans engine.Answer) {
	if ans.Outcome == 0 {
		return
	}
	h.answers = append(h.answers, ans)
	select {
	case h.ready <- struct{}{}:
	default:
	}
}

// give answers with what has come into the logs that are followed.
func (h *handle) give() {
	for _, r := range slices.Sorted(maps.Keys(h.follows)) {
		f := h.follows[r]
		l := h.memory.log(f.log)
		if f.next < l.first {
			delete(h.follows, r)
			h.put(engine.Answer{Request: r, Outcome: engine.Refused, First: l.first, Reason: "trimmed"})
			continue
		}
		for e := l.from(f.next); len(e) > 0; e = l.from(f.next) {
			f.next += uint64(len(e))
			h.put(engine.Answer{Request: r, Outcome: engine.OK, Entries: e})
		}
	}
}

func (h *handle) Claim(log string, seen uint64, holder string) engine.Request {
	return h.do(func(m *Memory) engine.Answer {
		l := m.log(log)
		if l.claim != seen {
			return engine.Answer{Outcome: engine.Refused, Claim: l.claim, Holder: l.holder, Reason: "not the newest"}
		}
		m.claims++
		l.claim, l.holder = m.claims, holder
		return engine.Answer{Outcome: engine.OK, Claim: l.claim, Holder: holder}
	})
}

func (h *handle) Append(log string, claim, n uint64, data []byte) engine.Request {
	return h.do(func(m *Memory) engine.Answer {
		l := m.log(log)
		_, taken := l.entries[n]
		ans := engine.Answer{Outcome: engine.Refused, Claim: l.claim, Holder: l.holder, Reason: "claim, number or size"}
		if claim != 0 && claim == l.claim && n >= l.first && !taken && len(data) <= engine.EntryMax {
			l.entries[n] = data
			ans.Outcome, ans.Reason = engine.OK, ""
		}
		return ans
	})
}

func (h *handle) Read(log string, from uint64) engine.Request {
	return h.do(func(m *Memory) engine.Answer {
		l := m.log(log)
		ans := engine.Answer{Outcome: engine.OK, Claim: l.claim, Holder: l.holder, First: l.first, Last: l.last()}
		if from = max(from, 1); from < l.first {
			ans.Outcome, ans.Reason = engine.Refused, "trimmed"
			return ans
		}
		ans.Entries = l.from(from)
		return ans
	})
}

func (h *handle) Follow(log string, from uint64) engine.Request {
	return h.do(func(*Memory) engine.Answer {
		h.follows[h.last] = &memoryFollow{log, max(from, 1)}
		return engine.Answer{}
	})
}

func (h *handle) Trim(log string, upTo uint64) engine.Request {
	return h.do(func(m *Memory) engine.Answer {
		l := m.log(log)
		for upTo = min(upTo, l.last()); l.first <= upTo; l.first++ {
			delete(l.entries, l.first)
		}
		return engine.Answer{Outcome: engine.OK}
	})
}

func (h *handle) Put(key string, value []byte) engine.Request {
	return h.do(func(m *Memory) engine.Answer {
		delete(m.keys, key)
		if value != nil {
			m.keys[key] = append([]byte{}, value...)
		}
		return engine.Answer{Outcome: engine.OK}
	})
}

func (h *handle) Get(key string) engine.Request {
	return h.do(func(m *Memory) engine.Answer {
		return engine.Answer{Outcome: engine.OK, Value: bytes.Clone(m.keys[key])}
	})
}

func (h *handle) List(prefix string) engine.Request {
	return h.do(func(m *Memory) engine.Answer {
		values := map[string][]byte{}
		for k, v := range m.keys {
			if strings.HasPrefix(k, prefix) {
				values[k] = bytes.Clone(v)
			}
		}
		return engine.Answer{Outcome: engine.OK, Values: values}
	})
}

func (h *handle) Poll(_ time.Duration, answers []engine.Answer) []engine.Answer {
	h.memory.mu.Lock()
	defer h.memory.mu.Unlock()
	answers = append(answers, h.answers...)
	h.answers = nil
	return answers
}

func (h *handle) Close() error {
	h.memory.mu.Lock()
	defer h.memory.mu.Unlock()
	delete(h.memory.open, h)
	return nil
}
