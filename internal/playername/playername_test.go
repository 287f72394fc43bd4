package playername

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"voxtide/internal/testrand"
)

func TestWrong(t *testing.T) {
	for name, want := range map[string]string{
		"ann": "", "Ann of the Lake": "", "Änne": "", "安": "", "a": "", "player_12": "", "J.-B.": RejectCharacter, "J.B": "", "jean-luc": "", "7": "", "Łukasz": "", "Nguyễn Văn": "", "Ólafur Þór": "",
		"Иван Грозный": "", "Ёжик": "", "Σωκράτης": "", "שלום": "", "محمد": "", "नहीं में": "", "สวัสดีที่": "", "น้ำ": "", "さくら": "", "山田タロー": "", "김철수": "", "佐々木": "", "Ɔkɔ": "", "გიორგი": "", "Արամ": "",
		"": RejectEmpty, " ann": RejectCharacter, "ann ": RejectCharacter, "a  b": RejectCharacter, "-op": RejectCharacter, "a|b": RejectCharacter, "an\u200bn": RejectCharacter, "\u202enna": RejectCharacter, "ann\u00a0b": RejectCharacter, "a\u2028b": RejectCharacter,
		"ann\ufe0f": RejectCharacter, "ann\u034f": RejectCharacter, "ann\u180b": RejectCharacter, "ann\u3164": RejectLetter, "\u3164": RejectLetter, "\u2800": RejectCharacter, "\uffa0\uffa0": RejectLetter, "\u115f": RejectLetter,
		"s\u0435rver": RejectMixedScripts, "\u0430nn": RejectMixedScripts, "ａｎｎ": RejectLetter, "𝐚nn": RejectLetter, "a" + strings.Repeat("\u0301", 12): RejectAccents, "\u0301a": RejectAccents, "ǀann": RejectLetter, "ᴀnn": RejectLetter,
		"Ꭺnn": RejectLetter, "ann☃": RejectCharacter, "٣": RejectCharacter, "太郎Taro": RejectMixedScripts, strings.Repeat("é", 17): RejectTooLong, "ﬁn": RejectLetter, "a\xff": RejectCharacter, "ᎪᏢᎪ": RejectLetter, "a\u0488": RejectCharacter,
	} {
		if got := Reject(Normalize(name)); got != want {
			t.Errorf("%+q: %q, want %q", name, got, want)
		}
	}
}

// face draws letters as the game does.
func face(t *testing.T) (font.Face, func(r rune) bool) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	fc, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 32, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	return fc, func(r rune) bool { i, err := f.GlyphIndex(&buf, r); return err == nil && i != 0 }
}

const wide, high = 48, 56

// drawLetter draws a letter where it stands on its line.
func drawLetter(fc font.Face, r rune) *letterform {
	g := image.NewGray(image.Rect(0, 0, wide, high))
	draw.Draw(g, g.Bounds(), image.Black, image.Point{}, draw.Src)
	(&font.Drawer{Dst: g, Src: image.NewUniform(color.White), Face: fc, Dot: fixed.P(4, 40)}).DrawString(string(r))
	l := &letterform{Gray: g}
	for _, p := range g.Pix {
		l.ink += int(p)
	}
	return l
}

// letterform is the image of a letter with the sum of its pixels.
type letterform struct {
	*image.Gray
	ink int
}

// unlike is which part of the ink of two letters the other one lacks, in thousandths, one moved sideways as it fits best.
func unlike(a, b *letterform) int {
	best := 1000
	if d := max(a.ink-b.ink, b.ink-a.ink); d*1000/(a.ink+b.ink+1) > 3*same {
		return best
	}
	for dx := -3; dx <= 3; dx++ {
		diff, ink := 0, 1
		for y := range high {
			for x := 3; x < wide-3; x++ {
				p, q := int(a.Pix[y*a.Stride+x]), int(b.Pix[y*b.Stride+x+dx])
				diff += max(p-q, q-p)
				ink += p + q
			}
		}
		best = min(best, diff*1000/ink)
	}
	return best
}

// same is below which part of the ink letters are taken for one another.
const same = 40

// alphabet returns all letters and digits that a name may consist of and that the font has.
func alphabet(t *testing.T) (fc font.Face, letters []rune, drawn map[rune]*letterform) {
	fc, has := face(t)
	drawn = map[rune]*letterform{}
	for r := rune('0'); r < 0x3000; r++ {
		if has(r) && Reject(string(r)) == "" {
			letters = append(letters, r)
			drawn[r] = drawLetter(fc, r)
		}
	}
	return fc, letters, drawn
}

// TestLettersThatLookAlike draws every letter that a name may have with the font of the game: two that hardly differ share a key.
func TestLettersThatLookAlike(t *testing.T) {
	_, letters, drawn := alphabet(t)
	pairs := 0
	for i, a := range letters {
		for _, b := range letters[:i] {
			if unlike(drawn[a], drawn[b]) >= same {
				continue
			}
			pairs++
			fa, la := Keys(string(a))
			fb, lb := Keys(string(b))
			if fa != fb && la != lb {
				t.Errorf("%c %U and %c %U look alike, and have the keys %q and %q", a, a, b, b, la, lb)
			}
		}
	}
	t.Logf("%d letters, %d pairs that look alike", len(letters), pairs)
	if len(letters) < 300 || pairs < 60 {
		t.Error("hardly any")
	}
}

// TestNoTwoLookAlike: 10,000 names that look like others, made by exchanging letters for such as the font draws alike, for the same
// letters in other dress, with capitals, and with what cannot be seen. Of those that pass one after the other, none has a key
// twice, and no two are drawn alike.
func TestNoTwoLookAlike(t *testing.T) {
	r := testrand.New(t)
	fc, letters, drawn := alphabet(t)
	alike := map[rune][]rune{}
	for _, a := range letters {
		for _, b := range letters {
			if unlike(drawn[a], drawn[b]) < 2*same {
				alike[a] = append(alike[a], b)
			}
		}
	}
	dress := map[rune][]rune{}
	for c := rune(0x80); c < 0x1ffff; c++ {
		if d := []rune(norm.NFKC.String(string(c))); len(d) == 1 && d[0] != c {
			dress[d[0]] = append(dress[d[0]], c)
		}
	}
	unseen := []rune{0x200b, 0x200d, 0xfe0f, 0x34f, 0x180b, 0x3164, 0xffa0, 0x2060, 0xad, 0x202e, 0x2800, 0x301, 0x323, 0x307}
	bases := []string{"ann", "Bill", "Oleg10", "Hannah", "cosy car", "Peter", "Molly", "Иван", "Рося", "сор", "Νίκος", "Άννα", "corner", "vvv", "Ida", "ocean", "Tom_Ray", "jo.ann", "Kim"}
	folds, lookKeys, shown := map[string]string{}, map[string]string{}, map[string]string{}
	passed, wrong, taken := 0, map[string]int{}, 0
	for range 10_000 {
		name := []rune(bases[r.IntN(len(bases))])
		for range 1 + r.IntN(3) {
			i := r.IntN(len(name))
			switch c := name[i]; r.IntN(6) {
			case 0, 1, 2:
				if l := alike[c]; len(l) > 0 {
					name[i] = l[r.IntN(len(l))]
				}
			case 3:
				if l := dress[c]; len(l) > 0 {
					name[i] = l[r.IntN(len(l))]
				}
			case 4:
				name[i] = swap(c)
			default:
				name = append(name[:i], append([]rune{unseen[r.IntN(len(unseen))]}, name[i:]...)...)
			}
		}
		n := Normalize(string(name))
		if why := Reject(n); why != "" {
			wrong[why]++
			continue
		}
		f, l := Keys(n)
		if folds[f] != "" || lookKeys[l] != "" {
			taken++
			continue
		}
		folds[f], lookKeys[l] = n, n
		passed++
		ink := drawnName(fc, n)
		if other := shown[ink]; other != "" {
			t.Errorf("%+q and %+q pass and are drawn alike", n, other)
		}
		shown[ink] = n
	}
	t.Logf("of 10000 names %d pass, %d are like one that has passed, %v", passed, taken, wrong)
	if passed < len(bases) || taken < 1000 || len(wrong) < 4 {
		t.Error("the list hardly tries anything")
	}
}

func swap(c rune) rune {
	if u := unicode.ToUpper(c); u != c {
		return u
	}
	return unicode.ToLower(c)
}

// drawnName is what a name looks like: the pixels of its line, as a string.
func drawnName(fc font.Face, name string) string {
	g := image.NewGray(image.Rect(0, 0, 800, high))
	(&font.Drawer{Dst: g, Src: image.NewUniform(color.White), Face: fc, Dot: fixed.P(4, 40)}).DrawString(name)
	return string(g.Pix)
}

// TestKeysOfOneName: capitals, accents and kinds of separators make no other name; digits do.
func TestKeysOfOneName(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"ann", "ANN", true}, {"ann", "Änn", true}, {"a nn", "a.nn", true}, {"ann", "a.nn", false}, {"Ill", "lll", true}, {"O0", "oo", true}, {"corn", "com", true}, {"сор", "cop", true}, {"Σω", "ΣΩ", true},
		{"ann", "anna", false}, {"bob1", "bob2", false}, {"Clara", "Dara", false}, {"ηοτ", "hot", false}, {"ＡＮＮ", "ann", true}, {"か", "が", false}, {"シ", "ツ", false}, {"нос", "hoc", true}, {"Ian", "lan", true},
	} {
		fa, la := Keys(c.a)
		fb, lb := Keys(c.b)
		if got := fa == fb || la == lb; got != c.same {
			t.Errorf("%q and %q: %v: %q %q, %q %q", c.a, c.b, got, fa, la, fb, lb)
		}
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{"ann", "Änne", "\u0301", "น้ำ", fmt.Sprint("a", "\u200b")} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := Normalize(s)
		if Reject(n) != "" {
			return
		}
		fold, look := Keys(n)
		if fold == "" || look == "" {
			t.Fatalf("%+q passes and has the keys %+q, %+q", n, fold, look)
		}
		if Normalize(n) != n {
			t.Fatalf("%+q is not its own normal form", n)
		}
	})
}
