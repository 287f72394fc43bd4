package ui

import (
	"image"
	"image/color"
	"strconv"

	"voxtide/recipes"
	"voxtide/settings"
	"voxtide/ui/playerlist"
	"voxtide/world"
)

func chatting(s *State) {
	s.ChatLines = []ChatLine{
		{"Ada", "hello, is anybody at the bridge?"}, {"", "Grace joined"}, {"Grace", "yes! bring torches, and a ladder: the shaft behind the second arch is deeper than I thought"},
		{"Ada", "on my way"},
	}
}

// lookAtPlayers holds the key of the list of a number of players.
func lookAtPlayers(u *UI, s *State, n int) {
	u.heldControls[binding(u, ControlPlayers)] = true
	names := []string{"Ada", "bob", "Chien-Shiung", "dot", "Emmy", "Grace the very long name it is", "Hedy", "ida", "Joan", "Katherine"}
	for i := range n {
		name := names[i%len(names)]
		if i >= len(names) {
			name += " " + strconv.Itoa(i/len(names))
		}
		s.Players.Rows = append(s.Players.Rows, playerlist.Row{Name: name, Ping: i * 37 % 400, Creative: i%4 == 0, Own: i == 0})
	}
	s.Players.Total = n
	if n > 6 {
		s.Players.Rows[5].Ping, s.Players.Rows[5].Creative = playerlist.PingAway, true
	}
}

// screens are all screens, each as it is when there is much to show.
var screens = []screen{
	{"hud", func(u *UI, s *State) {
		inGame(u, s)
		chatting(s)
		s.Refusals = []string{"somebody is in the way"}
	}},
	{"players-1", func(u *UI, s *State) { inGame(u, s); lookAtPlayers(u, s, 1) }},
	{"players-12", func(u *UI, s *State) { inGame(u, s); chatting(s); lookAtPlayers(u, s, 12) }},
	{"players-100", func(u *UI, s *State) { inGame(u, s); lookAtPlayers(u, s, 100) }},
	{"third-person", func(u *UI, s *State) { inGame(u, s); s.Aim.Up = 0.05 }},
	{"waiting", func(u *UI, s *State) { inGame(u, s); s.SilentFor = 3.4; s.Unacked = 20 }},
	{"resuming", func(u *UI, s *State) { inGame(u, s); s.SilentFor = 7; s.Resuming = true }},
	{"chat", func(u *UI, s *State) {
		inGame(u, s)
		chatting(s)
		u.openPage(pageChat)
		u.chat.input.set("the third torch is mine")
	}},
	{"debug", func(u *UI, s *State) {
		inGame(u, s)
		u.hud.debug = true
		s.Links = exampleLinks()
		s.Unacked = 3
		s.Debug = &Debug{Position: [3]float64{131.402, 67.5, -20.118}, Section: [3]int32{8, 4, -2}, Yaw: 42.5, Pitch: -12.25, Biome: "birch forest",
			LookingAt: "Stone stairs", Streams: []Stream{{"own", 512.331, 0}, {"server", 512.25, 81.2}, {"Grace", 512.18, 151}},
			Corrections: []Count{{"body in the way", 1}, {"block changed", 2}, {"unknown", 0}}, Driver: "llvmpipe (LLVM 19.1, 256 bits), OpenGL 4.1, multi",
			Sections: 812, KnownSections: 3120, Quads: 241332, Draws: 640, ViewDistance: 192, UpKB: 2.1, DownKB: 14.7, RTT: 48}
	}},
	{"netview", func(u *UI, s *State) {
		inGame(u, s)
		u.netView.on = true
		s.MethodNotes.Figures = "re-simulated 6 ticks, at most 31 at once; slack 20 ms, reused 3, late 1"
		s.Net, s.Method, s.NetworkWorse = exampleNotes(), "kazap,multiplier=0.05", "150 ms, 5%"
	}},
	{"link-asks", func(u *UI, s *State) { inGame(u, s); s.Links = exampleLinks(); s.Links.Rows = nil }},
	{"link-closed", func(u *UI, s *State) { inGame(u, s); s.Links = exampleLinks(); s.Links.Offer = "" }},
	{"pack", func(u *UI, s *State) {
		inGame(u, s)
		s.Pack = PackQuestion{"Winter in the valley", 3_400_000}
	}},
	{"link-offer", func(u *UI, s *State) {
		inGame(u, s)
		s.Links = exampleLinks()
		u.openPage(pageLinkOffer)
		u.state.Links = s.Links
	}},
	{"links", func(u *UI, s *State) {
		inGame(u, s)
		s.Links = exampleLinks()
		u.openPage(pageLinks)
		u.options.DirectLinks = settings.LinksFriends
		u.topPage().focus = 1
	}},
	{"links-none", func(u *UI, s *State) {
		inGame(u, s)
		s.Links = exampleLinks()
		s.Links.Rows, s.Links.Trouble = nil, "friends.toml:7: \"bob\": a key has 64 hexadecimal digits, not 2 characters; your friend sees it with the command /friend"
		u.openPage(pageLinks)
	}},
	{"bed", func(u *UI, s *State) {
		inGame(u, s)
		s.Body = Body{Shown: true, Health: 20, Food: 15, Breath: 1, Lies: true}
		u.hud.body.sleep = 1
	}},
	{"hint", func(u *UI, s *State) {
		inGame(u, s)
		s.Journal = exampleJournal()
		s.Journal.News = ""
	}},
	{"journal-news", func(u *UI, s *State) { inGame(u, s); s.Journal = exampleJournal() }},
	{"journal", func(u *UI, s *State) {
		inGame(u, s)
		s.Journal = exampleJournal()
		u.openPage(pageJournal)
	}},
	{"vanished", func(u *UI, s *State) { inGame(u, s); s.Vanished = true }},
	{"frozen", func(u *UI, s *State) { inGame(u, s); s.Frozen = true }},
	{"watching", func(u *UI, s *State) { inGame(u, s); s.Watched = "bob" }},
	{"network-worse", func(u *UI, s *State) { inGame(u, s); s.NetworkWorse = "150 ms, 5%" }},
	{"network", func(u *UI, s *State) {
		inGame(u, s)
		u.openPage(pageNetwork)
		s.NetworkRows = exampleRows()
	}},
	{"network-refused", func(u *UI, s *State) {
		inGame(u, s)
		u.openPage(pageNetwork)
		s.NetworkRows, s.NetworkRefused = exampleRows(), "This server keeps to its own method: its owner has not allowed others."
	}},
	{"inventory", func(u *UI, s *State) {
		inGame(u, s)
		u.openPage(pageInventory)
		u.topPage().focus = 4
		u.hand = hand{active: true, from: 2, stack: s.Slots[2]}
	}},
	{"inventory-start", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots = startSlots()
		u.openPage(pageInventory)
		u.topPage().focus = Slots + 2
	}},
	{"workbench", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Near = startSlots(), recipes.Stations(0).With(world.ClassWorkbench)
		it, _ := world.ItemNamed("workbench")
		s.Box = Box{Item: uint16(it), Class: world.ClassWorkbench}
		u.OpenBlock(&s.Box)
		u.topPage().focus = Slots + 9
	}},
	{"chest", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Box = startSlots(), exampleBox("chest")
		u.OpenBlock(&s.Box)
		u.topPage().focus = Slots + 3
	}},
	{"shop", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Box = startSlots(), exampleShop()
		u.OpenBlock(&s.Box)
	}},
	{"shop-sold-out", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Box = startSlots(), exampleShop()
		s.Box.Shop.Left, s.Box.Shop.Times, s.Box.Shop.Why = 2, 0, "it is sold out"
		u.OpenBlock(&s.Box)
	}},
	{"shop-own", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Box = startSlots(), exampleShop()
		s.Box.Shop.Own = true
		u.OpenBlock(&s.Box)
	}},
	{"cairn", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Box = startSlots(), exampleBox("cairn")
		s.Box.Text = "Grace"
		u.OpenBlock(&s.Box)
	}},
	{"body", func(u *UI, s *State) {
		inGame(u, s)
		s.Survival, s.Body = true, Body{Shown: true, Health: 15, Food: 13, Breath: 0.62}
	}},
	{"body-eats", func(u *UI, s *State) {
		inGame(u, s)
		s.Survival, s.Body = true, Body{Shown: true, Health: 20, Food: 9, Breath: 1, Eaten: 0.6}
	}},
	{"body-low", func(u *UI, s *State) {
		inGame(u, s)
		s.Survival, s.Body = true, Body{Shown: true, Health: 3, Food: 1, Breath: 1}
		u.hud.body = bodyView{health: 5, food: 1, at: u.widgets.now, beat: 1}
	}},
	{"brink", func(u *UI, s *State) {
		inGame(u, s)
		s.Survival, s.Body = true, Body{Shown: true, Food: 6, Breath: 1}
		u.hud.body = bodyView{food: 6, at: u.widgets.now, brink: 1}
	}},
	{"died", func(u *UI, s *State) {
		inGame(u, s)
		s.Survival, s.Body = true, Body{Shown: true, Health: 20, Food: 20, Breath: 1}
		u.hud.body = bodyView{health: 20, food: 20, at: u.widgets.now, diedAt: u.widgets.now - 0.6}
	}},
	{"furnace", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Box = startSlots(), exampleBox("furnace")
		u.OpenBlock(&s.Box)
	}},
	{"campfire", func(u *UI, s *State) {
		inGame(u, s)
		s.Slots, s.Box = startSlots(), exampleBox("campfire")
		u.OpenBlock(&s.Box)
	}},
	{"sign", func(u *UI, s *State) {
		inGame(u, s)
		s.Box = exampleBox("oak_sign")
		u.OpenBlock(&s.Box)
	}},
	{"catalogue", func(u *UI, s *State) {
		inGame(u, s)
		s.Survival = false
		u.openPage(pageInventory)
		u.topPage().focus = Slots + 12
	}},
	{"catalogue-search", func(u *UI, s *State) {
		inGame(u, s)
		s.Survival = false
		u.openPage(pageInventory)
		u.palette.typing = true
		u.palette.search.set("stairs")
	}},
	{"pause", func(u *UI, s *State) { inGame(u, s); s.OwnWorld = true; u.openPage(pagePause) }},
	{"settings", func(u *UI, s *State) { inGame(u, s); u.openPage(pageSettings) }},
	{"graphics", func(u *UI, s *State) {
		inGame(u, s)
		u.openPage(pageGraphics)
	}},
	{"sound", func(u *UI, s *State) { inGame(u, s); u.openPage(pageSound) }},
	{"subtitles", func(u *UI, s *State) {
		inGame(u, s)
		chatting(s)
		s.Survival, s.Body = true, Body{Shown: true, Health: 15, Food: 13, Breath: 0.62}
		u.options.Sound.Subtitles = true
		s.Heard = []Heard{{"Footsteps on gravel", 0}, {"Door opens", 1}, {"Digging stone", -1}, {"Water runs", 1}, {"Line of the journal done", 0}, {"Splash", -1}}
	}},
	{"keys", func(u *UI, s *State) {
		inGame(u, s)
		u.openPage(pageBindings)
		u.bindings[3].Key = u.bindings[4].Key
		u.rebinding.row = 1
		u.topPage().focus = 1
	}},
	{"menu", func(u *UI, s *State) {}},
	{"worlds", func(u *UI, s *State) {
		for i := range 12 {
			s.Worlds = append(s.Worlds, World{Name: string(rune('A'+i)) + " quiet valley", LastPlayed: "last played today, 14:02", Size: "143 MB", Mode: "Survival", Seed: "18446744073709551615", Picture: testPicture(i)})
		}
		u.openPage(pageWorlds)
		u.topPage().focus = 1
	}},
	{"create", func(u *UI, s *State) { u.openPage(pageCreate); u.forms.world.set("A quiet valley") }},
	{"servers", func(u *UI, s *State) {
		s.Servers.Rows = []Server{
			{Name: "Harbour", Address: "play.example.org:7400", Asked: true, Online: true, About: "Welcome to the harbour: builders' evening on Friday", Players: 37, Most: 100, Ping: 24},
			{Name: "The old world", Address: "192.0.2.7:7400", Asked: true, Online: true, Players: 100, Most: 100, Waiting: 4, Ping: 138, Whitelist: true, About: "since 2024"},
			{Name: "Test", Address: "192.0.2.9:7400", Asked: true, Online: true, Other: "protocol 16", Ping: 310, Most: 8},
			{Name: "", Address: "gone.example.org:7400", Asked: true}, {Name: "New one", Address: "new.example.org:7400"},
			{Name: "kitchen", Address: "192.168.0.7:7400", Local: true, Asked: true, Online: true, Players: 1, Most: 100, Ping: 1},
		}
		u.openPage(pageServers)
		u.topPage().focus = 1
	}},
	{"add-server", func(u *UI, s *State) { u.openPage(pageAddServer) }},
	{"connect", func(u *UI, s *State) { u.openPage(pageConnect) }},
	{"loading", func(u *UI, s *State) {
		u.ShowBase(Loading)
		s.Server = "play.example.org"
		s.Progress = Progress{Stage: "Loading terrain", Unit: "sections", Done: 312, Total: 3600, SlowReason: "The server sends near sections first; you can play as soon as the ground is loaded."}
	}},
	{"disconnected", func(u *UI, s *State) {
		u.ShowBase(Disconnected)
		s.Server, s.DisconnectReason = "play.example.org", "the server is silent"
	}},
	{"world-error", func(u *UI, s *State) {
		u.ShowBase(Disconnected)
		s.DisconnectReason = "open worlds/valley/db: no space left on device"
	}},
}

// testPicture returns a picture of a hill under a sky, which tells worlds apart.
func testPicture(n int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
	for y := range pictureHeight {
		for x := range pictureWidth {
			c := color.NRGBA{R: 130, G: 180, B: uint8(220 - y), A: 255}
			if d := x - pictureWidth/2; y > 50+n*4+d*d/300 {
				c = color.NRGBA{R: uint8(40 + 10*n), G: uint8(140 - y/2), B: 50, A: 255}
			}
			out.SetNRGBA(x, y, c)
		}
	}
	return out
}
