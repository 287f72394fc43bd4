package main

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"voxtide/client"
	"voxtide/cmd/internal/start"
	"voxtide/host"
	"voxtide/scene"
	"voxtide/script"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/window"
)

// shell is the game with its window: screens, a session or none, and the way between them. The main goroutine owns it.
type shell struct {
	cmd   *playCmd
	home  string
	log   *slog.Logger
	saved settings.Client
	look  *pictures
	stage *stage
	ui    *ui.UI
	state ui.State

	game   *game // nil in the menu
	done   *game // the last one that was played, for the report
	player *script.Player
	lines  script.Script
	hands  hands
	menu   scene.Scene
	behind *backdrop // the menu; nil in a session
	shots  []string
	rate   rate
	newKey string // fingerprint that the server showed in place of the one that is known
	code   int
	quit   bool

	// shown, if set, is told after each picture was drawn, and before it is on the screen, which events it answers. For tests.
	shown func(events []window.Event, sc *scene.Scene)

	unsaved bool          // settings were changed
	saveAt  time.Duration // not before
	viewAt  time.Duration // when the server is told how far is seen; 0 if it knows
}

// windowed plays in a window until the player quits, the script says so, the time is over, or Ctrl-C.
func (c *playCmd) windowed(ctx context.Context, lines script.Script, log *slog.Logger, stderr io.Writer) (*game, int, error) {
	s := &shell{cmd: c, log: log, lines: lines}
	return s.play(ctx)
}

// play is the whole life of the window.
func (s *shell) play(ctx context.Context) (*game, int, error) {
	if err := s.open(ctx); err != nil {
		return nil, start.Failed, err
	}
	defer s.stage.close()
	err := s.begin()
	for err == nil && !s.quit {
		if ctx.Err() != nil {
			s.code, s.quit = start.Interrupted(ctx), true
			break
		}
		err = s.picture()
	}
	s.save(1 << 62)
	if err == nil && s.cmd.Screenshot != "" {
		err = s.stage.shot(s.cmd.Screenshot)
	}
	if e := s.leave(); err == nil {
		err = e
	}
	s.noBackdrop()
	return s.done, s.code, err
}

// open reads the settings and opens the window.
func (s *shell) open(ctx context.Context) (err error) {
	c := s.cmd
	if s.home, err = settings.Home(c.Data); err != nil {
		return err
	}
	if s.saved, err = settings.ReadClient(s.settingsFile(), knownKey); err != nil {
		return err
	}
	if c.Name == "" && s.saved.Name == settings.DefaultClient().Name {
		s.saved.Name = userName() // nobody has chosen one
	}
	c.Name = cmp.Or(c.Name, s.saved.Name)
	s.saved.Name = c.Name
	s.look = paint()
	s.stage, err = openStage(window.Config{
		Title: "Voxtide", Width: c.Width, Height: c.Height, Fullscreen: s.saved.Fullscreen, VSync: s.saved.VSync,
	}, s.look)
	if err != nil {
		return err
	}
	if err := s.quality(ctx); err != nil {
		s.stage.close()
		return err
	}
	s.ui = ui.New(s.stage.r.Batch(), ui.Config{Options: optionsOf(&s.saved), Defaults: defaults(), Presets: presets(), Clipboard: s.stage.win.Clipboard, Complete: s.complete, Version: start.Version()})
	return nil
}

func (s *shell) settingsFile() string { return filepath.Join(s.home, "client.toml") }

// begin goes straight in, or to the menu.
func (s *shell) begin() error {
	if s.cmd.Connect == "" && s.cmd.World == "" {
		s.toMenu()
		return nil
	}
	return s.enter()
}

// enter opens what the command names. What cannot be opened at all is an error of a start and a page of the menu.
func (s *shell) enter() error {
	g, err := s.cmd.open(s.log, client.Config{
		Looks: s.look.looks, Workers: 2, View: sections(s.saved.View) + 1, Feel: feelOf(&s.saved),
	})
	if err != nil {
		return err
	}
	s.game = g
	s.noBackdrop()
	g.client.SetCoarse(s.saved.Coarse)
	s.ui.Forget()
	s.state = ui.State{Own: g.host != nil, Server: s.cmd.Connect}
	s.hands = hands{}
	s.player = script.NewPlayer(g.client, s.lines, func(text string) { s.log.Warn("script " + text) })
	s.ui.Show(ui.Joining)
	return nil
}

// toMenu goes to the main menu.
func (s *shell) toMenu() {
	s.state = ui.State{}
	s.state.Worlds, s.state.WorldsFail = worlds(s.home)
	s.ui.Show(ui.Menu)
}

// leave ends the session and saves a world of one's own.
func (s *shell) leave() error {
	g := s.game
	if g == nil {
		return nil
	}
	s.game, s.done = nil, g
	s.stage.r.Forget()
	g.leave()
	g.client.Close()
	return g.close()
}

// picture makes one picture, from events to the screen.
func (s *shell) picture() error {
	win := s.stage.win
	events := win.Poll()
	out := s.ui.Feed(win.Time(), events)
	now := host.Since()
	s.save(now)
	s.tellView(now)
	if err := s.follow(out, now); err != nil || s.quit {
		return err
	}
	if s.ui.Captures() != win.Captured() && win.Focused() {
		if s.ui.Captures() {
			win.Capture()
		} else {
			win.Release()
		}
	}
	sc, err := s.scene(now)
	if err != nil {
		return err
	}
	view := float64(s.saved.View)
	if s.behind != nil {
		view = s.behind.seen
	}
	fov := float64(s.saved.FOV)
	if s.game != nil && s.hands.zoom {
		fov = closer(fov)
	}
	width, height := s.stage.draw(sc, fov, view)
	if width == 0 || height == 0 {
		time.Sleep(10 * time.Millisecond) // put away: only the meshes were taken over
		return nil
	}
	s.fill(sc, now)
	s.ui.Draw(width, height, &s.state)
	s.stage.r.Finish()
	for _, path := range s.shots {
		if err := s.stage.shot(path); err != nil {
			return err
		}
	}
	s.shots = s.shots[:0]
	if s.shown != nil {
		s.shown(events, sc)
	}
	win.Swap()
	s.rate.picture(host.Since())
	if s.game != nil {
		s.game.times = append(s.game.times, s.rate.ms)
		s.quit = s.quit || s.cmd.ExitAfter > 0 && now-s.game.began >= s.cmd.ExitAfter
	}
	return nil
}

// scene makes the picture of the session, or of the land behind the menu.
func (s *shell) scene(now time.Duration) (*scene.Scene, error) {
	g := s.game
	if g == nil {
		if s.behind == nil {
			s.behind = newBackdrop(s.look, s.saved.View, s.saved.Coarse, now)
		}
		s.behind.picture(&s.menu, now)
		return &s.menu, nil
	}
	turn := s.player.Play(now)
	if !s.lines.Empty() && !s.hands.turned {
		s.hands.yaw, s.hands.pitch = float64(turn.Input.Yaw)/65536*360, turn.Pitch
	}
	in := s.hands.input(g.client, now)
	in.Keys |= turn.Input.Keys
	in.Do = append(in.Do, turn.Input.Do...)
	s.shots = append(s.shots, turn.Shots...)
	s.quit = s.quit || turn.Quit
	point(g.client, &in)
	sc := g.client.Picture(now, in)
	if turn.Sky != nil {
		sc.Sky.Day = *turn.Sky
	}
	switch {
	case g.client.State() == client.Ended && s.cmd.Script != "":
		s.code = start.Failed
		return sc, ended(g.client.Reason())
	case g.client.State() == client.Ended:
		s.state.Ended, s.state.NewKey = g.client.Reason(), g.newKey() != ""
		s.newKey = g.newKey()
		if err := s.leave(); err != nil {
			return sc, err
		}
		s.ui.Show(ui.Ended)
		return s.scene(now) // of the menu: what the session would still show is over
	case !g.entered && g.client.Playable() && (s.stage.r.Stats().Sections > 0 || now-g.began > emptyFor):
		g.entered, g.playable = true, now
		s.ui.Show(ui.Play)
	}
	return sc, nil
}

// emptyFor is how long a world that can be played in may show nothing before it is entered all the same: one may float
// where there is nothing to see.
const emptyFor = 2 * time.Second

// viewCalm is how long the view distance has to be left alone before the server is told: the slider is let go.
const viewCalm = time.Second

// tellView asks the server for as much land as is to be seen, once the player has made up their mind.
func (s *shell) tellView(now time.Duration) {
	if s.viewAt == 0 || now < s.viewAt {
		return
	}
	s.viewAt = 0
	if s.game != nil {
		s.game.client.SetView(sections(s.saved.View) + 1)
	}
}

// save writes the settings that were changed, not at every step of a slider and not while a name is being typed.
func (s *shell) save(now time.Duration) {
	if !s.unsaved || now < s.saveAt || s.saved.Check() != nil {
		return
	}
	s.unsaved, s.saveAt = false, now+saveEvery
	if err := settings.WriteClient(s.settingsFile(), s.saved); err != nil {
		s.log.Warn("the settings cannot be saved", "why", err)
	}
}

// saveEvery is the least time between two writings of the settings.
const saveEvery = 2 * time.Second
