package ui

import (
	"testing"

	"voxtide/render/draw2d"
	"voxtide/settings"
	"voxtide/sound"
	"voxtide/window"
)

// TestPressesAreHeard: what a page makes of a press, by the mouse or a key, is counted once; moving the focus, dragging a slider and
// pressing beside everything are not.
func TestPressesAreHeard(t *testing.T) {
	r := newHarness(t)
	r.u.openPage(pageSound)
	r.draw()
	if out := r.key(window.KeyArrowDown, window.KeyArrowDown, window.KeyArrowRight); out.Pressed != 0 {
		t.Errorf("%d presses by moving about", out.Pressed)
	}
	r.clickText("Subtitles")
	if r.out.Pressed != 1 || !r.u.Options().Sound.Subtitles {
		t.Errorf("%d presses of the switch", r.out.Pressed)
	}
	if out := r.click(3, 3, window.MouseLeft, 0); out.Pressed != 0 {
		t.Errorf("%d presses beside the page", out.Pressed)
	}
	if r.clickText("Done"); r.out.Pressed != 1 {
		t.Errorf("%d presses of the button", r.out.Pressed)
	}
}

// TestSoundPage: each option of the page has a row, and the keys move the first one.
func TestSoundPage(t *testing.T) {
	r := newHarness(t)
	r.u.openPage(pageSound)
	r.draw()
	rows := optionsOn(settings.SoundPage)
	if len(rows) != 6 {
		t.Errorf("%d rows, and 6 are tested", len(rows))
	}
	for _, o := range rows {
		r.expectText(o.Label)
	}
	before := r.u.Options().Sound.Volume
	if r.key(window.KeyArrowLeft); r.u.Options().Sound.Volume != before-5 {
		t.Errorf("the volume is %d after %d", r.u.Options().Sound.Volume, before)
	}
}

// TestSubtitlesAreDrawn: what is heard is written while the option is on, and for its time; each subtitle of the game fits its place.
func TestSubtitlesAreDrawn(t *testing.T) {
	r := newHarness(t)
	hear := func() {
		r.s.Heard = []Heard{{"Door opens", 1}}
		r.feed()
	}
	if hear(); len(r.f.texts) > 0 {
		if _, ok := r.find("Door opens"); ok {
			t.Error("it is written though the option is off")
		}
	}
	r.u.options.Sound.Subtitles = true
	hear()
	r.expectText("Door opens", "›")
	r.s.Heard = nil
	r.now += 9
	r.feed()
	if _, ok := r.find("Door opens"); ok {
		t.Error("it stays for ever")
	}
	k := &r.u.widgets
	wide := func(text string) {
		if w := k.measure(draw2d.Regular, textSmall, text) + 2*(k.measure(draw2d.Medium, textSmall*3/2, "›")+k.px(14)) + k.px(12); w > k.px(subtitleWidth) {
			t.Errorf("%q is %d pixels wide", text, w)
		}
	}
	for i := 1; i < sound.Count(); i++ {
		wide(sound.ID(i).Subtitle())
	}
	for b := range sound.BedCount {
		wide(b.Subtitle())
	}
}
