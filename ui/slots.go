package ui

import (
	"voxtide/render/textures"
	"voxtide/window"
	"voxtide/world"
)

// Places of stacks: the own slots, then those of the open box.
const (
	allSlots = Slots + world.BoxSlotsMax
	nowhere  = allSlots // where a stack lies that is taken out of the catalogue
)

// doubleClick is the longest time between the two presses of a double click, in seconds.
const doubleClick = 0.35

// hand is the stack that the player drags. Nothing moves before it is placed: until then it lies where it is from, so that closing the
// page cancels the drag.
type hand struct {
	active bool
	from   int // place of its stack
	stack  Stack
	stroke stroke
	way    crossing
}

// stroke is what the player does with a mouse button between its press and its release, or by marking slots with the keys.
type stroke struct {
	button    window.Key // held, 0 for none
	picked    bool       // its press took the stack: a release over another slot puts it there
	pressed   int        // place of the last press
	pressedAt float64    // seconds; what the next press is compared with to be a double click
	marks     [allSlots]int
	marked    int // number of marks: the slots that the stack is spread over
}

// has reports whether a slot is marked.
func (s *stroke) has(slot int) bool {
	for _, m := range s.marks[:s.marked] {
		if m == slot {
			return true
		}
	}
	return false
}

// end forgets the stroke, but for the press that a double click begins with.
func (s *stroke) end() { s.button, s.picked, s.marked = 0, false, 0 }

// stackAt returns the stack at a place.
func (u *UI) stackAt(place int) *Stack {
	if place < Slots {
		return &u.state.Slots[place]
	}
	return &u.state.Box.Slots[place-Slots]
}

// checkHand lets go of what is no longer where the hand took it from: others use boxes, too.
func (u *UI) checkHand() {
	h := &u.hand
	if !h.active || h.from == nowhere {
		return
	}
	s := u.stackAt(h.from)
	if s.Item != h.stack.Item || s.Count == 0 {
		u.dropHand()
		return
	}
	h.stack = Stack{s.Item, min(h.stack.Count, s.Count), s.Wear}
}

// dropHand ends a drag where the stack is from.
func (u *UI) dropHand() {
	u.hand.active = false
	u.hand.stroke.end()
}

// slot handles and draws a slot.
func (u *UI) slot(slot int, r rect) {
	k, s := &u.widgets, &u.hand.stroke
	_, focused := k.focusable(r)
	switch e := &k.event; {
	case !k.pending:
	case e.Kind == window.MouseDown && (e.Key == window.MouseLeft || e.Key == window.MouseRight) && k.hovers(r):
		k.pending = false
		u.pressSlot(slot, e.Key, e.Mods)
	case e.Kind == window.MouseMove && s.marked > 0 && s.button != 0 && u.hand.way.crosses(k, slot, r):
	case e.Kind == window.MouseUp && e.Key == s.button && k.hovers(r):
		k.pending = false
		u.release(slot)
	case focused && !u.palette.typing:
		u.slotKey(slot, e.Mods)
	}
	u.drawSlot(slot, r, focused)
}

func (u *UI) drawSlot(slot int, r rect, focused bool) {
	k, h := &u.widgets, &u.hand
	if !k.drawing {
		return
	}
	k.fill(r, colourWell)
	if focused {
		k.fill(r, colourFocus)
	}
	s := *u.stackAt(slot)
	if h.active && h.from == slot {
		s = s.with(s.Count - min(s.Count, h.stack.Count))
	}
	if n := u.share(slot); n > 0 {
		s = Stack{h.stack.Item, s.Count + n, h.stack.Wear}
	}
	u.icons.drawStack(k, r, s, true)
	switch {
	case focused || h.active && h.stroke.has(slot):
		k.outline(r, 2*k.hairline(), colourAccent)
	default:
		k.outline(r, k.hairline(), colourEdge)
	}
	if focused && s.Count > 0 && !h.active && k.looksAt(r) {
		u.tip.ofStack(s)
		u.tip.at = r
	}
}

// pressSlot handles the press of a mouse button over a slot.
func (u *UI) pressSlot(slot int, button window.Key, mods window.Mods) {
	h, s := &u.hand, &u.hand.stroke
	part := button == window.MouseRight
	double := !part && s.pressed == slot && u.widgets.now-s.pressedAt < doubleClick
	s.end()
	s.button, s.pressed, s.pressedAt = button, slot, u.widgets.now
	switch {
	case mods&window.Shift != 0 && !h.active:
		u.quickMove(slot)
	case !h.active:
		s.picked = u.pickUp(slot, part)
	case double && h.from == slot:
		s.pressedAt = 0
		u.gather()
	case part:
		s.marks[0], s.marked = slot, 1
		u.put(slot, 1)
	default:
		s.marks[0], s.marked = slot, 1
	}
}

// strokeOver adds a slot to those that a held button has come over. The right button puts one item there at once.
func (u *UI) strokeOver(slot int) {
	h, s := &u.hand, &u.hand.stroke
	if !h.active || s.has(slot) || !u.accepts(slot) || s.button == window.MouseLeft && s.marked >= int(h.stack.Count) {
		return
	}
	s.marks[s.marked] = slot
	s.marked++
	if s.button == window.MouseRight {
		u.put(slot, 1)
	}
}

// release handles the release of the button over a slot, or elsewhere for -1.
func (u *UI) release(slot int) {
	h, s := &u.hand, &u.hand.stroke
	switch {
	case !h.active:
	case s.marked > 0 && s.button == window.MouseLeft:
		u.spread()
	case s.picked && slot >= 0 && slot != s.pressed:
		u.put(slot, h.stack.Count)
	}
	s.end()
}

// accepts reports whether a slot has room for the dragged item beside what lies there.
func (u *UI) accepts(slot int) bool {
	h, s := &u.hand, u.stackAt(slot)
	return slot != h.from && u.takes(slot, h.stack.Item) && (s.Count == 0 || s.stack().Joins(h.stack.stack()) && s.Count < s.stack().Max())
}

// share returns how many items a marked slot gets when the left button is let go.
func (u *UI) share(slot int) uint8 {
	h, s := &u.hand, &u.hand.stroke
	if !h.active || s.marked == 0 || s.button == window.MouseRight || !s.has(slot) || !u.accepts(slot) {
		return 0
	}
	have := u.stackAt(slot)
	return min(h.stack.Count/uint8(s.marked), h.stack.stack().Max()-have.Count)
}

// spread puts the dragged stack into the marked slots, the same number into each; what is over stays in the hand.
func (u *UI) spread() {
	s := &u.hand.stroke
	each := u.hand.stack.Count
	if s.marked > 1 {
		each /= uint8(s.marked)
	}
	for _, slot := range s.marks[:s.marked] {
		if u.hand.active {
			u.put(slot, each)
		}
	}
	s.end()
}

// slotKey handles a key for the focused slot.
func (u *UI) slotKey(slot int, mods window.Mods) {
	k, h, s := &u.widgets, &u.hand, &u.hand.stroke
	shift := mods&window.Shift != 0
	switch {
	case k.event.Kind != window.KeyDown:
	case k.takeEnter():
		double := s.pressed == slot && k.now-s.pressedAt < doubleClick
		s.pressed, s.pressedAt = slot, k.now
		switch {
		case shift && !h.active:
			u.quickMove(slot)
		case !h.active:
			u.pickUp(slot, false)
		case s.marked > 0:
			u.spread()
		case double && h.from == slot:
			u.gather()
		default:
			u.put(slot, h.stack.Count)
		}
	case k.takeKey(window.KeySpace):
		switch {
		case !h.active:
			u.pickUp(slot, true)
		case shift && !s.has(slot) && u.accepts(slot) && s.marked < int(h.stack.Count):
			s.marks[s.marked] = slot
			s.marked++
		case !shift:
			u.put(slot, 1)
		}
	case k.event.Key >= window.Key1 && k.event.Key <= window.Key9:
		k.pending = false
		u.swapWithHotbar(slot, int(k.event.Key-window.Key1))
	case u.bound(ControlDrop, k.event.Key):
		k.pending = false
		u.dropKey(slot, mods)
	}
}

// dropKey throws one item of the dragged stack or of a slot, or all of it with Control.
func (u *UI) dropKey(slot int, mods window.Mods) {
	all := mods&window.Control != 0
	if h := &u.hand; h.active {
		n := uint8(1)
		if all {
			n = h.stack.Count
		}
		u.throwHand(n)
		return
	}
	n := u.stackAt(slot).Count
	if !all {
		n = min(n, 1)
	}
	u.throw(slot, n)
}

// bound reports whether a key is bound to a control.
func (u *UI) bound(control string, key window.Key) bool {
	for i := range u.bindings {
		if u.bindings[i].Name == control {
			return u.bindings[i].Key == key && key != window.KeyNone
		}
	}
	return false
}

// handOverPage handles what the player does with the dragged stack beside all slots, and draws it. The page is the panel outside which
// things are thrown.
func (u *UI) handOverPage(page rect) {
	k, h, s := &u.widgets, &u.hand, &u.hand.stroke
	outside := !page.contains(k.mouse)
	switch e := &k.event; {
	case !k.pending:
	case e.Kind == window.MouseDown && outside && h.active:
		k.pending = false
		n := h.stack.Count
		if e.Key == window.MouseRight {
			n = 1
		}
		u.throwHand(n)
	case e.Kind == window.MouseUp && s.button != 0 && e.Key == s.button:
		if h.active && s.picked && outside {
			u.throwHand(h.stack.Count)
		}
		u.release(-1)
	}
	for _, c := range u.hand.way.taken() {
		u.strokeOver(c.slot)
	}
	u.drawHand()
}

// drawHand draws the dragged stack at the cursor, or over the focused slot for a player who uses the keys.
func (u *UI) drawHand() {
	k, h := &u.widgets, &u.hand
	if !h.active || !k.drawing {
		return
	}
	size := k.px(textures.IconSize)
	at := rect{k.mouse[0] - size/2, k.mouse[1] - size/2, size, size}
	if k.focusByKeys && k.focus < len(k.focusRects) {
		s := k.focusRects[k.focus]
		at.x, at.y = s.x+k.px(12), s.y-k.px(12)
	}
	s := h.stack
	for _, m := range h.stroke.marks[:h.stroke.marked] {
		s.Count -= min(s.Count, u.share(m))
	}
	u.icons.drawStack(k, at, s, true)
}

// crossing is the way of the mouse since its last event. A fast hand comes over several slots between two events, and a stroke takes
// all of them, in the order in which they lie on the way.
type crossing struct {
	from    [2]int // where the mouse was before this event
	slots   [allSlots]crossedSlot
	crossed int
}

// crossedSlot is a slot on the way, and where the way enters it: from 0 at its begin to 1 at its end.
type crossedSlot struct {
	slot  int
	enter float64
}

// begin forgets the slots of the way before. from is where the mouse was.
func (c *crossing) begin(from [2]int) { c.from, c.crossed = from, 0 }

// crosses notes a slot if the way to where the mouse is comes over it, and reports whether it does.
func (c *crossing) crosses(k *widgets, slot int, r rect) bool {
	enter, ok := r.enteredBy(c.from, k.mouse)
	if !ok || c.crossed == len(c.slots) {
		return false
	}
	i := c.crossed
	for ; i > 0 && c.slots[i-1].enter > enter; i-- {
		c.slots[i] = c.slots[i-1]
	}
	c.slots[i] = crossedSlot{slot, enter}
	c.crossed++
	return true
}

// taken returns the slots on the way in its order, once.
func (c *crossing) taken() []crossedSlot {
	out := c.slots[:c.crossed]
	c.crossed = 0
	return out
}
