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

// TickInput is the optional part of a strategy that simulates by ticks: it gets the input of each tick, in order. After a pause ticks
// may be left out.
type TickInput interface {
	AddTick(tick uint64, keys world.Keys, yaw uint16)
}

const (
	// tickMargin is the slack that the client keeps: two ticks.
	tickMargin = 2 * timestream.Second / protocol.InputTicksPerSecond
	// tickSlew is by how many thousandths the client's ticks are faster or slower while the slack is another.
	tickSlew = 10
	// tickLeadMax bounds how far ahead of the server's clock ticks run: an input further ahead than the server's ring is dropped.
	tickLeadMax = (protocol.InputRing - 4) * timestream.Second / protocol.InputTicksPerSecond
)

// tickClock counts the ticks of a session that is judged by them.
type tickClock struct {
	running bool
	last    uint64                                 // the newest tick whose input has left
	lead    timestream.Duration                    // of the ticks over the server's clock
	readAt  timestream.Time                        // the frame's time at the last reading
	slack   protocol.Slack                         // the newest that the server told
	told    bool                                   // slack counts
	jumped  uint64                                 // the tick at which the lead last grew at once
	inputs  [protocol.InputsMax]protocol.TickInput // of the last ticks, by tick
}

// advance brings the ticks to a frame's time and returns the first and the last of those that begin with it; none if first is after
// last. trip is the least round trip.
func (k *tickClock) advance(to timestream.Time, trip timestream.Duration) (first, last uint64) {
	if !k.running {
		*k = tickClock{running: true, lead: trip/2 + tickMargin, readAt: to}
		k.last = protocol.TickAt(to.Add(k.lead))
		return k.last, k.last
	}
	if late := tickMargin - k.slack.Least; k.told && k.slack.Least < 0 && k.slack.Tick > k.jumped+protocol.InputTicksPerSecond {
		k.lead, k.jumped = min(k.lead+late, tickLeadMax), k.last // of a whole second after it
	} else if slew := to.Sub(k.readAt) * tickSlew / 1000; slew > 0 && k.told {
		off := tickMargin - k.slack.Least
		k.lead = max(0, min(k.lead+max(-slew, min(slew, off)), tickLeadMax))
	}
	k.readAt = max(k.readAt, to)
	first, last = k.last+1, max(k.last, protocol.TickAt(to.Add(k.lead)))
	first = max(first, last-min(last, protocol.InputRing)+1) // after a pause
	k.last = last
	return first, last
}

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
