package main

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"path/filepath"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/client/script"
	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/journal"
	"voxtide/cmd/internal/packs"
	"voxtide/cmd/internal/servers"
	"voxtide/cmd/internal/speaker"
	"voxtide/render/scene"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/window"
	"voxtide/world"
)

// app is the game with its window: the screens, at most one session, and the way between menu and session. The main
// goroutine owns it.
type app struct {
	cmd     *playCmd
	home    string
	log     *slog.Logger
	options settings.Client
	assets  *assets
	display *display
	ui      *ui.UI
	state   ui.State

	session     *session // nil in the menu
	lastSession *session // the last one that was played, for --stats
	player      *script.Player
	lines       script.Script
	controls    controls
	menuScene   scene.Scene
	background  *menuBackground  // nil in a session
	screenshots []screenshotFile // to write after this frame is drawn
	frameClock  frameClock
	netPage     netPage
	packs       *packs.Book
	shownKey    string // fingerprint that the last server showed in place of the known one, "" for none
	ending

	// afterDraw, if set, is called after each frame is drawn, before it is on the screen, with the events that the frame
	// answers. For tests.
	afterDraw func(events []window.Event, sc *scene.Scene)

	unsaved    bool          // the options differ from their file
	saveAt     time.Duration // the file is not written before
	tellViewAt time.Duration // when the server is told the view distance; 0 if it knows
}

const (
	// viewDistanceDelay is how long the view distance must stay the same before the server is told: the player has let go
	// of the slider.
	viewDistanceDelay = time.Second
	// saveEvery is the least time between two writings of the options.
	saveEvery = 2 * time.Second
)

// open reads the options and opens the window.
func (s *app) open(ctx context.Context) (err error) {
	c := s.cmd
	if s.home, err = settings.Home(c.Data); err != nil {
		return err
	}
	if s.options, err = settings.ReadClient(s.settingsFile(), isKey); err != nil {
		return err
	}
	if c.Name == "" && s.options.Name == settings.DefaultClient().Name {
		s.options.Name = userName() // the player has not chosen one
	}
	c.Name = cmp.Or(c.Name, s.options.Name)
	s.options.Name = c.Name
	c.Options.apply(&s.options)
	if path := s.options.Skin; path != "" { // a later start may be in another folder
		if s.options.Skin, err = filepath.Abs(path); err != nil {
			return err
		}
	}
	look := make(chan *assets, 1)
	go func() { look <- buildAssets(nil) }()
	w, err := openWindow(window.Config{
		Title: "Voxtide", Width: c.Width, Height: c.Height, Fullscreen: s.options.Fullscreen, VSync: s.options.VSync,
	})
	if err != nil {
		return err
	}
	if err := s.openAhead(); err != nil {
		w.Close()
		return err
	}
	s.assets = <-look
	s.openPacks()
	if s.display, err = newDisplay(w, s.assets); err != nil {
		return err
	}
	s.assets.gpu.Layers = nil // the renderer has copied them
	if err := s.startGraphics(ctx); err != nil {
		s.display.close()
		return err
	}
	s.display.sounds = speaker.NewScreens(s.log) // after the measurement: making the samples takes a core for a second
	s.display.sounds.SetVolumes(volumesOf(&s.options))
	s.openNetPage()
	if s.netPage.servers, err = servers.OpenPage(s.home); err != nil { // the page says so
		s.log.Warn("the list of servers cannot be read", "why", err)
	}
	if err := s.openLinkPage(); err != nil {
		s.display.close()
		return err
	}
	s.ui = ui.New(s.display.renderer.Batch(), ui.Config{Options: s.options, Clipboard: s.display.window.Clipboard, Complete: s.complete, Version: cli.Version()})
	return nil
}

// openAhead begins to open the world of the flags while the renderer is made, for as long as which the first player of a new world waits for a place to begin. Where
// the machine is measured nothing may run beside.
func (s *app) openAhead() error {
	if s.cmd.World == "" || s.measures() {
		return nil
	}
	player, err := playerKey(s.home)
	if err != nil {
		return err
	}
	s.cmd.beginWorld(s.home, player, s.log)
	return nil
}

// measures reports whether the machine is measured before a session begins.
func (s *app) measures() bool { return s.options.Preset == "" && s.cmd.mayMeasure() }

func (s *app) settingsFile() string { return filepath.Join(s.home, "client.toml") }

func isKey(name string) bool { _, ok := window.ParseKey(name); return ok }

// startGraphics applies the options of graphics. A first start without flags measures the machine and chooses a preset.
func (s *app) startGraphics(ctx context.Context) error {
	if err := s.display.apply(&s.options); err != nil {
		return err
	}
	if s.measures() {
		took, quit := measureFrameTime(ctx, s.display, s.assets)
		if s.quit = quit; took > 0 {
			s.options.SetPreset(presetForTime(took))
			if took > presetLimits[len(presetLimits)-2].ms {
				s.options.HoldFPS = slowMachineFPS
			}
			s.log.Info("graphics preset chosen", "frame_ms", math.Round(took*10)/10, "preset", s.options.Preset)
			s.unsaved = true
			if err := s.display.apply(&s.options); err != nil {
				return err
			}
		}
	}
	values := []any{"driver", s.display.renderer.Driver().String()}
	for i := range settings.Options {
		if o := &settings.Options[i]; o.Pages&settings.GraphicsPage != 0 {
			values = append(values, o.Name, o.Text(&s.options))
		}
	}
	s.log.Info("graphics", values...)
	return nil
}

// mayMeasure reports whether a first start may measure: no flag decides the graphics, and a person watches.
func (c *playCmd) mayMeasure() bool {
	return !c.Options.decidesPreset() && c.Script == "" && c.Screenshot == "" && c.Stats == "" && c.ExitAfter == 0
}

// enter starts the session that the command names: in a world of the player's own, or on a server.
func (s *app) enter() error {
	method, _ := methodOf(&s.options) // a wrong one was logged, and is the usual one
	s.netPage.refused = ""
	g, err := s.cmd.open(s.log, client.Config{
		Strategy: method.String(), NetStats: netNotes(), Faces: s.assets.faces, Workers: 2, ViewDistance: sectionsIn(s.options.ViewDistance) + 1, FarReach: s.options.FarLand, FarDetail: s.display.farDetail(), Effects: effectsOf(&s.options),
		Links: &links.Config{Mode: s.linkMode(), Ask: s.mayAsk(), Friends: s.netPage.links.Keys()},
	})
	if err != nil {
		return err
	}
	s.session = g
	if g.book, err = journal.Open(s.home, s.cmd.journalName()); err != nil {
		s.log.Warn("the journal cannot be read, and is not kept", "why", err)
	}
	s.closeBackground()
	g.client.HideSkins(!s.options.OthersSkins)
	packed, err := packSkin(s.options.Skin)
	if err == nil {
		err = g.client.SetSkin(packed)
	}
	if err != nil {
		s.log.Warn("the skin cannot be used", "file", s.options.Skin, "why", err)
		s.say("your skin cannot be used: " + err.Error())
	}
	s.ui.ClearChat()
	s.state = ui.State{OwnWorld: g.host != nil, Server: s.cmd.Connect}
	s.controls = controls{}
	s.player = script.NewPlayer(g.client, s.lines, func(text string) { s.log.Warn("script " + text) })
	s.ui.ShowBase(ui.Loading)
	return nil
}

// journalName returns the name under which the journal keeps the player's marks: the player's, and the world's or the server's address.
func (c *playCmd) journalName() string {
	if c.Connect != "" {
		return c.Name + " at " + c.Connect
	}
	return c.Name + " in " + c.World
}

// enterFromMenu enters from the menu. A failure is shown on a page.
func (s *app) enterFromMenu() {
	if err := s.enter(); err != nil {
		s.state = ui.State{DisconnectReason: err.Error(), Server: s.cmd.Connect}
		s.ui.ShowBase(ui.Disconnected)
	}
}

// showMainMenu goes to the main menu.
func (s *app) showMainMenu() {
	s.state = ui.State{}
	s.state.Worlds, s.state.WorldsError = listWorlds(s.home)
	s.ui.ShowBase(ui.Menu)
}

// leave ends the session and saves a world of the player's own.
func (s *app) leave() error {
	g := s.session
	if g == nil {
		return nil
	}
	s.session, s.lastSession = nil, g
	s.display.renderer.UnloadSections()
	g.leave()
	g.client.Close()
	return g.close()
}

// closeBackground frees the terrain behind the menu.
func (s *app) closeBackground() {
	if s.background != nil {
		s.background.close()
		s.background = nil
		s.display.renderer.UnloadSections()
	}
}

// complete returns the completions of the last word of a command in the chat.
func (s *app) complete(line string) (from int, words []string) {
	var w *world.World
	if s.session != nil {
		w = s.session.client.World()
	}
	return completeCommand(line, w)
}

// sendViewDistance tells the server how many sections to send, once the player has let go of the slider.
func (s *app) sendViewDistance(now time.Duration) {
	if s.tellViewAt == 0 || now < s.tellViewAt {
		return
	}
	s.tellViewAt = 0
	if s.session != nil {
		s.session.client.SetViewDistance(sectionsIn(s.options.ViewDistance) + 1)
	}
}

// save writes changed options, but not at every step of a slider and not while the player types a name.
func (s *app) save(now time.Duration) {
	if !s.unsaved || now < s.saveAt || s.options.Check() != nil {
		return
	}
	s.unsaved, s.saveAt = false, now+saveEvery
	if err := settings.WriteClient(s.settingsFile(), s.options); err != nil {
		s.log.Warn("the settings cannot be saved", "why", err)
	}
}

// ending is how the game ends.
type ending struct {
	code int // exit status
	quit bool
}

// frameClock measures the time from one frame to the next.
type frameClock struct {
	last time.Duration
	ms   float64 // of the last frame, 0 before there was one
}

func (c *frameClock) tick(now time.Duration) {
	if c.last > 0 {
		c.ms = float64(now-c.last) / float64(time.Millisecond)
	}
	c.last = now
}
