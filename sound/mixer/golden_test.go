package mixer_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"testing"

	"voxtide/sound"
	"voxtide/sound/measure"
	"voxtide/sound/mixer"
	"voxtide/sound/synth"
)

var update = flag.Bool("update", false, "write the golden figures again")

const golden = "testdata/golden.txt"

// record plays samples through a mixer as their player hears them, and returns what comes out of the left channel.
func record(t *testing.T, start *mixer.Start, seconds float64) []float64 {
	m := mixer.New()
	m.Play(start)
	out := make([]float32, 2*int(seconds*sound.Rate))
	m.Mix(out)
	return leftOf(t, out)
}

func leftOf(t *testing.T, out []float32) []float64 {
	t.Helper()
	left := make([]float64, len(out)/2)
	for i := range left {
		if left[i] = float64(out[2*i]); out[2*i] != out[2*i+1] {
			t.Fatal("both ears do not hear the same of what is in the middle")
		}
	}
	return left
}

// figuresOf returns the figures of a version of a sound, from a recording of the mixer.
func figuresOf(t *testing.T, id sound.ID, variant int) measure.Figures {
	samples := synth.Sound(synth.Seed, id, variant)
	x := record(t, &mixer.Start{ID: id, Samples: samples, Own: true}, float64(len(samples))/sound.Rate+0.01)
	return measure.Of(x[mixer.Lookahead:])
}

// bedFigures returns the figures of two turns of a bed, from a recording of the mixer.
func bedFigures(t *testing.T, b sound.Bed) (f measure.Figures, seam float64) {
	m := mixer.New()
	loop := synth.Bed(synth.Seed, b)
	m.SetLoop(b, loop)
	m.SetBed(b, mixer.Target{Level: 1})
	m.Mix(make([]float32, 2*3*len(loop))) // it has come to its target, and to its beginning
	out := make([]float32, 2*2*len(loop))
	m.Mix(out)
	x := leftOf(t, out)
	at := len(loop) + mixer.Lookahead
	usual := 0.0
	for i := 1; i < len(x); i++ {
		usual = max(usual, math.Abs(x[i]-x[i-1]))
	}
	return measure.Of(x), math.Abs(x[at]-x[at-1]) / usual
}

// line writes figures as a line of the golden file.
func line(name string, f *measure.Figures) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%-14s %6.1f dB, peak %5.1f, %.3f s, %5.0f Hz |", name, f.Loudness, f.Peak, f.Seconds, f.Centroid)
	for _, v := range f.Spectrum {
		fmt.Fprintf(&b, " %4.0f", v)
	}
	b.WriteString(" |")
	for _, v := range f.Envelope {
		fmt.Fprintf(&b, " %4.0f", v)
	}
	return b.String()
}

// same reports whether two lines of the file have the same name and figures: a processor that rounds otherwise may be a little off.
func same(a, b string) bool {
	parse := func(s string) (name string, f [4 + measure.Bands + measure.Points]float64) {
		args := []any{&name, &f[0], &f[1], &f[2], &f[3]}
		form := "%s %f dB, peak %f, %f s, %f Hz |"
		for i := range measure.Bands {
			args, form = append(args, &f[4+i]), form+" %f"
		}
		form += " |"
		for i := range measure.Points {
			args, form = append(args, &f[4+measure.Bands+i]), form+" %f"
		}
		if _, err := fmt.Sscanf(s, form, args...); err != nil {
			name = err.Error()
		}
		return name, f
	}
	n, f := parse(a)
	k, g := parse(b)
	for i := range f {
		allowed := 1.01 // dB
		switch {
		case i < 2:
			allowed = 0.3
		case i == 2:
			allowed = 0.01
		case i == 3:
			allowed = 0.02 * f[3]
		case f[i] < -50 && g[i] < -50:
			continue
		}
		if math.Abs(f[i]-g[i]) > allowed {
			return false
		}
	}
	return n == k
}

// TestGolden compares spectrum, envelope, loudness and length of the mixer's recordings with those of before. -update writes them again.
func TestGolden(t *testing.T) {
	var got []string
	for i := 1; i < sound.Count(); i++ {
		f := figuresOf(t, sound.ID(i), 0)
		got = append(got, line(sound.ID(i).String(), &f))
	}
	for b := range sound.BedCount {
		f, _ := bedFigures(t, b)
		got = append(got, line("bed:"+b.String(), &f))
	}
	if *update {
		var text bytes.Buffer
		for _, l := range got {
			text.WriteString(l + "\n")
		}
		if err := os.WriteFile(golden, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	file, err := os.Open(golden)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, n := bufio.NewScanner(file), 0
	for ; lines.Scan() && n < len(got); n++ {
		if !same(lines.Text(), got[n]) {
			t.Errorf("was %s\nnow %s", lines.Text(), got[n])
		}
	}
	if n != len(got) || lines.Scan() {
		t.Errorf("%d of %d sounds have golden figures", n, len(got))
	}
	t.Logf("%d recordings", n)
}

// late are the kinds that swell.
var late = map[sound.Kind]bool{sound.DoorShut: true, sound.BoxShut: true, sound.Throw: true}

// TestEverySound: each version of each sound has the loudness of the table, does not clip, begins at once, is of a length that fits what
// happens, and is not its neighbour.
func TestEverySound(t *testing.T) {
	n := 0
	for i := 1; i < sound.Count(); i++ {
		id := sound.ID(i)
		var first []int16
		for v := range id.Variants() {
			f := figuresOf(t, id, v)
			if math.Abs(f.Loudness-id.Level()) > 0.8 || f.Clipped > 0 || f.Peak > -1 || f.Seconds < 0.02 || f.Seconds > 1 {
				t.Errorf("%v, version %d: %+v", id, v, f)
			}
			if (id.Kind() == sound.Step || id.Kind() == sound.Dig) && f.Seconds > 0.56 {
				t.Errorf("%v, version %d: %.2f s, and the next comes before", id, v, f.Seconds)
			}
			if f.Envelope[0]+15 < 0 && !late[id.Kind()] {
				t.Errorf("%v, version %d begins with %v dB", id, v, f.Envelope[0])
			}
			samples := synth.Sound(synth.Seed, id, v)
			if v == 0 {
				first = samples
			} else if len(samples) == len(first) && samples[100] == first[100] {
				t.Errorf("%v: version %d is the first one again", id, v)
			}
			n++
		}
	}
	t.Logf("%d versions of %d sounds", n, sound.Count()-1)
}

// TestBeds: each bed has the loudness of the table, does not clip, goes on evenly, and has no seam.
func TestBeds(t *testing.T) {
	for b := range sound.BedCount {
		f, seam := bedFigures(t, b)
		if math.Abs(f.Loudness-b.Level()) > 1.5 || f.Clipped > 0 || f.Peak > -3 {
			t.Errorf("%v: %+v", b, f)
		}
		for i, e := range f.Envelope {
			if e < -15 {
				t.Errorf("%v: twelfth %d of it has %v dB", b, i, e)
			}
		}
		if seam > 0.7 {
			t.Errorf("%v: its end is %.2f of the greatest step away from its beginning", b, seam)
		}
	}
}

// materialsApart is how far two materials are apart at least, in dB of measure.Distance; versions of one lie nearer.
const materialsApart = 4.5

// TestMaterialsDiffer: a step on a material, and whatever else is done to it, is heard to be of that material: it is further from the same
// of any other material than materialsApart, and further than two versions of it are from each other.
func TestMaterialsDiffer(t *testing.T) {
	pairs, nearest, who := 0, math.Inf(1), ""
	for k := sound.Step; k <= sound.Place; k++ {
		var ids []sound.ID
		var figures [][]measure.Figures
		for m := sound.Material(1); m < sound.MaterialCount; m++ {
			id := sound.Of(k, m)
			if id == sound.None {
				continue
			}
			var all []measure.Figures
			for v := range id.Variants() {
				all = append(all, figuresOf(t, id, v))
			}
			ids, figures = append(ids, id), append(figures, all)
		}
		for i := range ids {
			for j := range i {
				pairs++
				d := measure.Distance(&figures[i][0], &figures[j][0])
				if d < nearest {
					nearest, who = d, fmt.Sprint(ids[i], " and ", ids[j])
				}
				if d < materialsApart {
					t.Errorf("%v and %v are %.1f dB apart", ids[i], ids[j], d)
				}
			}
			for v := 1; v < len(figures[i]); v++ {
				if d := measure.Distance(&figures[i][0], &figures[i][v]); d > 8 {
					t.Errorf("versions 0 and %d of %v are %.1f dB apart", v, ids[i], d)
				}
			}
		}
	}
	t.Logf("%d pairs; the nearest, %s, are %.1f dB apart", pairs, who, nearest)
}
