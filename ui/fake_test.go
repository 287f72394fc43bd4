package ui

import (
	"image"

	"voxtide/render"
	"voxtide/window"
)

// fake is a canvas that remembers the texts. A letter is as wide as half its line.
type fake struct {
	texts []string
	areas int
	added int
	room  int // pictures that it takes
}

func (f *fake) Rect(int, int, int, int, render.Colour)                    { f.areas++ }
func (f *fake) Gradient(int, int, int, int, render.Colour, render.Colour) { f.areas++ }
func (f *fake) Frame(int, int, int, int, int, render.Colour)              { f.areas++ }
func (f *fake) Picture(int, int, int, int, render.Image, render.Colour)   { f.areas++ }
func (f *fake) Clip(int, int, int, int) image.Rectangle                   { return image.Rectangle{} }
func (f *fake) Unclip(image.Rectangle)                                    {}
func (f *fake) Measure(_ render.Font, size int, text string) int          { return len([]rune(text)) * size / 2 }
func (f *fake) TextIn(_ render.Font, _, _, size int, _ render.Colour, s string) int {
	f.texts = append(f.texts, s)
	return f.Measure(0, size, s)
}
func (f *fake) Shadowed(n render.Font, x, y, size int, c render.Colour, s string) int {
	return f.TextIn(n, x, y, size, c, s)
}
func (f *fake) Fit(_ render.Font, size int, text string, width int) int {
	n := 0
	for i := range text {
		if n += size / 2; n > width {
			return i
		}
	}
	return len(text)
}
func (f *fake) AddImage(p *image.NRGBA) (render.Image, error) {
	if f.added >= f.room {
		return render.Image{}, render.ErrFull
	}
	f.added++
	return render.Image{W: p.Rect.Dx(), H: p.Rect.Dy()}, nil
}

// testOptions are options with a few bindings.
func testOptions() Options {
	o := Options{Name: "Ada", Server: "play.example.org", Sensitivity: 1, FOV: 70, View: 160, VSync: true}
	for _, b := range []struct {
		name, label string
		key         window.Key
	}{
		{"forward", "Forward", window.KeyW}, {"back", "Back", window.KeyS}, {"left", "Left", window.KeyA}, {"right", "Right", window.KeyD},
		{"jump", "Jump", window.KeySpace}, {"sneak", "Sneak", window.KeyLeftShift}, {"run", "Run", window.KeyLeftControl},
		{"break", "Break", window.MouseLeft}, {"place", "Place", window.MouseRight},
		{ControlInventory, "Inventory", window.KeyE}, {ControlChat, "Chat", window.KeyT}, {ControlDebug, "Debug screen", window.KeyF3},
		{ControlScreenshot, "Screenshot", window.KeyF2}, {ControlFullscreen, "Full screen", window.KeyF11},
		{ControlHotbar + "1", "Slot 1", window.Key1}, {ControlHotbar + "9", "Slot 9", window.Key9},
	} {
		o.Bindings = append(o.Bindings, Binding{b.name, b.label, b.key, b.key})
	}
	return o
}
