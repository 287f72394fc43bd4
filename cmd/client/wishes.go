package main

import (
	"cmp"
	"hash/fnv"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/host"
	"voxtide/settings"
	"voxtide/store/disk"
	"voxtide/ui"
)

// follow does what follows from the events.
func (s *shell) follow(out *ui.Out, now time.Duration) error {
	s.hands.turn(out.LookX, out.LookY, s.saved.Sensitivity, s.saved.Invert)
	for _, p := range out.Presses {
		if p.Control == ui.ControlScreenshot && p.Down {
			s.shots = append(s.shots, filepath.Join(s.home, "screenshots", time.Now().Format("2006-01-02_15-04-05.000")+".png"))
			continue
		}
		s.hands.press(p, now)
	}
	for _, w := range out.Wishes {
		if err := s.wish(w); err != nil {
			return err
		}
	}
	return nil
}

// wish does what the player wishes on a screen.
func (s *shell) wish(w ui.Wish) error {
	do := func(a actions.Action) { s.hands.do = append(s.hands.do, a) }
	switch w.Want {
	case ui.WantChat:
		do(actions.Action{Kind: actions.Chat, Text: w.Text})
	case ui.WantMove:
		do(actions.Action{Kind: actions.MoveItem, Slot: w.From, To: w.To, Count: w.Count})
	case ui.WantSelect:
		do(actions.Action{Kind: actions.Select, Slot: w.To})
	case ui.WantOptions:
		s.options()
	case ui.WantQuit:
		s.quit = true
	case ui.WantLeave, ui.WantCancel, ui.WantMenu:
		err := s.leave()
		s.toMenu()
		return err
	case ui.WantPlay, ui.WantCreate:
		s.cmd.Connect, s.cmd.World, s.cmd.Seed = "", w.Text, nil
		if w.Want == ui.WantCreate {
			s.cmd.Survival = w.Survival
			if w.Seed != "" {
				seed := seedOf(w.Seed)
				s.cmd.Seed = &seed
			}
		}
		s.tryEnter()
	case ui.WantConnect:
		s.cmd.Connect, s.cmd.World, s.cmd.AcceptKey = withPort(w.Text), "", ""
		s.tryEnter()
	case ui.WantTrust:
		s.cmd.AcceptKey = s.newKey
		s.tryEnter()
	case ui.WantDelete:
		s.remove(w.Text)
	case ui.WantRetry:
		s.tryEnter()
	}
	return nil
}

// tryEnter enters from the menu: what goes wrong is said on a page.
func (s *shell) tryEnter() {
	if err := s.enter(); err != nil {
		s.state = ui.State{Ended: err.Error(), Server: s.cmd.Connect}
		s.ui.Show(ui.Ended)
	}
}

// options applies what was changed on the screens.
func (s *shell) options() {
	before := s.saved
	takeOptions(&s.saved, s.ui.Options())
	s.saved.Name = cmp.Or(strings.TrimSpace(s.saved.Name), userName())
	s.cmd.Name = s.saved.Name
	if s.saved.Fullscreen != before.Fullscreen {
		s.stage.win.SetFullscreen(s.saved.Fullscreen)
	}
	if s.saved.VSync != before.VSync {
		s.stage.win.SetVSync(s.saved.VSync)
	}
	if s.game != nil {
		s.game.client.SetFeel(feelOf(&s.saved))
	}
	if err := s.stage.apply(s.saved.Quality()); err != nil {
		s.log.Warn("the quality cannot be changed", "why", err)
	}
	if s.game != nil {
		s.game.client.SetCoarse(s.saved.Coarse)
	}
	if s.saved.View != before.View {
		s.viewAt = host.Since() + viewCalm
	}
	s.unsaved = true
}

// remove removes an own world for good. What stays in the list says why.
func (s *shell) remove(name string) {
	dir, err := settings.World(s.home, name)
	if err == nil {
		err = disk.Remove(dir)
	}
	s.state.Worlds, s.state.WorldsFail = worlds(s.home)
	if err != nil {
		s.log.Warn("the world cannot be deleted", "world", name, "why", err)
		s.state.WorldsFail = "\"" + name + "\" cannot be deleted: " + err.Error()
	}
}

// usualPort is where servers listen if nothing is said.
const usualPort = "7400"

// withPort returns an address with the usual port, if it names none.
func withPort(address string) string {
	if _, _, err := net.SplitHostPort(address); err == nil {
		return address
	}
	return net.JoinHostPort(strings.Trim(address, "[]"), usualPort)
}

// seedOf returns the seed that a text stands for: a number itself, or the hash of what is none.
func seedOf(text string) uint64 {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n
	}
	h := fnv.New64a()
	io.WriteString(h, text)
	return h.Sum64()
}
