package protocol

import "voxtide/internal/wire"

// Judge is how the server decides when a player's input counts.
type Judge uint8

// The judges.
const (
	// JudgeDeclared performs each action at the time of its stream that the client declared, within bounds: time streams.
	JudgeDeclared Judge = iota
	// JudgeArrival performs each action when it arrives, on a stream that follows the server's clock (Kahlo 2.3, 2.4; Gambetta I, III;
	// Kazap).
	JudgeArrival
	// JudgeTicks runs fixed ticks of the server's clock, each with the input that the client sent for it, or with the last known one
	// (Jimenez Morales).
	JudgeTicks
	JudgeCount
)

var judgeNames = [JudgeCount]string{"declared", "arrival", "ticks"}

// String returns the judge in a word.
func (j Judge) String() string { return judgeNames[min(j, JudgeCount-1)] }

// ParseJudge returns the judge of that name; false if there is none.
func ParseJudge(name string) (Judge, bool) {
	for j, n := range judgeNames {
		if n == name {
			return Judge(j), true
		}
	}
	return 0, false
}

// Hits is how the server decides whether a hit met its target.
type Hits uint8

// The ways to judge a hit.
const (
	HitsRewind  Hits = iota // where the target was on the screen of the player who hit
	HitsPresent             // where the target is on the server when the hit is judged
	HitsNone                // no hit counts
	HitsCount
)

var hitsNames = [HitsCount]string{"rewind", "present", "none"}

// String returns the way to judge a hit in a word.
func (h Hits) String() string { return hitsNames[min(h, HitsCount-1)] }

// ParseHits returns the way to judge a hit of that name; false if there is none.
func ParseHits(name string) (Hits, bool) {
	for h, n := range hitsNames {
		if n == name {
			return Hits(h), true
		}
	}
	return 0, false
}

// StepMax is the longest server time step, in milliseconds.
const StepMax = 1000

// Method is what a session asks of its server: the server's part of the method that a client plays by. The zero value is the
// server's own.
type Method struct {
	Judge  Judge
	StepMs uint16 // the server time step (Gambetta III): milliseconds between two times at which the session's input counts and it is sent an update, at most StepMax; 0: each step of the server. JudgeTicks has its own
	Hits   Hits
}

// MethodRequest asks for another method. The server answers each with a MethodState of its number.
//
//	MsgMethod | number | judge (byte) | step in ms (uvarint each) | hits (byte)
type MethodRequest struct {
	Number uint64 // 1, 2, 3 ... of the client's session
	Method
}

// MethodRefusal is why a server goes on with the method it has.
type MethodRefusal uint8

// The answers to a request.
const (
	MethodGranted MethodRefusal = iota
	MethodOwnOnly               // the server offers its own method alone
	MethodRefusalCount
)

var methodRefusals = [MethodRefusalCount]string{"", "this server offers its own method alone (methods = \"own\" in its server.toml)"}

// String returns the reason for people, "" for MethodGranted.
func (r MethodRefusal) String() string { return methodRefusals[min(r, MethodRefusalCount-1)] }

// MethodState is the entry by which an update tells the recipient's method. It counts for what the recipient does from this update on.
// Each full update has one; one that answers a request with a refusal leaves the method as it is.
type MethodState struct {
	Number  uint64 // of the last request that was answered; 0: of none
	Refusal MethodRefusal
	Method
}

func appendMethod(b []byte, m Method) []byte {
	b = append(b, byte(m.Judge))
	b = wire.AppendUvarint(b, uint64(m.StepMs))
	return append(b, byte(m.Hits))
}

func readMethod(r *wire.Reader) (m Method) {
	m.Judge = Judge(r.Byte())
	step := r.Uvarint()
	m.Hits = Hits(r.Byte())
	if m.Judge >= JudgeCount || step > StepMax || step > 0 && m.Judge == JudgeTicks || m.Hits >= HitsCount {
		r.Fail(ErrValue)
		return Method{}
	}
	m.StepMs = uint16(step)
	return m
}

// AppendMethodRequest writes a MethodRequest as a live message.
func AppendMethodRequest(b []byte, q *MethodRequest) []byte {
	return appendMethod(wire.AppendUvarint(append(b, MsgMethod), q.Number), q.Method)
}

// ReadMethodRequest reads a MethodRequest after its kind byte.
func ReadMethodRequest(r *wire.Reader) (q MethodRequest, err error) {
	if q.Number = r.Uvarint(); q.Number == 0 {
		r.Fail(ErrValue)
	}
	q.Method = readMethod(r)
	return q, r.End()
}

// Method writes the recipient's method.
func (w *UpdateWriter) Method(s *MethodState) {
	w.entry(EntryMethod)
	w.b = wire.AppendUvarint(w.b, s.Number)
	w.b = appendMethod(append(w.b, byte(s.Refusal)), s.Method)
}

func readMethodState(r *wire.Reader) (s MethodState) {
	s.Number = r.Uvarint()
	if s.Refusal = MethodRefusal(r.Byte()); s.Refusal >= MethodRefusalCount {
		r.Fail(ErrValue)
	}
	s.Method = readMethod(r)
	return s
}
