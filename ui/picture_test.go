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

	"voxtide/render"
	"voxtide/window"
	"voxtide/world"
)

var picturesDir = flag.String("pictures", "", "folder to write the pictures of screens to")

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

// painting draws screens into a hidden window and returns them; the error says why there is none.
func painting(width, height int, rows []shot) (out []*image.NRGBA, err error) {
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
			u := New(r.Batch(), Config{Options: testOptions(), Version: "Voxtide 0.1"})
			picture := func() {
				r.Clear(render.Colour{R: 120, G: 170, B: 230, A: 255}, width, height)
				ground(r.Batch(), width, height)
				u.Draw(width, height, &s)
				r.Finish()
			}
			u.Feed(0, nil)
			picture()
			row.set(u, &s)
			picture()
			s.Said, s.Refused = nil, nil
			u.Feed(u.kit.now+0.2, nil)
			picture()
			out = append(out, r.Shot(width, height))
		}
	}
	<-done
	return out, err
}

// ground draws something as bright and as mixed as a world.
func ground(b *render.Batch, w, h int) {
	b.Gradient(0, 0, w, h*6/10, render.Colour{R: 96, G: 156, B: 235, A: 255}, render.Colour{R: 225, G: 240, B: 255, A: 255})
	b.Rect(w/8, h/9, w/5, h/30, render.Colour{R: 255, G: 255, B: 255, A: 255})
	b.Rect(w*5/8, h/6, w/4, h/24, render.Colour{R: 255, G: 255, B: 255, A: 255})
	side := h / 18
	for y := h * 6 / 10; y < h; y += side {
		for x := 0; x < w; x += side {
			n := uint8((x/side*7 + y/side*13) % 5 * 8)
			b.Rect(x, y, side, side, render.Colour{R: 92 + n, G: 150 + n, B: 60 + n, A: 255})
		}
	}
}

// shot is a screen to draw.
type shot struct {
	name string
	set  func(u *UI, s *State)
}

// playing fills a state of a game.
func playing(u *UI, s *State) {
	u.Show(Play)
	s.Survival = true
	for i, b := range []world.Block{world.Stone, world.Grass, world.StoneStairsNorth, world.Leaves, world.RedFlower, world.Torch, world.PlankSlab, world.Glass} {
		s.Slots[i] = Stack{uint16(b), uint8(1 + i*9)}
	}
	for i := 9; i < Slots; i++ {
		if i%3 != 1 {
			s.Slots[i] = Stack{uint16(i + 20), uint8(i)}
		}
	}
	s.Selected = 2
	for i := range 240 {
		s.PictureMS = 7 + float32(i*i%13)/3
		if i%50 == 0 {
			s.PictureMS = 24
		}
		u.times.add(s.PictureMS)
	}
}

func talk(s *State) {
	s.Said = []Line{
		{"Ada", "hello, is anybody at the bridge?"}, {"", "Grace joined"}, {"Grace", "yes! bring torches, and a ladder: the shaft behind the second arch is deeper than I thought"},
		{"Ada", "on my way"},
	}
}

var shots = []shot{
	{"hud", func(u *UI, s *State) {
		playing(u, s)
		talk(s)
		s.Refused = []string{"somebody is in the way"}
	}},
	{"waiting", func(u *UI, s *State) { playing(u, s); s.Waiting = 3.4; s.Unacked = 20 }},
	{"resuming", func(u *UI, s *State) { playing(u, s); s.Waiting = 7; s.Resuming = true }},
	{"chat", func(u *UI, s *State) {
		playing(u, s)
		talk(s)
		u.open(pageChat)
		u.chat.entry.set("the third torch is mine")
	}},
	{"debug", func(u *UI, s *State) {
		playing(u, s)
		u.debug = true
		s.Unacked = 3
		s.Debug = &Debug{Position: [3]float64{131.402, 67.5, -20.118}, Section: [3]int32{8, 4, -2}, Yaw: 42.5, Pitch: -12.25, Biome: "birch forest",
			LookingAt: "Stone stairs", Streams: []Stream{{"own", 512.331, 0}, {"server", 512.25, 81.2}, {"Grace", 512.18, 151}},
			Causes: []Count{{"body in the way", 1}, {"block changed", 2}, {"unknown", 0}}, Driver: "llvmpipe (LLVM 19.1, 256 bits), OpenGL 4.1, multi",
			Sections: 812, Known: 3120, Quads: 241332, Draws: 640, View: 192, UpKB: 2.1, DownKB: 14.7, RTT: 48}
	}},
	{"inventory", func(u *UI, s *State) {
		playing(u, s)
		u.open(pageInventory)
		u.top().focus = 4
		u.bag = bag{true, 2, 19}
	}},
	{"pause", func(u *UI, s *State) { playing(u, s); s.Own = true; u.open(pagePause) }},
	{"settings", func(u *UI, s *State) { playing(u, s); u.open(pageSettings) }},
	{"graphics", func(u *UI, s *State) {
		playing(u, s)
		u.cfg.Presets = []Preset{{"medium", "Medium", u.options.View, 1, 0, u.options.Clouds, 0}}
		u.open(pageGraphics)
	}},
	{"keys", func(u *UI, s *State) {
		playing(u, s)
		u.open(pageKeys)
		u.options.Bindings[3].Key = u.options.Bindings[4].Key
		u.rebind = 1
		u.top().focus = 1
	}},
	{"menu", func(u *UI, s *State) {}},
	{"worlds", func(u *UI, s *State) {
		for i := range 12 {
			s.Worlds = append(s.Worlds, World{string(rune('A'+i)) + " quiet valley", "last played today, 14:02"})
		}
		u.open(pageWorlds)
		u.top().focus = 1
	}},
	{"create", func(u *UI, s *State) { u.open(pageCreate); u.forms.world.set("A quiet valley") }},
	{"connect", func(u *UI, s *State) { u.open(pageConnect) }},
	{"joining", func(u *UI, s *State) {
		u.Show(Joining)
		s.Server = "play.example.org"
		s.Progress = Progress{Stage: "Receiving the land", Unit: "sections", Done: 312, Total: 3600, Slow: "The server sends what is near first; you can play as soon as the ground is there."}
	}},
	{"ended", func(u *UI, s *State) { u.Show(Ended); s.Ended = "the server is silent" }},
}

// keep writes a picture to be looked at.
func keep(t *testing.T, name string, p *image.NRGBA) {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, p); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*picturesDir, name), file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestPictures draws every screen in the usual sizes and in a small window; no two may look alike. With -pictures they
// can be looked at.
func TestPictures(t *testing.T) {
	sizes := []image.Point{{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1440}}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, size := range sizes {
		got, err := painting(size.X, size.Y, shots)
		if err != nil {
			t.Fatalf("the screens cannot be drawn here; run under xvfb-run: %v", err)
		}
		seen := map[string]string{}
		for i, p := range got {
			if like, ok := seen[string(p.Pix)]; ok {
				t.Errorf("%v: %s looks like %s", size, shots[i].name, like)
			}
			seen[string(p.Pix)] = shots[i].name
			if *picturesDir != "" {
				keep(t, fmt.Sprintf("%s-%d.png", shots[i].name, size.Y), p)
			}
		}
	}
}
