package logged

import (
	"slices"
	"strings"
	"time"

	"voxtide/engine"
)

// trimmer removes from the log what every disk has: the owner's job. It keeps what is young, so that a copy of a world that was made a moment
// ago can go on; and it does not let a machine that is away hold on to more than a bound of bytes: that one needs a new copy.
type trimmer struct {
	at      time.Duration
	begun   bool
	asking  bool
	trimmed uint64   // up to this entry
	left    []string // machines for which too much would have had to be kept, as of the last time
}

func (t *trimmer) advance(now time.Duration, m *member, w *engine.Writer) {
	if t.asking || t.begun && now-t.at < m.o.TrimEvery {
		return
	}
	t.asking, t.begun, t.at = true, true, now
	m.shared.List(nodesPrefix(m.o.World), func(now time.Duration, a *engine.Answer) {
		if t.asking = false; a.Outcome == engine.OK && m.firstErr() == nil && w.Holding() {
			t.trim(now, m, w, a.Values)
		}
	})
}

// trim decides up to where. Places that cannot be read hold nothing back.
func (t *trimmer) trim(now time.Duration, m *member, w *engine.Writer, places map[string][]byte) {
	own := min(m.disk.durable.N, w.Durable()-1) // the last entry stays: who comes compares it with its own
	all, slow := own, map[string]uint64{}
	for key, value := range places {
		p, err := readPlace(value)
		node := strings.TrimPrefix(key, nodesPrefix(m.o.World))
		if err != nil || node == m.o.Node {
			continue
		}
		slow[node] = p.N
		all = min(all, p.N)
	}
	upTo := min(all, m.size.before(now-m.o.Keep))
	var left []string
	if least := min(own, m.size.within(m.o.KeepBytes)); m.size.behind(upTo) > m.o.KeepBytes && least > upTo {
		upTo = least
		for node, n := range slow {
			if n < upTo {
				left = append(left, node)
			}
		}
	}
	if slices.Sort(left); len(left) > 0 && !slices.Equal(left, t.left) {
		m.o.Log.Warn("the log is trimmed although these machines have not read it: they need a new copy of the world", "machines", strings.Join(left, ", "), "up to entry", upTo)
	}
	if t.left = left; upTo > t.trimmed {
		t.trimmed = upTo
		m.shared.Trim(m.o.World, upTo)
		m.size.forget(upTo)
	}
}
