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
	"voxtide/cmd/internal/worlds"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/store/pebble"
	"voxtide/ui"
	"voxtide/world"
)

// handle fulfils what follows from the events of a frame.
func (s *app) handle(out *ui.Output, now time.Duration) error {
	s.controls.turn(out.LookX, out.LookY, s.options.MouseSensitivity, s.options.InvertMouse)
	for _, p := range out.Controls {
		if p.Control == ui.ControlScreenshot && p.Down {
			s.screenshots = append(s.screenshots, screenshotFile{path: filepath.Join(s.home, "screenshots", time.Now().Format("2006-01-02_15-04-05.000")+".png"), byKey: true})
			continue
		}
		s.controls.control(p, now)
	}
	for _, r := range out.Requests {
		if err := s.request(r); err != nil {
			return err
		}
	}
	return nil
}

// request fulfils one request of the screens.
func (s *app) request(r ui.Request) error {
	do := func(a actions.Action) { s.controls.actions = append(s.controls.actions, a) }
	switch r.Kind {
	case ui.RequestChat:
		if s.localCommand(r.Text) {
			break
		}
		do(actions.Action{Kind: actions.Chat, Text: r.Text})
	case ui.RequestMoveItem:
		do(actions.Action{Kind: actions.MoveItem, Slot: r.From, ToSlot: r.To, Count: r.Count})
	case ui.RequestCraft:
		do(actions.CraftAction(r.Recipe, r.Count, &s.controls.opened.stations))
	case ui.RequestProvide:
		do(actions.Action{Kind: actions.Provide, Slot: r.To, Item: world.Item(r.Item), Count: r.Count})
	case ui.RequestDrop:
		do(actions.Action{Kind: actions.Drop, Slot: r.From, Count: r.Count, Yaw: yawOf(s.controls.yaw), Pitch: pitchOf(s.controls.pitch)})
	case ui.RequestBoxMove:
		do(actions.Action{Kind: actions.BoxMove, Pos: s.controls.opened.pos, Slot: r.From, ToSlot: r.To, Count: r.Count, Item: world.Item(r.Item), Want: r.Into})
	case ui.RequestTrade:
		do(actions.Action{Kind: actions.Trade, Pos: s.controls.opened.pos, Count: r.Count, Offer: s.controls.opened.offer})
	case ui.RequestOpenBox:
		s.controls.opened.boxed = &s.controls.opened.pos
	case ui.RequestWriteSign:
		do(actions.Action{Kind: actions.WriteSign, Pos: s.controls.opened.pos, Text: actions.CleanSign(r.Text)})
	case ui.RequestSelectSlot:
		do(actions.Action{Kind: actions.SelectSlot, Slot: r.To})
	case ui.RequestApplyOptions:
		s.applyOptions()
	case ui.RequestOpenLAN:
		s.openLAN()
	case ui.RequestNetwork:
		s.moveNetRow(r.Row, r.Position)
	case ui.RequestAnswerPack:
		if err := s.packs.Answer(s.cmd.Connect, r.Into); err != nil {
			s.log.Warn("the answer is not kept", "why", err)
		}
	case ui.RequestAnswerLinks:
		s.answerLinks()
	case ui.RequestAddFriend:
		s.addFriend(r.Row)
	case ui.RequestCopyKey:
		s.display.window.SetClipboard(s.state.Links.Key)
	case ui.RequestQuit:
		s.quit = true
	case ui.RequestLeave, ui.RequestCancel, ui.RequestMenu:
		err := s.leave()
		s.showMainMenu()
		return err
	case ui.RequestPlay, ui.RequestCreateWorld:
		s.cmd.Connect, s.cmd.World, s.cmd.Seed, s.cmd.Generator = "", r.Text, nil, 0
		if r.Kind == ui.RequestCreateWorld {
			s.cmd.Survival = r.Survival
			if r.Seed != "" {
				seed := seedOf(r.Seed)
				s.cmd.Seed = &seed
			}
		}
		s.enterFromMenu()
	case ui.RequestConnect:
		s.cmd.Connect, s.cmd.World, s.cmd.AcceptKey = withPorts(r.Text), "", ""
		s.enterFromMenu()
	case ui.RequestAddServer:
		s.netPage.servers.Keep(r.Name, withPorts(r.Text))
	case ui.RequestRemoveServer:
		s.netPage.servers.Drop(r.Text)
	case ui.RequestTrustKey:
		s.cmd.AcceptKey = s.shownKey
		s.enterFromMenu()
	case ui.RequestDeleteWorld:
		s.deleteWorld(r.Text)
	case ui.RequestRetry:
		s.enterFromMenu()
	}
	return nil
}

// applyOptions makes the options that the player changed on the screens take effect.
func (s *app) applyOptions() {
	before := s.options
	s.options = s.ui.Options()
	o := &s.options
	o.Name = cmp.Or(strings.TrimSpace(o.Name), userName())
	s.cmd.Name = o.Name
	s.display.guard.Chosen(host.Monotonic(), &before, o)
	if o.Fullscreen != before.Fullscreen {
		s.display.window.SetFullscreen(o.Fullscreen)
	}
	if o.VSync != before.VSync {
		s.display.window.SetVSync(o.VSync)
	}
	if err := s.display.apply(o); err != nil {
		s.log.Warn("the graphics options cannot be applied", "why", err)
	}
	s.display.sounds.SetVolumes(volumesOf(o))
	if s.session != nil {
		s.session.client.SetEffects(effectsOf(o))
		s.session.client.SetFarReach(o.FarLand)
		s.session.client.HideSkins(!o.OthersSkins)
	}
	if o.DirectLinks != before.DirectLinks {
		o.DirectLinksAsk = false // the player has answered without being asked
		s.ui.SetOptions(*o)
		s.setLinks()
	}
	if o.ViewDistance != before.ViewDistance {
		s.tellViewAt = host.Monotonic() + viewDistanceDelay
	}
	s.unsaved = true
}

// deleteWorld deletes a world for good. If it cannot be deleted, the list of worlds says why.
func (s *app) deleteWorld(name string) {
	dir, err := settings.WorldDir(s.home, name)
	if err == nil {
		err = pebble.Remove(dir)
	}
	if err == nil {
		err = worlds.RemoveCard(s.home, name)
	}
	s.state.Worlds, s.state.WorldsError = listWorlds(s.home)
	if err != nil {
		s.log.Warn("the world cannot be deleted", "world", name, "why", err)
		s.state.WorldsError = "\"" + name + "\" cannot be deleted: " + err.Error()
	}
}

// defaultPort is the UDP port of servers by default.
const defaultPort = "7400"

// withPorts returns a list of addresses, separated by commas, with a port each: the default one if it has none.
func withPorts(list string) string {
	all := strings.Split(list, ",")
	for i, address := range all {
		all[i] = withPort(strings.TrimSpace(address))
	}
	return strings.Join(all, ",")
}

func withPort(address string) string {
	if _, _, err := net.SplitHostPort(address); err == nil {
		return address
	}
	return net.JoinHostPort(strings.Trim(address, "[]"), defaultPort)
}

// seedOf returns the seed that a text stands for: the number itself, or a hash of any other text.
func seedOf(text string) uint64 {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n
	}
	h := fnv.New64a()
	io.WriteString(h, text)
	return h.Sum64()
}

// lanPort is the port at which a world of the player's own is opened to others, if it is free.
const lanPort = "7400"

// openLAN opens the world of the player's own to others, and says where they join it.
func (s *app) openLAN() {
	g := s.session
	if g == nil || g.host == nil || s.state.OpenAt != "" {
		return
	}
	at, err := g.host.Listen(":" + lanPort)
	if err != nil {
		at, err = g.host.Listen(":0")
	}
	if err != nil {
		s.say("This world cannot be opened to others: " + err.Error())
		return
	}
	_, port, err := net.SplitHostPort(at.String())
	if err != nil {
		port = lanPort
	}
	s.state.OpenAt = net.JoinHostPort(lanAddress(), port)
	if err := g.host.AnswerLAN(at); err != nil {
		s.log.Info("others in the network do not see this world in their list", "why", err)
	}
	s.log.Info("open to others", "at", s.state.OpenAt, "fingerprint", g.host.Key().String())
	s.say("Others in your network join at " + s.state.OpenAt + " (Multiplayer, Join server).")
}

// lanAddress returns the address of this machine in its network, as others there reach it; of several the first.
func lanAddress() string {
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}
