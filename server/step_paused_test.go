package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// TestServerPaused: after a pause of the server, however long, all play on at once: no session or connection ends for it, no stream is
// left behind, and actions are acked as fast as ever.
func TestServerPaused(t *testing.T) {
	for _, stood := range []time.Duration{2100 * ms, 3 * time.Second, 8 * time.Second, 25 * time.Second, 10 * time.Minute} {
		r := newHarness(t, func(c *Config) { c.Bounds.UnreadTimeout = 0 })
		ann, bob := r.join("ann"), r.join("bob")
		r.play(60)
		ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
		r.play(3)
		bob.conn.Close("silent") // as the network does
		r.play(10)
		from := ann.avatar().Motion.Pos
		r.step(stood)
		if m := r.s.Metrics(); m.SessionsEnded+m.Left > 0 || ann.conn.closed || r.s.clients.session(bob.stream()) == nil {
			t.Fatalf("%v: %+v, %q", stood, m, ann.conn.reason)
		}
		if r.s.Now().Sub(r.s.World().Stream(ann.stream()).Stamp) > 700*timestream.Millisecond {
			t.Fatalf("%v: the stream is %d us behind", stood, r.s.Now().Sub(r.s.World().Stream(ann.stream()).Stamp))
		}
		if to := ann.avatar().Motion.Pos; stood > 3*time.Second && (ann.avatar().Motion.Keys != 0 || from[2]-to[2] > 3*world.Unit) {
			t.Fatalf("%v: walks on with nobody at the keys, from %v to %v", stood, from, to)
		}
		for range 20 {
			a := ann.do(actions.Action{Kind: actions.SetYaw, Yaw: uint16(ann.next) * 16}, r.s.Now())
			r.play(3)
			if ann.acked < a.Number {
				t.Fatalf("%v: action %d, acked %d", stood, a.Number, ann.acked)
			}
		}
		bob.resume(r)
		r.play(120)
		ann.agrees()
		bob.agrees()
	}
}
