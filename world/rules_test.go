package world

import "testing"

// TestRules: all rules go through a number and through words, and what is none says what there is.
func TestRules(t *testing.T) {
	seen := map[Rules]bool{}
	for i := uint64(0); i < 3<<(difficultyBits+len(switches)); i++ {
		const low = 1 << (difficultyBits + len(switches))
		n := i%low | [...]uint64{0, 1, 200}[i/low]<<chatBit
		g, ok := RulesOf(n)
		if !ok || g.Bits() != n || seen[g] {
			t.Fatalf("%d: %+v", n, g)
		}
		seen[g] = true
		base := DefaultRules
		base.ChatLines = g.ChatLines // no rule with a name
		back, err := base.WithAll(g.Without(base))
		if err != nil || back != g {
			t.Fatalf("%q: %+v, %v, want %+v", g.Without(DefaultRules), back, err, g)
		}
	}
	for _, n := range [...]uint64{1 << (difficultyBits + len(switches)), 1 << (chatBit + 8), 1 << 63} {
		if _, ok := RulesOf(n); ok {
			t.Errorf("%x, a number beyond the rules, is taken", n)
		}
	}
	if a, b := (Rules{}).ChatCost(), (Rules{ChatLines: 20}).ChatCost(); a != ChatSpan/ChatLinesUsual || b != ChatSpan/20 {
		t.Errorf("a line costs %d and %d", a, b)
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
