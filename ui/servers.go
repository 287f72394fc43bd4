package ui

import (
	"fmt"
	"strings"

	"voxtide/internal/texts"
	"voxtide/render/draw2d"
	"voxtide/settings"
	"voxtide/window"
)

// addressMax bounds the address of a server, in bytes.
const addressMax = 120

// serverNameMax bounds the name that a player gives a server, in bytes.
const serverNameMax = 48

// serversPage lists the servers that the player keeps, and those of the local network. A press on one joins it.
func serversPage(u *UI, k *widgets) {
	in := k.dialog(720, 560, "Servers")
	foot := k.footerRow(&in, 3)
	s := &u.state.Servers
	if s.Error != "" {
		k.paragraph(&in, textBody, colourWarn, s.Error)
	}
	if len(s.Rows) == 0 {
		k.paragraph(&in, textBody, colourDim, "There is no server here yet. Add one by its address; those in your network appear by themselves.")
	}
	k.list(in, len(s.Rows), k.px(62), k.px(rowGap), &u.topPage().scroll, func(i int, r rect) {
		row := &s.Rows[i]
		pressed, focused := k.pressable(r)
		away := rect{r.x + r.w - k.px(84), r.y, k.px(84), r.h}
		aside := pressed && k.event.Kind == window.MouseDown && away.contains(k.mouse)
		if focused && !row.Local && k.takeKey(window.KeyDelete) || focused && row.Local && k.takeKey(window.KeyInsert) {
			aside = true
		}
		k.controlBackground(r, focused)
		word := "Remove"
		if row.Local {
			word = "Keep"
		}
		k.label(away, draw2d.Regular, textSmall, 1, colourDim, word)
		k.serverRow(rect{r.x, r.y, r.w - away.w, r.h}, row)
		switch {
		case aside && row.Local:
			u.request(Request{Kind: RequestAddServer, Text: row.Address, Name: row.Name})
		case aside:
			u.request(Request{Kind: RequestRemoveServer, Text: row.Address})
		case pressed:
			u.request(Request{Kind: RequestConnect, Text: row.Address})
		}
	})
	switch {
	case k.button(foot[0], "Add server"):
		u.openPage(pageAddServer)
	case k.button(foot[1], "Join by address"):
		u.openPage(pageConnect)
	case k.button(foot[2], "Back"):
		u.back()
	}
}

// serverRow draws what is known of a server: name, message, players, and how far away it is.
func (k *widgets) serverRow(r rect, s *Server) {
	r = rect{r.x + k.px(14), r.y + k.px(10), r.w - k.px(28), k.px(textBody)}
	bars := rect{r.x + r.w - k.px(22), r.y, k.px(22), k.px(textBody)}
	right := rect{r.x, r.y, r.w - k.px(30), r.h}
	name := s.Name
	if name == "" {
		name = s.Address
	}
	if s.Local {
		name += k.t("  (local network)")
	}
	count := ""
	if s.Online {
		count = fmt.Sprintf("%d of %d", s.Players, s.Most)
		if s.Waiting > 0 {
			count += fmt.Sprintf(", %d wait", s.Waiting)
		}
		k.pingBars(bars, s.Ping)
	}
	k.label(right, draw2d.Regular, textBody, 2, colourText, count)
	k.verbatim(rect{r.x, r.y, r.w - k.px(170), r.h}, draw2d.Medium, textBody, 0, colourText, name)
	r.y += k.px(textBody + 6)
	note, colour := s.note(k.words)
	k.verbatim(rect{r.x, r.y, r.w - k.px(80), r.h}, draw2d.Regular, textSmall, 0, colour, note)
	if s.Online {
		k.label(r, draw2d.Regular, textSmall, 2, colourDim, fmt.Sprintf("%d ms", s.Ping))
	}
}

// note returns the second line of a server, and its colour.
func (s *Server) note(words *texts.Translator) (string, draw2d.Colour) {
	switch {
	case !s.Asked:
		return words.T("asking ..."), colourDim
	case !s.Online:
		return words.T("no answer: it is offline, or tells nothing to those who have not joined"), colourWarn
	case s.Other != "":
		return words.T("another version: it wants " + s.Other), colourWarn
	case s.Frozen:
		return words.T("its disk is full: nothing can be changed there now"), colourWarn
	}
	about := s.About
	if about == "" {
		about = s.Address
	}
	if s.Whitelist {
		about = words.T("by invitation. ") + about
	}
	return about, colourDim
}

// pingBars draws up to four bars for a round trip in ms.
func (k *widgets) pingBars(r rect, ms int) {
	lit := 4
	for _, most := range []int{60, 120, 250} {
		if ms > most {
			lit--
		}
	}
	colour := colourAccent
	if lit == 1 {
		colour = colourWarn
	}
	for i := range 4 {
		h := r.h * (i + 1) / 4
		c := colour
		if i >= lit {
			c = colourEdge
		}
		k.fill(rect{r.x + i*r.w/4, r.y + r.h - h, max(r.w/4-k.px(2), 1), h}, c)
	}
}

// fillAddServer fills the fields when the page of a new server opens.
func fillAddServer(u *UI) {
	f := &u.forms
	f.server.max, f.address.max = serverNameMax, addressMax
	f.server.set("")
	f.address.set("")
}

// addServerPage asks for the address of a server, and what to call it.
func addServerPage(u *UI, k *widgets) {
	f := &u.forms
	in := k.dialog(480, 330, "Add server")
	foot := k.footerRow(&in, 2)
	k.labelledField(in.cutTop(k.px(60), k.px(14)), "Server address", "play.example.org or 192.0.2.7:7400", &f.address, u.cfg.Clipboard)
	k.labelledField(in.cutTop(k.px(60), k.px(10)), "Name in the list", "what you call it", &f.server, u.cfg.Clipboard)
	address, name := strings.TrimSpace(f.address.String()), strings.TrimSpace(f.server.String())
	why := addressError(address)
	k.label(in.cutTop(k.px(textSmall), 0), draw2d.Regular, textSmall, 0, colourWarn, why)
	typed := k.focus < 2 && why == "" && k.takeEnter()
	switch {
	case k.buttonIf(foot[0], "Add", why == "") || typed:
		u.request(Request{Kind: RequestAddServer, Text: address, Name: name})
		u.back()
	case k.button(foot[1], "Back"):
		u.back()
	}
}

// addressError returns why a text cannot be the address of a server, "" if it can.
func addressError(address string) string {
	switch {
	case address == "":
		return "Enter the address of the server."
	case strings.Contains(address, " "):
		return "An address has no spaces."
	}
	return ""
}

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
	why := addressError(address)
	if why == "" && name == "" {
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

// showPackQuestion opens the page about the textures and sounds of a server, once the player plays, and closes it when there is no question.
func (u *UI) showPackQuestion() {
	switch asks, p := u.state.Pack.Size > 0, u.topPage().page; {
	case asks && p == pagePlay && u.base == Play && !u.forms.packLater:
		u.openPage(pagePack)
	case !asks && p == pagePack:
		u.back()
	case !asks:
		u.forms.packLater = false
	}
}

// sizeText returns a number of bytes as people read it.
func sizeText(bytes int) string {
	if bytes < 1_000_000 {
		return fmt.Sprintf("%d kB", (bytes+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// packPage asks, once for each server, whether its textures and sounds are wanted. Esc leaves the question for the next join.
func packPage(u *UI, k *widgets) {
	q := &u.state.Pack
	in := k.dialog(560, 290, "This server has textures and sounds")
	foot := k.footerRow(&in, 3)
	u.forms.packLater = true
	name := q.Name
	if name != "" {
		name += ", "
	}
	k.verbatim(in.cutTop(k.px(textBody), k.px(12)), draw2d.Medium, textBody, 0, colourText, name+k.t(sizeText(q.Size)))
	k.paragraph(&in, textBody, colourText, "They change how blocks look and how things sound while you play here. The game fetches them while you play, and keeps them for the next time.")
	k.label(in.cutTop(k.px(textSmall), 0), draw2d.Regular, textSmall, 0, colourDim, "You are asked once for each server. Esc: later.")
	answer := func(wanted bool) {
		u.request(Request{Kind: RequestAnswerPack, Into: wanted})
		u.state.Pack = PackQuestion{}
		u.back()
	}
	switch {
	case k.button(foot[0], "Use them"):
		answer(true)
	case k.button(foot[1], "Not here"):
		answer(false)
	case k.button(foot[2], "Use all servers'"):
		u.options.ServerPacks = settings.PacksAlways
		u.optionsChanged()
		answer(true)
	}
}
