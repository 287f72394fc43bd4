package query

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"
)

// TestAsk: the answer with the nonce of a question counts, whatever else comes before it; where nobody answers that is said.
func TestAsk(t *testing.T) {
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go func() {
		var b [2000]byte
		for {
			n, from, err := c.ReadFromUDP(b[:])
			if err != nil {
				return
			}
			q := b[:n]
			if !IsQuestion(q) {
				t.Errorf("%d bytes are no question", n)
			}
			for _, junk := range [][]byte{{}, {TypeAnswer}, AppendAnswer(nil, Question([8]byte{1}), []byte("forged")), bytes.Repeat([]byte{TypeAnswer}, 1500)} {
				c.WriteToUDP(junk, from)
			}
			if a := AppendAnswer(nil, q, bytes.Repeat([]byte("x"), 5000)); len(a) > len(q) {
				t.Errorf("%d bytes are answered with %d", len(q), len(a))
			} else {
				c.WriteToUDP(a, from)
			}
		}
	}()
	text, took, err := Ask(context.Background(), c.LocalAddr().(*net.UDPAddr).AddrPort())
	if err != nil || len(text) != AnswerMax || text[0] != 'x' || took <= 0 {
		t.Errorf("%d bytes after %v: %v", len(text), took, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	silent, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if _, _, err := Ask(ctx, silent.LocalAddr().(*net.UDPAddr).AddrPort()); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, _, err := Ask(context.Background(), silent.LocalAddr().(*net.UDPAddr).AddrPort()); !errors.Is(err, ErrNoAnswer) {
		t.Error(err)
	}
	if _, _, err := Ask(context.Background(), netip.MustParseAddrPort("127.0.0.1:1")); !errors.Is(err, ErrNoAnswer) {
		t.Error("a closed port:", err)
	}
}

// FuzzAnswer: no packet panics, and an answer is no longer than its question.
func FuzzAnswer(f *testing.F) {
	f.Add(Question([8]byte{1, 2, 3}), []byte("text"))
	f.Fuzz(func(t *testing.T, packet, text []byte) {
		readAnswer(packet)
		if IsQuestion(packet) {
			a := AppendAnswer(nil, packet, text)
			if got, _, ok := readAnswer(a); !ok || len(a) > len(packet) || !bytes.HasPrefix(text, got) {
				t.Fatalf("%x", a)
			}
		}
	})
}

func Example() {
	q := Question([8]byte{7})
	a := AppendAnswer(nil, q, []byte("3 of 100 play here"))
	text, nonce, ok := readAnswer(a)
	fmt.Println(IsQuestion(q), len(q), len(a), string(text), nonce[0], ok)
	// Output: true 512 27 3 of 100 play here 7 true
}
