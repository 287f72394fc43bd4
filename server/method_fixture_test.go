package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// ask asks for another method.
func (h *testClient) ask(m protocol.Method) {
	h.asked++
	h.conn.say(protocol.AppendMethodRequest(nil, &protocol.MethodRequest{Number: h.asked, Method: m}))
}

// input sends the input of a tick.
func (h *testClient) input(tick uint64, keys world.Keys, yaw uint16) {
	v := protocol.TickInputs{Tick: tick, Count: 1, Inputs: [protocol.InputsMax]protocol.TickInput{{Keys: keys, Yaw: yaw}}}
	h.conn.value(protocol.SlotInput+uint8(tick%protocol.InputSlots), protocol.AppendTickInputs(nil, &v))
}

// performedAction is an action as the server performed it.
type performedAction struct {
	number    uint64
	kind      actions.Kind
	stamp, at timestream.Time
	why       actions.Refusal
}

// judgeObserver notes what a judge does to each stream.
type judgeObserver struct {
	noObserver
	performed map[timestream.Stream][]performedAction
}

func (o *judgeObserver) Action(s timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal) {
	o.performed[s] = append(o.performed[s], performedAction{a.Number, a.Kind, a.At, at, why})
}

// newJudged is a server with any method, and a player who is judged by one of them.
func newJudged(t testing.TB, m protocol.Method) (*harness, *testClient, *judgeObserver) {
	o := &judgeObserver{performed: map[timestream.Stream][]performedAction{}}
	r := newHarness(t, func(c *Config) { c.AnyMethod, c.Observer = true, o })
	ann := r.join("ann")
	r.play(30)
	if m != (protocol.Method{}) {
		ann.ask(m)
		r.play(4)
		if ann.method.Method != m || ann.method.Number != ann.asked {
			t.Fatalf("told %+v", ann.method)
		}
	}
	return r, ann, o
}
