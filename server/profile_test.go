package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server/profiler"
	"voxtide/store"
	"voxtide/world"
)

// slowStore is a store in memory that takes a while to take a batch.
type slowStore struct {
	*store.Memory
	slow func()
}

func (s slowStore) Commit(now time.Duration, b *store.Batch) uint64 {
	s.slow()
	return s.Memory.Commit(now, b)
}

// TestProfile: a profile that an operator asks for in the chat tells, when its time is over, how long each part of a step took; a second command
// says how far it is; who asked meanwhile is told, too, and nobody else; it names the part that is slow here, the player who has work, and the
// section that changes. Nobody is told of a vanished player.
func TestProfile(t *testing.T) {
	var clock time.Duration
	r, h, ann, bob := newAdminFixture(t, func(c *Config) {
		c.Stopwatch = func() time.Duration { clock += time.Microsecond; return clock }
		c.Store = slowStore{store.NewMemory(nil), func() { clock += 7 * time.Millisecond }}
	})
	carl := r.join("carl")
	r.consoleCommand("op ann")
	r.consoleCommand("op carl")
	carl.typeCommand("/vanish on")
	if got := ann.typeCommand("/profile last"); !strings.Contains(got, "nothing was measured") {
		t.Errorf("before: %q", got)
	}
	if got := ann.typeCommand("/profile stop"); !strings.Contains(got, "nothing is measured now") {
		t.Errorf("before: %q", got)
	}
	if got := ann.typeCommand("/profile 2"); !strings.Contains(got, "measured for 2 s") {
		t.Errorf("begin: %q", got)
	}
	if got := r.consoleCommand("profile"); !strings.Contains(got, "of 2 s are over") || !strings.Contains(got, "steps measured") {
		t.Errorf("while it runs: %q", got)
	}
	if got := carl.typeCommand("/profile 600"); !strings.Contains(got, "of 2 s are over") {
		t.Errorf("while it runs: %q", got)
	}
	for i := 0; r.s.Profile() != nil && i < 1000; i++ {
		at := world.Pos{X: 1 + int32(i%3), Y: 2, Z: 3}
		bob.do(actions.Action{Kind: actions.Chat, Text: fmt.Sprint("word ", i)}, r.s.Now())
		if r.s.rec.W.Section(at.Section()) != nil {
			r.as(ann.stream(), func(rec *edits.Recorder) {
				rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: at, Block: []world.Block{world.Glass, world.Stone}[i%2]})
			})
		}
		r.play(1)
	}
	r.play(10)
	said := strings.Join(ann.chatLines(), "\n")
	t.Log("\n" + said)
	for _, want := range []string{"profile: ", "- storing ", "what players had a step do: 3.0 streams advanced, by 0.05 s together, and 0.3 actions", "the slowest 10", "longest in them: storing in 10", "busiest players", "bob 0.", "avatar 3", "busiest sections, changed blocks: "} {
		if !strings.Contains(said, want) {
			t.Errorf("ann does not hear %q", want)
		}
	}
	if strings.Contains(said, "carl 0.") {
		t.Error("a vanished player is named")
	}
	if got := strings.Join(carl.chatLines(), "\n"); !strings.Contains(got, "the slowest 10") {
		t.Errorf("carl, who asked later, hears %q", got)
	}
	if got := strings.Join(bob.chatLines(), "\n"); strings.Contains(got, "slowest") {
		t.Errorf("bob hears %q", got)
	}
	if got := r.consoleCommand("profile last"); !strings.Contains(got, "the slowest 10") {
		t.Errorf("profile last: %q", got)
	}
	r.consoleCommand("profile 100")
	r.play(10)
	if got := r.consoleCommand("profile stop"); !strings.Contains(got, "it ends now") || r.s.Profile() != nil {
		t.Errorf("stop: %q", got)
	}
	if got := r.consoleCommand("profile last"); !strings.Contains(got, "steps in") || strings.Count(strings.Join(h.asked, " "), "profile") != 2 {
		t.Errorf("after it: %q, %q", got, h.asked)
	}
}

// TestProfiledStepsAreWhole: a profile that begins in the middle of a step counts from the next one on, and the telling of a step is measured once.
func TestProfiledStepsAreWhole(t *testing.T) {
	var clock time.Duration
	r, _, ann, _ := newAdminFixture(t, func(c *Config) {
		c.Stopwatch = func() time.Duration { clock += time.Microsecond; return clock }
	})
	r.consoleCommand("op ann")
	before := r.s.Metrics().Steps
	began := -1
	ann.do(actions.Action{Kind: actions.Chat, Text: "/profile 100"}, r.s.Now())
	for range 40 {
		r.play(1)
		if began < 0 && r.s.Profile() != nil {
			began = r.s.Metrics().Steps
		}
	}
	_, _, steps := r.s.Profile().Progress()
	if made := r.s.Metrics().Steps; began < before || steps != made-began {
		t.Errorf("%d steps are measured of %d, begun in %d", steps, made, began)
	}
	run := r.s.EndProfile()
	all := strings.Join(run.Lines(), "\n")
	for p := range profiler.Parts {
		if p != profiler.Outbox && !strings.Contains(all, p.String()) {
			t.Errorf("nothing is said of %v", p)
		}
	}
	if r.s.EndProfile() != nil {
		t.Error("it ends twice")
	}
}
