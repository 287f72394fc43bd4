// Package ui is what lies over a frame of the game: the crosshair and the hotbar, chat, the debug screen, the pages from
// the main menu to the page that says why a connection ended, and the small set of widgets that they are made of.
//
// Owner: the window's goroutine, which for each frame feeds the events of the window, fulfils the requests that come back,
// draws its scene and then the screens over it. Nothing here knows a server or a client: values come in as a State,
// requests go out. The pages of options walk the table of package settings; no option is named here.
//
// Invariants: Esc always goes back one step; whatever the mouse can do the keys can; all places are whole pixels and
// text is never scaled; a page is one function that runs without drawing for each event and once more to draw, so
// a press always lands where the player sees it; while a page is open no control of the game is held.
//
// The files from low to high: widgets.go and the widgets, state.go, the parts of the HUD that have a state of their own
// (chat.go, notices.go ...), ui.go, the pages, screens.go.
package ui

import (
	"voxtide/client/netstats"
	"voxtide/internal/texts"
	"voxtide/settings"
	"voxtide/world"
)

// Config says how the screens begin.
type Config struct {
	Options   settings.Client
	Clipboard func() string // returns its text; nil for none
	// Complete returns the completions of the last word of a chat line, and the byte at which that word begins; nil for none.
	Complete func(line string) (from int, words []string)
	Version  string        // shown in a corner of the main menu
	Seed     func() string // of a new world whose seed the player leaves empty; nil leaves it empty, too
}

// UI is all screens of one window.
type UI struct {
	widgets      widgets
	cfg          Config
	options      settings.Client
	bindings     []Binding // of the controls, in the order of settings.Controls
	heldControls []bool    // by binding
	pages        *[pageCount]pageFuncs
	base         Base
	stack        []pageVisit // open pages, the base's first
	state        State
	out          Output

	icons      icons
	pictures   pictures
	chat       chat
	toast      toast
	frameTimes frameTimes
	heldItem   heldItem
	hand       hand
	palette    palette
	tip        tip
	forms      forms
	hud        hud
	netView    netView
	links      linkNotice
	rebinding  rebinding
	confirming int // focus index of the button that waits for a second press, -1 for none
}

// pageFuncs are the functions of a page.
type pageFuncs struct {
	run    func(*UI, *widgets) // handles the pending event, or draws
	opened func(*UI)           // prepares it when it is opened; nil for nothing
}

// pageVisit is an open page.
type pageVisit struct {
	page    page
	focus   int  // index of the focused widget
	scroll  int  // of its list, in pixels
	ofBlock bool // it shows State.Box, and closes when that is gone
}

// ShowBase goes to a base and closes all pages over it.
func (u *UI) ShowBase(b Base) {
	u.base = b
	u.netView.frozen = false
	u.stack = u.stack[:0]
	u.openPage(basePages[b])
}

// CapturesMouse reports whether the mouse turns the camera instead of moving a cursor.
func (u *UI) CapturesMouse() bool { return u.base == Play && u.topPage().page == pagePlay }

// HUDHidden reports whether the player has hidden all that lies over the world, for a picture. On a page it shows all the same.
func (u *UI) HUDHidden() bool { return u.hud.hidden && u.CapturesMouse() }

// DebugShown reports whether the debug screen is shown, so that State.Debug is needed.
func (u *UI) DebugShown() bool { return u.hud.debug && u.base == Play }

// ItemsShown reports whether a page shows what can be made, so that State.Near is needed.
func (u *UI) ItemsShown() bool { return u.topPage().page == pageInventory }

// JournalShown reports whether the page of the journal is open.
func (u *UI) JournalShown() bool { return u.topPage().page == pageJournal }

// BlockShown reports whether a page shows a block, so that State.Box is needed.
func (u *UI) BlockShown() bool { return u.topPage().ofBlock }

// ServersShown reports whether the list of servers is shown, so that State.Servers is needed.
func (u *UI) ServersShown() bool { return u.topPage().page == pageServers }

// Paused reports whether the game menu is open.
func (u *UI) Paused() bool { return u.topPage().page == pagePause }

// PlayersShown reports whether the player holds the key of the list of players, so that State.Players is needed.
func (u *UI) PlayersShown() bool {
	for i := range u.bindings {
		if u.bindings[i].Name == ControlPlayers {
			return u.heldControls[i] && u.CapturesMouse()
		}
	}
	return false
}

// HasPage reports whether OpenBlock has a page for a class of blocks.
func HasPage(c world.Class) bool {
	_, has := pageOf(c)
	return has
}

// pageOf returns the page of a class of blocks.
func pageOf(c world.Class) (p page, has bool) {
	switch c {
	case world.ClassWorkbench, world.ClassAnvil:
		return pageInventory, true
	case world.ClassSign:
		return pageSign, true
	case world.ClassChest, world.ClassBarrel, world.ClassCairn, world.ClassFurnace, world.ClassKiln, world.ClassCampfire:
		return pageBox, true
	}
	return pagePlay, false
}

// OpenBlock opens the page of a block in the world. State.Box must hold that block from the next frame on.
func (u *UI) OpenBlock(b *Box) {
	p, has := pageOf(b.Class)
	if !has || !u.CapturesMouse() {
		return
	}
	if b.Shop.open() && !b.Shop.Own {
		p = pageShop
	}
	u.openPage(p)
	u.state.Box, u.topPage().ofBlock = *b, true
	u.fillSign()
}

// netView is the overlay of the netcode: F4.
type netView struct {
	on     bool
	frozen bool
	kept   netstats.Recorder // what it shows while it is frozen
}

// NetView returns what the overlay of the netcode shows, nil while it is off.
func (u *UI) NetView() *netstats.Recorder {
	switch {
	case !u.netView.on || u.base != Play:
		return nil
	case u.netView.frozen:
		return &u.netView.kept
	}
	return u.state.Net
}

// freezeNetView freezes the overlay of the netcode, or lets it go on.
func (u *UI) freezeNetView() {
	if u.netView.frozen = !u.netView.frozen && u.netView.on && u.state.Net != nil; u.netView.frozen {
		u.netView.kept = *u.state.Net
	}
}

// SetOptions replaces all options.
func (u *UI) SetOptions(c settings.Client) {
	u.releaseControls()
	if u.widgets.words == nil || c.Language != u.options.Language {
		u.setLanguage(texts.Resolve(c.Language))
	}
	u.options, u.bindings = c, bindingsOf(&c.KeyBindings)
	u.heldControls = make([]bool, len(u.bindings))
}

// setLanguage shows all texts in a language from here on.
func (u *UI) setLanguage(code string) {
	words := texts.New(code)
	u.widgets.words, u.toast.words, u.tip.words, u.palette.words = words, words, words, words
	u.tip.forget()
	u.palette.catalog.stale = true
}

// Options returns the options as they are now.
func (u *UI) Options() settings.Client {
	c := u.options
	for i, b := range u.bindings {
		c.KeyBindings[i] = b.keyName()
	}
	return c
}

// optionsChanged requests that changed options take effect, once for all changes of a frame.
func (u *UI) optionsChanged() {
	for _, r := range u.out.Requests {
		if r.Kind == RequestApplyOptions {
			return
		}
	}
	u.request(Request{Kind: RequestApplyOptions})
}

func (u *UI) request(r Request) { u.out.Requests = append(u.out.Requests, r) }

func (u *UI) topPage() *pageVisit { return &u.stack[len(u.stack)-1] }

// openPage opens a page over the others.
func (u *UI) openPage(p page) {
	u.releaseControls()
	u.stack = append(u.stack, pageVisit{page: p})
	u.state.Box = Box{}
	u.widgets.dragged, u.widgets.focusByKeys = -1, true
	u.dropHand()
	u.rebinding, u.confirming = noRebinding, -1
	if f := u.pages[p].opened; f != nil {
		f(u)
	}
}

// back closes the top page. On the page of a base it cancels loading, leaves the disconnected page, or opens the pause menu.
func (u *UI) back() {
	u.dropHand()
	u.rebinding, u.confirming = noRebinding, -1
	if len(u.stack) > 1 {
		u.stack = u.stack[:len(u.stack)-1]
		u.widgets.dragged = -1
		return
	}
	switch u.base {
	case Loading:
		u.request(Request{Kind: RequestCancel})
	case Disconnected:
		u.request(Request{Kind: RequestMenu})
	case Play:
		u.openPage(pagePause)
	}
}

// releaseControls releases all held controls.
func (u *UI) releaseControls() {
	for i, held := range u.heldControls {
		if held {
			u.heldControls[i] = false
			u.out.Controls = append(u.out.Controls, ControlEvent{Control: u.bindings[i].Name})
		}
	}
}

// confirmButton is a button for something that cannot be undone: the first press shows the question ask, and only a
// second press counts, if the focus has not moved between.
func (u *UI) confirmButton(r rect, text, ask string) bool {
	k := &u.widgets
	i := len(k.focusRects)
	if u.confirming == i && k.focus != i {
		u.confirming = -1
	}
	if u.confirming == i {
		text = ask
	}
	if !k.button(r, text) {
		return false
	}
	if u.confirming == i {
		u.confirming = -1
		return true
	}
	u.confirming = i
	return false
}

// forms are the text fields and switches of the pages.
type forms struct {
	name, address, world, seed textField
	server                     textField // what a server is called in the list
	sign                       [signLines]textField
	survival                   bool   // of the new world
	packLater                  bool   // the question about a server's pack was shown
	deleting                   string // name of the world that the player is asked about
}

// Base is a page from which all other pages are opened.
type Base uint8

// The bases.
const (
	Menu         Base = iota // no world: the main menu
	Loading                  // a world is being entered
	Play                     // in a world
	Disconnected             // a connection ended: State.DisconnectReason says why
)

// page identifies a page: an index into the table of pages.
type page uint8

// The pages. The first four are those of the bases.
const (
	pageMainMenu page = iota
	pageLoading
	pagePlay
	pageDisconnected
	pageChat
	pageInventory
	pageBox
	pageShop
	pageSign
	pageJournal
	pagePause
	pageSettings
	pageBindings
	pageGraphics
	pageSound
	pageNetwork
	pageLinks
	pageLinkOffer
	pagePack
	pageWorlds
	pageCreate
	pageServers
	pageAddServer
	pageConnect
	pageDelete
	pageCount
)

// basePages are the pages of the bases.
var basePages = [...]page{Menu: pageMainMenu, Loading: pageLoading, Play: pagePlay, Disconnected: pageDisconnected}
