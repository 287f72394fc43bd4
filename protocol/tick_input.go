package protocol

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Ticks of JudgeTicks: 60 a second, three to a tick of the game (timestream.TickLength). Input n holds for the stream time from
// TickTime(n) to TickTime(n+1), and the stamp of the stream is TickTime(n+1) once it was simulated.
const (
	// InputTicksPerSecond is the rate of these ticks.
	InputTicksPerSecond = 60
	// InputRing is how many ticks a server keeps inputs for. An input further ahead is dropped.
	InputRing = 64
	// InputsMax bounds the inputs of one value.
	InputsMax = 8
	// SlackMax bounds the slack that a server tells, in either direction.
	SlackMax = 10 * timestream.Second
)

// inputTicks and inputSpan say how long a tick is without rounding: three take 50 ms.
const inputTicks, inputSpan = 3, int64(timestream.TickLength)

// TickTime returns the instant at which a tick begins.
func TickTime(tick uint64) timestream.Time {
	return timestream.Time(int64(tick/inputTicks)*inputSpan + int64(tick%inputTicks)*inputSpan/inputTicks) //exact: a count of ticks times their length
}

// TickAt returns the tick that an instant lies in.
func TickAt(t timestream.Time) uint64 {
	tick := uint64(int64(t) / inputSpan * inputTicks) //exact: fewer than the instant
	for TickTime(tick+1) <= t {
		tick++
	}
	return tick
}

// TickInput is what a player holds during one tick.
type TickInput struct {
	Keys world.Keys
	Yaw  uint16 // 65536 a turn, clockwise from north
}

// TickInputs is the value in slot SlotInput + Tick % InputSlots: the inputs of consecutive ticks.
//
//	last tick | pitch (byte) | count (byte) | count times: keys | yaw (u16)
type TickInputs struct {
	Tick   uint64 // of the last input
	Pitch  int8   // as in Declare
	Count  int    // 1 to InputsMax
	Inputs [InputsMax]TickInput
}

// AppendTickInputs writes a TickInputs.
func AppendTickInputs(b []byte, v *TickInputs) []byte {
	b = append(wire.AppendUvarint(b, v.Tick), byte(v.Pitch), byte(v.Count))
	for _, in := range v.Inputs[:v.Count] {
		b = wire.AppendU16(wire.AppendUvarint(b, uint64(in.Keys)), in.Yaw)
	}
	return b
}

// ReadTickInputs reads a TickInputs.
func ReadTickInputs(b []byte) (v TickInputs, err error) {
	r := wire.NewReader(b)
	v.Tick, v.Pitch, v.Count = r.Uvarint(), readPitch(&r), int(r.Byte())
	if v.Count < 1 || v.Count > InputsMax || v.Tick < uint64(v.Count)-1 || v.Tick > tickMax {
		r.Fail(ErrValue)
		v.Count = 0
	}
	for i := range v.Inputs[:v.Count] {
		keys := r.Uvarint()
		if keys > uint64(world.KeysAll) {
			r.Fail(ErrValue)
		}
		v.Inputs[i] = TickInput{world.Keys(keys), r.U16()}
	}
	return v, r.End()
}

// tickMax bounds tick numbers: the last one whose time is one that can be told.
const tickMax = uint64(int64(timestream.Never)/inputSpan-1) * inputTicks

// Slack is the value in SlotSlack: how a session's inputs arrive.
type Slack struct {
	Tick  uint64              // the last tick that was simulated
	Least timestream.Duration // the least time before its tick's end at which an input of the last second came; negative: it came too late
	// Since the session began to be judged by ticks:
	Reused uint64 // ticks without an input of their own
	Late   uint64 // inputs that came after their tick
}

// AppendSlack writes a Slack.
func AppendSlack(b []byte, s Slack) []byte {
	b = wire.AppendVarint(wire.AppendUvarint(b, s.Tick), int64(s.Least))
	return wire.AppendUvarint(wire.AppendUvarint(b, s.Reused), s.Late)
}

// ReadSlack reads a Slack.
func ReadSlack(b []byte) (s Slack, err error) {
	r := wire.NewReader(b)
	s.Tick, s.Least = r.Uvarint(), timestream.Duration(r.Varint())
	if s.Tick > tickMax || s.Least < -SlackMax || s.Least > SlackMax {
		r.Fail(ErrValue)
	}
	s.Reused, s.Late = r.Uvarint(), r.Uvarint()
	return s, r.End()
}
