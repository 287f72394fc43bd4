package protocol

import "voxtide/internal/wire"

// Report is a client's telemetry, which the server cannot know: how often, since its last report, it was corrected and
// why, and how often its state differed from a hash. It is for operators; no rule uses it.
//
//	MsgReport | number | desyncs | rival | corrections of each cause, in their order (uvarint each)
//
// Corrections count where the client's method promises that each has a cause. Under another method a correction is no fault
// of the program, and counts in Rival alone.
//
// A session's reports are numbered from 1. A report that was under way when its connection ended is sent again over the
// next one under its number, and a server takes each number once.
type Report struct {
	Number      uint64
	Desyncs     uint32
	Rival       uint32 // corrections under methods that promise no causes
	Corrections [CauseCount]uint32
}

// ReportMax bounds each count of a report; the rest goes into the next report.
const ReportMax = 1 << 12

// Empty reports whether a report counts nothing.
func (p *Report) Empty() bool {
	return p.Desyncs == 0 && p.Rival == 0 && p.Corrections == [CauseCount]uint32{}
}

// AppendReport writes a Report as a live message.
func AppendReport(b []byte, p *Report) []byte {
	b = wire.AppendUvarint(append(b, MsgReport), p.Number)
	b = wire.AppendUvarint(wire.AppendUvarint(b, uint64(p.Desyncs)), uint64(p.Rival))
	for _, n := range p.Corrections {
		b = wire.AppendUvarint(b, uint64(n))
	}
	return b
}

// ReadReport reads a Report after its kind byte.
func ReadReport(r *wire.Reader) (p Report, err error) {
	p.Number = r.Uvarint()
	p.Desyncs, p.Rival = readCount(r), readCount(r)
	for i := range p.Corrections {
		p.Corrections[i] = readCount(r)
	}
	if p.Number == 0 || p.Empty() {
		r.Fail(ErrValue)
	}
	return p, r.End()
}

// readCount reads a count of a report.
func readCount(r *wire.Reader) uint32 {
	n := r.Uvarint()
	if n > ReportMax {
		r.Fail(ErrValue)
		return 0
	}
	return uint32(n)
}
