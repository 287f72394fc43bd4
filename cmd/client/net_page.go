package main

import (
	"fmt"
	"time"
	"voxtide/cmd/internal/servers"

	"voxtide/client"
	"voxtide/client/netstats"
	"voxtide/cmd/internal/netmenu"
	"voxtide/render/scene"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/timestream"
	"voxtide/ui"
	"voxtide/ui/netview"
)

// netPage is the page of the network.
type netPage struct {
	*netmenu.Menu
	refused string // why the method that was chosen is not in force, "" if it is
	links   linkPage
	servers *servers.Page
}

// methodOf returns the method that the options choose: the text of strategy, with the choices of others and draw.
func methodOf(o *settings.Client) (client.Choice, error) {
	c, err := client.ParseMethod(o.Strategy)
	for _, axis := range [2][2]string{{"others", o.Others}, {"draw", o.Draw}} {
		if err == nil && axis[1] != "" {
			c, err = c.With(axis[0], axis[1])
		}
	}
	return c, err
}

// netNotes returns a recorder of what the netcode does, with the real clock.
func netNotes() *netstats.Recorder {
	return &netstats.Recorder{Clock: func() int64 { return int64(host.Monotonic() / time.Microsecond) }}
}

// openNetPage makes the page of the network from the options and the flags.
func (s *app) openNetPage() {
	c, err := methodOf(&s.options)
	if err != nil {
		s.log.Warn("the settings name no method", "why", err)
	}
	s.cmd.Net.changeable = true
	s.netPage.Menu = netmenu.New(c, s.cmd.Net.network)
}

// moveNetRow moves a row of the page of the network; -1 makes the network good. What changed takes effect at once.
func (s *app) moveNetRow(row, to int) {
	method, worse := s.netPage.Choice(), netmenu.Worse(s.netPage.Network())
	if row < 0 {
		s.netPage.GoodNetwork()
	} else {
		s.netPage.Move(row, to)
	}
	if c := s.netPage.Choice(); !c.Equal(method) {
		s.chooseMethod(c)
	}
	if netmenu.Worse(s.netPage.Network()) != worse {
		s.setNetwork()
	}
}

// chooseMethod makes a method the option and switches the session to it.
func (s *app) chooseMethod(c client.Choice) {
	s.options.Strategy, s.options.Others, s.options.Draw = c.String(), "", ""
	s.ui.SetOptions(s.options)
	s.unsaved, s.netPage.refused = true, ""
	if s.session == nil {
		return
	}
	if err := s.session.client.SetMethod(c); err != nil {
		s.netPage.refused = err.Error()
	}
}

// setNetwork makes the network as bad as the page says. A world of the player's own moves from its connection within the
// process to a socket for that.
func (s *app) setNetwork() {
	n := &s.cmd.Net
	n.set(s.netPage.Network())
	if n.conditioned || n.worse() == "" {
		return
	}
	n.conditioned = true
	if g := s.session; g != nil && g.host != nil {
		g.client.Reconnect("the network is made worse")
	}
}

// fillNetwork copies into the state of the screens what they show of the netcode.
func (s *app) fillNetwork(st *ui.State) {
	st.NetworkWorse = s.cmd.Net.worse()
	rows := s.netPage.Rows()
	st.NetworkRows = st.NetworkRows[:0]
	for i := range rows {
		r := &rows[i]
		st.NetworkRows = append(st.NetworkRows, ui.NetworkRow{Label: r.Label, Help: r.Help, Slider: r.Slider, Position: r.Position, Positions: r.Positions, Text: r.Text})
	}
	st.Net, st.NetworkRefused = nil, s.netPage.refused
	g := s.session
	if g == nil {
		st.Method = s.netPage.Choice().String()
		return
	}
	st.Net, st.Method = g.net, g.client.Method().String()
	if st.MethodNotes.Figures = ""; s.ui.NetView() != nil {
		st.MethodNotes.Figures = methodFigures(g.client)
	}
	st.MethodNotes.Rival = !g.client.Method().Capabilities().Predicts
	if why := g.client.MethodRefusal(); why != "" && st.NetworkRefused == "" {
		st.NetworkRefused = "Not " + g.client.WantedMethod().Name + ", but " + g.client.Method().Name + ": " + why + "."
	} else if wanted := g.client.WantedMethod(); why == "" && !wanted.Equal(g.client.Method()) {
		st.Method += ", asks for " + wanted.Name
	}
}

// methodFigures returns in words what a method has computed again, and how the server judges its inputs by ticks.
func methodFigures(c *client.Client) (text string) {
	if s, ok := c.StrategyStats(); ok && s.Repredictions > 0 {
		text = fmt.Sprintf("re-simulated %d ticks, at most %d at once", s.ResimulatedLast, s.ResimulatedMost)
		if s.Overwritten > 0 {
			text += fmt.Sprintf(", %d overwritten", s.Overwritten)
		}
	}
	if s, ok := c.Slack(); ok {
		if text != "" {
			text += "; "
		}
		text += fmt.Sprintf("slack %d ms, reused %d, late %d", s.Least/1000, s.Reused, s.Late)
	}
	return text
}

// notePackets notes how many packets the connection has sent, received and lost.
func (s *app) notePackets(now time.Duration) {
	g := s.session
	p, ok := s.cmd.Net.packets()
	if !ok && g.conn != nil {
		st := g.conn.Stats()
		p, ok = netstats.Packets{Up: st.PacketsUp, Down: st.PacketsDown}, true
	}
	if ok {
		g.net.Counted(timestream.Duration(now/time.Microsecond), p)
	}
}

// addBoxes adds the boxes of the overlay of the netcode to a scene.
func (s *app) addBoxes(sc *scene.Scene) {
	if n := s.ui.NetView(); n != nil {
		sc.Outlines = netview.Boxes(sc.Outlines, n)
	}
}
