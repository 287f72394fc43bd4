package wordfilter

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"voxtide/internal/cputime"
	"voxtide/internal/testrand"
)

const sample = `# a list as servers have it
ass
cunt
fuck*
hell
*shit*
-shitake
-mishit
god
tit
anal
cock*
-cockpit
-cocktail*wrong
`

// list returns the list of a text.
func list(t testing.TB, text string) *List {
	t.Helper()
	l, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var words = `ass
cunt
fuck*
hell
*shit*
-shitake
god
tit
cock
scheiße
хуй
kill yourself
バカ
slut
`

// TestDisguises: a word is found however it is written, and where it stands is hidden.
func TestDisguises(t *testing.T) {
	l := list(t, words)
	found := 0
	for _, c := range []struct{ line, masked string }{
		{"you ass", "you ***"}, {"YOU ASS!", "YOU ***!"}, {"áss", "***"}, {"@ss", "***"}, {"a55", "***"}, {"4ss", "***"}, {"a$$", "***"}, {"ass99", "***99"},
		{"aaassss", "*******"}, {"a s s", "* * *"}, {"a.s.s", "*****"}, {"a-s-s hole", "***** hole"}, {"you a s s", "you * * *"}, {"x a s s y", "x * * * y"},
		{"fuck", "****"}, {"fucking", "****ing"}, {"f u c k you", "* * * * you"}, {"f.u.c.k.you", "*******.you"}, {"fu.ck", "*****"}, {"fuuuuck", "*******"}, {"FÜCK", "****"}, {"fцck", ""}, {"fuсk", "****"},
		{"ｆｕｃｋ", "****"}, {"𝒻𝓊𝒸𝓀", "****"}, {"ꜰᴜᴄᴋ", "****"}, {"f\u200du\u200dck", "******"}, {"f_u_c_k", "*******"}, {"f*u*c*k", "*******"},
		{"bullshit", "bull****"}, {"bu11sh1t!", "bu11****!"}, {"$hit", "****"}, {"5h!t", "****"}, {"ЅНІТ", ""}, {"sНit", "****"}, {"s h 1 t", "* * * *"}, {"sh!t", "****"}, {"shiiiiit", "********"},
		{"go to hell", "go to ****"}, {"h e l l", "* * * *"}, {"h3ll", "****"}, {"he||", "****"}, {"scheisse", "********"}, {"SCHEISSE", "********"}, {"scheiße", "*******"}, {"5cheiße", "*******"},
		{"хуй", "***"}, {"ХУЙ", "***"}, {"kill yourself now", "**** ******** now"}, {"k1ll y0urself", "**** ********"}, {"kill-yourself", "*************"}, {"お前バカ", "お前**"}, {"cunt", "****"}, {"CVNT", ""},
		{"sl.ut", "*****"}, {"god", "***"}, {"gooood", "******"}, {"t!t", "***"},
	} {
		got, word := l.Mask(c.line)
		if c.masked == "" { // not found, as docs say: another letter
			continue
		}
		if got != c.masked || word == "" || l.Find(c.line) == "" {
			t.Errorf("%q: %q (%q), not %q", c.line, got, word, c.masked)
			continue
		}
		found++
	}
	t.Logf("%d disguises of %d entries", found, l.Len())
}

// TestHarmless: words that hold one of the list, and what coordinates, prices and codes look like, stay as they are.
func TestHarmless(t *testing.T) {
	l := list(t, words)
	kept := 0
	for line := range strings.SplitSeq(strings.TrimSpace(harmless), "\n") {
		for _, text := range []string{line, strings.ToUpper(line), "(" + line + ")", line + "!", line + " 455"} {
			if got, word := l.Mask(text); got != text {
				t.Errorf("%q: %q for %q", text, got, word)
			}
			kept++
		}
	}
	t.Logf("%d harmless lines", kept)
}

const harmless = `
classic glass, grass and brass; the class passes the bass
Scunthorpe
the assassin assembles an assignment and assumes assistance
shell, hello, he'll, we'll, Hellas, shellfish; Michelle
good goods, godess of goddesses
shitake
title, titan, petition, little, attitude
Peacock feathers in a cocktail; cockpit, hancock
455 blocks at 5 5 4 and 45 5; 100 200 300
it's hit by an arrow; that's hit; he's hit
push it in; this hits; wish it were
4 5 5
x 5 5 y 4
I am at 12 64 -455
as she said
a b c d e f g
an assay of sand 45%
die Scheibe, die Scheiben
Grass-Fläche; das Glas, des Glases
$5 for 4 or 5
11:55 4:55
#455
the cast list is here: slutsky
kill the zombie yourself
yourself kill
Sussex, Essex, Middlesex
pass the salt, lass
http://class.example/
v1.5.5
`

// TestSample: comments, stars and lines that take a word out of a star; a line that is none is named.
func TestSample(t *testing.T) {
	if _, err := Parse(sample); !errors.Is(err, ErrWords) || !strings.Contains(err.Error(), "line 14") || !strings.Contains(err.Error(), "cocktail*wrong") {
		t.Errorf("%v", err)
	}
	l := list(t, strings.Replace(sample, "-cocktail*wrong", "-cocktail", 1))
	if l.Len() != 13 || l.Find("cocktail in the cockpit, shitake") != "" || l.Find("cocky") != "cock*" {
		t.Errorf("%d entries, %q, %q", l.Len(), l.Find("cocktail in the cockpit, shitake"), l.Find("cocky"))
	}
	wrong := []string{"a", "*a*", "-", "***", "ab\x00c", "12 ", "a b", strings.Repeat("ab", 33), "\xff\xfe", "x * y", strings.Repeat("abc ", 9)}
	for _, text := range wrong {
		if l, err := Parse("good\n" + text + "\n"); !errors.Is(err, ErrWords) {
			t.Errorf("%q: %v, %v", text, l, err)
		}
	}
	if _, err := Parse(strings.Repeat("word\n", WordsMax+1)); !errors.Is(err, ErrWords) {
		t.Errorf("more words than the bound: %v", err)
	}
	if _, err := Parse(strings.Repeat("#", TextMax+1)); !errors.Is(err, ErrWords) {
		t.Errorf("more bytes than the bound: %v", err)
	}
	t.Logf("%d wrong lines refused", len(wrong)+3)
}

// TestRandomDisguises: words that are disguised at random are found, and the same words within others are not.
func TestRandomDisguises(t *testing.T) {
	src := testrand.New(t)
	l := list(t, "wombat\nquokka\nnumbat*\n")
	looks := map[rune][]string{'o': {"o", "O", "0", "ö", "ó", "о", "ο", "ｏ"}, 'a': {"a", "A", "4", "@", "ä", "à", "а", "α"}, 't': {"t", "T", "7", "+", "ť"}, 'b': {"b", "B", "8"},
		'u': {"u", "U", "ü", "ú"}, 'k': {"k", "K", "к"}, 'm': {"m", "M", "м"}, 'n': {"n", "N", "ñ"}, 'q': {"q", "Q"}, 'w': {"w", "W"}}
	between := []string{"", "", "", " ", ".", "-", "_", "\u200b", "*"}
	found, rounds := 0, 4000
	for range rounds {
		w := []string{"wombat", "quokka", "numbat"}[src.IntN(3)]
		sep := between[src.IntN(len(between))]
		var b strings.Builder
		for i, r := range w {
			if i > 0 {
				b.WriteString(sep)
			}
			all := looks[r]
			pick := all[src.IntN(len(all))]
			if i == 0 || i == 2 || i == 3 {
				pick = string(r) // half of a spelled word are letters
			}
			b.WriteString(pick)
		}
		line := "the " + b.String() + " there"
		if l.Find(line) == "" {
			t.Fatalf("%q is not found in %q", w, line)
		}
		found++
		masked, _ := l.Mask(line)
		if l.Find(masked) != "" || !strings.HasPrefix(masked, "the ") || !strings.HasSuffix(masked, " there") {
			t.Fatalf("%q: %q", line, masked)
		}
	}
	t.Logf("%d disguised words found", found)
}

// TestWorst: the longest lines against the fullest lists take less than a step has: the middle of eleven, in the time of its own thread.
func TestWorst(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	src := testrand.New(t)
	var b strings.Builder
	for i := range WordsMax {
		fmt.Fprintf(&b, "%s%c%c%c%s\n", []string{"", "*", ""}[i%3], 'a'+src.IntN(26), 'a'+src.IntN(26), 'a'+src.IntN(26), []string{"", "*", "xyz"}[src.IntN(3)])
	}
	l := list(t, b.String())
	for _, line := range []string{strings.Repeat("a ", 128), strings.Repeat("ab", 128), strings.Repeat("a1 ", 85), strings.Repeat("s.h!4", 51), strings.Repeat("q w e r t y ", 21)} {
		line = line[:min(len(line), 256)]
		took := make([]time.Duration, 11)
		for i := range took {
			begin := cputime.Thread()
			masked, _ := l.Mask(line)
			if took[i] = cputime.Thread() - begin; l.Find(masked) != "" {
				t.Errorf("%q: %q is left", line, masked)
			}
		}
		slices.Sort(took)
		middle := took[len(took)/2]
		t.Logf("%.20q...: %v, from %v to %v", line, middle, took[0], took[len(took)-1])
		if middle > 8*time.Millisecond {
			t.Errorf("%.20q takes %v", line, middle)
		}
	}
}

// FuzzMask: any file is read or refused, any line is answered, and nothing of the list is left in it.
func FuzzMask(f *testing.F) {
	f.Add(words, "you a s s of b!u11sh1t")
	f.Add("ab*\n*ba\n", "abababa a b a")
	f.Add("#\n-x\n", "\xff\u0301\u200d")
	f.Fuzz(func(t *testing.T, text, line string) {
		l, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrWords) {
				t.Fatal(err)
			}
			return
		}
		line = strings.ToValidUTF8(line[:min(len(line), 256)], "")
		masked, word := l.Mask(line)
		if (word == "") != (masked == line && l.Find(line) == "") || len(masked) > len(line) || !utf8.ValidString(masked) || l.Find(masked) != "" {
			t.Errorf("%q: %q, %q; left %q", line, masked, word, l.Find(masked))
		}
	})
}
