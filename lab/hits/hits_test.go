package hits

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
)

// measure runs a measurement whose laws must hold: every correction has a cause.
func measure(t *testing.T, c Config) Figures {
	t.Helper()
	f, err := Run(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v %v: %v; %d kicks, corrections %v of at most %.2f m", c.RoundTrip, c.How, f.String(), f.Kicks, f.Corrections, f.LargestM)
	if f.Corrections[protocol.Unexplained] > 0 || f.BrokenLaw != "" {
		t.Errorf("%d corrections without a cause; %s", f.Corrections[protocol.Unexplained], f.BrokenLaw)
	}
	return f
}

// TestRewind is the reason for lag compensation: at a round trip of 200 ms what a striker saw counts, and by the present a third of it
// does not; the struck who had long been in cover are few.
func TestRewind(t *testing.T) {
	span := 600 * time.Second
	if testing.Short() {
		span = 90 * time.Second
	}
	c := Config{RoundTrip: 200 * time.Millisecond, Duration: span, Seed: 3, How: protocol.HitsRewind}
	f := measure(t, c)
	if f.CountedPercent() < 97 || f.InCoverPercent() > 1.5 || f.BesidePercent() > 2 {
		t.Error("rewind: want at least 97% counted, at most 1.5% struck in cover, and hardly any that missed")
	}
	c.NoCover = true
	if f = measure(t, c); f.CountedPercent() < 98.5 {
		t.Error("rewind without the cover rule: want at least 98.5%")
	}
	c.NoCover, c.How = false, protocol.HitsPresent
	if f = measure(t, c); f.CountedPercent() > 85 || f.CountedPercent() < 40 {
		t.Error("by the present: want much less")
	}
	c.How, c.Duration = protocol.HitsNone, 10*time.Second
	if f = measure(t, c); f.Struck > 0 || f.Shots == 0 {
		t.Error("a session that strikes nobody has struck somebody")
	}
}

// TestFarAway: above 250 ms a striker has to lead; the share that counts falls, with a bound on what the struck have to bear.
func TestFarAway(t *testing.T) {
	f := measure(t, Config{RoundTrip: 500 * time.Millisecond, Duration: 60 * time.Second, Seed: 5, How: protocol.HitsRewind})
	if p := f.CountedPercent(); p < 45 || p > 85 {
		t.Errorf("%.1f%% counted at 500 ms", p)
	}
}

// TestKicksAreToldAhead: up to a round trip of 80 ms no kick corrects anybody, because each is told before it acts; at 200 ms nearly
// none does, and every correction that there is has the blow as its cause.
func TestKicksAreToldAhead(t *testing.T) {
	for _, rtt := range []time.Duration{20, 80, 200} {
		f := measure(t, Config{RoundTrip: rtt * time.Millisecond, Duration: 30 * time.Second, Seed: 9, How: protocol.HitsRewind})
		if f.Kicks < 50 {
			t.Errorf("only %d kicks of %d hits", f.Kicks, f.Struck)
		}
		late := f.Corrections[protocol.CauseBlow]
		if rtt <= 80 && late > 0 || late > f.Kicks/20 {
			t.Errorf("%d of %d kicks were told late at %d ms", late, f.Kicks, rtt)
		}
	}
}

// TestSame: the same measurement gives the same figures.
func TestSame(t *testing.T) {
	c := Config{RoundTrip: 120 * time.Millisecond, Duration: 10 * time.Second, Seed: 4, How: protocol.HitsRewind}
	if a, b := measure(t, c), measure(t, c); a != b {
		t.Error("they differ")
	}
}

// TestTable: a line for each judgement and round trip, and the same bytes however many runs go on at once.
func TestTable(t *testing.T) {
	c := Config{Duration: 2500 * time.Millisecond, Pairs: 1, Seed: 1}
	var one, many bytes.Buffer
	if err := Table(&one, c, 2, 1); err != nil {
		t.Fatal(err)
	}
	if err := Table(&many, c, 2, 4); err != nil {
		t.Fatal(err)
	}
	if one.String() != many.String() {
		t.Error("the table depends on how many runs go on at once")
	}
	if n := strings.Count(one.String(), "\n"); n != 1+len(Judgements)*len(RoundTrips) {
		t.Errorf("%d lines:\n%s", n, one.String())
	}
}

// TestOtherPictures: what is rebuilt is what the method draws: others between received states, carried on by their velocity, or as received.
func TestOtherPictures(t *testing.T) {
	for _, others := range []string{"interpolate", "reckon", "received"} {
		f := measure(t, Config{RoundTrip: 80 * time.Millisecond, Duration: 40 * time.Second, Seed: 2, How: protocol.HitsRewind, Method: "timestream,others=" + others})
		if f.CountedPercent() < 95 || f.Shots < 200 {
			t.Errorf("others=%s: %v", others, f.String())
		}
	}
}

// TestPeace: where players do not fight every swing is refused with that reason, and nobody is moved.
func TestPeace(t *testing.T) {
	f := measure(t, Config{RoundTrip: 80 * time.Millisecond, Duration: 10 * time.Second, Seed: 6, How: protocol.HitsRewind, Peace: true})
	if f.Struck > 0 || f.Kicks > 0 || f.Why[actions.PvPOff] == 0 || f.Why[actions.PvPOff] != f.Shots {
		t.Errorf("%d of %d swings refused as peace wants, %d struck", f.Why[actions.PvPOff], f.Shots, f.Struck)
	}
}
