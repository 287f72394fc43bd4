package ui

import (
	"strings"
	"testing"

	"voxtide/window"
)

// TestSettings: each row changes its option by keys and by the mouse, within its bounds, and says so.
func TestSettings(t *testing.T) {
	r := newRig(t)
	r.u.open(pageSettings)
	r.draw()
	for _, c := range []struct {
		row   int
		value func(o *Options) any
		right any // after one step to the right
		most  any // after very many, or the same again for a toggle
	}{
		{0, func(o *Options) any { return o.Sensitivity }, 1.05, SensitivityMax},
		{1, func(o *Options) any { return o.Invert }, true, false},
		{2, func(o *Options) any { return o.FOV }, 71, FOVMax},
		{3, func(o *Options) any { return o.View }, 176, ViewMax},
		{4, func(o *Options) any { return o.Scale }, 1.0, 0.0},
		{5, func(o *Options) any { return o.Fullscreen }, true, false},
		{6, func(o *Options) any { return o.VSync }, false, true},
		{7, func(o *Options) any { return o.Bob }, false, true},
		{8, func(o *Options) any { return o.Widen }, false, true},
	} {
		r.u.top().focus = c.row
		r.key(window.KeyArrowRight)
		if r.wished().Want != WantOptions {
			t.Errorf("row %d: no wish", c.row)
		}
		if got := c.value(&r.u.options); got != c.right {
			t.Errorf("row %d: %v, want %v", c.row, got, c.right)
		}
		n := 1
		if c.row == 0 || c.row == 2 || c.row == 3 {
			n = 100
		}
		if c.row == 4 {
			n = 7 // two to four in halves, and automatic again
		}
		for range n {
			r.key(window.KeyArrowRight)
		}
		if got := c.value(&r.u.options); got != c.most {
			t.Errorf("row %d: %v, want %v", c.row, got, c.most)
		}
	}
	if r.on("Defaults"); len(r.out.Wishes) > 0 || r.u.Options().FOV != FOVMax {
		t.Error("one press has reset all")
	}
	if r.key(window.KeyArrowLeft, window.KeyArrowRight); r.u.asked >= 0 {
		t.Error("it still asks, and the focus was elsewhere")
	}
	r.on("Defaults")
	r.on("Reset all?")
	if o := r.u.Options(); o.FOV != 70 || o.View != 160 || o.Sensitivity != 1 {
		t.Errorf("%+v", o)
	}
	row := r.u.kit.spots[2]
	at := func(kind window.Kind, x int) window.Event {
		return window.Event{Kind: kind, Key: window.MouseLeft, DX: 1, X: float32(x), Y: float32(row.y + row.h/2)}
	}
	r.feed(at(window.MouseMove, row.x+row.w*3/5), at(window.MouseDown, row.x+row.w*3/5))
	first := r.u.options.FOV
	r.feed(at(window.MouseMove, row.x+row.w*2))
	if r.u.options.FOV != FOVMax || first <= FOVMin || first >= FOVMax {
		t.Errorf("dragged from %d to %d", first, r.u.options.FOV)
	}
	r.feed(at(window.MouseUp, 0), at(window.MouseMove, row.x+row.w*3/5))
	if r.u.options.FOV != FOVMax {
		t.Error("it moves after it was let go")
	}
	r.u.top().focus = len(settingRows)
	r.letters(" Lovelace")
	if r.u.Options().Name != "Ada Lovelace" {
		t.Errorf("%q", r.u.Options().Name)
	}
}

// TestBinding: a key is bound, taken away, or left; conflicts are named.
func TestBinding(t *testing.T) {
	r := newRig(t)
	r.u.open(pageKeys)
	r.draw()
	key := func(i int) window.Key { return r.u.options.Bindings[i].Key }
	for _, c := range []struct {
		e    window.Event
		want window.Key
	}{
		{window.Event{Kind: window.KeyDown, Key: window.KeyX}, window.KeyX},
		{window.Event{Kind: window.KeyDown, Key: window.KeyF3}, window.KeyF3},
		{window.Event{Kind: window.MouseDown, Key: window.Mouse5}, window.Mouse5},
		{window.Event{Kind: window.KeyDown, Key: window.KeyEscape}, window.Mouse5},
		{window.Event{Kind: window.KeyDown, Key: window.KeyEnter}, window.KeyEnter},
		{window.Event{Kind: window.KeyDown, Key: window.KeyDelete}, window.KeyNone},
		{window.Event{Kind: window.KeyDown, Key: window.KeyS}, window.KeyS},
	} {
		r.u.top().focus = 0
		r.key(window.KeyEnter)
		r.sees("press a key …")
		r.feed(c.e)
		if key(0) != c.want || r.u.rebind >= 0 || r.u.top().page != pageKeys {
			t.Fatalf("%v: bound to %v", c.e, key(0))
		}
	}
	r.sees("also: Forward", "also: Back")
	r.key(window.KeyBackspace)
	r.sees("not bound")
	if r.on("All as at the start"); len(r.out.Wishes) > 0 || key(0) != window.KeyNone {
		t.Error("one press took all keys away")
	}
	r.on("Really all?")
	for i, b := range r.u.options.Bindings {
		if key(i) != b.Default {
			t.Errorf("%s is %v", b.Name, b.Key)
		}
	}
	if _, ok := r.find("also: Back"); ok || r.wished().Want != WantOptions {
		t.Error("not told")
	}
	for k := range window.KeyCount {
		if n := keyName(window.Key(k)); n == "" || n != strings.ToUpper(n[:1])+n[1:] && k > 0 {
			t.Errorf("key %d is %q", k, n)
		}
	}
}

// TestScale: the size of the screens follows the picture, in halves, and never makes pages larger than it.
func TestScale(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
		want  int
	}{
		{1280, 720, 0, 2}, {1920, 1080, 0, 3}, {2560, 1440, 0, 4}, {3840, 2160, 0, 6}, {7680, 4320, 0, 8}, {320, 240, 0, 1}, {519, 400, 2, 1}, {520, 384, 0, 2}, {1000, 2000, 0, 2},
		{1280, 720, 1.5, 3}, {1280, 720, 4, 3}, {3840, 2160, 4, 8}, {3840, 2160, 1, 2}, {0, 0, 3, 1},
	} {
		o := Options{Scale: c.scale}
		if got := o.halves(c.w, c.h); got != c.want {
			t.Errorf("%d by %d at %v: %d halves, want %d", c.w, c.h, c.scale, got, c.want)
		}
	}
}

// TestForms: worlds are made and servers joined only with what can be one.
func TestForms(t *testing.T) {
	r := newRig(t)
	r.s.Worlds = []World{{"Alpha", ""}}
	r.u.Show(Menu)
	r.u.open(pageCreate)
	r.draw()
	for _, bad := range []string{"", "  ", "a/b", "-x", ".x", "x.", "c:d", "ALPHA"} {
		r.u.forms.world.set(bad)
		if r.key(window.KeyEnter); len(r.out.Wishes) > 0 {
			t.Errorf("%q: %+v", bad, r.out.Wishes)
		}
	}
	if r.u.forms.world.set(""); r.u.freshName() != "World" {
		t.Errorf("a new world is called %q", r.u.freshName())
	}
	r.s.Worlds = append(r.s.Worlds, World{"world", ""}, World{"World 2", ""})
	if r.draw(); r.u.freshName() != "World 3" {
		t.Errorf("a new world is called %q", r.u.freshName())
	}
	r.u.forms.world.set(" Beta ")
	r.u.top().focus = 0
	if r.key(window.KeyEnter); r.wished() != (Wish{Want: WantCreate, Text: "Beta", Seed: "chance"}) {
		t.Errorf("%+v", r.out.Wishes)
	}
	r.key(window.KeyTab)
	r.letters("42")
	if r.on("Make and play"); r.wished() != (Wish{Want: WantCreate, Text: "Beta", Seed: "42"}) {
		t.Errorf("%+v", r.out.Wishes)
	}
	r.on("Creative")
	if r.on("Make and play"); r.wished() != (Wish{Want: WantCreate, Text: "Beta", Seed: "42", Survival: true}) {
		t.Errorf("%+v", r.out.Wishes)
	}
	for _, mouse := range []bool{true, false} {
		r.u.Show(Menu)
		r.u.open(pageWorlds)
		r.draw()
		if mouse {
			r.on("Delete") // of the first row
		} else {
			r.u.top().focus = 0
			r.key(window.KeyDelete)
		}
		if len(r.out.Wishes) > 0 || r.u.top().page != pageDelete {
			t.Fatalf("nobody asks before a world is deleted: %+v", r.out.Wishes)
		}
		r.sees("Alpha")
		if r.key(window.KeyEnter); len(r.out.Wishes) > 0 || r.u.top().page != pageWorlds {
			t.Fatalf("Enter deletes a world: %+v", r.out.Wishes)
		}
		r.u.forms.bin = "Alpha"
		r.u.open(pageDelete)
		r.draw()
		if r.on("Delete it"); r.wished() != (Wish{Want: WantDelete, Text: "Alpha"}) || r.u.top().page != pageWorlds {
			t.Errorf("%+v", r.out.Wishes)
		}
	}
	r.u.Show(Menu)
	r.u.open(pageConnect)
	r.draw()
	for _, bad := range [][2]string{{"", "Ada"}, {"a b", "Ada"}, {"host", " "}} {
		r.u.forms.address.set(bad[0])
		r.u.forms.name.set(bad[1])
		if r.key(window.KeyEnter); len(r.out.Wishes) > 0 {
			t.Errorf("%q: %+v", bad, r.out.Wishes)
		}
	}
	r.u.forms.address.set("host:7400")
	r.u.forms.name.set("Bob")
	r.key(window.KeyEnter)
	if w := r.out.Wishes; len(w) != 2 || w[0].Want != WantOptions || w[1] != (Wish{Want: WantConnect, Text: "host:7400"}) || r.u.Options().Name != "Bob" || r.u.Options().Server != "host:7400" {
		t.Errorf("%+v", w)
	}
}
