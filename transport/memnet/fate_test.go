package memnet

import (
	"testing"
	"time"

	"voxtide/transport"
)

// fates plays a pair whose client sends a value every gap, and returns what happened to each of its packets by number.
func fates(seed uint64, l Link, gap time.Duration, packets int) map[uint64]time.Duration {
	n := New(seed)
	n.SetFateByPacket(true)
	out := map[uint64]time.Duration{}
	client, server := n.PairNumbered(5, l, Link{})
	n.OnPacket(func(e *Event) {
		if e.From == client.ID() && !e.Duplicate {
			if out[e.Number] = e.Arrives - e.Sent; e.Lost {
				out[e.Number] = -1
			}
		}
	})
	for i := range packets {
		n.Advance(time.Duration(i) * gap)
		client.Value(0, []byte{byte(i)})
		client.Flush()
		for ok := true; ok; {
			_, ok = server.Receive()
		}
		server.Flush()
	}
	return out
}

// TestFateByPacket checks that what happens to packet k is a function of seed, link and k: not of when it leaves, nor of the
// packets of other links, nor of what was drawn for others.
func TestFateByPacket(t *testing.T) {
	eachSeed(t, func(t *testing.T, seed uint64) {
		l := Link{Delay: 30 * ms, Jitter: 20 * ms, Loss: 0.1, Duplicate: 0.05, Reorder: 0.1, ReorderBy: 10 * ms}
		slow, fast := fates(seed, l, 11*ms, 400), fates(seed, l, 7*ms, 400)
		l.Duplicate = 0 // other draws, the same loss
		plain := fates(seed, l, 7*ms, 400)
		same, lost := 0, 0
		for k, trip := range slow {
			if other, ok := fast[k]; ok {
				if same++; trip != other {
					t.Fatalf("packet %d took %v, and %v when others left at other times", k, trip, other)
				}
				if (plain[k] < 0) != (trip < 0) {
					t.Fatalf("packet %d is lost only with duplicates on", k)
				}
				if trip < 0 {
					lost++
				}
			}
		}
		if same < 300 || lost < 10 {
			t.Fatalf("%d packets compared, %d lost", same, lost)
		}
		t.Logf("%d packets compared, %d lost", same, lost)
	})
}

// TestBurstsByTime checks that with fate by packet the bursts of a link lie at the same times whatever is sent.
func TestBurstsByTime(t *testing.T) {
	in := func(gap time.Duration) map[time.Duration]bool {
		var d linkState
		d.byPacket, d.seed, d.rng.Source = true, 9, 9
		d.configure(Link{Loss: 0.1, Burst: true}, 0)
		out := map[time.Duration]bool{}
		for now := time.Duration(0); now < time.Minute; now += gap {
			d.nextPacket()
			out[now] = d.drops(now)
		}
		return out
	}
	a, b := in(5*ms), in(15*ms)
	bursts := 0
	for at, lost := range b {
		if lost != a[at] {
			t.Fatalf("at %v a packet is lost in one of two runs alone", at)
		}
		if lost {
			bursts++
		}
	}
	if bursts < 50 {
		t.Fatalf("%d packets lost", bursts)
	}
	t.Logf("%d packets compared, %d lost", len(b), bursts)
}

// TestRate checks that live packets leave no faster than the rate, wait in the queue, and are lost when it is full.
func TestRate(t *testing.T) {
	n := New(1)
	const rate = 20_000
	client, server := n.Pair(Link{Delay: 10 * ms, Rate: rate, Queue: 4_000}, Link{})
	arrived, lost, last := 0, 0, time.Duration(0)
	longest := time.Duration(0)
	n.OnPacket(func(e *Event) {
		if e.From != client.ID() {
			return
		}
		if e.Lost {
			lost++
			return
		}
		if e.Arrives < last {
			t.Errorf("a packet overtakes another in the queue")
		}
		arrived += e.Size
		last, longest = e.Arrives, max(longest, e.Arrives-e.Sent)
	})
	data := make([]byte, 1000)
	for at := time.Duration(0); at < 10*time.Second; at += 20 * ms { // about 50,000 bytes a second are offered
		n.Advance(at)
		client.Send(transport.Live, data)
		client.Value(0, data[:100])
		client.Flush()
		for ok := true; ok; {
			_, ok = server.Receive()
		}
		server.Flush()
	}
	if most := 10*rate + 4_000 + 2_000; arrived > most || arrived < 9*rate || lost == 0 {
		t.Errorf("%d bytes got through in 10 s, %d packets lost", arrived, lost)
	}
	if longest > 10*ms+4_000*time.Second/rate+time.Second/10 || longest < 100*ms {
		t.Errorf("the longest wait was %v", longest)
	}
	t.Logf("%d bytes in 10 s, %d packets lost, longest %v", arrived, lost, longest)
}
