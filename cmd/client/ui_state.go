package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/effects"
	"voxtide/cmd/internal/journal"
	"voxtide/cmd/internal/worlds"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/settings"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/ui"
	"voxtide/ui/playerlist"
	"voxtide/ui/subtitles"
	"voxtide/world"
)

// fillState copies into the state of the screens what they show of the session.
func (s *app) fillState(sc *scene.Scene, now time.Duration) {
	g, st := s.session, &s.state
	s.fillNetwork(st)
	if g == nil {
		return
	}
	st.FrameMS = float32(s.frameClock.ms)
	st.Selected, st.Unacked = sc.SelectedSlot, sc.Unacked
	for i := range st.Slots {
		st.Slots[i] = ui.Stack{}
		if i < len(sc.Inventory) {
			st.Slots[i] = ui.Stack(sc.Inventory[i])
		}
	}
	s.fillOpened(st, sc.Time)
	st.ChatLines = st.ChatLines[:0]
	for _, l := range sc.Chat {
		st.ChatLines = append(st.ChatLines, ui.ChatLine{Name: l.Name, Text: l.Text})
	}
	s.fillLinks(st, sc)
	st.Aim = aimOf(&sc.Camera, s.controls.view)
	st.Refusals = append(st.Refusals[:0], sc.Refusals...)
	resuming := g.client.State() == client.Resuming
	if resuming && !st.Resuming {
		st.LostReason = g.client.Reason() // why it was lost, not how each attempt to resume failed
	}
	st.Resuming = resuming
	st.SilentFor = g.client.SilentFor().Seconds()
	if e, ok := g.client.Avatar(); ok {
		st.Survival = e.Motion.Flags&world.Creative == 0
		st.Body = bodyOf(&e, g.client.World().Rules(), timestream.Time(sc.Time))
	}
	watched, there := g.client.Watching()
	st.Watched, st.Vanished = watched, watched == "" && g.client.Unseen()
	st.Frozen, st.Aim.Hidden = g.client.Frozen(), st.Aim.Hidden || there
	s.fillPlayers(st)
	if g.book.Fill(&st.Journal); st.Journal.News != "" {
		s.display.sounds.Play(sound.Done)
	}
	st.Progress = ui.Progress{Stage: "Connecting"}
	if to := g.client.WorldName(); to != "" {
		st.Progress.Stage = "Going to " + to
	}
	if g.conn != nil && g.conn.Refused() {
		st.Progress.SlowReason = "No server answers at this address; still trying."
	}
	if q := g.client.Queued(); q.Place > 0 {
		st.Progress = ui.Progress{Stage: fmt.Sprintf("The server is full: you are %d of %d who wait", q.Place, q.Of)}
	}
	if n := g.client.SectionCount(); n > 0 {
		st.Progress = ui.Progress{Stage: "Loading terrain", Unit: "sections", Done: n}
	}
	st.Debug = nil
	if s.ui.DebugShown() {
		st.Debug = s.debug(sc, now)
	}
}

// aimOf returns where a frame that was drawn shows what the player aims at.
func aimOf(c *scene.Camera, v effects.View) ui.Aim {
	half := math.Tan(float64(c.FOV*(1+c.FOVWidening)) / 2)
	return ui.Aim{Hidden: v == effects.Front, Up: float64(c.AimUp) / half / 2}
}

// fillPlayers fills in who plays while the player looks at the list: the player alone until the server has answered.
func (s *app) fillPlayers(st *ui.State) {
	if !s.ui.PlayersShown() {
		return
	}
	list, version := s.session.client.Players()
	if version == 0 {
		st.Players.Rows = append(st.Players.Rows[:0], playerlist.Row{Name: s.cmd.Name, Creative: !st.Survival, Own: true})
		return
	}
	if version == s.session.playersShown {
		return
	}
	s.session.playersShown = version
	st.Players.Total, st.Players.Rows = int(list.Total), st.Players.Rows[:0]
	for i := range list.Rows {
		p := &list.Rows[i]
		row := playerlist.Row{Name: p.Name, Ping: int(p.RoundTrip), Creative: p.Creative, Own: p.Stream == s.session.client.Stream()}
		if p.Away {
			row.Ping = playerlist.PingAway
		}
		st.Players.Rows = append(st.Players.Rows, row)
	}
	slices.SortFunc(st.Players.Rows, func(a, b playerlist.Row) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// bodyOf returns how a body is at an instant. Creative bodies, and all where nothing harms, are not shown.
func bodyOf(e *world.Entity, g world.Rules, at timestream.Time) ui.Body {
	n := &e.Motion.Needs
	lies := e.Motion.Flags&world.Lying != 0
	b := ui.Body{Shown: e.Motion.Flags&world.Creative == 0 && g.Difficulty != world.Peaceful, Health: n.Health(), Food: n.Food(), Lies: lies}
	b.Breath = float64(n.Breath(at)) / float64(world.BreathLength)
	if n.Eating != 0 {
		b.Eaten = float64(at.Sub(n.EatingSince)) / float64(actions.EatTime)
	}
	return b
}

// hear lets what a frame sounds like, and what was pressed on the screens, be heard, before anything of the frame is drawn.
func (s *app) hear(sc *scene.Scene, pressed int) {
	box := false
	if s.session != nil && s.ui.BlockShown() {
		b, _ := s.session.client.World().Block(s.controls.opened.pos)
		box = b.BoxSlots() > 0 && !b.IsOven()
	}
	s.state.Heard = s.state.Heard[:0]
	for _, l := range s.display.sounds.Hear(sc, pressed, box) {
		s.state.Heard = append(s.state.Heard, ui.Heard{Text: l.Text, Side: subtitles.Side(l.Side)})
	}
}

// observeJournal shows the journal what a frame has brought.
func (s *app) observeJournal(now time.Duration, in *client.Input) {
	g := s.session
	e, here := g.client.Avatar()
	if !here || !g.client.Playable() {
		return
	}
	w := g.client.World()
	err := g.book.Observe(now, &journal.Facts{World: w, Body: &e, Player: w.Player(e.Stream), Sent: in.Actions, Yaw: s.controls.yaw, Pitch: s.controls.pitch,
		Bag: s.ui.ItemsShown(), Journal: s.ui.JournalShown(), Bench: s.ui.ItemsShown() && s.controls.opened.kind.Block().Class() == world.ClassWorkbench})
	if err != nil {
		s.log.Warn("the journal cannot be written", "why", err)
	}
}

// debug returns what the debug screen shows.
func (s *app) debug(sc *scene.Scene, now time.Duration) *ui.Debug {
	g, draw, stats := s.session, s.display.renderer.Stats(), s.session.client.Stats()
	d := &ui.Debug{
		Position: sc.OwnEntity.Drawn, Yaw: s.controls.yaw, Pitch: s.controls.pitch,
		Desyncs: stats.Desyncs, Driver: s.display.renderer.Driver().String(), Sections: draw.Sections, KnownSections: draw.Loaded, Quads: draw.Quads,
		Draws: draw.SubDraws, ViewDistance: s.options.ViewDistance, LODDistance: g.client.Detail().LODDistance,
		ResolutionScale: float64(s.display.renderer.Scale()), Quality: cmp.Or(s.options.Preset, settings.Custom),
	}
	e, ok := g.client.Avatar()
	if !ok {
		return d
	}
	p := e.Motion.Pos.Block()
	q := p.Section()
	d.Section, d.Biome = [3]int32{q.X, q.Y, q.Z}, g.client.BiomeAt(p)
	w := g.client.World()
	if h, ok := g.client.Target(yawOf(d.Yaw), d.Pitch); ok {
		b, _ := w.Block(h.Pos)
		d.LookingAt = fmt.Sprintf("%v at %v", b, h.Pos)
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		name := st.Name
		if st.Stream == timestream.Server {
			name = "server"
		}
		d.Streams = append(d.Streams, ui.Stream{Name: name, Stamp: float64(st.Stamp) / 1e6, Lag: float64(sc.Time-int64(st.Stamp)) / 1e3})
	}
	for cause, n := range stats.Corrections {
		if n > 0 || protocol.Cause(cause) == protocol.Unexplained {
			d.Corrections = append(d.Corrections, ui.Count{Name: protocol.Cause(cause).String(), N: n})
		}
	}
	d.UpKB, d.DownKB, d.RTT = g.traffic(now)
	return d
}

// listWorlds lists the player's worlds, the last played first.
func listWorlds(home string) (out []ui.World, fail string) {
	all, err := worlds.List(home)
	if err != nil {
		return nil, err.Error()
	}
	for _, w := range all {
		row := ui.World{Name: w.Name, LastPlayed: worlds.TimeAgo(time.Since(w.Played)), Size: worlds.SizeText(w.Bytes), Picture: w.Card.Picture}
		if w.Card.Known {
			row.Mode, row.Seed = "Creative", strconv.FormatUint(w.Card.Seed, 10)
			if w.Card.Survival {
				row.Mode = "Survival"
			}
		}
		out = append(out, row)
	}
	return out, ""
}

// keepCard keeps a picture of the world of the player's own for the list of worlds, when the game menu opens over it.
func (s *app) keepCard() {
	g := s.session
	if g == nil {
		return
	}
	opens := s.ui.Paused() && !g.paused
	g.paused = s.ui.Paused()
	e, here := g.client.Avatar()
	if !opens || g.host == nil || !here || strings.ContainsAny(s.cmd.World, "/\\") {
		return
	}
	width, height := s.display.window.FramebufferSize()
	card := worlds.Card{Seed: g.host.Info().Seed, Survival: e.Motion.Flags&world.Creative == 0, Picture: worlds.Thumbnail(s.display.renderer.Screenshot(width, height))}
	if err := worlds.SaveCard(s.home, s.cmd.World, &card); err != nil {
		s.log.Warn("the picture for the list of worlds cannot be kept", "why", err)
	}
}
