package ui

import (
	"strings"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/settings"
	"voxtide/window"
)

// TestSettings: each row changes its option by keys and by the mouse, within its bounds, and requests that it takes effect.
func TestSettings(t *testing.T) {
	r := newHarness(t)
	r.u.openPage(pageSettings)
	r.draw()
	for i, c := range []struct {
		name  string
		right string // as people read the value after one step to the right
		most  string // after very many; after one more for toggles
		steps int
	}{
		{"mouse_sensitivity", "1.05", "3.00", 100},
		{"invert_mouse", "On", "Off", 1},
		{"fov", "71°", "100°", 100},
		{"view_distance", "176 blocks", "320 blocks", 100},
		{"gui_scale", "1×", "Automatic", 7}, // to four in halves, and automatic again
		{"language", "Deutsch", "Automatic", 1},
		{"fullscreen", "On", "Off", 1},
		{"vsync", "Off", "On", 1},
		{"view_bobbing", "Off", "On", 1},
		{"sprint_fov", "Off", "On", 1},
		{"hints", "Off", "On", 1},
		{"others_skins", "Off", "On", 1},
		{"direct_links", "Friends", "Off", 3},
	} {
		o := optionsOn(settings.SettingsPage)[i]
		if o.Name != c.name {
			t.Fatalf("row %d is %s, not %s", i, o.Name, c.name)
		}
		r.u.topPage().focus = i
		r.key(window.KeyArrowRight)
		if r.onlyRequest().Kind != RequestApplyOptions {
			t.Errorf("%s: no request", c.name)
		}
		if got := o.Text(&r.u.options); got != c.right {
			t.Errorf("%s: %s, want %s", c.name, got, c.right)
		}
		for range c.steps {
			r.key(window.KeyArrowRight)
		}
		if got := o.Text(&r.u.options); got != c.most {
			t.Errorf("%s: %s, want %s", c.name, got, c.most)
		}
		r.expectText(o.Label)
	}
	if rows := len(optionsOn(settings.SettingsPage)); rows != 13 {
		t.Errorf("%d rows, and 13 are tested", rows)
	}
	if r.clickText("Defaults"); len(r.out.Requests) > 0 || r.u.Options().FOV != 100 {
		t.Error("one press has reset all")
	}
	if r.key(window.KeyArrowLeft, window.KeyArrowRight); r.u.confirming >= 0 {
		t.Error("it still asks after the focus was elsewhere")
	}
	r.clickText("Defaults")
	r.clickText("Reset?")
	want := settings.DefaultClient()
	want.Name, want.Server, want.Preset = "Ada", "play.example.org", settings.Custom
	if o := r.u.Options(); o != want {
		t.Errorf("%+v", o)
	}
	row := r.u.widgets.focusRects[2]
	at := func(kind window.EventKind, x int) window.Event {
		return window.Event{Kind: kind, Key: window.MouseLeft, DX: 1, X: float32(x), Y: float32(row.y + row.h/2)}
	}
	r.feed(at(window.MouseMove, row.x+row.w*3/5), at(window.MouseDown, row.x+row.w*3/5))
	first := r.u.options.FOV
	r.feed(at(window.MouseMove, row.x+row.w*2))
	if r.u.options.FOV != 100 || first <= 60 || first >= 100 {
		t.Errorf("dragged from %d to %d", first, r.u.options.FOV)
	}
	r.feed(at(window.MouseUp, 0), at(window.MouseMove, row.x+row.w*3/5))
	if r.u.options.FOV != 100 {
		t.Error("it moves after it was let go")
	}
	r.u.topPage().focus = len(optionsOn(settings.SettingsPage))
	r.typeText(" Lovelace")
	if r.u.Options().Name != "Ada Lovelace" {
		t.Errorf("%q", r.u.Options().Name)
	}
}

// TestBindingTakesKey: a control that takes the key of another gives it its own, or leaves it without one, and the page says so. What
// can be reached by the page alone never leaves two controls on one key.
func TestBindingTakesKey(t *testing.T) {
	r := newHarness(t)
	r.u.openPage(pageBindings)
	r.draw()
	press := func(row int, k window.Key) {
		r.u.topPage().focus = row
		r.key(window.KeyEnter)
		r.key(k)
	}
	press(1, window.KeyW) // "Walk back" takes the key of "Walk forward"
	if r.u.bindings[0].Key != window.KeyS || r.u.bindings[1].Key != window.KeyW {
		t.Errorf("forward is %v, back is %v", r.u.bindings[0].Key, r.u.bindings[1].Key)
	}
	r.expectText("Walk forward had that key, and has this one now: S.")
	press(2, window.KeyDelete)
	press(2, window.KeyW)
	if r.u.bindings[1].Key != window.KeyNone || r.u.bindings[2].Key != window.KeyW {
		t.Errorf("back is %v, left is %v", r.u.bindings[1].Key, r.u.bindings[2].Key)
	}
	r.expectText("Walk back had that key, and has none now.")
	rng := testrand.New(t)
	taken, keys := 0, []window.Key{window.KeyW, window.KeyA, window.KeyS, window.KeyD, window.KeyX, window.KeySpace, window.KeyF3}
	for range 200 {
		press(rng.IntN(5), keys[rng.IntN(len(keys))])
		if r.u.rebinding.said != "" {
			taken++
		}
		for i := range r.u.bindings {
			if with := conflicts(r.u.bindings, i, nil); with != "" {
				t.Fatalf("%s shares its key with %s", r.u.bindings[i].Label, with)
			}
		}
	}
	if taken < 20 {
		t.Errorf("only %d of 200 bindings took a key", taken)
	}
	t.Logf("%d of 200 bindings took the key of another control", taken)
}

// TestBinding: a key is bound, unbound, or kept; conflicts that a file brings are named.
func TestBinding(t *testing.T) {
	r := newHarness(t)
	r.u.openPage(pageBindings)
	r.draw()
	key := func(i int) window.Key { return r.u.bindings[i].Key }
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
		r.u.topPage().focus = 0
		r.key(window.KeyEnter)
		r.expectText("press a key …")
		r.feed(c.e)
		if key(0) != c.want || r.u.rebinding.row >= 0 || r.u.topPage().page != pageBindings {
			t.Fatalf("%v: bound to %v", c.e, key(0))
		}
	}
	r.u.bindings[1].Key = window.KeyS
	r.draw()
	r.expectText("also: Walk forward", "also: Walk back")
	r.key(window.KeyBackspace)
	r.expectText("not bound")
	if r.clickText("Reset all keys"); len(r.out.Requests) > 0 || key(0) != window.KeyNone {
		t.Error("one press has reset all keys")
	}
	r.clickText("Really reset all?")
	for i, b := range r.u.bindings {
		if key(i) != b.Default {
			t.Errorf("%s is %v", b.Name, b.Key)
		}
	}
	if _, ok := r.find("also: Walk back"); ok || r.onlyRequest().Kind != RequestApplyOptions {
		t.Error("the conflict stays, or there is no request")
	}
	for k := range window.KeyCount {
		if n := keyName(window.Key(k)); n == "" || n != strings.ToUpper(n[:1])+n[1:] && k > 0 {
			t.Errorf("key %d is %q", k, n)
		}
	}
}

// TestScale: the automatic GUI scale follows the frame, in halves, and never makes pages larger than the frame.
func TestScale(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		scale float64
		want  int
	}{
		{1280, 720, 0, 2}, {1920, 1080, 0, 3}, {2560, 1440, 0, 4}, {3840, 2160, 0, 6}, {7680, 4320, 0, 8}, {320, 240, 0, 1}, {639, 400, 2, 1}, {640, 384, 0, 2}, {1000, 2000, 0, 2},
		{1280, 720, 1.5, 3}, {1280, 720, 4, 3}, {3840, 2160, 4, 8}, {3840, 2160, 1, 2}, {0, 0, 3, 1},
	} {
		if got := scaleHalves(c.scale, c.w, c.h); got != c.want {
			t.Errorf("%d by %d at %v: %d halves, want %d", c.w, c.h, c.scale, got, c.want)
		}
	}
}

// TestForms: worlds are created and servers joined only with valid names and addresses.
func TestForms(t *testing.T) {
	r := newHarness(t)
	r.s.Worlds = []World{{Name: "Alpha"}}
	r.u.ShowBase(Menu)
	r.u.openPage(pageCreate)
	r.draw()
	for _, bad := range []string{"", "  ", "a/b", "-x", ".x", "x.", "c:d", "ALPHA"} {
		r.u.forms.world.set(bad)
		if r.key(window.KeyEnter); len(r.out.Requests) > 0 {
			t.Errorf("%q: %+v", bad, r.out.Requests)
		}
	}
	if r.u.forms.world.set(""); r.u.newWorldName() != "World" {
		t.Errorf("a new world is called %q", r.u.newWorldName())
	}
	r.s.Worlds = append(r.s.Worlds, World{Name: "world", LastPlayed: ""}, World{Name: "World 2", LastPlayed: ""})
	if r.draw(); r.u.newWorldName() != "World 3" {
		t.Errorf("a new world is called %q", r.u.newWorldName())
	}
	r.u.forms.world.set(" Beta ")
	r.u.topPage().focus = 0
	if r.key(window.KeyEnter); r.onlyRequest() != (Request{Kind: RequestCreateWorld, Text: "Beta", Seed: "chance"}) {
		t.Errorf("%+v", r.out.Requests)
	}
	r.key(window.KeyTab)
	r.typeText("42")
	if r.clickText("Create world"); r.onlyRequest() != (Request{Kind: RequestCreateWorld, Text: "Beta", Seed: "42"}) {
		t.Errorf("%+v", r.out.Requests)
	}
	r.clickText("Creative")
	if r.clickText("Create world"); r.onlyRequest() != (Request{Kind: RequestCreateWorld, Text: "Beta", Seed: "42", Survival: true}) {
		t.Errorf("%+v", r.out.Requests)
	}
	for _, mouse := range []bool{true, false} {
		r.u.ShowBase(Menu)
		r.u.openPage(pageWorlds)
		r.draw()
		if mouse {
			r.clickText("Delete") // of the first row
		} else {
			r.u.topPage().focus = 0
			r.key(window.KeyDelete)
		}
		if len(r.out.Requests) > 0 || r.u.topPage().page != pageDelete {
			t.Fatalf("a world is deleted without a question: %+v", r.out.Requests)
		}
		r.expectText("Alpha")
		if r.key(window.KeyEnter); len(r.out.Requests) > 0 || r.u.topPage().page != pageWorlds {
			t.Fatalf("Enter deletes a world: %+v", r.out.Requests)
		}
		r.u.forms.deleting = "Alpha"
		r.u.openPage(pageDelete)
		r.draw()
		if r.clickText("Delete world"); r.onlyRequest() != (Request{Kind: RequestDeleteWorld, Text: "Alpha"}) || r.u.topPage().page != pageWorlds {
			t.Errorf("%+v", r.out.Requests)
		}
	}
	r.u.ShowBase(Menu)
	r.u.openPage(pageConnect)
	r.draw()
	for _, bad := range [][2]string{{"", "Ada"}, {"a b", "Ada"}, {"host", " "}} {
		r.u.forms.address.set(bad[0])
		r.u.forms.name.set(bad[1])
		if r.key(window.KeyEnter); len(r.out.Requests) > 0 {
			t.Errorf("%q: %+v", bad, r.out.Requests)
		}
	}
	r.u.forms.address.set("host:7400")
	r.u.forms.name.set("Bob")
	r.key(window.KeyEnter)
	if w := r.out.Requests; len(w) != 2 || w[0].Kind != RequestApplyOptions || w[1] != (Request{Kind: RequestConnect, Text: "host:7400"}) || r.u.Options().Name != "Bob" || r.u.Options().Server != "host:7400" {
		t.Errorf("%+v", w)
	}
}

// TestServers: the list of servers with keys and mouse: join, keep, take out, add.
func TestServers(t *testing.T) {
	for _, mouse := range []bool{false, true} {
		r := newHarness(t)
		r.s.Servers.Rows = []Server{{Name: "Harbour", Address: "a:7400", Asked: true, Online: true, Most: 9}, {Name: "kitchen", Address: "192.168.0.7:7400", Local: true, Asked: true, Online: true}}
		r.u.ShowBase(Menu)
		r.u.openPage(pageServers)
		r.draw()
		if !r.u.ServersShown() {
			t.Fatal("the list is not shown")
		}
		for _, c := range []struct {
			row  int
			key  window.Key
			text string
			want Request
		}{
			{0, window.KeyEnter, "Harbour", Request{Kind: RequestConnect, Text: "a:7400"}},
			{0, window.KeyDelete, "Remove", Request{Kind: RequestRemoveServer, Text: "a:7400"}},
			{1, window.KeyInsert, "Keep", Request{Kind: RequestAddServer, Text: "192.168.0.7:7400", Name: "kitchen"}},
			{1, window.KeyEnter, "kitchen  (local network)", Request{Kind: RequestConnect, Text: "192.168.0.7:7400"}},
		} {
			if mouse {
				r.clickText(c.text)
			} else {
				r.u.topPage().focus = c.row
				r.key(c.key)
			}
			if got := r.onlyRequest(); got != c.want {
				t.Errorf("%q with the mouse %v: %+v", c.text, mouse, got)
			}
		}
		r.u.openPage(pageAddServer)
		r.draw()
		if r.key(window.KeyEnter); len(r.out.Requests) > 0 {
			t.Errorf("without an address: %+v", r.out.Requests)
		}
		r.u.forms.address.set("b.example")
		r.u.forms.server.set("Bee")
		if r.key(window.KeyEnter); r.onlyRequest() != (Request{Kind: RequestAddServer, Text: "b.example", Name: "Bee"}) || r.u.topPage().page != pageServers {
			t.Errorf("%+v", r.out.Requests)
		}
	}
}
