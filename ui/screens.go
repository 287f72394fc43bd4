package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
)

// pages is the table of pages.
var pages = [pageCount]pageFuncs{
	pageMainMenu:     {run: mainMenuPage},
	pageLoading:      {run: loadingPage},
	pagePlay:         {run: func(*UI, *widgets) {}},
	pageDisconnected: {run: disconnectedPage},
	pageChat:         {run: chatPage, opened: func(u *UI) { u.chat.reset() }},
	pageInventory:    {run: inventoryPage, opened: func(u *UI) { u.palette.reset() }},
	pageBox:          {run: boxPage},
	pageShop:         {run: shopPage},
	pageSign:         {run: signPage, opened: func(u *UI) { u.fillSign() }},
	pageJournal:      {run: journalPage, opened: func(u *UI) { u.topPage().focus = 1 }},
	pagePause:        {run: pausePage},
	pageSettings:     {run: settingsPage, opened: fillConnect},
	pageBindings:     {run: bindingsPage},
	pageGraphics:     {run: graphicsPage},
	pageSound:        {run: soundPage},
	pageNetwork:      {run: networkPage},
	pageLinks:        {run: linksPage},
	pageLinkOffer:    {run: linkOfferPage, opened: func(u *UI) { u.topPage().focus = len(linkModes) - 1 }},
	pagePack:         {run: packPage},
	pageWorlds:       {run: worldsPage},
	pageCreate:       {run: createPage, opened: fillCreate},
	pageServers:      {run: serversPage},
	pageAddServer:    {run: addServerPage, opened: fillAddServer},
	pageConnect:      {run: connectPage, opened: fillConnect},
	pageDelete:       {run: deletePage},
}

// New makes the screens with the main menu open.
func New(c Canvas, cfg Config) *UI {
	u := &UI{cfg: cfg, pages: &pages, rebinding: noRebinding, confirming: -1}
	u.widgets.canvas, u.widgets.scaleHalves = c, 2
	u.icons.images = map[iconKey]draw2d.Image{}
	u.SetOptions(cfg.Options)
	u.ShowBase(Menu)
	return u
}

// Feed handles the events of the window since the last frame, at a time in seconds. It returns what follows from them,
// valid until the next call.
func (u *UI) Feed(now float64, events []window.Event) *Output {
	u.out = Output{Requests: u.out.Requests[:0], Controls: u.out.Controls[:0]}
	u.widgets.now, u.widgets.pressed = now, 0
	for i, e := range events {
		next := window.Event{Kind: window.CloseRequested}
		if i+1 < len(events) {
			next = events[i+1]
		}
		if e.Kind == window.MouseMove && next.Kind == window.MouseMove && !u.CapturesMouse() {
			continue // only the last place of the cursor counts
		}
		u.event(e)
	}
	u.out.Pressed = u.widgets.pressed
	return &u.out
}

// event handles one event.
func (u *UI) event(e window.Event) {
	switch e.Kind {
	case window.CloseRequested:
		u.request(Request{Kind: RequestQuit})
		return
	case window.Unfocused:
		if u.CapturesMouse() {
			u.openPage(pagePause)
		}
		return
	case window.MouseMove, window.MouseDown, window.MouseUp:
		u.hand.way.begin(u.widgets.mouse)
		u.widgets.mouse = [2]int{int(e.X), int(e.Y)}
	}
	if u.CapturesMouse() {
		u.playEvent(e)
		return
	}
	if e.Kind == window.MouseMove && e.DX == 0 && e.DY == 0 {
		return // the program put the cursor there, not a hand: the focus stays
	}
	if u.rebinding.row < 0 && e.Kind == window.KeyDown && u.globalControl(e.Key) {
		return
	}
	u.dispatch(e)
}

// dispatch runs the top page for an event, and lets the keys move the focus if the page did not take the event.
func (u *UI) dispatch(e window.Event) {
	k := &u.widgets
	k.begin(e, false)
	depth, at := len(u.stack), u.topPage().page
	k.focus = u.topPage().focus
	u.pages[at].run(u, k)
	if len(u.stack) != depth || u.topPage().page != at {
		return // another page, with a focus of its own
	}
	if k.pending && e.Kind == window.KeyDown && e.Key == window.KeyEscape {
		u.back()
		return
	}
	k.moveFocusByKeys()
	u.topPage().focus = k.focus
}

// Draw takes over a state and draws the screens over a frame of width by height pixels.
func (u *UI) Draw(width, height int, s *State) {
	u.state = *s
	u.applyState()
	k := &u.widgets
	k.w, k.h = width, height
	k.scaleHalves = scaleHalves(u.options.GUIScale, width, height)
	if width <= 0 || height <= 0 {
		return
	}
	k.begin(window.Event{}, true)
	k.focus = u.topPage().focus
	if u.base == Play {
		u.drawHUD()
	}
	k.focusRects = k.focusRects[:0]
	u.pages[u.topPage().page].run(u, k)
	u.topPage().focus = min(k.focus, max(len(k.focusRects)-1, 0))
}

// applyState hands the news of a state to the parts that show them.
func (u *UI) applyState() {
	now := u.widgets.now
	for _, l := range u.state.ChatLines {
		if l.Name == "" { // the game's own words
			l.Text = u.widgets.t(l.Text)
		}
		u.chat.add(l, now)
	}
	if n := u.state.Journal.News; n != "" {
		u.toast.news, u.toast.newsSince = n, now
	}
	for _, r := range u.state.Refusals {
		u.toast.show(r, now)
	}
	for _, h := range u.state.Heard {
		u.hud.subtitles.Hear(u.widgets.t(h.Text), h.Side, now)
	}
	u.state.Heard = nil
	u.state.ChatLines, u.state.Refusals, u.state.Journal.News = nil, nil, ""
	u.frameTimes.add(u.state.FrameMS)
	if u.base == Play { // what is told while a world loads would be over before anybody sees it
		u.links.update(&u.state.Links, now)
	}
	if u.topPage().page == pageLinkOffer && u.state.Links.Offer == "" {
		u.back() // that player has left, or wants no link any more
	}
	if u.topPage().ofBlock && u.state.Box.Item == 0 {
		u.back() // the block is gone, or out of reach
	}
	u.showPackQuestion()
	u.checkHand()
	u.heldItem.update(u.state.selectedItem(), now)
}
