package edits

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"voxtide/wire"
)

// TestLine walks all characters: what Line leaves of each is a line that is read back, and shows nothing that was not
// visible or that turns what stands beside it.
func TestLine(t *testing.T) {
	dropped, spaces := 0, 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		got := Line("a"+string(r)+"b", TextMax)
		switch got {
		case "ab":
			dropped++
		case "a b":
			spaces++
		case "a" + string(r) + "b":
		default:
			t.Fatalf("%U: %+q", r, got)
		}
		if unicode.In(r, unicode.Bidi_Control, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Join_Control) && got == "a"+string(r)+"b" {
			t.Errorf("%U stays", r)
		}
		if unicode.In(r, unicode.L, unicode.N, unicode.P) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && got != "a"+string(r)+"b" {
			t.Errorf("%U is gone", r)
		}
		rd := wire.NewReader(wire.AppendString(nil, got))
		if back := ReadLine(&rd, TextMax); back != got || rd.End() != nil {
			t.Errorf("%U: %+q is read back as %+q", r, got, back)
		}
	}
	t.Logf("%d characters are dropped, %d are spaces", dropped, spaces)
	if dropped < 200 || spaces < 64 {
		t.Error("hardly any")
	}
	plain := "Hello, wide world: 安"
	if n := testing.AllocsPerRun(100, func() { Line(plain, TextMax) }); n > 0 {
		t.Errorf("%v allocations for a line that is one", n)
	}
}
