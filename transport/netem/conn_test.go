package netem

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"voxtide/internal/leaktest"
	"voxtide/internal/testrand"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

var noAddr = &net.UDPAddr{IP: net.IPv4(192, 0, 2, 9), Port: 9}

// linkWithoutGoroutine makes a direction without a goroutine.
func linkWithoutGoroutine(c Conditions, seed uint64) *link {
	return newLink(c, seed, 1, time.Now(), nil)
}

// TestDrawsDependOnSeedAndNumber: what happens to the n-th packet is the seed's doing alone; and each
// share is what the conditions say.
func TestDrawsDependOnSeedAndNumber(t *testing.T) {
	seed := testrand.Seed(t)
	c := Conditions{Jitter: 10 * ms, Loss: 0.05, Duplicate: 0.1, Reorder: 0.2, ReorderBy: 50 * ms}
	lost, doubled, held, differ := 0, 0, 0, 0
	const n = 100_000
	for i := range uint64(n) {
		f := drawPacket(&c, seed, i)
		if f != drawPacket(&c, seed, i) {
			t.Fatal("another fate the second time")
		}
		if f != drawPacket(&c, seed+1, i) {
			differ++
		}
		if f.extraDelay[0] < 0 || f.extraDelay[0] > 60*ms {
			t.Fatalf("late by %v", f.extraDelay[0])
		}
		lost += count(f.lost)
		doubled += count(f.duplicated)
		held += count(f.extraDelay[0] >= 50*ms)
	}
	for _, s := range []struct {
		what string
		got  int
		want float64
	}{{"lost", lost, 0.05}, {"doubled", doubled, 0.1}, {"held back", held, 0.2}, {"other with another seed", differ, 1}} {
		if share := float64(s.got) / n; share < s.want*0.93 || share > s.want*1.07 {
			t.Errorf("%s: %.4f, not %.4f", s.what, share, s.want)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestEqualLinksDoTheSame: two directions of one seed that get the same packets at the same times do the
// same with them.
func TestEqualLinksDoTheSame(t *testing.T) {
	seed := testrand.Seed(t)
	c := Conditions{Delay: 10 * ms, Jitter: 30 * ms, Loss: 0.1, Burst: true, Duplicate: 0.1, Rate: 50_000, Cuts: []Cut{{From: time.Second, For: time.Second}}}
	a, b := linkWithoutGoroutine(c, seed), linkWithoutGoroutine(c, seed)
	for i := range 3000 {
		now := time.Duration(i) * ms
		a.accept(make([]byte, i%100), noAddr, now)
		b.accept(make([]byte, i%100), noAddr, now)
	}
	if a.stats != b.stats || len(a.inFlight) != len(b.inFlight) {
		t.Fatalf("%+v and %+v", a.stats, b.stats)
	}
	for i := range a.inFlight {
		if a.inFlight[i].at != b.inFlight[i].at {
			t.Fatal("another time of arrival")
		}
	}
	if a.stats.Lost < 1000 {
		t.Fatalf("%d lost, and 1,000 of them were cut", a.stats.Lost)
	}
}

// TestBurstLoss checks that bursts lose the configured share of packets and that none is longer than 200 ms, but some nearly so.
func TestBurstLoss(t *testing.T) {
	for _, loss := range []float64{0.02, 0.3} {
		w := burstModel{rng: newRNG(testrand.Seed(t))}
		lost := 0
		const n = 8_000_000
		for i := range n {
			if w.burstAt(time.Duration(i)*ms, loss) {
				lost++
			}
		}
		if got := float64(lost) / n; got < loss*0.85 || got > loss*1.15 {
			t.Errorf("loss %v, is %v", loss, got)
		}
		longest := time.Duration(0) // from one switch to the next: a gap of less than a packet joins two bursts
		for at := w.switchAt; at < 2*n*ms; at = w.switchAt {
			if w.burstAt(at, loss) {
				longest = max(longest, w.switchAt-at)
			}
		}
		if longest < 190*ms || longest > burstMax {
			t.Errorf("the longest burst is %v", longest)
		}
	}
	if w := (burstModel{}); w.burstAt(0, 0) || !w.burstAt(0, 1) {
		t.Error("none and all are not none and all")
	}
}

// TestRate checks that packets above the rate are queued and that packets that find the queue full are lost.
func TestRate(t *testing.T) {
	d := linkWithoutGoroutine(Conditions{Rate: 100_000, Queue: 10_000}, 1)
	for range 200 { // 20,000 bytes at once
		d.accept(make([]byte, 72), noAddr, 0)
	}
	if n := len(d.inFlight); n < 98 || n > 101 {
		t.Fatalf("%d of 200 packets fit a queue for 100", n)
	}
	last := time.Duration(0)
	for _, p := range d.inFlight {
		last = max(last, p.at)
	}
	if last < 98*ms || last > 101*ms {
		t.Fatalf("10,000 bytes at 100,000 a second took %v", last)
	}
}

// TestBounds checks that too many and too large packets are lost and counted.
func TestBounds(t *testing.T) {
	d := linkWithoutGoroutine(Conditions{Delay: time.Hour, Duplicate: 1}, 1)
	for range InFlightMax {
		d.accept(nil, noAddr, 0)
	}
	d.accept(make([]byte, PacketMax+1), noAddr, 0)
	if len(d.inFlight) != InFlightMax || d.stats.Dropped != InFlightMax/2+1 {
		t.Fatalf("%d under way, %+v", len(d.inFlight), d.stats)
	}
	m := newRecvQueue()
	for range ReceiveQueueMax + 5 {
		m.push(&packet{})
	}
	if len(m.packets) != ReceiveQueueMax {
		t.Fatalf("%d wait to be read", len(m.packets))
	}
}

// TestPair: packets arrive with the far end's address, late as they should be, and those for
// somebody else do not.
func TestPair(t *testing.T) {
	a, b := Pair(Conditions{Delay: 30 * ms}, Conditions{}, 1)
	defer a.Close()
	defer b.Close()
	start := time.Now()
	a.WriteTo([]byte("lost"), noAddr)
	a.WriteTo([]byte("there"), b.LocalAddr())
	buf := make([]byte, 100)
	n, from, err := b.ReadFrom(buf)
	if err != nil || string(buf[:n]) != "there" || from.String() != a.LocalAddr().String() {
		t.Fatalf("read %q of %v, %v", buf[:n], from, err)
	}
	if took := time.Since(start); took < 30*ms {
		t.Fatalf("took %v", took)
	}
	b.WriteTo([]byte("and back"), from)
	if n, _, err = a.ReadFrom(buf[:3]); err != nil || string(buf[:n]) != "and" {
		t.Fatalf("read %q, %v", buf[:n], err)
	}
}

// TestDeadline checks that read deadlines work as those of a socket and can be cleared.
func TestDeadline(t *testing.T) {
	a, b := Pair(Conditions{}, Conditions{}, 1)
	defer a.Close()
	defer b.Close()
	b.SetReadDeadline(time.Now().Add(20 * ms))
	if _, _, err := b.ReadFrom(nil); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
	b.SetDeadline(time.Time{})
	b.SetWriteDeadline(time.Now())
	a.WriteTo([]byte("x"), b.LocalAddr())
	if n, _, err := b.ReadFrom(make([]byte, 1)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
}

// TestWrap checks a socket wrapped in a bad network, and that Close wakes its reader.
func TestWrap(t *testing.T) {
	listen := func() net.PacketConn {
		pc, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return pc
	}
	near, far := listen(), listen()
	defer far.Close()
	w := Wrap(near, Conditions{Delay: 10 * ms}, Conditions{Loss: 1}, 1)
	w.WriteTo([]byte("up"), far.LocalAddr())
	buf := make([]byte, 10)
	n, from, err := far.ReadFrom(buf)
	if err != nil || string(buf[:n]) != "up" || from.String() != w.LocalAddr().String() {
		t.Fatalf("read %q of %v, %v", buf[:n], from, err)
	}
	far.WriteTo([]byte("lost"), from)
	for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(ms) {
		if _, down := w.Stats(); down.Lost == 1 {
			break
		}
	}
	w.SetConditions(Conditions{}, Conditions{})
	far.WriteTo([]byte("found"), from)
	if n, _, err = w.ReadFrom(buf); err != nil || string(buf[:n]) != "found" {
		t.Fatalf("read %q, %v", buf[:n], err)
	}
	if up, down := w.Stats(); up.Packets != 1 || down.Packets != 2 || down.Lost != 1 {
		t.Fatalf("%+v, %+v", up, down)
	}
	done := make(chan error)
	go func() {
		_, _, err := w.ReadFrom(buf)
		done <- err
	}()
	w.Close()
	if err := <-done; !errors.Is(err, net.ErrClosed) {
		t.Fatal(err)
	}
	if _, err := w.WriteTo(nil, from); !errors.Is(err, net.ErrClosed) || w.Close() == nil {
		t.Fatal("closed, and goes on")
	}
}

// TestPresets checks that each preset is found by its name and has valid numbers.
func TestPresets(t *testing.T) {
	for _, p := range Presets() {
		if q, ok := Preset(p.Name); !ok || q.Name != p.Name || p.About == "" {
			t.Errorf("%q is not found, or says nothing", p.Name)
		}
		for _, c := range []Conditions{p.Up, p.Down} {
			if c.Delay <= 0 || c.Loss < 0 || c.Loss > 0.2 || c.Rate < 0 || c.Reorder > 0 && c.ReorderBy == 0 {
				t.Errorf("%s: %+v", p.Name, c)
			}
		}
	}
	if _, ok := Preset("perfect"); ok || len(Presets()) < 6 {
		t.Error("a network too many, or too few")
	}
}
