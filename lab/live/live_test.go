package live

import (
	"testing"

	"voxtide/world"
)

// walk plays a run in which player 0 stands for a second and then walks east for a second.
func walk(t *testing.T, events ...Event) *Live {
	t.Helper()
	l, err := New(Tape{Seed: 7, Events: events})
	if err != nil {
		t.Fatal(err)
	}
	play(t, l, 60)
	do(t, l, Event{Kind: Hold, Keys: world.KeyForward, Yaw: east})
	play(t, l, 60)
	do(t, l, Event{Kind: Hold, Yaw: east})
	play(t, l, 120)
	return l
}

func play(t *testing.T, l *Live, frames int) {
	t.Helper()
	for range frames {
		if err := l.Step(); err != nil {
			t.Fatal(err)
		}
		l.AppendFrame(nil)
	}
}

func do(t *testing.T, l *Live, e Event) {
	t.Helper()
	if err := l.Do(e); err != nil {
		t.Fatal(err)
	}
}

// TestWait: at a lag of 250 ms the first step of "dumb" shows after the round trip, that of "timestream" in its own frame.
func TestWait(t *testing.T) {
	far := Event{Kind: Network, Link: Conditions{Lag: 250}}
	for method, want := range map[string][2]float64{"dumb": {500, 560}, "timestream": {0, 0}} {
		l := walk(t, Event{Kind: Method, Text: method}, far)
		k := &l.seats[0]
		t.Logf("%s: %.1f ms, %d jumps, %.2f cm from the truth", method, k.step.ms, k.jumps, 100*distance(k.own.Drawn, k.truth.Drawn))
		if k.step.ms < want[0] || k.step.ms > want[1] {
			t.Errorf("%s shows a step after %.1f ms", method, k.step.ms)
		}
		if k.jumps > 0 && method == "timestream" { // of dumb, two updates or none may come in a frame
			t.Errorf("%s: %d jumps", method, k.jumps)
		}
	}
}

// script plays a run with a bit of everything and returns it.
func script(t *testing.T, seed uint64, method string) *Live {
	t.Helper()
	l, err := New(Tape{Seed: seed, Events: []Event{
		{Kind: Network, Link: Conditions{Lag: 80, Jitter: 30, Loss: 5}},
		{Kind: Network, Player: 1, Link: Conditions{Lag: 40, Burst: true, Loss: 2}},
		{Kind: Method, Text: method},
		{Kind: Rate, Rate: 30},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		play(t, l, 7)
		do(t, l, Event{Kind: Hold, Player: i & 1, Keys: [...]world.Keys{world.KeyForward, 0, world.KeyForward | world.KeyJump}[i%3], Yaw: uint16(i) * 5000})
		at := l.seats[i&1].own.Drawn
		if a, ok := l.Target(i&1, int32(at[0])+int32(i%3), int32(at[2])+1, i%4 != 3); ok {
			do(t, l, Event{Kind: Act, Player: i & 1, Action: a})
		}
		if i == 20 {
			do(t, l, Event{Kind: Network, Link: Conditions{Lag: 200}})
			do(t, l, Event{Kind: Rate, Rate: 60})
		}
	}
	play(t, l, 30)
	return l
}

// TestReplay: a tape that went through its text plays to the same hash, and another tape does not.
func TestReplay(t *testing.T) {
	hashes := map[uint64]bool{}
	for seed := range uint64(4) {
		l := script(t, seed, "timestream")
		tape := l.Tape()
		text := tape.Text()
		back, err := ParseTape(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := New(back)
		if err != nil {
			t.Fatal(err)
		}
		play(t, again, back.Frames)
		if again.Hash() != l.Hash() {
			t.Errorf("seed %d: the replay has hash %x, the run %x", seed, again.Hash(), l.Hash())
		}
		if got := again.Tape(); got.Text() != text {
			t.Errorf("seed %d: the replay has another tape", seed)
		}
		blocks := 0
		for i, b := range l.Cells(ServerView) {
			if world.Block(b) == world.RedWool || world.Block(b) == world.BlueWool {
				blocks++
			}
			if l.Cells(0)[i] == b {
				continue
			}
		}
		t.Logf("seed %d: %d events, %d letters, %d blocks placed, refused %d and %d, hash %x", seed, len(tape.Events), len(text), blocks,
			l.seats[0].refused, l.seats[1].refused, l.Hash())
		if hashes[l.Hash()] = true; blocks == 0 {
			t.Error("nothing was built")
		}
	}
	if len(hashes) != 4 {
		t.Errorf("%d different hashes of 4 runs", len(hashes))
	}
}

// TestBranch: a tape that is played up to its middle and then steered otherwise forgets its old end.
func TestBranch(t *testing.T) {
	tape := script(t, 1, "").Tape()
	l, err := New(tape)
	if err != nil {
		t.Fatal(err)
	}
	play(t, l, tape.Frames/2)
	if l.End() != tape.Frames {
		t.Errorf("the end is %d, not %d", l.End(), tape.Frames)
	}
	do(t, l, Event{Kind: Hold})
	play(t, l, 10)
	if got := l.Tape(); got.Frames != tape.Frames/2+10 || l.End() != got.Frames || len(got.Events) >= len(tape.Events) {
		t.Errorf("%d frames and %d events are left of %d and %d", got.Frames, len(got.Events), tape.Frames, len(tape.Events))
	}
}

// TestFrameLayout: a frame is as long as its layout says.
func TestFrameLayout(t *testing.T) {
	l := walk(t, Event{Kind: Network, Link: Conditions{Lag: 20}})
	f := l.AppendFrame(nil)
	packets := int(f[len(Head)-1])
	if want := len(Head) + Players*len(Fields) + packets*len(PacketFields); len(f) != want {
		t.Errorf("%d numbers, not %d, of which %d packets", len(f), want, packets)
	}
	for v := range Players + 1 {
		if n := len(l.Cells(v)); n != Wide*Deep*High {
			t.Errorf("view %d has %d cells", v, n)
		}
	}
}

// TestStrike: who strikes a walking body where the own screen draws it meets it under "rewind", and under "present" at 200 ms only
// where the body still is; the tape of it plays to the same end.
func TestStrike(t *testing.T) {
	const strikes = 3 // each that meets throws the struck back, who is out of reach then
	met := map[string]float64{}
	for _, hits := range []string{"rewind", "present"} {
		l, err := New(Tape{Seed: 3, Events: []Event{
			{Kind: Method, Text: "source,hits=" + hits}, {Kind: Network, Link: Conditions{Lag: 100}}, {Kind: Network, Player: 1, Link: Conditions{Lag: 10}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		play(t, l, 30)
		do(t, l, Event{Kind: Hold, Keys: world.KeyForward, Yaw: east})
		play(t, l, 130) // they stand some blocks apart
		do(t, l, Event{Kind: Hold, Yaw: east})
		for i := range strikes {
			do(t, l, Event{Kind: Hold, Player: 1, Keys: world.KeyForward, Yaw: []uint16{0, 32768}[i&1]}) // to and fro
			play(t, l, 22)
			do(t, l, Event{Kind: Strike})
			play(t, l, 6)
		}
		play(t, l, 60)
		f := l.AppendFrame(nil)
		met[hits] = float64(f[len(Head)+len(Fields)-2])
		t.Logf("%s: %.0f of %d strikes met, %.0f of them told to the struck; refused %d, the last: %s", hits, met[hits], strikes, f[len(Head)+2*len(Fields)-1], l.seats[0].refused, l.Refusal(0))
		again, err := New(l.Tape())
		if err != nil {
			t.Fatal(err)
		}
		play(t, again, l.Frame())
		if again.Hash() != l.Hash() {
			t.Error("the replay goes another way")
		}
	}
	if met["rewind"] < 2 || met["present"] > 0 {
		t.Errorf("met %v", met)
	}
}
