package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/effects"
	"voxtide/cmd/internal/journal"
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
	s.fillPlayers(st)
	if g.book.Fill(&st.Journal); st.Journal.News != "" {
		s.display.sounds.Play(sound.Done)
	}
	st.Progress = ui.Progress{Stage: "Connecting"}
	if g.conn != nil && g.conn.Refused() {
		st.Progress.SlowReason = "No server answers at this address; still trying."
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
		Bag: s.ui.ItemsShown(), Journal: s.ui.JournalShown()})
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
		Draws: draw.SubDraws, ViewDistance: s.options.ViewDistance,
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
	dirs, err := os.ReadDir(filepath.Join(home, "worlds"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err.Error()
	}
	type played struct {
		name string
		at   time.Time
	}
	var all []played
	for _, d := range dirs {
		if i, err := os.Stat(filepath.Join(home, "worlds", d.Name(), "db")); err == nil && i.IsDir() {
			all = append(all, played{d.Name(), i.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b played) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.name, b.name)) })
	for _, w := range all {
		out = append(out, ui.World{Name: w.name, LastPlayed: timeAgo(time.Since(w.at)), Size: sizeText(folderSize(filepath.Join(home, "worlds", w.name)))})
	}
	return out, ""
}

// folderSize returns the bytes of the files in a folder; what cannot be read counts as nothing.
func folderSize(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if i, err := d.Info(); err == nil && i.Mode().IsRegular() {
			bytes += i.Size()
		}
		return nil
	})
	return bytes
}

// sizeText returns a number of bytes as people read it: "14 MB".
func sizeText(bytes int64) string {
	switch {
	case bytes < 1e6:
		return fmt.Sprintf("%d kB", (bytes+999)/1000)
	case bytes < 1e9:
		return fmt.Sprintf("%d MB", bytes/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

// timeAgo returns in words how long ago something was: "2 hours ago".
func timeAgo(d time.Duration) string {
	for _, u := range []struct {
		span time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := int(d / u.span); n == 1 {
			return "1 " + u.name + " ago"
		} else if n > 1 {
			return fmt.Sprintf("%d %ss ago", n, u.name)
		}
	}
	return "just now"
}
