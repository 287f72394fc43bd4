package server

import (
	"fmt"
	"testing"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// sink is a connection that drops all that is sent; the test sets the messages that it receives, in memory that is used again.
type sink struct {
	sent  [2]uint64
	bytes uint64
	msgs  [4][]byte
	kinds [4]transport.Kind
	n, at int
	wait  []actions.SectionEpoch
}

func (k *sink) Send(l transport.Lane, m []byte) error {
	k.sent[l]++
	k.bytes += uint64(len(m))
	if l == transport.Bulk {
		if s, err := protocol.ReadSnapshot(m); err == nil {
			k.wait = append(k.wait, actions.SectionEpoch{Section: s.Section, Epoch: s.Epoch})
		}
	}
	return nil
}
func (k *sink) Value(uint8, []byte) error { return nil }
func (k *sink) Receive() (m transport.Message, ok bool) {
	if k.at == k.n {
		k.at, k.n = 0, 0
		return m, false
	}
	k.at++
	return transport.Message{Kind: k.kinds[k.at-1], Data: k.msgs[k.at-1]}, true
}
func (k *sink) Delivered(l transport.Lane) uint64 { return k.sent[l] }
func (k *sink) Pending(transport.Lane) int        { return 0 }
func (k *sink) Flush()                            {}
func (k *sink) Close(string)                      {}
func (k *sink) Closed() (string, bool)            { return "", false }

func (k *sink) action(a *actions.Action) {
	k.msgs[k.n] = protocol.AppendAction(k.msgs[k.n][:0], a)
	k.kinds[k.n] = transport.KindMessage
	k.n++
}

func (k *sink) declare(at timestream.Time, last uint64) {
	k.msgs[k.n] = protocol.AppendDeclare(k.msgs[k.n][:0], protocol.Declare{Stamp: at, LastAction: last})
	k.kinds[k.n] = transport.KindValue
	k.n++
}

// crowd is a server with players who walk in a meadow and turn now and then.
type crowd struct {
	*harness
	sinks []*sink
	next  []uint64
	tick  int
	turn  int            // steps between two turns of each
	act   actions.Action // a field, so that it does not escape to the heap
}

func newCrowd(t testing.TB, n int) *crowd {
	return newCrowdOf(t, n, func(c *Config) {
		c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i%10) * 4, Z: int32(i/10) * 4}) }
	})
}

// newCrowdOf returns a crowd on a server that set configures.
func newCrowdOf(t testing.TB, n int, set func(c *Config)) *crowd {
	c := &crowd{turn: 20, harness: newHarness(t, func(c *Config) {
		c.View, c.ViewY, c.BulkCredit, c.Relays = 3, 2, 1000, 1
		set(c)
	})}
	for i := range n {
		k := &sink{}
		c.sinks, c.next = append(c.sinks, k), append(c.next, 1)
		c.s.Accept(k)
		k.msgs[0], k.n = protocol.AppendJoin(nil, &protocol.Join{Name: fmt.Sprintf("%02d", i)}), 1
		if i%32 == 31 {
			c.pass()
		}
	}
	for range 200 {
		c.pass()
	}
	return c
}

// pass takes a step: all clients declare their time, a twentieth turns, a hundredth changes the keys.
func (c *crowd) pass() {
	c.tick++
	now := c.s.Now()
	for i, k := range c.sinks {
		if c.s.clients.session(timestream.Stream(i+1)) == nil {
			continue
		}
		a := &c.act
		*a = actions.Action{Number: c.next[i], At: now}
		switch {
		case len(k.wait) > 0:
			n := min(len(k.wait), actions.ConfirmMax)
			a.Kind, a.Sections = actions.ConfirmSections, k.wait[:n]
			k.wait = k.wait[n:]
		case (c.tick+i*7)%c.turn == 0:
			a.Kind, a.Yaw = actions.SetYaw, uint16((c.tick+i)*1237)
		case (c.tick+i*13)%100 == 0:
			a.Kind, a.Keys = actions.SetKeys, world.KeyForward
		}
		if a.Kind != actions.None {
			k.action(a)
			c.next[i]++
		}
		k.declare(now, c.next[i]-1)
	}
	c.now += stepAt
	c.s.Step(c.now)
}

// TestUpdatesAllocateNothing: a step with all its updates allocates nothing in the steady state but the points of new trajectories, 32 together.
func TestUpdatesAllocateNothing(t *testing.T) {
	c := newCrowd(t, 16)
	for range 400 {
		c.pass()
	}
	if m := c.s.Metrics(); m.Players != 16 || m.Updates < 16*300 {
		t.Fatalf("%+v", m)
	}
	none := new(viewOrders)
	for i := range none {
		none[i] = []world.SectionPos{}
	}
	c.s.interestOrders = map[int]*viewOrders{3: none} // no new sections: their messages are allocated
	for range 50 {
		c.pass()
	}
	if n := testing.AllocsPerRun(300, c.pass); n != 0 {
		t.Fatalf("%v allocations a step", n)
	}
}

func BenchmarkStep100Walkers(b *testing.B) { benchmarkSteps(b, newCrowd(b, 100)) }

// BenchmarkStep500InOnePlace: 500 walkers, each in sight of all others, who are sent 20 updates a second.
func BenchmarkStep500InOnePlace(b *testing.B) {
	benchmarkSteps(b, newCrowdOf(b, 500, func(c *Config) {
		c.UpdateRate, c.MaxPlayers = 20, 1000
		c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i%25) * 2, Z: int32(i/25) * 2}) }
	}))
}

func benchmarkSteps(b *testing.B, c *crowd) {
	var before uint64
	for _, k := range c.sinks {
		before += k.bytes
	}
	updates := c.s.Metrics().Updates
	steps := 0
	for b.Loop() {
		c.pass()
		steps++
	}
	var bytes uint64
	for _, k := range c.sinks {
		bytes += k.bytes
	}
	m := c.s.Metrics()
	if m.Players != len(c.sinks) || m.SessionsEnded != 0 {
		b.Fatalf("%+v", m)
	}
	b.ReportMetric(float64(m.Updates-updates)/float64(steps), "updates/step")
	b.ReportMetric(float64(bytes-before)/float64(m.Updates-updates), "bytes/update")
}

// FuzzReceived: whatever a client sends, the server lives on, and another client agrees with it.
func FuzzReceived(f *testing.F) {
	f.Add(byte(0), []byte{protocol.MsgAction, 1, 1, 0, 0, 3})
	f.Add(byte(1), []byte{9, 1})
	f.Add(byte(2), protocol.AppendJoin(nil, &protocol.Join{Name: "x"}))
	f.Fuzz(func(t *testing.T, slot byte, data []byte) {
		r := newHarness(t, nil)
		ann, bob := r.join("ann"), r.join("bob")
		r.play(8)
		if slot&1 == 0 {
			ann.conn.say(data)
		} else {
			ann.conn.value(slot>>1, data)
		}
		st := &fakeConn{}
		r.s.Accept(st)
		st.say(data)
		r.hands = r.hands[1:]
		r.play(8)
		bob.agrees()
	})
}
