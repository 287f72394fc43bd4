package main

import (
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/effects"
	"voxtide/client/links"
	"voxtide/cmd/internal/linkmenu"
	"voxtide/edits"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/ui"
)

// linkPage is the player's side of direct links.
type linkPage struct {
	*linkmenu.Menu
	said []string // lines of the chat that the game itself says next
}

// openLinkPage reads the friends. Friends that cannot be read are none: what has to be mended is logged and on the page.
func (s *app) openLinkPage() error {
	player, err := playerKey(s.home)
	if err != nil {
		return err
	}
	if s.netPage.links.Menu, err = linkmenu.Open(s.home, player.Public()); err != nil {
		s.log.Warn("no friends", "why", err)
	}
	return nil
}

// setLinks tells the session who may be linked with the player.
func (s *app) setLinks() {
	if s.session != nil {
		s.session.client.SetDirectLinks(s.linkMode(), s.netPage.links.Keys())
	}
}

// linkMode returns who may be linked, by the options.
func (s *app) linkMode() links.Mode {
	mode, _ := links.ParseMode(s.options.DirectLinks)
	return mode
}

// mayAsk reports whether the player may be asked who may be linked: neither an answer nor a flag has said it.
func (s *app) mayAsk() bool {
	_, given := s.cmd.Options[linkOption]
	return s.options.DirectLinksAsk && !given
}

// linkOption is the name of the option that says who may be linked.
const linkOption = "direct_links"

// answerLinks takes the player's answer to the question of a player near. The answer "friends" makes that player one.
func (s *app) answerLinks() {
	offer, asked := s.session.client.LinkOffer()
	s.options = s.ui.Options()
	s.unsaved = true
	if mode := s.linkMode(); asked && mode == links.Friends {
		s.say(s.netPage.links.AddFriend(offer.Name, offer.Key))
	}
	s.session.client.AnswerLinkOffer(s.linkMode(), s.netPage.links.Keys())
}

// addFriend makes the player of a row a friend.
func (s *app) addFriend(row int) {
	if all := s.session.client.DirectLinks(); row < len(all) {
		s.say(s.netPage.links.AddFriend(all[row].Name, all[row].Key))
		s.setLinks()
	}
}

// localCommand carries out a line of the chat, if it is a command for the game itself.
func (s *app) localCommand(line string) (mine bool) {
	if e := emoteOf(line); e != edits.EmoteNone {
		s.controls.actions = append(s.controls.actions, actions.Action{Kind: actions.MakeEmote, Emote: e})
		if s.controls.view == effects.FirstPerson {
			s.say(fmt.Sprintf("You %s. %s shows you from outside.", doing[e], s.ui.KeyOf("view")))
		}
		return true
	}
	c := s.session.client
	said, mine := s.netPage.links.Command(line, s.linkMode(), c.DirectLinks(), onlinePlayers{c.World()})
	if mine {
		s.say(said...)
		s.setLinks()
	}
	return mine
}

// say shows lines in the chat as the game's own.
func (s *app) say(lines ...string) { s.netPage.links.said = append(s.netPage.links.said, lines...) }

// fillLinks copies into the state of the screens what they show of direct links.
func (s *app) fillLinks(st *ui.State, sc *scene.Scene) {
	g := s.session
	for _, text := range s.netPage.links.said {
		st.ChatLines = append(st.ChatLines, ui.ChatLine{Text: text})
	}
	s.netPage.links.said = s.netPage.links.said[:0]
	if g.host != nil {
		return // within the process, or alone: there is nobody to be linked with
	}
	l := &st.Links
	s.netPage.links.Fill(l, g.client.DirectLinks())
	l.Offer, l.Sooner = "", 0
	if offer, ok := g.client.LinkOffer(); ok && s.mayAsk() {
		l.Offer, l.Sooner = offer.Name, sooner(g.client, sc, offer.Stream)
	}
}

// soonerLeast is the least figure that the question names, in ms: a smaller one is a measurement of frames.
const soonerLeast = 20

// sooner returns by how many ms a player of a stream would be seen sooner at best: as far as the received stream lies behind the
// frame, in tens. A link that takes no time would save that; 0 where it is not known or small.
func sooner(c *client.Client, sc *scene.Scene, of timestream.Stream) int {
	w := c.World()
	if w == nil {
		return 0
	}
	st := w.Stream(of)
	if st == nil {
		return 0
	}
	behind := timestream.Duration(sc.Time - int64(st.Stamp))
	ms := int(behind/timestream.Millisecond) / 10 * 10
	if ms < soonerLeast || behind > timestream.Duration(2*time.Second/time.Microsecond) {
		return 0
	}
	return ms
}
