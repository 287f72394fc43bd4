package world

import "testing"

// TestRules: all rules go through a number and through words, and what is none says what there is.
func TestRules(t *testing.T) {
	seen := map[Rules]bool{}
	for n := uint64(0); n < 1<<(difficultyBits+len(switches)); n++ {
		g, ok := RulesOf(n)
		if !ok || g.Bits() != n || seen[g] {
			t.Fatalf("%d: %+v", n, g)
		}
		seen[g] = true
		back, err := DefaultRules.WithAll(g.Without(DefaultRules))
		if err != nil || back != g {
			t.Fatalf("%q: %+v, %v, want %+v", g.Without(DefaultRules), back, err, g)
		}
	}
	if _, ok := RulesOf(1 << (difficultyBits + len(switches))); ok {
		t.Error("a number beyond the rules is taken")
	}
	for _, text := range [...]string{"falls", "falls maybe", "difficulty on", "rain off", "falls off,", "falls off, rain on"} {
		if g, err := DefaultRules.WithAll(text); err == nil {
			t.Errorf("%q is taken as %+v", text, g)
		} else if g != DefaultRules {
			t.Errorf("%q changes rules although it is wrong", text)
		}
	}
	if g, err := DefaultRules.WithAll(" difficulty  hard , pvp on "); err != nil || g.Difficulty != Hard || !g.PvP || g.Value("pvp") != "on" || g.Value("rain") != "" {
		t.Errorf("%+v, %v", g, err)
	}
	if Easy.Harm(3) != 2 || Normal.Harm(3) != 3 || Hard.Harm(3) != 5 || Peaceful.Harm(9) != 0 {
		t.Error("difficulties weigh harm otherwise")
	}
	t.Logf("%d sets of rules", len(seen))
}
