package ui

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"voxtide/internal/texts"
	"voxtide/render"
	"voxtide/render/draw2d"
	"voxtide/window"
	"voxtide/world"
)

var framesDir = flag.String("frames", "", "folder to write the frames of all screens to")

// onMain runs functions on the main thread, which alone may touch windows on some systems.
var onMain = make(chan func())

func TestMain(m *testing.M) {
	flag.Parse()
	code := make(chan int)
	go func() { code <- m.Run() }()
	for {
		select {
		case f := <-onMain:
			f()
		case c := <-code:
			os.Exit(c)
		}
	}
}

// renderScreens renders screens in a hidden window and returns the frames. The error says why there is no window.
func renderScreens(width, height int, rows []screen) (out []*image.NRGBA, err error) {
	return renderScreensIn(texts.English, width, height, rows, nil)
}

// listening is a canvas that tells what is written on it.
type listening struct {
	*draw2d.Batch
	hears func(text string)
}

func (l listening) FontText(f draw2d.Font, x, y, size int, c draw2d.Colour, text string) int {
	l.hears(text)
	return l.Batch.FontText(f, x, y, size, c, text)
}

// renderScreensIn renders screens in a language. hears gets the texts of each, nil for nobody.
func renderScreensIn(language string, width, height int, rows []screen, hears func(screen, text string)) (out []*image.NRGBA, err error) {
	done := make(chan bool)
	onMain <- func() {
		defer close(done)
		win, failed := window.Open(window.Config{Title: "ui", Width: width, Height: height, Hidden: true})
		if err = failed; err != nil {
			return
		}
		defer win.Close()
		r, failed := render.New(render.Config{})
		if err = failed; err != nil {
			return
		}
		defer r.Close()
		for _, row := range rows {
			s := State{}
			o := testOptions()
			o.Language = language
			u := New(listening{r.Batch(), func(text string) {
				if hears != nil {
					hears(row.name, text)
				}
			}}, Config{Options: o, Version: "Voxtide 0.1"})
			frame := func() {
				r.Clear(draw2d.Colour{R: 120, G: 170, B: 230, A: 255}, width, height)
				fakeGround(r.Batch(), width, height)
				u.Draw(width, height, &s)
				r.Finish()
			}
			u.Feed(0, nil)
			frame()
			row.set(u, &s)
			frame()
			s.ChatLines, s.Refusals = nil, nil
			u.Feed(u.widgets.now+0.2, nil)
			frame()
			out = append(out, r.Screenshot(width, height))
		}
	}
	<-done
	return out, err
}

// TestNetViewCost measures what the overlay of the netcode adds to drawing the screens of a frame, without the graphics card.
func TestNetViewCost(t *testing.T) {
	done := make(chan string)
	onMain <- func() {
		defer close(done)
		win, err := window.Open(window.Config{Title: "ui", Width: 1280, Height: 720, Hidden: true})
		if err != nil {
			done <- err.Error()
			return
		}
		defer win.Close()
		r, err := render.New(render.Config{})
		if err != nil {
			done <- err.Error()
			return
		}
		defer r.Close()
		s := State{}
		u := New(r.Batch(), Config{Options: testOptions()})
		inGame(u, &s)
		s.Net, s.Method = exampleNotes(), "kazap,multiplier=0.05"
		var least [2]time.Duration
		for i := range 120 {
			u.netView.on = i%2 == 1
			r.Clear(draw2d.Colour{A: 255}, 1280, 720)
			began := time.Now()
			u.Draw(1280, 720, &s)
			if took := time.Since(began); least[i%2] == 0 || took < least[i%2] {
				least[i%2] = took
			}
			r.Finish()
		}
		t.Logf("the screens take %v of a frame, with the overlay %v", least[0], least[1])
		if least[1]-least[0] > 5*time.Millisecond { // it takes a fraction of one on an idle machine
			done <- "the overlay takes more than 5 ms"
		}
	}
	for fail := range done {
		t.Error(fail)
	}
}

// fakeGround draws a background as bright and as varied as a world.
func fakeGround(b *draw2d.Batch, w, h int) {
	b.Gradient(0, 0, w, h*6/10, draw2d.Colour{R: 96, G: 156, B: 235, A: 255}, draw2d.Colour{R: 225, G: 240, B: 255, A: 255})
	b.Rect(w/8, h/9, w/5, h/30, draw2d.Colour{R: 255, G: 255, B: 255, A: 255})
	b.Rect(w*5/8, h/6, w/4, h/24, draw2d.Colour{R: 255, G: 255, B: 255, A: 255})
	side := h / 18
	for y := h * 6 / 10; y < h; y += side {
		for x := 0; x < w; x += side {
			n := uint8((x/side*7 + y/side*13) % 5 * 8)
			b.Rect(x, y, side, side, draw2d.Colour{R: 92 + n, G: 150 + n, B: 60 + n, A: 255})
		}
	}
}

// screen is a screen to render.
type screen struct {
	name string
	set  func(u *UI, s *State)
}

// inGame fills the state of a session.
func inGame(u *UI, s *State) {
	u.ShowBase(Play)
	s.Survival = true
	for i, b := range []world.Block{world.Stone, world.Grass, world.StoneStairsNorth, world.Leaves, world.RedFlower, world.Torch, world.PlankSlab, world.Glass} {
		s.Slots[i] = Stack{Item: uint16(world.ItemOf(b)), Count: uint8(1 + i*9)}
	}
	for i := 9; i < Slots; i++ {
		if i%3 != 1 {
			s.Slots[i] = Stack{Item: uint16(i + 20), Count: uint8(i)}
		}
	}
	s.Selected = 2
	for i := range 240 {
		s.FrameMS = 7 + float32(i*i%13)/3
		if i%50 == 0 {
			s.FrameMS = 24
		}
		u.frameTimes.add(s.FrameMS)
	}
}

// exampleJournal is a journal of which a part is done.
func exampleJournal() (j Journal) {
	for i, text := range []string{"Wood from a tree", "A workbench", "A tool of flint", "A light before the night", "A door and a bed", "Copper", "Iron"} {
		j.Lines = append(j.Lines, JournalLine{Text: text, How: "Four planks, which a log gives. {inventory} shows what you can make.", Done: i < 2 || i == 3})
	}
	j.News = "A light. Where it shines, the night is only a colour."
	j.Hint = "In the bag ({inventory}) make planks of the log, and of four planks a workbench"
	return j
}

// startSlots are the things of a first evening.
func startSlots() (out [Slots]Stack) {
	for i, row := range []struct {
		name  string
		count uint8
		wear  uint16
	}{{"flint_axe", 1, 20}, {"planks", 12, 0}, {"stick", 7, 0}, {"flint_pick", 1, 60}, {"coal", 3, 0}, {"flint", 2, 0}, {"cord", 2, 0}, {"log", 5, 0}, {"cobblestone", 23, 0}, {"bread", 2, 0}} {
		it, known := world.ItemNamed(row.name)
		if !known {
			panic(row.name)
		}
		out[i] = Stack{uint16(it), row.count, row.wear}
	}
	return out
}

// exampleShop is a chest at which something is sold.
func exampleShop() Box {
	b := exampleBox("chest")
	iron, _ := world.ItemNamed("iron_ingot")
	planks, _ := world.ItemNamed("planks")
	b.Shop = Shop{Goods: Stack{Item: uint16(iron), Count: 3}, Price: Stack{Item: uint16(planks), Count: 16}, Left: 12, Have: 40, Times: 2}
	return b
}

// exampleBox is an open block with something in it.
func exampleBox(name string) (b Box) {
	named := func(name string) uint16 {
		it, known := world.ItemNamed(name)
		if !known {
			panic(name)
		}
		return uint16(it)
	}
	b.Item = named(name)
	b.Class = world.Item(b.Item).Block().Class()
	b.Count = world.Item(b.Item).Block().BoxSlots()
	switch {
	case b.oven() && b.Class == world.ClassCampfire:
		b.Slots[world.OvenIn] = Stack{Item: named("meat"), Count: 2}
		b.Burnt, b.Takes = 7, 10
	case b.oven():
		b.Slots[world.OvenIn], b.Slots[world.OvenFuel], b.Slots[world.OvenOut] = Stack{Item: named("sand"), Count: 12}, Stack{Item: named("coal"), Count: 3}, Stack{Item: named("glass"), Count: 5}
		b.Burnt, b.Takes = 4, 10
	case b.Count > 0:
		copy(b.Slots[5:], []Stack{{Item: named("iron_pick"), Count: 1, Wear: 100}, {Item: named("bread"), Count: 9}, {Item: named("stone_bricks"), Count: 64}})
		b.Slots[20] = Stack{Item: named("log"), Count: 31}
	default:
		b.Text = "To the old mill\n\nmind the wolves"
	}
	return b
}

// saveFrame writes a frame for a person to look at.
func saveFrame(t *testing.T, name string, p *image.NRGBA) {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, p); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*framesDir, name), file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestScreens renders every screen in the usual sizes and in a small window; no two may look alike. With -frames DIR a
// person can look at them.
func TestScreens(t *testing.T) {
	sizes := []image.Point{{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1440}}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, size := range sizes {
		got, err := renderScreens(size.X, size.Y, screens)
		if err != nil {
			t.Fatalf("the screens cannot be drawn here; run under xvfb-run: %v", err)
		}
		seen := map[string]string{}
		for i, p := range got {
			if like, ok := seen[string(p.Pix)]; ok {
				t.Errorf("%v: %s looks like %s", size, screens[i].name, like)
			}
			seen[string(p.Pix)] = screens[i].name
			if *framesDir != "" {
				saveFrame(t, fmt.Sprintf("%s-%d.png", screens[i].name, size.Y), p)
			}
		}
	}
}
