package ui

import (
	"fmt"
	"strings"

	"voxtide/render/draw2d"
	"voxtide/settings"
	"voxtide/ui/netview"
)

// Links is what the screens show of direct links between this player and others.
type Links struct {
	Offer   string    // name of a player near who wants a link, while this player has not said who may; "" for none
	Sooner  int       // ms by which that player would be seen sooner at best; 0 for unknown
	Rows    []LinkRow // nearest first
	Key     string    // the player's own, in 64 digits; "" where there can be no link
	Trouble string    // why the friends cannot be read, in words; "" if they can
}

// LinkRow is one link. All but the name of the player is the client's own knowledge, not the server's word.
type LinkRow struct {
	Name        string
	Fingerprint string // of the player's key, in 32 digits
	Friend      string // what this player calls that friend; "" for no friend
	Stranger    bool   // the name is a friend's, and the key is not
	How         string // "lan", "v6", "direct"; "server" while there is no link
	State       string // in a word; "" while it is as it should be
	Why         string // it is closed, in words
	Barred      bool   // it was closed for what came over it, and stays so
	RoundTrip   float64
	Loss        float64 // of the last packets, 0 to 1
	Lies        int     // actions that came over it and were not so
}

// linkOption is the option that says who may be linked.
var linkOption = settings.FindOption("direct_links")

// linkModes are the answers to the question, and the options that they stand for.
var linkModes = []struct{ mode, text string }{
	{settings.LinksAll, "Yes, with everybody near"},
	{settings.LinksFriends, "Only with friends; add %s"},
	{settings.LinksHouse, "Only within this house"},
	{settings.LinksOff, "No"},
}

// linkHelp says what each value of the option means.
var linkHelp = map[string]string{
	settings.LinksOff:     "Nobody is linked with you. Everything goes by the server.",
	settings.LinksFriends: "Only friends, and only those who have you as a friend, too. Choose a player below, or give /friend NAME KEY in the chat.",
	settings.LinksHouse:   "Only people who play over the same internet connection as you.",
	settings.LinksAll:     "Everybody near you who wants it, too. They see your internet address: city, provider, and where to send a flood.",
}

// openLinks opens the question of a player who wants a link, or else the page of the links.
func (u *UI) openLinks() {
	switch {
	case u.state.Links.Key == "":
		u.toast.show("direct links need a server", u.widgets.now)
	case u.state.Links.Offer != "":
		u.openPage(pageLinkOffer)
	default:
		u.openPage(pageLinks)
	}
}

// linksButton is the text of the button that opens them.
func (u *UI) linksButton() string {
	if u.state.Links.Offer != "" {
		return "Direct links: a question"
	}
	return "Direct links"
}

// linkOfferPage asks, once in a player's life, who may be linked. Esc leaves the question for later.
func linkOfferPage(u *UI, k *widgets) {
	l := &u.state.Links
	const wide = 560
	about := [3]string{
		fmt.Sprintf("You and %s would see what the other does sooner, because it goes straight from one to the other.", l.Offer),
		fmt.Sprintf("You and %s will see each other's internet address: the city, the provider, and where to send a flood.", l.Offer),
		"The server still decides everything. If you say no, nothing gets worse.",
	}
	if l.Sooner > 0 {
		about[0] = fmt.Sprintf("You would see what %s does up to %d ms sooner, and %s you, because it goes straight from one to the other.", l.Offer, l.Sooner, l.Offer)
	}
	inner := min(k.px(wide), k.w-k.px(16)) - 2*k.px(pad)
	lines := 0
	for _, text := range about {
		lines += len(k.wrap(draw2d.Regular, textBody, k.t(text), inner))
	}
	in := k.dialog(wide, 2*pad+textHead+16+lines*(textBody+6)+len(about)*8+textSmall+3*rowGap+2*(rowHeight+rowGap), l.Offer+" wants a direct link")
	lower := k.footerRow(&in, 2)
	in.h += k.px(rowGap)
	upper := k.footerRow(&in, 2)
	size := textBody
	if in.h < k.px(lines*(textBody+6)+len(about)*8+textSmall) {
		size = textSmall
	}
	for i, text := range about {
		c := colourText
		if i == 1 {
			c = colourWarn
		}
		k.paragraph(&in, size, c, text)
		in.cutTop(0, k.px(8))
	}
	if in.h >= k.px(textSmall) {
		k.label(in.cutTop(k.px(textSmall), 0), draw2d.Regular, textSmall, 0, colourDim, "You are asked once. The settings have the choice, too. Esc: later.")
	}
	for i, at := range []rect{upper[0], upper[1], lower[0], lower[1]} {
		text := linkModes[i].text
		if linkModes[i].mode == settings.LinksFriends {
			text = fmt.Sprintf(text, l.Offer)
		}
		if k.button(at, text) {
			u.options.DirectLinks, u.options.DirectLinksAsk = linkModes[i].mode, false
			u.request(Request{Kind: RequestAnswerLinks})
			u.back()
			return
		}
	}
}

// linksPage says who may be linked, and lists the links with the fingerprints of their keys.
func linksPage(u *UI, k *widgets) {
	l := &u.state.Links
	in := k.dialog(660, 620, "Direct links")
	foot := k.footerRow(&in, 2)
	if u.optionRow(linkOption, k.nextRow(&in)) {
		u.optionsChanged()
	}
	tall := in.h
	about, c := linkHelp[u.options.DirectLinks], colourDim
	if l.Trouble != "" {
		about, c = l.Trouble, colourWarn
	}
	k.paragraph(&in, textSmall, c, about)
	in.cutTop(0, max(0, k.px(2*(textSmall+6)+8)-(tall-in.h))) // room for two lines, so that the rows stay in place
	const row = 66
	own := rect{in.x, in.y + in.h - k.px(3*(textSmall+6)), in.w, k.px(3 * (textSmall + 6))}
	room := in.h-own.h-k.px(rowGap) >= k.px(row) // else /friend alone shows the key
	if room {
		in.h -= own.h + k.px(rowGap)
		k.label(own.cutTop(k.px(textSmall+6), 0), draw2d.Regular, textSmall, 0, colourDim, "My key, for friends: they give /friend "+u.options.Name+" and these digits.")
		for _, part := range [2]string{l.Key[:len(l.Key)/2], l.Key[len(l.Key)/2:]} {
			k.verbatim(own.cutTop(k.px(textSmall+6), 0), draw2d.Mono, textSmall, 0, colourText, Grouped(part))
		}
	}
	if len(l.Rows) == 0 {
		k.label(rect{in.x, in.y, in.w, k.px(rowHeight)}, draw2d.Regular, textBody, 0, colourDim, "No link now. Players near who want one, too, appear here.")
	}
	k.list(in, len(l.Rows), k.px(row), k.px(rowGap), &u.topPage().scroll, u.linkRow)
	text := "Copy my key"
	if k.now < u.links.copiedUntil {
		text = "Copied"
	}
	switch {
	case k.button(foot[0], text):
		u.request(Request{Kind: RequestCopyKey})
		u.links.copiedUntil = k.now + 2
	case k.button(foot[1], "Done"):
		u.back()
	}
}

// linkRow is the row of one link: a press makes its player a friend.
func (u *UI) linkRow(i int, r rect) {
	k, l := &u.widgets, &u.state.Links.Rows[i]
	pressed, focused := k.pressable(r)
	k.controlBackground(r, focused)
	in := rect{r.x + k.px(12), r.y + k.px(6), r.w - k.px(24), r.h - k.px(12)}
	top := in.cutTop(k.px(textBody+2), 0)
	note, c := "Make a friend", colourAccent
	switch {
	case l.Barred:
		note = ""
	case l.Stranger:
		note, c = "not your friend of that name", colourWarn
	case l.Friend != "" && !strings.EqualFold(l.Friend, l.Name):
		note, c = "friend: "+l.Friend, colourDim
	case l.Friend != "":
		note, c = "friend", colourDim
	}
	wide := k.measure(draw2d.Medium, textBody, note)
	k.verbatim(rect{top.x, top.y, top.w - wide - k.px(12), top.h}, draw2d.Medium, textBody, 0, colourText, l.Name)
	k.label(top, draw2d.Medium, textBody, 2, c, note)
	c = colourText
	switch {
	case l.Barred:
		c = colourWarn
	case l.How == "server":
		c = colourDim
	}
	k.label(in.cutTop(k.px(textSmall+3), 0), draw2d.Regular, textSmall, 0, c, l.Summary())
	k.verbatim(in, draw2d.Mono, textSmall, 0, colourDim, Grouped(l.Fingerprint))
	if pressed && l.Friend == "" && !l.Stranger && !l.Barred {
		u.request(Request{Kind: RequestAddFriend, Row: i})
	}
}

// howWords are the ways of a link as people read them.
var howWords = map[string]string{"lan": "same network", "v6": "IPv6", "direct": "direct", "server": "by the server"}

// Summary says in words how a link is.
func (l *LinkRow) Summary() string {
	how := howWords[l.How]
	if how == "" {
		how = l.How
	}
	if l.Why != "" {
		return how + ": " + l.Why
	}
	text := how
	if l.State != "" {
		text += ", " + l.State
	}
	if l.RoundTrip > 0 {
		text += fmt.Sprintf(", %s, loss %.0f%%", netview.Milliseconds(l.RoundTrip), l.Loss*100)
	}
	if l.Lies > 0 {
		text += fmt.Sprintf(", %d lies", l.Lies)
	}
	return text
}

// debugLine is the line of a link on the debug screen.
func (l *LinkRow) debugLine() string {
	line := fmt.Sprintf("link       %-12s %-6s", l.Name, l.How)
	if l.RoundTrip > 0 {
		line += fmt.Sprintf("  %s  loss %.0f%%", netview.Milliseconds(l.RoundTrip), l.Loss*100)
	}
	if l.State != "" {
		line += "  " + l.State
	}
	return line + fmt.Sprintf("  lies %d", l.Lies)
}

// Grouped writes digits in groups of four, so that people can compare them.
func Grouped(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// noticeFor is how long the HUD tells something about a link, in seconds.
const noticeFor = 20.0

// linkNotice is a line of the HUD about direct links.
type linkNotice struct {
	offer  string // whom the last question was about
	closed int    // links that were closed for what came over them
	text   string
	until  float64

	copiedUntil float64 // the button that copies the key says so
}

// update takes the news of a state.
func (n *linkNotice) update(l *Links, now float64) {
	if l.Offer != "" && l.Offer != n.offer {
		n.text, n.until = "", now+noticeFor
	}
	n.offer = l.Offer
	closed, text := 0, ""
	for i := range l.Rows {
		if l.Rows[i].Barred {
			closed++
			text = "The direct link to " + l.Rows[i].Name + " is closed: " + l.Rows[i].Why
		}
	}
	if closed > n.closed {
		n.text, n.until = text, now+noticeFor
	}
	n.closed = closed
}

// notice returns the line, "" for none.
func (n *linkNotice) notice(u *UI) string {
	switch {
	case u.widgets.now >= n.until || u.topPage().page == pageLinkOffer:
		return ""
	case n.text != "":
		return n.text
	case n.offer != "":
		key := u.keyOf(ControlLinks)
		return n.offer + " wants a direct link: " + key + " to answer"
	}
	return ""
}
