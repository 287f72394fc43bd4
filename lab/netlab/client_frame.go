package netlab

import (
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/world"
)

// frame makes the next frame and checks the laws.
func (s *simClient) frame(now time.Duration) {
	s.applyTroubles(now)
	if s.client == nil || now < s.troubles.asleepUntil {
		return
	}
	s.tally.frames++
	s.intent.Actions = s.intent.Actions[:0]
	playing := s.client.State() == client.Playing && s.view.Update(s.client.World(), s.client.Stream())
	if playing && s.sim.cfg.Alone && s.tally.played <= 1 { // streams are given in order of joining
		s.player.Home, s.player.Meet = s.view.Self.Motion.Pos, s.view.Feet()
	}
	if !playing && s.tally.played > 0 {
		s.tally.waits++
	}
	if playing && !s.idle {
		s.player.Play(&s.view, &s.intent)
	} else {
		s.intent.Keys = 0
	}
	if s.idle && s.player.IsBreaking() {
		s.player.StopBreaking()
		s.intent.Actions = append(s.intent.Actions, actions.Action{Kind: actions.CancelBreak})
	}
	checked := playing && s.sim.cfg.predicts()
	if checked {
		s.immediacy.expect(&s.view, &s.intent)
	}
	s.input = client.Input{Keys: s.intent.Keys, Yaw: s.intent.Yaw, Pitch: pitchFor(s.intent.Yaw), Actions: s.intent.Actions}
	peers := s.client.PeerChanges()
	corrections, edits, undone := s.sim.corrections, s.tally.edits, s.tally.otherCorrections
	s.client.Frame(s.clock.read(now), s.input)
	if s.liar != nil {
		s.liar.Update(now, s.client)
	}
	if s.client.State() == client.Ended && s.client.Reason() == nameTaken {
		s.retire() // the message of leaving was lost: the session lingers on the server
		s.troubles.awayUntil = now + 2*time.Second
		return
	}
	if s.client.State() == client.Ended {
		s.sim.fail(10, "client %d: an honest session ended: %s", s.index, s.client.Reason())
		return
	}
	if s.client.State() != client.Playing || !s.view.Update(s.client.World(), s.client.Stream()) {
		return
	}
	s.tally.played++
	if s.sim.cfg.Border > 0 {
		s.sim.perils.barriers.check(&s.sim.violations, s.index, s.client.World(), s.client.Stream())
	}
	if s.sim.cfg.Vanish {
		s.sim.perils.unseen.look(now, s.sim.cfg.RTT, s.client.World(), s.client.Stream())
	}
	if checked && s.view.Self.At > s.immediacy.before.At {
		s.immediacy.check(&s.view, corrections != s.sim.corrections || edits != s.tally.edits || undone != s.tally.otherCorrections || peers != s.client.PeerChanges())
	}
	s.checkLaws()
}

// checkLaws checks what can be seen of a client after each frame.
func (s *simClient) checkLaws() {
	l := s.sim
	un := s.client.UnackedCount()
	s.tally.unackedMax = max(s.tally.unackedMax, un)
	if un > unackedMax {
		l.fail(10, "client %d: %d actions un-acked", s.index, un)
	}
	l.checkLies(s)
	l.perils.note(&s.view, &s.tally.body)
	if l.cfg.alone(s.index) && l.now > joinGrace {
		s.tally.path = append(s.tally.path, sample{s.view.Self.At, s.view.Self.Motion.Pos, s.view.Self.Motion.Vel, s.view.Self.Motion.Needs})
	}
	if l.cfg.Alone && l.cfg.Reservoirs && l.now > joinGrace && s.tally.frames%flowEvery == 0 {
		at := s.player.Home.Block()
		from := world.Pos{X: at.X - 3, Y: 2, Z: at.Z - flowZ/2}
		s.tally.flows = append(s.tally.flows, flowSample{s.view.Stream, s.view.Self.At, from, flowAt(s.client.World(), from, s.view.Self.At)})
	}
	if s.tally.frames%statsEvery != 0 {
		return
	}
	st := s.client.Stats()
	l.laws.once.acked(s.client.Stream(), st.Acked)
	if st.BrokenLaw != "" {
		law := 11
		fmt.Sscanf(st.BrokenLaw, "law %d", &law)
		l.fail(law, "client %d: %s", s.index, st.BrokenLaw)
	}
	if st.Desyncs > 0 {
		l.fail(2, "client %d: %s", s.index, st.FirstDesync)
	}
	if st.InputToFrame > 1 && l.cfg.predicts() {
		l.fail(4, "client %d: an action showed in its frame number %d", s.index, st.InputToFrame)
	}
	if s.tally.frames%undoEvery == 0 {
		s.checkUndo()
	}
}

// historic are the strategies whose own body is what earlier frames made of it, so that what they show cannot be predicted again from
// the received state alone.
var historic = map[string]bool{"naive": true, "deltas": true}

// checkUndo checks law 1 from outside: showing the received state and predicting again leaves the shown state as it
// was, and the received state is the same twice.
func (s *simClient) checkUndo() {
	var a, b uint64
	shown := s.client.World().Hash()
	s.client.InspectReceived(func(w *world.World) { a = w.Hash() })
	if s.client.World().Hash() != shown && !historic[s.client.Method().Own] {
		s.sim.fail(1, "client %d: reverting and predicting again shows another state", s.index)
	}
	s.client.InspectReceived(func(w *world.World) { b = w.Hash() })
	if a != b {
		s.sim.fail(1, "client %d: reverting twice gives two received states", s.index)
	}
}
