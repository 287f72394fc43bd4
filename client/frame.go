package client

import (
	"time"

	"voxtide/client/effects"
	"voxtide/client/far"
	"voxtide/client/terrain"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// New returns a client that opens its connection at the first frame.
func New(cfg Config) *Client {
	c := &Client{cfg: cfg, link: link{update: cfg.UpdateBuffer}}
	if cfg.Recorder != nil {
		c.cfg.Dial = func() transport.Conn { return cfg.Recorder.Dialed(cfg.Dial()) }
		if cfg.DialOther != nil {
			c.cfg.DialOther = func(address string) transport.Conn { return cfg.Recorder.Dialed(cfg.DialOther(address)) }
		}
	}
	c.asking.want(methodOf(cfg.Strategy))
	c.method = c.shownMethod()
	c.effects = effects.New(cfg.Effects, c.method.drawing())
	c.own.reset()
	c.travel.world = cfg.World
	c.clock.given, c.clock.set = cfg.KnownClock, cfg.KnownClock != nil
	if c.link.update == nil {
		c.link.update = &protocol.Update{}
	}
	if cfg.Faces != nil {
		c.terrain = terrain.NewView(cfg.Faces, max(1, cfg.Workers))
		c.far = far.New(cfg.FarDetail)
		c.far.SetReach(cfg.FarReach)
	}
	c.beginDirect()
	if cfg.JoinTimeout == 0 {
		c.cfg.JoinTimeout = 30 * time.Second
	}
	return c
}

// Frame makes one frame: now is the caller's monotonic time. The scene is valid until the next call.
func (c *Client) Frame(now time.Duration, in Input) *scene.Scene {
	if c.cfg.Recorder == nil {
		return c.makeFrame(now, in)
	}
	return c.recordFrame(now, in)
}

// recordFrame is makeFrame with a recorder, apart from Frame because its input goes to the heap.
func (c *Client) recordFrame(now time.Duration, in Input) *scene.Scene {
	c.cfg.Recorder.BeginFrame(now, &in)
	sc := c.makeFrame(now, in)
	c.cfg.Recorder.EndFrame(sc, c.World())
	return sc
}

func (c *Client) makeFrame(now time.Duration, in Input) *scene.Scene {
	c.now = now
	c.frames++
	c.stats.Frames++
	if c.state != Ended {
		c.receive()
		c.goOn()
		c.maintainConnection()
		c.updateDirect()
	}
	if c.strategy != nil && c.strategy.Base().Complete() {
		c.playFrame(in)
		c.telemetry.send(&c.link, &c.stats, c.strategy, c.now, false)
	}
	c.link.flush()
	return c.fillScene(in)
}

// playFrame performs the input and advances the world to the frame's time.
func (c *Client) playFrame(in Input) {
	last := c.strategy.Now()
	to := max(c.clock.read(c.now), last, c.own.noInputBefore)
	if st := c.strategy.World().Stream(c.stream); st != nil {
		to = max(to, st.Stamp) // a clock behind the own stream would stamp actions before the received stamp
	}
	if limit := c.predictionLimit(); to > limit {
		to = max(last, limit)
	}
	if c.state == Playing && c.clock.set && c.travel.to == "" {
		c.bodyGoesOn(&in)
		c.performInput(in, last, to)
		if c.judged.Judge == protocol.JudgeTicks {
			c.sendTicks(in, to)
		} else {
			c.ticks.running = false
			c.declare(to, in.Pitch)
		}
	}
	if correction, ok := c.predictTo(to); ok {
		c.noteCorrection(correction)
	}
	for _, correction := range c.strategy.Base().PendingEvents().Corrections {
		c.noteCorrection(correction)
	}
	c.noteShown(lastPerformed(c.strategy))
	c.shareActions(in.Pitch, to)
	took := c.own.shown(lastPerformed(c.strategy), c.frames)
	c.stats.InputToFrame = max(c.stats.InputToFrame, took)
}

// bodyGoesOn has the own body look on and fly on as it did when its player left, if this is the first frame of a session with input: who made the
// frame's input could not know. From the next frame on the input counts.
func (c *Client) bodyGoesOn(in *Input) {
	e := c.avatar()
	if e == nil || c.own.begun {
		return
	}
	c.own.begun = true
	in.Keys |= e.Motion.Keys & world.KeyFly
	in.Yaw = e.Motion.Yaw
}

func (c *Client) noteCorrection(correction predict.Correction) {
	c.stats.addCorrection(&correction)
	if !c.Promises() {
		c.telemetry.noteRival(&correction)
	}
	c.noteJump(&correction)
	if c.cfg.Observer != nil {
		c.cfg.Observer.Correction(correction)
	}
}

// predictionLimit returns the latest time that a client predicts, acts and declares.
func (c *Client) predictionLimit() timestream.Time {
	st := c.strategy.World().Stream(c.stream)
	if st == nil {
		return timestream.Never
	}
	return st.Stamp.Add(protocol.Horizon)
}

// Leave ends the session.
func (c *Client) Leave() {
	c.noteCall(CallLeave, "")
	if c.link.conn != nil {
		c.telemetry.send(&c.link, &c.stats, c.strategy, c.now, true)
		c.link.conn.Flush()
		c.link.conn.Close("left")
	}
	c.end("left")
}

// Close ends the workers of a client with a window. The session must have been left.
func (c *Client) Close() {
	if c.terrain != nil {
		c.terrain.Close()
		c.far.Close()
	}
}
