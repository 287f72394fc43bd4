package client

import (
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// The client's side of protocol.JudgeTicks: what the player holds goes up once a tick, 60 times a second, as a value that may be lost,
// instead of as actions. An input has to arrive before the server runs its tick, so the client's ticks are ahead of the server's clock:
// at first by half of the least round trip and a margin of two ticks, and from then on so that the least slack of the inputs of a
// second, which the server tells, is that margin: by 1%, or at once where inputs come too late. The source (Jimenez Morales) says nothing of this; the way is ours.

// sendTicks takes the input of the ticks that begin with this frame, for the strategy and for the server.
func (c *Client) sendTicks(in Input, to timestream.Time) {
	k := &c.ticks
	first, last := k.advance(to, c.roundTrip("ewma"))
	if first > last {
		return
	}
	held := protocol.TickInput{Keys: in.Keys & world.KeysAll, Yaw: in.Yaw &^ 15}
	c.own.keys, c.own.yaw = held.Keys, held.Yaw
	strategy, byTicks := c.strategy.(TickInput)
	for tick := first; tick <= last; tick++ {
		k.inputs[tick%protocol.InputsMax] = held
		if byTicks {
			strategy.AddTick(tick, held.Keys, held.Yaw)
		}
	}
	if c.link.conn == nil || !c.link.welcomed {
		return
	}
	repeat := max(1, uint64(c.method.Number("repeat")))
	v := protocol.TickInputs{Tick: last, Pitch: pitchDegrees(in.Pitch), Count: int(min(last-first+repeat, protocol.InputsMax))}
	for i := range v.Count {
		v.Inputs[i] = k.inputs[(last-uint64(v.Count-1-i))%protocol.InputsMax]
	}
	c.link.buf = protocol.AppendTickInputs(c.link.buf[:0], &v)
	c.stats.BytesUp += len(c.link.buf)
	c.link.conn.Value(protocol.SlotInput+uint8(last%protocol.InputSlots), c.link.buf) // an error means that the connection is closed
}

// receiveSlack takes what the server tells of the inputs.
func (c *Client) receiveSlack(data []byte) error {
	s, err := protocol.ReadSlack(data)
	if err == nil && c.ticks.running {
		c.ticks.slack, c.ticks.told = s, true
	}
	return err
}

// Slack returns what the server last told of the inputs of a session that is judged by ticks; false if it has told nothing, or judges
// otherwise.
func (c *Client) Slack() (s protocol.Slack, ok bool) {
	return c.ticks.slack, c.ticks.told && c.judged.Judge == protocol.JudgeTicks
}
