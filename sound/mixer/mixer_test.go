package mixer_test

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"voxtide/internal/cputime"
	"voxtide/internal/testrand"
	"voxtide/sound"
	"voxtide/sound/mixer"
	"voxtide/sound/synth"
)

// tone returns samples of a tone at half of full scale.
func tone(hz, seconds float64) []int16 {
	out := make([]int16, int(seconds*sound.Rate))
	for i := range out {
		out[i] = int16(16384 * math.Sin(2*math.Pi*hz*float64(i)/sound.Rate))
	}
	return out
}

var blow = sound.Of(sound.Break, sound.Stone)

// powers returns the mean square of both channels.
func powers(out []float32) (left, right float64) {
	for i := 0; i < len(out); i += 2 {
		left += float64(out[i]) * float64(out[i])
		right += float64(out[i+1]) * float64(out[i+1])
	}
	return left / float64(len(out)/2), right / float64(len(out)/2)
}

// TestSilence: a mixer in which nothing sounds returns silence and does nothing, before the first sound and after the last one.
func TestSilence(t *testing.T) {
	m := mixer.New()
	out := make([]float32, 960)
	m.Play(&mixer.Start{ID: blow, Samples: tone(500, 0.05), Own: true})
	m.SetLoop(sound.Wind, tone(300, 1))
	m.SetBed(sound.Wind, mixer.Target{Level: 1})
	n := 0
	for ; !m.Silent() && n < 1000; n++ {
		if n == 10 {
			m.SetBed(sound.Wind, mixer.Target{})
		}
		m.Mix(out)
	}
	if n < 20 || n == 1000 {
		t.Fatalf("silent after %d calls", n)
	}
	out[0], out[959] = 1, 1
	m.Mix(out)
	for i, v := range out {
		if v != 0 {
			t.Fatalf("sample %d is %v", i, v)
		}
	}
	if a := testing.AllocsPerRun(100, func() { m.Mix(out) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestLatency: the first sample of a sound that begins between two calls of Mix is in the output of the second, within Lookahead frames
// of its beginning.
func TestLatency(t *testing.T) {
	m := mixer.New()
	out := make([]float32, 2*240)
	click := make([]int16, 2400)
	for i := range click {
		click[i] = 10000
	}
	for range 3 {
		m.Mix(out)
	}
	m.Play(&mixer.Start{ID: blow, Samples: click, Own: true})
	m.Mix(out)
	first := -1
	for i := range out {
		if out[i] != 0 {
			first = i / 2
			break
		}
	}
	if first < 0 || first > mixer.Lookahead {
		t.Fatalf("it is heard in frame %d", first)
	}
	t.Logf("%d frames, %.2f ms", first, float64(first)*1000/sound.Rate)
}

// TestNothingClips: however much sounds, whatever its level, no output is above the ceiling, and no two outputs are further apart than
// those of the loudest one alone could be.
func TestNothingClips(t *testing.T) {
	rng := testrand.New(t)
	var most float64
	for round := range 40 {
		m := mixer.New()
		var samples [][]int16
		for range 6 {
			samples = append(samples, tone(60+6000*rng.Float64(), 0.1+rng.Float64()))
		}
		for b := range sound.BedCount {
			m.SetLoop(b, tone(100+1000*rng.Float64(), 1))
			m.SetBed(b, mixer.Target{Level: rng.Float32()})
		}
		for range 60 {
			for range rng.IntN(4) {
				m.Play(&mixer.Start{ID: sound.ID(1 + rng.IntN(sound.Count()-1)), Samples: samples[rng.IntN(len(samples))], Own: rng.IntN(2) == 0,
					Pos: [3]float64{rng.Float64() * 9, 0, 0}, Level: 0.1 + 4*rng.Float32(), Pitch: 0.8 + 0.4*rng.Float32()})
			}
			out := make([]float32, 2*(1+rng.IntN(700)))
			m.Mix(out)
			for i, v := range out {
				if a := math.Abs(float64(v)); a > mixer.Ceiling+1e-4 || a != a {
					t.Fatalf("round %d: output %d is %v", round, i, v)
				} else {
					most = max(most, a)
				}
			}
		}
	}
	if most < 0.9 {
		t.Errorf("the loudest output was %v: nothing was limited", most)
	}
}

// TestPlace: a sound to the right is louder in the right ear, one that is further away is quieter and duller, one out of reach is not
// heard; a listener who turns hears it on the other side, without a click.
func TestPlace(t *testing.T) {
	at := func(pos [3]float64, yaw, hz float64) (left, right float64) {
		m := mixer.New()
		m.SetListener(mixer.Listener{Pos: [3]float64{10, 5, 10}, Yaw: yaw})
		m.Play(&mixer.Start{ID: blow, Samples: tone(hz, 0.5), Pos: pos})
		out := make([]float32, 2*9600)
		m.Mix(out)
		return powers(out)
	}
	if l, r := at([3]float64{14, 5, 10}, 0, 500); r < 4*l || l == 0 {
		t.Errorf("from the east: %v and %v", l, r)
	}
	if l, r := at([3]float64{14, 5, 10}, math.Pi, 500); l < 4*r {
		t.Errorf("from the east, looking south: %v and %v", l, r)
	}
	if l, r := at([3]float64{10, 5, 4}, 0, 500); math.Abs(l/r-1) > 0.01 {
		t.Errorf("from ahead: %v and %v", l, r)
	}
	before, bright := math.Inf(1), math.Inf(1)
	for d := 1.0; d < blow.Reach()+4; d += 3 {
		l, r := at([3]float64{10, 5, 10 - d}, 0, 300)
		_, high := at([3]float64{10, 5, 10 - d}, 0, 9000)
		if sum := l + r; sum >= before && before > 0 || d > blow.Reach() && sum > 0 {
			t.Errorf("%v blocks away: %v after %v", d, sum, before)
		} else if before = sum; sum > 0 {
			if high/sum > bright {
				t.Errorf("%v blocks away it is brighter than nearer", d)
			}
			bright = high / sum
		}
	}
	m := mixer.New()
	m.Play(&mixer.Start{ID: blow, Samples: tone(50, 1), Pos: [3]float64{3, 0, 0}})
	out, steepest := make([]float32, 2*200), float32(0)
	var last float32
	for i := range 200 {
		m.SetListener(mixer.Listener{Yaw: float64(i) * 0.4})
		m.Mix(out)
		for k := 0; k < len(out); k += 2 {
			steepest = max(steepest, out[k]-last, last-out[k])
			last = out[k]
		}
	}
	if steepest > 0.02 {
		t.Errorf("a turn makes a step of %v", steepest)
	}
}

// TestVoicesAreTaken: with all voices in use a loud sound takes the place of the quietest, a quiet one of none, and the same sound begins
// at most four times at once.
func TestVoicesAreTaken(t *testing.T) {
	m := mixer.New()
	long, out := tone(200, 2), make([]float32, 2*64)
	for i := range mixer.Voices {
		m.Play(&mixer.Start{ID: sound.ID(1 + i), Samples: long, Own: true, Level: 0.1})
	}
	m.Mix(out)
	if n := m.Active(); n != mixer.Voices {
		t.Fatalf("%d voices", n)
	}
	m.Play(&mixer.Start{ID: blow, Samples: tone(200, 0.01), Own: true, Level: 0.01})
	m.Mix(make([]float32, 2*1000))
	if n := m.Active(); n != mixer.Voices {
		t.Errorf("a quiet sound took a place: %d voices", n)
	}
	m.Play(&mixer.Start{ID: blow, Samples: tone(200, 0.01), Own: true, Level: 1})
	m.Mix(make([]float32, 2*1000))
	if n := m.Active(); n != mixer.Voices-1 {
		t.Errorf("a loud sound took no place: %d voices", n)
	}
	m = mixer.New()
	for range 20 {
		m.Play(&mixer.Start{ID: blow, Samples: long, Own: true})
	}
	if n := m.Active(); n != 4 {
		t.Errorf("one sound began %d times at once", n)
	}
}

// TestVolumes: a group at 0 is not heard, the others are; no work is done for it.
func TestVolumes(t *testing.T) {
	m := mixer.New()
	m.SetVolume(sound.Blocks, 0)
	m.Play(&mixer.Start{ID: blow, Samples: tone(500, 0.1), Own: true})
	if !m.Silent() {
		t.Error("what is not heard takes a voice")
	}
	m.Play(&mixer.Start{ID: sound.Of(sound.Click, 0), Samples: tone(500, 0.1), Own: true})
	if m.Silent() {
		t.Error("another group is silent, too")
	}
}

// full returns a mixer of which all voices and beds sound on, and what begins them again.
func full() (m *mixer.Mixer, again func()) {
	m = mixer.New()
	for b := range sound.BedCount {
		m.SetLoop(b, synth.Bed(synth.Seed, b))
		m.SetBed(b, mixer.Target{Level: 0.5, Placed: b%2 == 0, Pos: [3]float64{3, 0, 0}})
	}
	samples := tone(440, 3)
	return m, func() {
		for i := m.Active(); i < mixer.Voices; i++ {
			m.Play(&mixer.Start{ID: sound.ID(1 + i), Samples: samples, Pos: [3]float64{float64(i%9) - 4, 1, 2}, Pitch: 1.02, Level: 0.3})
		}
	}
}

// TestMixAllocatesNothing: beginning and mixing sounds allocates nothing.
func TestMixAllocatesNothing(t *testing.T) {
	m, again := full()
	out := make([]float32, 2*480)
	if n := testing.AllocsPerRun(500, func() { again(); m.Mix(out) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if m.Active() == 0 {
		t.Error("nothing sounds")
	}
}

// coreMax is the most of a core that mixing may take, with all voices and beds.
const coreMax = 0.03

// TestCost: a second with all voices and beds takes at most coreMax of a core: the middle of eleven, in the time of its own thread, since others use the core, too.
func TestCost(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m, again := full()
	out := make([]float32, 2*480)
	seconds := make([]time.Duration, 11)
	for i := range seconds {
		begin := cputime.Thread()
		for range 100 {
			again()
			m.Mix(out)
		}
		seconds[i] = cputime.Thread() - begin
	}
	slices.Sort(seconds)
	share := seconds[len(seconds)/2].Seconds()
	t.Logf("%.2f%% of a core, from %v to %v a second", share*100, seconds[0], seconds[len(seconds)-1])
	if share > coreMax {
		t.Errorf("more than %.0f%%", coreMax*100)
	}
}

// BenchmarkSecond mixes a second with all voices and beds. Of a core that may be 3%: 30 ms.
func BenchmarkSecond(b *testing.B) {
	m, again := full()
	out := make([]float32, 2*480)
	for b.Loop() {
		for range 100 {
			again()
			m.Mix(out)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e7, "%core")
}

// BenchmarkSilentSecond mixes a second of silence.
func BenchmarkSilentSecond(b *testing.B) {
	m := mixer.New()
	out := make([]float32, 2*480)
	for b.Loop() {
		for range 100 {
			m.Mix(out)
		}
	}
}
