package worlds

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func makeWorld(t *testing.T, home, name string, size int) {
	t.Helper()
	db := filepath.Join(home, "worlds", name, "db")
	if err := os.MkdirAll(db, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(db, "x"), make([]byte, size), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestList: worlds come with their cards, the last played first; a card that is missing, broken or of another size is not known, and
// goes with its world.
func TestList(t *testing.T) {
	home := t.TempDir()
	if all, err := List(home); len(all) != 0 || err != nil {
		t.Fatal(all, err)
	}
	for i, name := range []string{"old", "new", "bare", "broken"} {
		makeWorld(t, home, name, 1000*(i+1))
		at := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(filepath.Join(home, "worlds", name, "db"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(home, "worlds", "no world"), 0o755); err != nil {
		t.Fatal(err)
	}
	frame := image.NewNRGBA(image.Rect(0, 0, 640, 640))
	for i := range frame.Pix {
		frame.Pix[i] = 255
	}
	for x := range 640 {
		for y := range 100 {
			frame.SetNRGBA(x, y, color.NRGBA{A: 255}) // above what 16:9 shows
		}
	}
	if err := SaveCard(home, "new", &Card{Seed: 7, Survival: true, Picture: Thumbnail(frame)}); err != nil {
		t.Fatal(err)
	}
	if err := SaveCard(home, "old", &Card{Seed: 1<<64 - 1}); err != nil {
		t.Fatal(err)
	}
	for ending, text := range map[string]string{".toml": "seed = what", ".png": "no picture"} {
		if err := os.WriteFile(cardFile(home, "broken", ending), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := List(home)
	if err != nil || len(all) != 4 {
		t.Fatal(all, err)
	}
	got := ""
	for _, w := range all {
		got += fmt.Sprintf("%s %d %v %d %v %v; ", w.Name, w.Bytes, w.Card.Known, w.Card.Seed, w.Card.Survival, w.Card.Picture != nil)
	}
	if want := "broken 4000 false 0 false false; bare 3000 false 0 false false; new 2000 true 7 true true; old 1000 true 18446744073709551615 false false; "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if p := all[2].Card.Picture; p.Rect.Dx() != PictureWidth || p.NRGBAAt(5, 2).R < 250 {
		t.Errorf("the picture is of %v, %v at its edge", p.Rect, p.NRGBAAt(5, 2))
	}
	if err := RemoveCard(home, "new"); err != nil {
		t.Fatal(err)
	}
	if err := RemoveCard(home, "new"); err != nil {
		t.Fatal(err)
	}
	if c := loadCard(home, "new"); c.Known || c.Picture != nil {
		t.Error("the card is still there")
	}
}

func ExampleSizeText() {
	for _, n := range []int64{1, 1500, 2_345_678, 1_250_000_000} {
		fmt.Println(SizeText(n))
	}
	// Output:
	// 1 kB
	// 2 kB
	// 2 MB
	// 1.2 GB
}

func ExampleTimeAgo() {
	for _, d := range []time.Duration{time.Second, time.Minute, 3 * time.Hour, 50 * time.Hour} {
		fmt.Println(TimeAgo(d))
	}
	// Output:
	// just now
	// 1 minute ago
	// 3 hours ago
	// 2 days ago
}
