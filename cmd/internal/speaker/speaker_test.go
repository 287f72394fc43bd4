package speaker

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voxtide/internal/leaktest"
	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/sound/device"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// fakeCard asks when its test asks.
type fakeCard struct {
	fill func([]float32)
	on   atomic.Bool
	lost atomic.Bool
}

func (c *fakeCard) Suspend() error { c.on.Store(false); return nil }
func (c *fakeCard) Resume() error  { c.on.Store(true); return nil }

func (c *fakeCard) Err() error {
	if c.lost.Load() {
		return errors.New("unplugged")
	}
	return nil
}

// newFake returns a speaker with a card of a test, and all samples made.
func newFake(t *testing.T) (*Speaker, *fakeCard) { return newLogged(t, slog.New(slog.DiscardHandler)) }

func newLogged(t *testing.T, log *slog.Logger) (*Speaker, *fakeCard) {
	s, c := newSpeaker(log), &fakeCard{}
	c.on.Store(true)
	done := make(chan bool)
	go func() {
		s.begin(func(fill func([]float32)) (card, error) { c.fill = fill; return c, nil })
		close(done)
	}()
	t.Cleanup(func() { s.Close(); <-done })
	for begin := time.Now(); !s.samples.whole.Load(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatal("the samples are not made")
		}
	}
	return s, c
}

// broken is a scene in which a block breaks.
func broken() *scene.Scene {
	return &scene.Scene{Sounds: scene.Sounds{Begin: []scene.Sound{{ID: sound.Of(sound.Break, sound.Stone), Own: true, Level: 1}}}}
}

// TestLatency: from the frame of a press to its first sample at the output of the card pass at most 30 ms, under virtual time, with a card
// that holds what package device agrees with it.
func TestLatency(t *testing.T) {
	s, c := newFake(t)
	rng := testrand.New(t)
	period := int(device.QueueBuffer * sound.Rate / time.Second)
	held := int(device.CardBuffer * sound.Rate / time.Second)
	out, worst, sum := make([]float32, 2*period), 0, 0
	const presses = 200
	for range presses {
		for s.mixer.Active() > 0 { // the last one ends
			c.fill(out)
		}
		c.fill(out)
		press := rng.IntN(period) // frames after the card asked last
		s.Frame(broken())
		mixed, first := period, -1 // when the card asks next, and the first frame that is heard
		for ; first < 0; mixed += period {
			c.fill(out)
			for i := range out {
				if out[i] != 0 {
					first = mixed + held + i/2 // what is mixed waits behind what the card holds
					break
				}
			}
		}
		worst, sum = max(worst, first-press), sum+first-press
	}
	ms := func(frames int) float64 { return float64(frames) * 1000 / sound.Rate }
	t.Logf("%d presses: %.1f ms on average, %.1f ms at most", presses, ms(sum)/presses, ms(worst))
	if ms(worst) > 30 {
		t.Error("more than 30 ms")
	}
}

// TestRests: a second after the last sound the card is told to rest, the next sound wakes it, and a bed keeps it awake.
func TestRests(t *testing.T) {
	s, c := newFake(t)
	out := make([]float32, 2*360)
	quiet := &scene.Scene{}
	until := func(on bool, sc *scene.Scene) {
		t.Helper()
		for begin := time.Now(); c.on.Load() != on; {
			s.Frame(sc)
			if c.on.Load() {
				c.fill(out)
			}
			if time.Since(begin) > 20*time.Second {
				t.Fatalf("the card never comes to %v", on)
			}
		}
	}
	s.Frame(broken())
	until(false, quiet)
	until(true, broken())
	until(false, quiet)
	windy := &scene.Scene{}
	windy.Sounds.Beds[sound.Wind].Level = 0.5
	until(true, windy)
	for range 400 {
		s.Frame(windy)
		c.fill(out)
	}
	if !c.on.Load() || s.mixer.Silent() {
		t.Error("it rests while the wind blows")
	}
	s.SetVolumes(Volumes{})
	until(false, windy)
	if a := testing.AllocsPerRun(100, func() { s.Frame(windy) }); a != 0 {
		t.Errorf("%v allocations a frame at volume 0", a)
	}
}

// TestFrameAllocatesNothing: frames with sounds allocate nothing, on both sides of the queue.
func TestFrameAllocatesNothing(t *testing.T) {
	s, c := newFake(t)
	sc, out := broken(), make([]float32, 2*720)
	if a := testing.AllocsPerRun(200, func() { s.Frame(sc); c.fill(out) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
	if s.mixer.Active() == 0 {
		t.Error("nothing sounded")
	}
}

// TestNoCard: without a card there is one line in the log, and nothing runs.
func TestNoCard(t *testing.T) {
	var log bytes.Buffer
	s := newSpeaker(slog.New(slog.NewTextHandler(&log, nil)))
	s.begin(func(func([]float32)) (card, error) { return nil, errors.New("no such card") })
	for range 1000 {
		s.Frame(broken())
		s.Play(sound.Click)
	}
	s.SetVolumes(Volumes{})
	if n := strings.Count(log.String(), "\n"); n != 1 || !strings.Contains(log.String(), "no such card") {
		t.Errorf("%d lines: %s", n, log.String())
	}
	if s.count != 0 || s.samples.of(1, 0) != nil {
		t.Error("it works for nobody")
	}
	s.Close()
}

// TestCardIsLost: when the card stops asking and has an error, there is one line in the log, and nothing is done from then on. What was
// queued for a card that only stood still is dropped.
func TestCardIsLost(t *testing.T) {
	var lines atomic.Int32
	s, c := newLogged(t, slog.New(slog.NewTextHandler(writerFunc(func(p []byte) { lines.Add(1) }), nil)))
	out := make([]float32, 2*360)
	for range 50 {
		s.Frame(broken())
	}
	if s.count > 1 {
		t.Errorf("%d old sounds wait", s.count)
	}
	c.fill(out)
	c.lost.Store(true)
	for begin := time.Now(); !s.dead.Load(); s.Frame(broken()) {
		if time.Since(begin) > 20*time.Second {
			t.Fatal("it is never noticed")
		}
	}
	for range 1000 {
		s.Frame(broken())
	}
	if n := lines.Load(); n != 1 {
		t.Errorf("%d lines", n)
	}
}

// writerFunc is a writer.
type writerFunc func(p []byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }

// TestBank: each version of each sound has its place.
func TestBank(t *testing.T) {
	var b bank
	for i := 1; i < sound.Count(); i++ {
		if n := sound.ID(i).Variants(); n > variantsMax || i >= len(b.sounds) {
			t.Errorf("%v: %d versions", sound.ID(i), n)
		}
	}
}

// TestWriteAll: each sound is a file of its length, and has a line of figures.
func TestWriteAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sounds")
	var table bytes.Buffer
	if err := WriteAll(dir, &table); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.wav"))
	if err != nil || len(files) != strings.Count(table.String(), "\n")-2 || len(files) < 100 {
		t.Errorf("%d files, %v:\n%s", len(files), err, table.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "step-grass-1.wav"))
	if err != nil || string(data[:4]) != "RIFF" || string(data[8:16]) != "WAVEfmt " || len(data) < 5000 {
		t.Errorf("step-grass-1.wav: %d bytes, %v", len(data), err)
	}
}
