package ui

import (
	"strings"

	"voxtide/render"
)

// forms are the fields of the pages.
type forms struct {
	name, address, world, seed field
	survival                   bool   // of the new world
	bin                        string // the world that is about to be deleted
}

// opened fills the fields when a page is opened.
func (f *forms) opened(u *UI) {
	f.name.max, f.address.max, f.world.max, f.seed.max = nameMax, addressMax, worldMax, seedMax
	switch u.top().page {
	case pageSettings, pageConnect:
		f.name.set(u.options.Name)
		f.address.set(u.options.Server)
	case pageCreate:
		f.world.set(u.freshName())
		f.seed.set("")
		f.survival = false
	case pageChat:
		u.chat.open()
	}
}

// connectPage asks for a server's address and the player's name.
func connectPage(u *UI, k *kit) {
	f := &u.forms
	in := k.sheet(480, 330, "Join a server")
	foot := k.foot(&in, 2)
	k.input(in.cut(k.px(60), k.px(14)), "Address", "play.example.org or 192.0.2.7:7400", &f.address, u.cfg.Clipboard)
	k.input(in.cut(k.px(60), k.px(10)), "Your name", "as others see it", &f.name, u.cfg.Clipboard)
	address, name := strings.TrimSpace(f.address.String()), strings.TrimSpace(f.name.String())
	why := ""
	switch {
	case address == "":
		why = "Where is the server?"
	case strings.Contains(address, " "):
		why = "An address has no spaces."
	case name == "":
		why = "What shall others call you?"
	}
	k.label(in.cut(k.px(textSmall), 0), render.Regular, textSmall, 0, colourWarn, why)
	typed := k.focus < 2 && why == "" && k.entered()
	switch {
	case k.buttonIn(foot[0], "Join", why == "") || typed:
		if u.options.Name != name || u.options.Server != address {
			u.options.Name, u.options.Server = name, address
			u.changed()
		}
		u.wish(Wish{Want: WantConnect, Text: address})
	case k.button(foot[1], "Back"):
		u.back()
	}
}
