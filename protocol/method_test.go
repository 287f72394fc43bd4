package protocol

import (
	"encoding/hex"
	"testing"

	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// methodSamples are the messages of methods with their bytes.
func methodSamples() map[string][]byte {
	inputs := TickInputs{Tick: 6000, Pitch: -3, Count: 2, Inputs: [InputsMax]TickInput{{world.KeyForward, 0x1230}, {world.KeyForward | world.KeyJump, 0xfff0}}}
	var w UpdateWriter
	w.Begin(nil, 2, 9)
	w.Method(&MethodState{Number: 5, Refusal: MethodOwnOnly, Method: Method{Hits: HitsPresent}})
	return map[string][]byte{
		"request": AppendMethodRequest(nil, &MethodRequest{Number: 5, Method: Method{Judge: JudgeArrival, StepMs: 100, Hits: HitsRewind}}),
		"update":  w.End(),
		"inputs":  AppendTickInputs(nil, &inputs),
		"slack":   AppendSlack(nil, Slack{Tick: 6000, Least: -1500, Reused: 3, Late: 300}),
	}
}

// TestMethodBytes: the layouts are those of version 7, and stay.
func TestMethodBytes(t *testing.T) {
	want := map[string]string{
		"request": "0805016400",
		"update":  "0402090c0501000001",
		"inputs":  "f02efd02013012" + "11f0ff",
		"slack":   "f02eb71703ac02",
	}
	for name, b := range methodSamples() {
		if got := hex.EncodeToString(b); got != want[name] {
			t.Errorf("%s is %s, want %s", name, got, want[name])
		}
	}
	t.Logf("%d layouts", len(want))
}

// TestMethodRequestRoundTrip: what is written is read, and what is out of bounds is refused.
func TestMethodRequestRoundTrip(t *testing.T) {
	read := func(q MethodRequest) (MethodRequest, error) {
		r := wire.NewReader(AppendMethodRequest(nil, &q)[1:])
		return ReadMethodRequest(&r)
	}
	count := 0
	for j := range JudgeCount {
		for h := range HitsCount {
			for _, step := range []uint16{0, 1, 100, StepMax} {
				q := MethodRequest{Number: 1, Method: Method{j, step, h}}
				got, err := read(q)
				if fits := step == 0 || j != JudgeTicks; (err == nil) != fits || fits && got != q {
					t.Errorf("%+v became %+v: %v", q, got, err)
				}
				count++
			}
		}
	}
	for _, bad := range []MethodRequest{{}, {Number: 1, Method: Method{Judge: JudgeCount}}, {Number: 1, Method: Method{Hits: HitsCount}},
		{Number: 1, Method: Method{Judge: JudgeArrival, StepMs: StepMax + 1}}} {
		if got, err := read(bad); err == nil {
			t.Errorf("%+v was read", got)
		}
	}
	for j := range JudgeCount {
		if k, ok := ParseJudge(j.String()); !ok || k != j {
			t.Errorf("judge %d is %q, which is %d", j, j, k)
		}
	}
	for h := range HitsCount {
		if k, ok := ParseHits(h.String()); !ok || k != h {
			t.Errorf("hits %d is %q, which is %d", h, h, k)
		}
	}
	if _, ok := ParseJudge("vote"); ok {
		t.Error("a judge that there is not")
	}
	if _, ok := ParseHits("twice"); ok {
		t.Error("a way to judge hits that there is not")
	}
	t.Logf("%d requests", count)
}

// TestTickTime: ticks are 60 a second without drift, and each instant lies in one.
func TestTickTime(t *testing.T) {
	if TickTime(3) != timestream.Time(timestream.TickLength) || TickTime(InputTicksPerSecond) != timestream.Time(timestream.Second) {
		t.Fatal(TickTime(3), TickTime(InputTicksPerSecond))
	}
	for _, from := range []uint64{0, 1 << 20, tickMax - 200} {
		for n := from; n < from+200; n++ {
			d := TickTime(n + 1).Sub(TickTime(n))
			if d < 16666 || d > 16667 || TickAt(TickTime(n)) != n || TickAt(TickTime(n+1)-1) != n {
				t.Fatalf("tick %d: from %d, %d long, the one at its begin is %d", n, TickTime(n), d, TickAt(TickTime(n)))
			}
		}
	}
	t.Log("600 ticks")
}

func FuzzMethod(f *testing.F) {
	for name, b := range methodSamples() {
		if name == "request" || name == "update" {
			b = b[1:]
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		if q, err := ReadMethodRequest(&r); err == nil {
			r = wire.NewReader(AppendMethodRequest(nil, &q)[1:])
			if p, err := ReadMethodRequest(&r); err != nil || p != q || q.Judge >= JudgeCount || q.StepMs > StepMax || q.Hits >= HitsCount {
				t.Fatalf("%+v became %+v: %v", q, p, err)
			}
		}
		if v, err := ReadTickInputs(b); err == nil {
			if w, err := ReadTickInputs(AppendTickInputs(nil, &v)); err != nil || w != v || v.Count < 1 || v.Count > InputsMax || TickTime(v.Tick) < 0 {
				t.Fatalf("%+v became %+v: %v", v, w, err)
			}
		}
		if s, err := ReadSlack(b); err == nil {
			if u, err := ReadSlack(AppendSlack(nil, s)); err != nil || u != s || max(s.Least, -s.Least) > SlackMax {
				t.Fatalf("%+v became %+v: %v", s, u, err)
			}
		}
	})
}
