package protocol

import "voxtide/wire"

// Report is what a client tells of itself that the server cannot know: how often, since its last report, it was corrected
// and why, and how often what it had received was not what a hash said. It is for those who watch a server; no rule asks for it.
//
//	MsgReport | number | desyncs | corrections of each cause, in their order (uvarint each)
//
// Reports of a session are numbered from 1. One that was under way when its connection ended is sent again over the next,
// under its number, and a server takes each number once.
type Report struct {
	Number      uint64
	Desyncs     uint32
	Corrections [Causes]uint32
}

// ReportMax bounds each count of a report; a client tells the rest with the next one.
const ReportMax = 1 << 12

// Empty tells whether a report has nothing to tell.
func (p *Report) Empty() bool { return p.Desyncs == 0 && p.Corrections == [Causes]uint32{} }

// AppendReport writes a Report as a live message.
func AppendReport(b []byte, p *Report) []byte {
	b = wire.AppendUvarint(append(b, MsgReport), p.Number)
	b = wire.AppendUvarint(b, uint64(p.Desyncs))
	for _, n := range p.Corrections {
		b = wire.AppendUvarint(b, uint64(n))
	}
	return b
}

// ReadReport reads what AppendReport wrote, after its kind byte.
func ReadReport(r *wire.Reader) (p Report, err error) {
	p.Number = r.Uvarint()
	p.Desyncs = counted(r)
	for i := range p.Corrections {
		p.Corrections[i] = counted(r)
	}
	if p.Number == 0 || p.Empty() {
		r.Fail(ErrValue)
	}
	return p, r.End()
}

// counted reads a count of a report.
func counted(r *wire.Reader) uint32 {
	n := r.Uvarint()
	if n > ReportMax {
		r.Fail(ErrValue)
		return 0
	}
	return uint32(n)
}
