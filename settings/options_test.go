package settings

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestOptions holds the table against itself: each row has a field of its own, values of one type within their bounds, and
// words for people; the widget's positions go through the values and back.
func TestOptions(t *testing.T) {
	names, fields := map[string]bool{}, 0
	for i := range Options {
		o := &Options[i]
		if o.Name == "" || names[o.Name] || names[o.OldName] || o.Help == "" || strings.HasSuffix(o.Help, ".") || (o.Pages == 0) != (o.Label == "") {
			t.Errorf("%s: a name twice, or no words: %+v", o.Name, o)
		}
		names[o.Name] = true
		names[o.OldName] = o.OldName != ""
		if o.Pages != 0 && o.Widget() == NoWidget {
			t.Errorf("%s is on a page, and cannot be changed there", o.Name)
		}
		if o.Presets != nil && len(o.Presets) != len(Presets) {
			t.Errorf("%s has %d values for %d presets", o.Name, len(o.Presets), len(Presets))
		}
		for _, v := range append([]any{o.Default}, o.Presets...) {
			if fmt.Sprintf("%T", v) != fmt.Sprintf("%T", o.Default) || !o.value.check(v) {
				t.Errorf("%s cannot be %v", o.Name, v)
			}
		}
		before, c := DefaultClient(), DefaultClient()
		if o.value.get(&c) != o.Default {
			t.Errorf("%s is %v at a first start, not %v", o.Name, o.value.get(&c), o.Default)
		}
		if o.Name == "preset" {
			c.SetPreset("medium") // the widget leaves custom settings, and does not come back
		}
		for p := range o.Positions(&c) {
			if o.SetPosition(&c, p); o.Position(&c) != p || o.Text(&c) == "" || o.value.check(o.value.get(&c)) == false {
				t.Errorf("%s at position %d of %d is %v, %q", o.Name, p, o.Positions(&c), o.value.get(&c), o.Text(&c))
			}
			v := o.value.get(&c)
			if argument := fmt.Sprint(v); !o.Set(&c, argument) || o.value.get(&c) != v {
				t.Errorf("%s: the flag's %q is %v, not %v", o.Name, argument, o.value.get(&c), v)
			}
		}
		if c.Check() != nil {
			t.Errorf("%s: %v", o.Name, c.Check())
		}
		if o.Reset(&c); o.Presets == nil && o.Name != "preset" && c != before {
			t.Errorf("%s changes more than itself: %+v", o.Name, c)
		}
		for _, bad := range []string{"x", "NaN", "1e300", "-5", "0.01", "\n"} {
			if o.Widget() != NoWidget && o.Set(&c, bad) || c.Check() != nil {
				t.Errorf("%s is %q", o.Name, bad)
			}
		}
		fields++
	}
	if want := reflect.TypeFor[Client]().NumField() - 7 + reflect.TypeFor[Fine]().NumField() + reflect.TypeFor[Pace]().NumField() + reflect.TypeFor[Reading]().NumField() + reflect.TypeFor[Coarse]().NumField() + reflect.TypeFor[Sound]().NumField() + reflect.TypeFor[Skins]().NumField() + reflect.TypeFor[Packs]().NumField(); fields != want {
		t.Errorf("%d rows for %d fields beside the keys", fields, want)
	}
	if FindOption("clouds") == nil || FindOption("coarse_from") != nil {
		t.Error("options are found by their names alone")
	}
}

// TestSliders: sliders begin at the lowest value and end at the highest one, and 0 comes before both where it has a meaning, and Automatic before that.
func TestSliders(t *testing.T) {
	for name, want := range map[string]string{
		"mouse_sensitivity": "0.10 0.15 3.00 59", "fov": "60° 61° 100° 41", "view_distance": "16 blocks 32 blocks 320 blocks 20", "resolution_scale": "25% 30% 100% 16",
		"lod_distance": "Automatic Off 320 blocks 21", "gui_scale": "Automatic 1× 4× 8", "detail": "Automatic Off On 3", "clouds": "Off On On 2", "preset": "Potato Low Ultra 5",
	} {
		c, o := DefaultClient(), FindOption(name)
		c.SetPreset("medium")
		n := o.Positions(&c)
		var got []string
		for _, p := range []int{0, 1, n - 1} {
			o.SetPosition(&c, p)
			got = append(got, o.Text(&c))
		}
		if got := fmt.Sprint(strings.Join(got, " "), " ", n); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
