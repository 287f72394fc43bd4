package client

import (
	"slices"

	"voxtide/internal/faults"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
)

// The method of a session can be changed at any time. Another strategy is made over what was received and the un-acked actions,
// which all strategies share, so that nothing is lost by a change. Where the server's judge must change too, the client asks it
// to, and the new strategy begins with the update that says so; until then, and for as long as the server refuses, a strategy
// that fits the judge in force is shown.

// SetMethod plays under another method from now on, or from when the server agrees. A choice that does not fit together is an
// error.
func (c *Client) SetMethod(m Choice) error {
	if err := m.check(); err != nil {
		return err
	}
	c.noteCall(CallSetMethod, m.String())
	c.asking.want(m)
	c.followMethod()
	return nil
}

// Method returns the method that is shown, and WantedMethod the one that was chosen last.
func (c *Client) Method() Choice { return c.method }

// WantedMethod returns the method that was chosen last, which the server may not have agreed to yet.
func (c *Client) WantedMethod() Choice { return c.asking.wanted }

// MethodRefusal returns why the server does not play the wanted method, "" if it does or has not answered.
func (c *Client) MethodRefusal() string { return c.asking.refusal.String() }

// Judged returns the server's part of the method, as the last update told it.
func (c *Client) Judged() protocol.Method { return c.judged }

// Promises reports whether each correction has a cause at present: the method promises it, and the server judges by that method.
func (c *Client) Promises() bool {
	return c.method.Capabilities().Predicts && c.judged.Judge == c.method.serverPart().Judge
}

// followMethod shows the method that fits the judge in force, and asks the server for the wanted one.
func (c *Client) followMethod() {
	if m := c.shownMethod(); !m.Equal(c.method) {
		c.switchTo(m)
	}
	c.askMethod()
}

// askMethod asks the server for its part of the wanted method, unless it has been asked, or has refused.
func (c *Client) askMethod() {
	want := c.asking.wantedOfServer
	if want == c.judged || !c.asking.told || c.link.conn == nil || !c.link.welcomed || c.strategy == nil || !c.strategy.Base().Complete() ||
		c.asking.pending && c.asking.method == want || c.asking.refusal != 0 {
		return
	}
	c.asking.number++
	c.asking.method, c.asking.pending = want, true
	c.link.buf = protocol.AppendMethodRequest(c.link.buf[:0], &protocol.MethodRequest{Number: c.asking.number, Method: want})
	c.stats.BytesUp += len(c.link.buf)
	c.sendMessage(c.link.buf)
}

// switchTo shows another method over what was received, up to the time of the last frame.
func (c *Client) switchTo(m Choice) {
	was := c.method
	c.method = m
	c.effects.SetDrawing(m.drawing())
	if c.strategy == nil {
		return
	}
	r := c.strategy.Base()
	if m.builtAs(was) {
		r.CollectSamples = m.Others != "streams"
		return
	}
	now := c.strategy.Now()
	c.strategy.Revert()
	c.show(r)
	c.strategy.AdvanceTo(now)
}

// builtAs reports whether a strategy made for another choice serves this one: everything that strategies read is the same.
func (c Choice) builtAs(d Choice) bool {
	c.Draw, c.Hits, d.Draw, d.Hits = "none", "none", "none", "none"
	if (c.Others == "streams") == (d.Others == "streams") {
		c.Others, d.Others = "received", "received"
	}
	own := func(c Choice) (list []setting) {
		for _, p := range Axes[0].find(c.Own).Parameters {
			list = append(list, setting{p.Name, c.Word(p.Name)})
		}
		return list
	}
	return c.Own == d.Own && c.Judge == d.Judge && c.Others == d.Others && slices.Equal(own(c), own(d))
}

// newStrategy makes the strategy of a fresh session, with nothing received.
func (c *Client) newStrategy(own timestream.Stream) {
	r := predict.NewReceived(own)
	r.TrackSections = c.terrain != nil
	if c.cfg.Observer != nil {
		r.OnSectionChange = c.cfg.Observer.SectionEdit
	}
	if c.terrain != nil {
		c.terrain.Reset()
		c.far.Reset()
	}
	if c.cfg.NetStats != nil {
		c.cfg.NetStats.Reset()
	}
	c.effects.Reset()
	c.ears.Reset()
	c.judged = protocol.Method{}
	c.asking.reset()
	c.method = c.shownMethod()
	c.effects.SetDrawing(c.method.drawing())
	r.OwnOnly = c.cfg.NoScene && c.method.Own == "dumb"
	c.show(r)
}

// show makes the strategy of the shown method over what was received, without predictions.
func (c *Client) show(r *predict.Received) {
	r.CollectSamples = c.method.Others != "streams"
	o := strategyOptions{received: r, checkRevert: c.cfg.CheckRevert, checkAlways: c.cfg.CheckEveryFrame, roundTrip: c.roundTrip}
	c.strategy = builders[c.method.Own](&o, c.method)
}

// receiveMethod takes the server's part of the method from an update, before it is applied: each full update tells it, and each
// answer to a request.
func (c *Client) receiveMethod(u *protocol.Update) {
	for i := range u.Entries {
		e := &u.Entries[i]
		if e.Kind != protocol.EntryMethod {
			continue
		}
		c.judged, c.asking.told = e.Method.Method, true
		full := u.Entries[0].Kind == protocol.EntryReset
		if answered := e.Method.Number >= c.asking.number; answered {
			c.asking.pending, c.asking.refusal = false, e.Method.Refusal
		} else if full {
			c.asking.pending = false // a request may have been lost with the connection
		}
		if m := c.shownMethod(); !m.Equal(c.method) {
			c.switchTo(m)
		}
	}
}

// losesWhileAsking reports whether an action is lost because a method was asked for: a deliberate fault.
func (c *Client) losesWhileAsking() bool {
	return c.asking.pending && faults.Active(faults.MethodSwitchLosesAction)
}
