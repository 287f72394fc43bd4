package secure

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"voxtide/internal/testrand"
)

// pairOf returns two ends that make a handshake: the first initiates.
func pairOf(t testing.TB) (a, b *Pair) {
	t.Helper()
	a = NewPair(secret(1), secret(2).Public(), true, 77, []byte("both"))
	b = NewPair(secret(2), secret(1).Public(), false, 77, []byte("both"))
	first, err := a.First()
	if err != nil || len(first) != PairFirstBytes {
		t.Fatal(len(first), err)
	}
	second, err := b.AnswerFirst(first)
	if err != nil || len(second) != PairSecondBytes {
		t.Fatal(len(second), err)
	}
	if err := a.ReceiveSecond(second); err != nil {
		t.Fatal(err)
	}
	return a, b
}

// TestPair: two keys that know each other open a session in two messages, lost and doubled ones included; each packet
// comes out once, in any order, and over changes of the key.
func TestPair(t *testing.T) {
	luck := testrand.New(t)
	a, b := pairOf(t)
	first, _ := a.First()
	once, _ := b.AnswerFirst(first)
	again, err := b.AnswerFirst(bytes.Clone(first))
	if err != nil || !bytes.Equal(once, again) || a.ReceiveSecond(again) != nil {
		t.Fatalf("the same message is not answered the same way: %v", err)
	}
	const total = 70_000 // a key serves 65,536
	var flight [][]byte
	came := 0
	for i := range total {
		packet, err := a.Seal(nil, 35, fmt.Append(nil, i))
		if err != nil || packet[0] != 35 {
			t.Fatal(err)
		}
		flight = append(flight, packet)
		for len(flight) > 50 || i == total-1 && len(flight) > 0 {
			n := luck.IntN(min(len(flight), 20))
			p := flight[n]
			flight[n] = flight[0]
			flight = flight[1:]
			copied := bytes.Clone(p)
			if _, _, err := b.Open(p); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			came++
			if _, _, err := b.Open(copied); !errors.Is(err, ErrReplayed) {
				t.Fatalf("a copy: %v", err)
			}
		}
	}
	if came != total || b.Received() != total {
		t.Errorf("%d of %d came, the highest is %d", came, total, b.Received())
	}
	t.Logf("%d packets, two keys, each opened once", came)
}

// TestPairOfOthers: with another key, id or prologue than agreed there is no session, and a failed try spoils nothing.
func TestPairOfOthers(t *testing.T) {
	good := func() *Pair { return NewPair(secret(2), secret(1).Public(), false, 77, []byte("both")) }
	for name, a := range map[string]*Pair{
		"another initiator":  NewPair(secret(3), secret(2).Public(), true, 77, []byte("both")),
		"meant for another":  NewPair(secret(1), secret(3).Public(), true, 77, []byte("both")),
		"of another pair":    NewPair(secret(1), secret(2).Public(), true, 78, []byte("both")),
		"with other content": NewPair(secret(1), secret(2).Public(), true, 77, []byte("bot")),
	} {
		b := good()
		first, err := a.First()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.AnswerFirst(first); !errors.Is(err, ErrForged) || b.Ready() {
			t.Errorf("%s: %v", name, err)
		}
		right := NewPair(secret(1), secret(2).Public(), true, 77, []byte("both"))
		first, _ = right.First()
		second, err := b.AnswerFirst(first)
		if err != nil || !b.Ready() {
			t.Errorf("the right one after it: %v", err)
		}
		if err := a.ReceiveSecond(second); !errors.Is(err, ErrForged) || a.Ready() {
			t.Errorf("%s: the answer to another opens it: %v", name, err)
		}
		bad := bytes.Clone(second)
		bad[40] ^= 1
		if err := right.ReceiveSecond(bad); !errors.Is(err, ErrForged) {
			t.Errorf("a changed answer: %v", err)
		}
		if err := right.ReceiveSecond(second); err != nil || !right.Ready() {
			t.Errorf("the true answer after a changed one: %v", err)
		}
	}
	if _, err := NewPair(secret(1), Key{}, true, 1, nil).First(); err == nil {
		t.Error("a key of zeros is a key")
	}
}

// TestPairRefuses: what was not sealed by the far end for this session does not open.
func TestPairRefuses(t *testing.T) {
	luck := testrand.New(t)
	a, b := pairOf(t)
	packet, _ := a.Seal(nil, 35, []byte("hello"))
	for range 500 {
		bad := bytes.Clone(packet)
		bad[luck.IntN(len(bad))] ^= 1 << luck.IntN(8)
		if _, _, err := b.Open(bad); err == nil {
			t.Fatalf("opened %x", bad)
		}
	}
	own, _ := b.Seal(nil, 35, []byte("hello"))
	if _, _, err := b.Open(own); err == nil {
		t.Error("opened its own packet")
	}
	if _, _, err := b.Open(packet[:Overhead-1]); !errors.Is(err, ErrForged) {
		t.Errorf("a short packet: %v", err)
	}
	if payload, newest, err := b.Open(packet); err != nil || !newest || string(payload) != "hello" {
		t.Errorf("%q, %v", payload, err)
	}
	if _, err := a.Seal(nil, 35, make([]byte, MaxPayload+1)); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	early := NewPair(secret(1), secret(2).Public(), true, 1, nil)
	if _, err := early.Seal(nil, 35, nil); !errors.Is(err, ErrNotOpen) {
		t.Error(err)
	}
}

// TestPairAllocations: sealing and opening allocate nothing.
func TestPairAllocations(t *testing.T) {
	a, b := pairOf(t)
	payload, buf := make([]byte, 500), make([]byte, 0, DatagramMax)
	n := testing.AllocsPerRun(1000, func() {
		packet, err := a.Seal(buf, 35, payload)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := b.Open(packet); err != nil {
			t.Fatal(err)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations a packet", n)
	}
}
