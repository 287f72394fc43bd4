package ui

import (
	"strings"

	"voxtide/render/draw2d"
	"voxtide/settings"
)

// addressMax bounds the address of a server, in bytes.
const addressMax = 120

// fillConnect fills the fields with the options when a page with them opens.
func fillConnect(u *UI) {
	f := &u.forms
	f.name.max, f.address.max = settings.NameMax, addressMax
	f.name.set(u.options.Name)
	f.address.set(u.options.Server)
}

// connectPage asks for a server's address and the player's name.
func connectPage(u *UI, k *widgets) {
	f := &u.forms
	in := k.dialog(480, 330, "Join server")
	foot := k.footerRow(&in, 2)
	k.labelledField(in.cutTop(k.px(60), k.px(14)), "Server address", "play.example.org or 192.0.2.7:7400", &f.address, u.cfg.Clipboard)
	k.labelledField(in.cutTop(k.px(60), k.px(10)), "Player name", "as others see you", &f.name, u.cfg.Clipboard)
	address, name := strings.TrimSpace(f.address.String()), strings.TrimSpace(f.name.String())
	why := ""
	switch {
	case address == "":
		why = "Enter the address of the server."
	case strings.Contains(address, " "):
		why = "An address has no spaces."
	case name == "":
		why = "Enter a player name."
	}
	k.label(in.cutTop(k.px(textSmall), 0), draw2d.Regular, textSmall, 0, colourWarn, why)
	typed := k.focus < 2 && why == "" && k.takeEnter()
	switch {
	case k.buttonIf(foot[0], "Join", why == "") || typed:
		if u.options.Name != name || u.options.Server != address {
			u.options.Name, u.options.Server = name, address
			u.optionsChanged()
		}
		u.request(Request{Kind: RequestConnect, Text: address})
	case k.button(foot[1], "Back"):
		u.back()
	}
}
