package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"voxtide/client"
	"voxtide/client/script"
	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/framerate"
	"voxtide/internal/garbage"
	"voxtide/render/scene"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/world"
)

// windowed plays in a window until the player quits, the script says quit, the time of --exit-after is over, or Ctrl-C.
func (c *playCmd) windowed(ctx context.Context, lines script.Script, log *slog.Logger, stderr io.Writer) (*session, int, error) {
	s := &app{cmd: c, log: log, lines: lines}
	return s.run(ctx)
}

// run is the whole life of the window.
func (s *app) run(ctx context.Context) (*session, int, error) {
	if err := s.open(ctx); err != nil {
		s.cmd.opening.Drop()
		return nil, cli.Failed, err
	}
	defer s.display.close()
	resting, end := context.WithCancel(ctx)
	defer end()
	go garbage.Rest(resting)
	err := s.start()
	for err == nil && !s.quit {
		if ctx.Err() != nil {
			s.code, s.quit = cli.Interrupted(ctx), true
			break
		}
		err = s.frame()
	}
	s.save(1 << 62)
	if err == nil && s.cmd.Screenshot != "" {
		err = s.display.screenshot(s.cmd.Screenshot)
	}
	if e := s.leave(); err == nil {
		err = e
	}
	s.closeBackground()
	s.netPage.servers.Close()
	return s.lastSession, s.code, err
}

// start enters the world or server of the flags, or shows the main menu.
func (s *app) start() error {
	if s.cmd.Connect == "" && s.cmd.World == "" {
		s.showMainMenu()
		return nil
	}
	return s.enter()
}

// frame makes one frame, from the window's events to the screen.
func (s *app) frame() error {
	win := s.display.window
	events := win.Poll()
	out := s.ui.Feed(win.Time(), events)
	now := host.Monotonic()
	s.save(now)
	s.sendViewDistance(now)
	if err := s.handle(out, now); err != nil || s.quit {
		return err
	}
	if s.ui.CapturesMouse() != win.MouseCaptured() && win.Focused() {
		if s.ui.CapturesMouse() {
			win.CaptureMouse()
		} else {
			win.ReleaseMouse()
		}
	}
	if s.session != nil {
		s.session.client.SetDrawnView(s.options.ViewDistance)
	}
	sc, err := s.scene(now)
	if err != nil {
		return err
	}
	s.hear(sc, out.Pressed)
	view := float64(s.options.ViewDistance)
	if s.background != nil {
		view = s.background.visible
	}
	fov := float64(s.options.FOV)
	if s.session != nil && s.controls.zooming {
		fov = zoomedFOV(fov)
	}
	s.clearView(sc)
	width, height := s.display.draw(sc, fov, view)
	if width == 0 || height == 0 {
		time.Sleep(10 * time.Millisecond) // minimized: only the meshes were uploaded
		return nil
	}
	if err := s.display.renderer.Stats().Refused; err != nil {
		s.log.Warn("there are no shadows", "why", err)
	}
	s.keepCard()
	s.fillState(sc, now)
	s.wearPacks()
	s.netPage.servers.Fill(s.ui.ServersShown(), &s.state.Servers)
	s.ui.Draw(width, height, &s.state)
	s.display.renderer.Finish()
	if err := s.writeScreenshots(); err != nil {
		return err
	}
	if s.afterDraw != nil {
		s.afterDraw(events, sc)
	}
	s.display.show()
	s.frameClock.tick(host.Monotonic())
	s.guardPreset(now)
	s.holdFrameRate(now)
	if s.session != nil {
		s.session.frameTimes = append(s.session.frameTimes, s.frameClock.ms)
		s.quit = s.quit || s.cmd.ExitAfter > 0 && now-s.session.began >= s.cmd.ExitAfter
	}
	return nil
}

// lookAround turns the camera, once in a session, to where the player's body looks, and has a body that flies fly on.
func (s *app) lookAround(g *session) {
	if e, here := g.client.Avatar(); here && !g.looked {
		g.looked = true
		s.controls.yaw = float64(e.Motion.Yaw) / 65536 * 360
		s.controls.flying = e.Motion.Keys&world.KeyFly != 0
	}
}

// emptyWorldAfter is how long a playable world may show no section before it is entered all the same: the player may float
// where there is nothing to see.
const emptyWorldAfter = 2 * time.Second

// scene makes the scene of the session, or of the terrain behind the menu.
func (s *app) scene(now time.Duration) (*scene.Scene, error) {
	g := s.session
	if g == nil {
		if s.background == nil {
			s.background = newMenuBackground(s.assets, s.options.ViewDistance, s.display.detailOf(&s.options), now)
		}
		s.background.frame(&s.menuScene, now)
		return &s.menuScene, nil
	}
	g.client.SetDetail(s.display.detailOf(&s.options)) // options and the window's size may have changed
	s.lookAround(g)
	turn := s.player.Play(now)
	if !s.lines.Empty() && !s.controls.mouseMoved {
		s.controls.yaw, s.controls.pitch = float64(turn.Input.Yaw)/65536*360, turn.Pitch
	}
	if turn.Turned {
		s.controls.view = turn.Input.View
	}
	in := s.controls.input(g.client, now)
	s.openBlock()
	in.Keys |= turn.Input.Keys
	in.Actions = append(in.Actions, turn.Input.Actions...)
	for _, path := range turn.Screenshots {
		s.screenshots = append(s.screenshots, screenshotFile{path: path})
	}
	s.quit = s.quit || turn.Quit
	fillTarget(g.client, &in)
	s.notePackets(now)
	if s.ui.PlayersShown() {
		g.client.AskPlayers()
	}
	sc := g.client.Frame(now, in)
	g.links.observe(now, g.client.DirectLinks())
	s.observeJournal(now, &in)
	s.addBoxes(sc)
	if turn.DayTime != nil {
		sc.Sky.TimeOfDay = *turn.DayTime
	}
	switch {
	case g.client.State() == client.Ended && s.cmd.Script != "":
		s.code = cli.Failed
		return sc, disconnectError(g.client.Reason())
	case g.client.State() == client.Ended:
		s.shownKey = g.shownKey()
		s.state.DisconnectReason, s.state.ServerKeyChanged = g.client.Reason(), s.shownKey != ""
		if err := s.leave(); err != nil {
			return sc, err
		}
		s.ui.ShowBase(ui.Disconnected)
		return s.scene(now) // of the menu: the session's last scene is stale
	case g.entered && g.client.State() == client.Joining: // in another world of the server, or one that has forgotten the player
		g.entered, g.began = false, now
		s.ui.ShowBase(ui.Loading)
	case !g.entered && g.client.Playable() && (s.display.renderer.Stats().Sections > 0 || now-g.began > emptyWorldAfter):
		g.entered, g.playable = true, now
		s.ui.ShowBase(ui.Play)
	}
	return sc, nil
}

// holdFrameRate lowers the resolution where frames take longer than the player wishes, and says so.
func (s *app) holdFrameRate(now time.Duration) {
	if s.session == nil || !s.session.entered || !s.display.window.Focused() {
		return
	}
	scale, lowered := s.display.governor.Frame(now, s.frameClock.ms, s.options.HoldFPS, s.options.ResolutionScale)
	if err := s.display.setScale(scale); err != nil {
		s.log.Warn("the resolution cannot be changed", "why", err)
	}
	if lowered {
		s.say(fmt.Sprintf("The land is drawn with fewer pixels while this machine would draw fewer than %d frames a second: page Graphics, Hold frame rate.", s.options.HoldFPS))
	}
}

// guardPreset goes back to the preset before one that is too slow here, and says so.
func (s *app) guardPreset(now time.Duration) {
	g := &s.display.guard
	if !g.Frame(now, s.frameClock.ms, s.session != nil && s.session.entered) {
		return
	}
	o, tried := s.options, s.options.Preset
	for i := range settings.Options {
		if row := &settings.Options[i]; row.Name == "preset" || row.Presets != nil {
			row.CopyFrom(&o, &g.Before)
		}
	}
	s.ui.SetOptions(o)
	s.applyOptions()
	s.say(fmt.Sprintf("The preset %s draws fewer than %d frames a second here: it is %s again.", tried, 1000/framerate.GuardLimit, cmp.Or(o.Preset, settings.Custom)))
}
