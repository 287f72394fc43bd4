package ui

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"voxtide/internal/texts"
	"voxtide/recipes"
	"voxtide/render/draw2d"
	"voxtide/world"
)

// How long a toast stays and fades, in seconds.
const (
	toastFor  = 1.8
	toastFade = 0.4
)

// toast is a short notice above the hotbar: why the server or the rules refused the player's last action.
// At the top of the screen it shows what the journal has new.
type toast struct {
	words     *texts.Translator
	text      string
	since     float64 // seconds
	news      string
	newsSince float64
}

// show replaces the text.
func (t *toast) show(text string, now float64) {
	t.text, t.since = capitalize(t.words.T(text)), now
}

// draw draws the toast with its lower edge at y.
func (t *toast) draw(k *widgets, y int) {
	opacity := fade(k.now-t.since, toastFor, toastFade)
	if opacity == 0 || t.text == "" {
		return
	}
	w := k.measure(draw2d.Regular, textBody, t.text) + k.px(24)
	k.pill(rect{(k.w - w) / 2, y - k.px(28), w, k.px(28)}, colourWarn, opacity, t.text)
}

// pill draws a line of text on a dark plate with a coloured left edge.
func (k *widgets) pill(r rect, edge draw2d.Colour, opacity float32, text string) {
	k.fill(r, colourTextPlate.Fade(opacity))
	k.fill(rect{r.x, r.y, k.px(3), r.h}, edge.Fade(opacity))
	k.verbatim(r, draw2d.Regular, textBody, 1, colourText.Fade(opacity), text)
}

// capitalize returns a text with an upper-case first letter.
func capitalize(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if up := unicode.ToUpper(first); up != first && first != utf8.RuneError {
		return string(up) + s[n:]
	}
	return s
}

// fade returns the opacity, 0 to 1, of something that stays for a time and then fades; all in seconds.
func fade(age, stay, over float64) float32 {
	if age < 0 {
		return 1
	}
	return float32(min(max((stay+over-age)/over, 0), 1))
}

// How long the name of the held item stays and fades, in seconds.
const (
	heldItemFor  = 2.0
	heldItemFade = 0.4
)

// heldItem shows the name of the item in the player's hand for a while after it changes.
type heldItem struct {
	item  uint16
	since float64 // seconds
	known bool    // false before the first frame: then there is no change to show
}

// update compares the item in the hand with the one of the last frame.
func (h *heldItem) update(item uint16, now float64) {
	if item == h.item {
		return
	}
	h.since = now
	if !h.known {
		h.since = now - heldItemFor - heldItemFade
	}
	h.item, h.known = item, true
}

// draw draws the name with its lower edge at y.
func (h *heldItem) draw(k *widgets, y int) {
	opacity := fade(k.now-h.since, heldItemFor, heldItemFade)
	if opacity == 0 || h.item == 0 {
		return
	}
	s := k.t(ItemName(h.item))
	w := k.measure(draw2d.Medium, textBody, s)
	k.canvas.ShadowedText(draw2d.Medium, (k.w-w)/2, y-k.px(textBody), k.px(textBody), colourText.Fade(opacity), s)
}

// ItemName returns the name of an item as people read it: "Stone stairs".
func ItemName(item uint16) string {
	if int(item) < len(itemNames) {
		return itemNames[item]
	}
	return ""
}

// itemNames are the names of all items, made once so that a frame allocates none.
var itemNames = func() (t [int(world.FirstThing) + len(world.Things)]string) {
	for i := range t {
		t[i] = capitalize(strings.ReplaceAll(world.Item(i).String(), "_", " "))
	}
	return t
}()

// tip is the small panel beside the focused slot or cell. Its lines are made when something else gets the focus, not in each frame.
type tip struct {
	words *texts.Translator
	of    tipKey
	lines []tipLine
	shown bool // in this frame
	at    rect // of what it is about
}

// tipKey says what a tip is about.
type tipKey struct {
	stack  Stack
	recipe int // and 1 more; 0 for none
	text   string
}

type tipLine struct {
	text   string
	colour draw2d.Colour
}

// forget makes the lines be made again.
func (t *tip) forget() { t.of = tipKey{} }

// is reports whether the tip is about something already; else its lines are emptied.
func (t *tip) is(of tipKey) bool {
	t.shown = true
	if t.of == of {
		return true
	}
	t.of, t.lines = of, t.lines[:0]
	return false
}

func (t *tip) add(text string, c draw2d.Colour) {
	t.lines = append(t.lines, tipLine{t.words.T(text), c})
}

// ofText makes the tip one line.
func (t *tip) ofText(text string) {
	if !t.is(tipKey{text: text}) {
		t.add(text, colourText)
	}
}

// ofStack makes the tip about a stack.
func (t *tip) ofStack(s Stack) {
	if t.is(tipKey{stack: s}) {
		return
	}
	i := world.Item(s.Item).Info()
	t.add(ItemName(s.Item), colourText)
	if i.WearMax > 0 {
		t.add(strconv.Itoa(int(i.WearMax)-int(s.Wear))+" of "+strconv.Itoa(int(i.WearMax))+" uses left", colourDim)
	}
	if i.Food > 0 {
		t.add("Food", colourDim)
	}
	if i.Fuel > 0 {
		t.add("Burns "+strconv.FormatInt(int64(i.Fuel)/1e6, 10)+" s", colourDim)
	}
}

// ofRecipe makes the tip about a recipe: what it takes, what of it is there, and what is missing.
func (t *tip) ofRecipe(n recipes.Number, m *making) {
	if t.is(tipKey{recipe: int(n) + 1}) {
		return
	}
	r := &recipes.Table[n]
	name := ItemName(uint16(r.Out.Item))
	if r.Out.Count > 1 {
		name = strconv.Itoa(int(r.Out.Count)) + " " + name
	}
	t.add(name, colourText)
	for i := range r.In {
		g := &r.In[i]
		held, what := g.Held(m.stock[:]), ItemName(uint16(g.Items[0]))
		if len(g.Items) > 1 {
			what += " or the like"
		}
		c := colourAccent
		if held < int(g.Count) {
			c = colourWarn
		}
		t.add(strconv.Itoa(int(g.Count))+" "+what+" (have "+strconv.Itoa(held)+")", c)
	}
	switch {
	case r.Station != world.ClassPlain && !m.near.Has(r.Station):
		t.add("Needs "+stationName(r.Station)+" near", colourWarn)
	case r.Station != world.ClassPlain:
		t.add("At "+stationName(r.Station), colourAccent)
	}
	if m.times[n] > 1 {
		t.add("Shift: "+strconv.Itoa(m.times[n])+" times", colourDim)
	}
}

// drawTip draws the tip of this frame, inside the window and beside what it is about.
func (u *UI) drawTip() {
	k, t := &u.widgets, &u.tip
	if !k.drawing || !t.shown || u.palette.typing && k.focusByKeys {
		return
	}
	t.shown = false
	w, row := 0, k.px(textSmall+5)
	for i := range t.lines {
		w = max(w, k.measure(draw2d.Regular, textSmall, t.lines[i].text))
	}
	r := rect{t.at.x + t.at.w + k.px(6), t.at.y, w + k.px(16), len(t.lines)*row + k.px(10)}
	if r.x+r.w > k.w {
		r.x = max(0, t.at.x-k.px(6)-r.w)
	}
	r.y = max(0, min(r.y, k.h-r.h))
	k.fill(r, colourTip)
	k.outline(r, k.hairline(), colourEdge)
	for i := range t.lines {
		font := draw2d.Regular
		if i == 0 {
			font = draw2d.Medium
		}
		k.text(font, r.x+k.px(8), r.y+k.px(6)+i*row, textSmall, t.lines[i].colour, t.lines[i].text)
	}
}
