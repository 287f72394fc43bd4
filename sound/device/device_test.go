package device

import (
	"encoding/binary"
	"math"
	"os"
	"testing"
	"time"

	"voxtide/internal/cputime"
	"voxtide/sound"
)

// TestLatencyBound: what is mixed is at the card's output within 30 ms, with the frame of 64 that the mixer looks ahead.
func TestLatencyBound(t *testing.T) {
	if all := Latency + 64*time.Second/sound.Rate; all > 30*time.Millisecond {
		t.Errorf("%v", all)
	}
}

// fakeCard takes a period of frames at a time from a queue, as oto does: silence where the queue has not as many.
func fakeCard(s *source, period int, spans int) (silent int) {
	at := time.Unix(0, 0)
	s.now = func() time.Time { return at }
	s.widen = func(int) {}
	queued := 0
	ask := func() {
		for queued < s.bytes/frameBytes {
			n, _ := s.Read(make([]byte, s.bytes))
			queued += n / frameBytes
		}
	}
	ask()
	for range spans {
		silent = max(0, period-queued)
		queued = max(0, queued-period)
		at = at.Add(time.Duration(period) * time.Second / sound.Rate)
		ask()
	}
	return silent
}

// TestPace: a card that takes what was agreed keeps the short queue; one that takes more gets a longer one, and no silence after some seconds.
func TestPace(t *testing.T) {
	agreed := framesIn(QueueBuffer) * frameBytes
	for _, period := range []int{64, 128, 360, 432, 441, 480, 512, 1024, 2048} {
		s := &source{fill: func([]float32) {}, bytes: agreed}
		silent := fakeCard(s, period, 12*sound.Rate/period)
		if silent > 0 {
			t.Errorf("a card of %d frames still gets %d of silence, with a queue of %d", period, silent, s.bytes/frameBytes)
		}
		if period <= 432 && s.bytes != agreed {
			t.Errorf("a card of %d frames has a queue of %d", period, s.bytes/frameBytes)
		}
	}
}

// TestBusyMachine: a card that was late once in three seconds keeps the short queue.
func TestBusyMachine(t *testing.T) {
	var p pace
	at := time.Unix(0, 0)
	for i := range 6000 {
		at = at.Add(9 * time.Millisecond)
		if i%330 == 329 {
			at = at.Add(80 * time.Millisecond)
		}
		if p.starves(at, 432) {
			t.Fatalf("a longer queue after %d calls", i)
		}
	}
}

// TestRead: the frames of the mixer reach the card as they are.
func TestRead(t *testing.T) {
	s := &source{fill: func(out []float32) {
		for i := range out {
			out[i] = float32(i) / 100
		}
	}, now: time.Now, bytes: 80}
	p := make([]byte, 80)
	if n, err := s.Read(p); n != 80 || err != nil {
		t.Fatal(n, err)
	}
	for i := range 20 {
		if v := math.Float32frombits(binary.LittleEndian.Uint32(p[4*i:])); v != float32(i)/100 {
			t.Errorf("%d is %v", i, v)
		}
	}
	if a := testing.AllocsPerRun(100, func() { _, _ = s.Read(p) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestOpen: where there is no card, Open says so in one short line; where there is one, it asks for frames until it is suspended.
func TestOpen(t *testing.T) {
	if os.Getenv("VOXTIDE_TEST_CARD") == "" {
		t.Setenv("ALSA_CONFIG_PATH", "/nonexistent")
	}
	c, err := Open(func(out []float32) { clear(out) })
	if err != nil {
		if len(err.Error()) > 200 {
			t.Errorf("%d bytes of error", len(err.Error()))
		}
		before := cputime.Used()
		time.Sleep(200 * time.Millisecond)
		if spent := cputime.Used() - before; spent > 50*time.Millisecond {
			t.Errorf("%v of processor time without a card", spent)
		}
		t.Logf("no card: %v", err)
		return
	}
	if err := c.Suspend(); err != nil {
		t.Error(err)
	}
	if err := c.Resume(); err != nil {
		t.Error(err)
	}
}
