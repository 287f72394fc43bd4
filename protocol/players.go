package protocol

import (
	"voxtide/internal/textline"
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Players is who plays, as a client is told that asked for it. It is for people to read; no rule uses it.
//
//	MsgAskPlayers
//	MsgPlayers | number of all (uvarint) | count of rows | rows: stream (uvarint) | name | round trip in ms (uvarint) | flags (a byte)
type Players struct {
	Total uint64 // there may be more than PlayersMax
	Rows  []PlayerRow
}

// PlayerRow is a player.
type PlayerRow struct {
	Stream    timestream.Stream
	Name      string
	RoundTrip uint16 // of the network, in ms; 0 within the server's process
	Creative  bool
	Away      bool // the connection is lost, and may be resumed
}

// PlayersMax bounds the rows of a Players.
const PlayersMax = 256

// Bits of the flags of a row.
const (
	playerCreative byte = 1 << iota
	playerAway
	playerFlags // all bits
)

// AppendAskPlayers writes the question for Players as a live message.
func AppendAskPlayers(b []byte) []byte { return append(b, MsgAskPlayers) }

// AppendPlayers writes a Players as a live message.
func AppendPlayers(b []byte, p *Players) []byte {
	b = wire.AppendUvarint(append(b, MsgPlayers), p.Total)
	b = wire.AppendCount(b, len(p.Rows))
	for i := range p.Rows {
		r := &p.Rows[i]
		b = wire.AppendString(wire.AppendUvarint(b, uint64(r.Stream)), r.Name)
		flags := byte(0)
		if r.Creative {
			flags |= playerCreative
		}
		if r.Away {
			flags |= playerAway
		}
		b = append(wire.AppendUvarint(b, uint64(r.RoundTrip)), flags)
	}
	return b
}

// Read reads what AppendPlayers writes, after its kind byte. The rows before are overwritten.
func (p *Players) Read(r *wire.Reader) error {
	p.Total, p.Rows = r.Uvarint(), p.Rows[:0]
	n := r.Count(PlayersMax, 4)
	for range n {
		row := PlayerRow{Stream: world.ReadStream(r), Name: textline.Read(r, textline.NameMax), RoundTrip: r.Uvarint16()}
		flags := r.Byte()
		if flags >= playerFlags {
			r.Fail(ErrValue)
		}
		row.Creative, row.Away = flags&playerCreative != 0, flags&playerAway != 0
		p.Rows = append(p.Rows, row)
	}
	if p.Total < uint64(n) {
		r.Fail(ErrValue)
	}
	return r.End()
}

// Watch tells a client around whose body it is told, and whose eyes it shows the world through.
//
//	down  MsgWatch  stream of the body (uvarint); 0: its own
type Watch struct{ Stream timestream.Stream }

// AppendWatch writes a Watch as a live message.
func AppendWatch(b []byte, w Watch) []byte {
	return wire.AppendUvarint(append(b, MsgWatch), uint64(w.Stream))
}

// ReadWatch reads a Watch after its kind byte. Errors: those of the reader.
func ReadWatch(r *wire.Reader) (w Watch, err error) {
	w.Stream = world.ReadStream(r)
	return w, r.End()
}
