package protocol

import (
	"unicode"
	"unicode/utf8"

	"voxtide/internal/wire"
)

// Status is what a server says of itself to those who have not joined (package transport/query carries it).
//
//	layout 1 | protocol (u16) | players, most players, waiting (uvarint) | flags 1 | world, motd, version (strings)
//
// Flags: 1 whitelist, 2 creative mode, 4 nothing can be changed. Later versions append; what is behind is left unread.
type Status struct {
	Protocol               uint16
	Players, Most, Waiting int
	Whitelist              bool
	Creative               bool
	Frozen                 bool
	World, MOTD, Program   string
}

// Bounds of a Status, in bytes.
const (
	StatusWorldMax   = 48
	StatusMOTDMax    = 240
	StatusProgramMax = 48
	StatusMax        = 380 // of all of it
)

const statusLayout = 1

// AppendStatus writes a Status. Texts are cut at their bounds, and control characters left out.
func AppendStatus(b []byte, s *Status) []byte {
	b = wire.AppendU16(append(b, statusLayout), s.Protocol)
	for _, n := range []int{s.Players, s.Most, s.Waiting} {
		b = wire.AppendUvarint(b, uint64(max(n, 0)))
	}
	flags := byte(0)
	for i, on := range []bool{s.Whitelist, s.Creative, s.Frozen} {
		if on {
			flags |= 1 << i
		}
	}
	b = append(b, flags)
	for _, t := range []struct {
		text string
		most int
	}{{s.World, StatusWorldMax}, {s.MOTD, StatusMOTDMax}, {s.Program, StatusProgramMax}} {
		b = wire.AppendString(b, statusText(t.text, t.most))
	}
	return b
}

// statusText returns a text that can be shown in a line: without control characters, cut at a number of bytes.
func statusText(s string, most int) string {
	out := make([]byte, 0, min(len(s), most))
	for _, r := range s {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			continue
		}
		if len(out)+utf8.RuneLen(r) > most {
			break
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// ReadStatus reads a Status. Errors: ErrVersion for another layout, those of the reader, ErrValue.
func ReadStatus(b []byte) (s Status, err error) {
	r := wire.NewReader(b)
	if layout := r.Byte(); r.Err() == nil && layout != statusLayout {
		return s, ErrVersion
	}
	s.Protocol = r.U16()
	for _, n := range []*int{&s.Players, &s.Most, &s.Waiting} {
		v := r.Uvarint()
		if v > 1<<20 {
			r.Fail(ErrValue)
		}
		*n = int(min(v, 1<<20))
	}
	flags := r.Byte()
	s.Whitelist, s.Creative, s.Frozen = flags&1 != 0, flags&2 != 0, flags&4 != 0
	s.World, s.MOTD, s.Program = r.String(StatusWorldMax), r.String(StatusMOTDMax), r.String(StatusProgramMax)
	for _, text := range []string{s.World, s.MOTD, s.Program} {
		if statusText(text, len(text)) != text {
			r.Fail(ErrValue)
		}
	}
	return s, r.Err()
}
