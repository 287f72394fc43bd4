package packs

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/internal/leaktest"
	"voxtide/internal/resourcepack"
	"voxtide/protocol"
	"voxtide/settings"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func picture(c color.Color) []byte {
	p := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for i := range 256 {
		p.Set(i%16, i/16, c)
	}
	var b bytes.Buffer
	png.Encode(&b, p)
	return b.Bytes()
}

func packOf(name string, data []byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, _ := z.Create(name)
	w.Write(data)
	z.Close()
	return b.Bytes()
}

// fakeSession is a session whose server has a pack.
type fakeSession struct {
	offer   protocol.PackOffer
	packed  []byte
	fetches int
	taken   bool
	err     error
}

func sessionWith(packed []byte) *fakeSession {
	return &fakeSession{offer: protocol.PackOffer{ID: resourcepack.IDOf(packed), Size: len(packed), Name: "Winter"}, packed: packed}
}

func (f *fakeSession) PackOffer() protocol.PackOffer { return f.offer }
func (f *fakeSession) FetchPack()                    { f.fetches++ }
func (f *fakeSession) TakePack() ([]byte, error) {
	if f.fetches == 0 || f.taken {
		return nil, nil
	}
	f.taken = true
	return f.packed, f.err
}

// frames runs frames until a look, a question or a word comes, or for a while.
func frames(t *testing.T, b *Book, s Session, policy string) (*Look, Question, string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		wear, ask, says := b.Frame(s, "play.example.org:7400", policy)
		if wear != nil || ask.Size > 0 || says != "" {
			return wear, ask, says
		}
		if !b.reading && time.Now().After(end.Add(-9900*time.Millisecond)) {
			return nil, Question{}, ""
		}
	}
	t.Fatal("a pack is read for ever")
	return nil, Question{}, ""
}

// TestPacksOfServers: a player is asked once for each server, gets what is wanted once, then from the cache, loses it on leaving, and is told
// of a pack that is wrong; what is not wanted is not fetched.
func TestPacksOfServers(t *testing.T) {
	home := t.TempDir()
	red := packOf("textures/stone.png", picture(color.NRGBA{R: 255, A: 255}))
	b, s := Open(home), sessionWith(red)
	prepared := 0
	b.Prepare = func(p map[string]*image.NRGBA) any { prepared++; return len(p) }
	if _, ask, _ := frames(t, b, s, settings.PacksAsk); ask != (Question{"Winter", len(red)}) || s.fetches > 0 {
		t.Fatalf("the player is asked %v, %d fetches", ask, s.fetches)
	}
	b.Answer("play.example.org:7400", false)
	if wear, ask, _ := frames(t, b, s, settings.PacksAsk); wear != nil || ask.Size > 0 || s.fetches > 0 {
		t.Fatal("what is not wanted comes")
	}
	b.Answer("play.example.org:7400", true)
	wear, _, says := frames(t, b, s, settings.PacksAsk)
	if wear == nil || wear.Textures["stone"].NRGBAAt(1, 1).R != 255 || wear.Prepared != 1 || s.fetches != 1 {
		t.Fatalf("%v %q, %d fetches", wear, says, s.fetches)
	}
	if wear, _, _ := frames(t, b, nil, settings.PacksAsk); wear == nil || len(wear.Textures) > 0 {
		t.Error("the pack of a server that was left is worn")
	}
	if wear, _, _ := frames(t, b, nil, settings.PacksAsk); wear != nil {
		t.Error("it is taken off again and again")
	}

	again, s := Open(home), sessionWith(red)
	if wear, ask, _ := frames(t, again, s, settings.PacksAsk); wear == nil || ask.Size > 0 || s.fetches > 0 {
		t.Errorf("from the cache: %v, asked %v, %d fetches", wear, ask, s.fetches)
	}
	file := again.file(resourcepack.IDOf(red))
	os.WriteFile(file, []byte("spoilt"), 0o644)
	again, s = Open(home), sessionWith(red)
	if _, _, says := frames(t, again, s, settings.PacksAlways); !strings.Contains(says, "changed") {
		t.Errorf("a spoilt cache says %q", says)
	}
	if wear, _, says := frames(t, again, s, settings.PacksAlways); wear == nil || s.fetches != 1 {
		t.Errorf("after a spoilt cache: %v %q, %d fetches", wear, says, s.fetches)
	}

	wrong := sessionWith(packOf("textures/stone.png", []byte("GIF")))
	if wear, _, says := frames(t, Open(home), wrong, settings.PacksAlways); wear != nil || !strings.Contains(says, "textures/stone.png: it is no PNG") {
		t.Errorf("a wrong pack: %v %q", wear, says)
	}
	if wear, _, _ := frames(t, Open(home), sessionWith(red), settings.PacksNever); wear != nil {
		t.Error("never is not never")
	}
	if prepared != 2 {
		t.Errorf("prepared %d times", prepared)
	}
}

// TestOwnPack: the player's own pack is worn, and a server's over it.
func TestOwnPack(t *testing.T) {
	dir := t.TempDir()
	os.MkdirAll(filepath.Join(dir, "textures"), 0o755)
	os.WriteFile(filepath.Join(dir, "textures", "dirt.png"), picture(color.Black), 0o644)
	b := Open(t.TempDir())
	b.Own(dir)
	if wear, _, says := frames(t, b, nil, settings.PacksAsk); wear == nil || wear.Textures["dirt"] == nil {
		t.Fatalf("%v %q", wear, says)
	}
	s := sessionWith(packOf("textures/stone.png", picture(color.White)))
	if wear, _, says := frames(t, b, s, settings.PacksAlways); wear == nil || wear.Textures["dirt"] == nil || wear.Textures["stone"] == nil {
		t.Errorf("%v %q", wear, says)
	}
	b = Open(t.TempDir())
	b.Own(filepath.Join(dir, "nowhere"))
	if _, _, says := frames(t, b, nil, settings.PacksAsk); !strings.Contains(says, "nowhere") {
		t.Errorf("a pack that is not there: %q", says)
	}
}

// TestCacheIsBounded: what was used longest ago goes first.
func TestCacheIsBounded(t *testing.T) {
	b := Open(t.TempDir())
	packed := make([]byte, 7<<20)
	for i := range 20 {
		packed[0] = byte(i)
		id := resourcepack.IDOf(packed)
		b.keep(id, packed)
		old := time.Now().Add(time.Duration(i-30) * time.Hour)
		os.Chtimes(b.file(id), old, old)
	}
	all, _ := os.ReadDir(b.cache())
	packed[0] = 19
	if len(all) != cacheMax/(7<<20) || b.cached(resourcepack.IDOf(packed)) == "" {
		t.Errorf("%d packs are kept", len(all))
	}
}

func ExampleBook() {
	b := Open(os.TempDir())
	_, ask, _ := b.Frame(&fakeSession{offer: protocol.PackOffer{Size: 1 << 20, Name: "Winter"}}, "play.example.org", settings.PacksAsk)
	fmt.Println(ask.Name, ask.Size)
	// Output: Winter 1048576
}
