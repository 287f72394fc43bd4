// Package query asks a server over the socket of its game what it says of itself to those who have not joined, and measures the way there.
//
// Data flow: a question leaves in one packet, the answer comes in one; package secure answers for a server, within its rates. Owner: the
// caller; a question has a socket of its own. Invariants: an answer is never longer than its question, so nobody can have a server
// flood another; an answer counts only with the nonce of a question, from the address that was asked.
//
// Integers are little-endian:
//
//	type  name      then
//	8     question  magic "VXTG", layout 1, nonce 8, zeros up to 512 bytes in all
//	9     answer    nonce 8, what the server says of itself, at most 503 bytes
package query

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/netip"
	"time"
)

// The types of packets, among those of package secure.
const (
	TypeQuestion = 8
	TypeAnswer   = 9
)

// Sizes in bytes.
const (
	QuestionBytes = 512
	AnswerMax     = QuestionBytes - answerHead // of what a server says of itself
	answerHead    = 1 + nonceBytes
	questionHead  = 1 + len(magic) + 1 + nonceBytes
	nonceBytes    = 8
	magic         = "VXTG"
	layout        = 1
)

// Times of a question.
const (
	tries    = 3
	tryEvery = 700 * time.Millisecond
)

// ErrNoAnswer says that nothing came back: nobody is there, or says nothing to strangers.
var ErrNoAnswer = errors.New("query: no answer")

// Question returns a question with a nonce.
func Question(nonce [nonceBytes]byte) []byte {
	b := make([]byte, 0, QuestionBytes)
	b = append(append(append(b, TypeQuestion), magic...), layout)
	b = append(b, nonce[:]...)
	return b[:QuestionBytes]
}

// IsQuestion reports whether a packet is a question of this layout.
func IsQuestion(packet []byte) bool {
	return len(packet) == QuestionBytes && packet[0] == TypeQuestion && string(packet[1:1+len(magic)]) == magic && packet[1+len(magic)] == layout
}

// AppendAnswer appends the answer to a question. text is cut at AnswerMax bytes.
func AppendAnswer(dst, question, text []byte) []byte {
	dst = append(dst, TypeAnswer)
	dst = append(dst, question[questionHead-nonceBytes:questionHead]...)
	return append(dst, text[:min(len(text), AnswerMax)]...)
}

// readAnswer returns what a server says of itself, and the nonce; false if a packet is no answer.
func readAnswer(packet []byte) (text []byte, nonce [nonceBytes]byte, ok bool) {
	if len(packet) < answerHead || len(packet) > QuestionBytes || packet[0] != TypeAnswer {
		return nil, nonce, false
	}
	return packet[answerHead:], [nonceBytes]byte(packet[1:]), true
}

// Ask asks a server at an address, and returns what it says of itself and how long the answer took. Errors: ErrNoAnswer, those of the
// context and of the system.
func Ask(ctx context.Context, at netip.AddrPort) (text []byte, took time.Duration, err error) {
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(at))
	if err != nil {
		return nil, 0, err
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.SetDeadline(time.Unix(1, 0)) })()
	sent := map[[nonceBytes]byte]time.Time{}
	var b [QuestionBytes + 1]byte
	for range tries {
		var nonce [nonceBytes]byte
		rand.Read(nonce[:]) // never fails
		begin := time.Now()
		sent[nonce] = begin
		if _, err := c.Write(Question(nonce)); err != nil && ctx.Err() == nil {
			return nil, 0, err
		}
		c.SetReadDeadline(begin.Add(tryEvery))
		for ctx.Err() == nil {
			n, err := c.Read(b[:])
			if timeout := (net.Error)(nil); errors.As(err, &timeout) && timeout.Timeout() {
				break
			}
			if err != nil {
				return nil, 0, ErrNoAnswer // the system says that nobody listens
			}
			if text, nonce, ok := readAnswer(b[:n]); ok {
				if at, mine := sent[nonce]; mine {
					return text, time.Since(at), nil
				}
			}
		}
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
	}
	return nil, 0, ErrNoAnswer
}
