package textline

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"voxtide/internal/wire"
)

// TestClean walks all characters: Clean turns each into a line that Read accepts, and leaves only
// characters that are visible and do not turn the text beside them.
func TestClean(t *testing.T) {
	dropped, spaces := 0, 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		got := Clean("a"+string(r)+"b", ChatMax)
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
		if back := Read(&rd, ChatMax); back != got || rd.End() != nil {
			t.Errorf("%U: %+q is read back as %+q", r, got, back)
		}
	}
	t.Logf("%d characters are dropped, %d are spaces", dropped, spaces)
	if dropped < 200 || spaces < 64 {
		t.Error("hardly any")
	}
	plain := "Hello, wide world: 安"
	if n := testing.AllocsPerRun(100, func() { Clean(plain, ChatMax) }); n > 0 {
		t.Errorf("%v allocations for a line that is one", n)
	}
}
