package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/world"
)

// play is a player of a test: a world of one section with a body, and a book.
type play struct {
	t    *testing.T
	b    *Book
	f    Facts
	now  time.Duration
	news []string
	j    ui.Journal
}

func newPlay(t *testing.T, home string) *play {
	b, err := Open(home, "Ann in house")
	if err != nil {
		t.Fatal(err)
	}
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	return &play{t: t, b: b, f: Facts{World: w, Body: &world.Entity{}, Player: &world.Player{}}}
}

// frame shows the book a frame, a tenth of a second later.
func (p *play) frame() {
	p.now += 100 * time.Millisecond
	if err := p.b.Observe(p.now, &p.f); err != nil {
		p.t.Fatal(err)
	}
	p.b.Fill(&p.j)
	if p.j.News != "" {
		p.news = append(p.news, p.j.News)
	}
	p.f.Sent = nil
}

// hint lets two seconds pass and compares the hint with the beginning of a text; "" is for none.
func (p *play) hint(want string) {
	p.t.Helper()
	for range 20 {
		p.frame()
	}
	if !strings.HasPrefix(p.j.Hint, want) || want == "" && p.j.Hint != "" {
		p.t.Errorf("the hint is %q, want %q", p.j.Hint, want)
	}
}

func (p *play) give(name string) {
	it, known := world.ItemNamed(name)
	if !known {
		p.t.Fatalf("there is no %s", name)
	}
	for i := range p.f.Player.Slots {
		if s := &p.f.Player.Slots[i]; s.Count == 0 {
			*s = world.Stack{Item: it, Count: 1}
			return
		}
	}
}

// put places a block; refused, it is not there.
func (p *play) put(name string, refused bool) {
	b, known := world.BlockNamed(name)
	if !known {
		p.t.Fatalf("there is no %s", name)
	}
	at := world.Pos{X: int32(len(p.news)), Y: 3, Z: 3}
	p.f.World.SetBlock(at, world.Air)
	if !refused {
		p.f.World.SetBlock(at, b)
	}
	p.f.Sent = []actions.Action{{Kind: actions.Place, Pos: at}}
	p.frame()
}

func (p *play) done() (n int) {
	for _, l := range p.j.Lines {
		if l.Done {
			n++
		}
	}
	return n
}

// TestEvening does everything in the order of the hints, and sees that each goes by being done, that each line is told once, and that a
// refused block is none.
func TestEvening(t *testing.T) {
	home := t.TempDir()
	p := newPlay(t, home)
	p.frame()
	p.hint("Move the mouse")
	p.f.Yaw = 40
	p.hint("Walk with")
	p.f.Body.Motion.Keys, p.f.Body.Motion.Vel = world.KeyForward, world.Vec{1, 0, 0}
	p.hint("")
	p.hint("Hold {break}")
	p.give("birch_log")
	p.hint("{inventory} opens")
	p.f.Bag = true
	p.hint("In the bag")
	p.f.Bag = false
	p.give("workbench")
	p.hint("Choose the workbench")
	p.put("workbench", true)
	p.hint("Choose the workbench")
	p.put("workbench", false)
	p.hint("{place} on the workbench")
	p.f.Bench = true
	p.hint("Blue flax")
	p.f.Bench = false
	p.give("cord")
	p.hint("Gravel")
	p.f.Body.Motion.Needs.Hunger = 9
	p.hint("You are hungry: leaves drop apples")
	p.give("apple")
	p.hint("You are hungry: hold")
	p.f.Body.Motion.Needs.Eating = p.f.Player.Slots[0].Item
	p.hint("Gravel")
	p.give("flint_axe")
	p.hint("Make a campfire")
	p.put("campfire", false)
	p.hint("{journal} shows")
	p.f.Journal = true
	p.hint("")
	p.put("oak_door", false)
	if p.done() != 4 {
		t.Errorf("%d lines are done, and there is no bed", p.done())
	}
	p.put("bed", false)
	p.hint("At night")
	p.give("copper_ingot")
	p.frame()
	p.give("iron_ingot")
	p.frame()
	if p.done() != len(lines) || len(p.news) != len(lines) {
		t.Errorf("%d lines are done, told %q", p.done(), p.news)
	}

	// Another start of the game, and another world.
	q := newPlay(t, home)
	q.frame()
	if q.done() != len(lines) || q.news != nil {
		t.Errorf("after a restart %d lines are done, told %q", q.done(), q.news)
	}
	q.b, _ = Open(home, "Ann at other.example")
	q.hint("")
	if q.done() != 0 {
		t.Errorf("in another world %d lines are done", q.done())
	}
	t.Logf("%d hints, %d lines", len(hints), len(lines))
}

// TestCreative: who builds in creative mode gets no line of the journal, and hints of his own.
func TestCreative(t *testing.T) {
	p := newPlay(t, t.TempDir())
	p.f.Body.Motion.Flags = world.Creative
	p.give("birch_log")
	p.frame()
	p.hint("Move the mouse")
	p.f.Yaw, p.b.walked = 90, time.Second
	p.hint("Press {jump} twice")
	p.f.Body.Motion.Keys = world.KeyFly
	p.hint("{place} puts down")
	if p.done() != 0 || p.news != nil {
		t.Errorf("%d lines, told %q", p.done(), p.news)
	}
}

// TestWalksAtAnyRate: who walks for a second has learnt it, with five frames in it or with a thousand; who stands has not, however long a frame is.
func TestWalksAtAnyRate(t *testing.T) {
	for _, frames := range []int{5, 60, 1000} {
		p := newPlay(t, t.TempDir())
		p.f.Yaw = 90
		p.frame()
		p.f.Yaw = 0
		p.frame()
		p.now += time.Hour
		p.frame()
		p.f.Body.Motion.Keys = world.KeyForward
		p.frame()
		if p.b.learnt["walk"] {
			t.Errorf("%d frames: learnt by who stands", frames)
		}
		p.f.Body.Motion.Vel = world.Vec{1, 0, 0}
		p.now += time.Hour
		if p.frame(); p.b.learnt["walk"] {
			t.Errorf("%d frames: learnt in one that took an hour", frames)
		}
		for range frames {
			p.now += time.Second/time.Duration(frames) - 100*time.Millisecond
			p.frame()
		}
		if !p.b.learnt["walk"] {
			t.Errorf("%d frames: not learnt, %v counted", frames, p.b.walked)
		}
	}
}

// TestHintsRest: a hint that is not followed is not shown for ever.
func TestHintsRest(t *testing.T) {
	p := newPlay(t, t.TempDir())
	shown := 0
	for range 6 * 60 * 10 {
		if p.frame(); p.j.Hint != "" {
			shown++
		}
	}
	t.Logf("shown in %d of 3600 frames", shown)
	if shown < 2200 || shown > 2450 {
		t.Error("want two thirds of them")
	}
}

// TestBrokenFile: what cannot be read is left alone.
func TestBrokenFile(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, "journal.toml")
	if err := os.WriteFile(path, []byte("learnt = ["), 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := Open(home, "x")
	if err == nil {
		t.Fatal("taken")
	}
	p := newPlayOf(t, b)
	p.give("log")
	p.frame()
	p.frame()
	if text, _ := os.ReadFile(path); string(text) != "learnt = [" || p.done() != 1 || len(p.news) != 1 {
		t.Errorf("the file is %q, %d lines are done, told %q", text, p.done(), p.news)
	}
}

func newPlayOf(t *testing.T, b *Book) *play {
	p := newPlay(t, t.TempDir())
	p.b = b
	return p
}

// TestTexts: each control that a text names exists, and every text is short enough for a narrow window.
func TestTexts(t *testing.T) {
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.text, l.how, l.news)
	}
	for _, h := range hints {
		texts = append(texts, h.text)
	}
	for _, text := range texts {
		if len(text) > 84 {
			t.Errorf("%q has %d letters", text, len(text))
		}
		for _, part := range strings.Split(text, "{")[1:] {
			name, _, _ := strings.Cut(part, "}")
			known := false
			for _, c := range settings.Controls {
				known = known || c.Name == name
			}
			if !known {
				t.Errorf("%q names the control %q", text, name)
			}
		}
	}
}
