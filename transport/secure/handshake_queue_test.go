package secure

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"testing"

	"voxtide/internal/testrand"
)

// firstOf is a first message of an address, with a number by which the test knows it again.
func firstOf(from string, number int) ([]byte, address) {
	b := make([]byte, helloBytes)
	b[0] = typeFirstXX
	binary.LittleEndian.PutUint32(b[1:], uint32(number))
	return b, address{addrPort: ap(from)}
}

func numberOf(j *job) int { return int(binary.LittleEndian.Uint32(j.buf[1:])) }

// TestQueueServesInTurn checks the order of the queue: continued handshakes first, then the source served longest ago, each
// source's oldest packet first. A source that was never served has a place even in a full queue.
func TestQueueServesInTurn(t *testing.T) {
	l := &handshakeQueue{more: make(chan struct{}, 1)}
	number := 0
	put := func(from string) (n int, ok bool) {
		number++
		b, at := firstOf(from, number)
		return number, l.push(b, at)
	}
	greedy := 0
	for range 3 * queueMax {
		if _, ok := put("203.0.113.9:9"); ok {
			greedy++
		}
	}
	if greedy != queueMax || l.len() != queueMax {
		t.Fatalf("%d taken, %d wait", greedy, l.len())
	}
	j, _, _ := l.pop(true)
	if numberOf(&j) != 1 {
		t.Fatalf("number %d is served first", numberOf(&j))
	}
	put("203.0.113.9:9") // full again
	late, ok := put("198.51.100.1:1")
	if !ok || l.len() != queueMax {
		t.Fatal("no place for who was never served")
	}
	third := make([]byte, thirdBytes)
	third[0] = typeThird
	if !l.push(third, address{addrPort: ap("203.0.113.9:9")}) {
		t.Fatal("no place for what goes on")
	}
	if j, ok, _ := l.pop(false); !ok || j.buf[0] != typeThird {
		t.Fatal("what goes on does not come first")
	}
	if _, ok, waits := l.pop(false); ok || !waits {
		t.Fatal("a handshake is begun that may not")
	}
	if j, _, _ := l.pop(true); numberOf(&j) != late {
		t.Fatalf("number %d is served, not %d", numberOf(&j), late)
	}
	last := 1
	for l.len() > 0 {
		j, _, _ := l.pop(true)
		if n := numberOf(&j); n <= last {
			t.Fatalf("number %d after %d", n, last)
		} else {
			last = n
		}
	}
}

// TestQueueShares: sources that always ask get the same, give or take one, however much more some ask; and so do the networks
// that they are in.
func TestQueueShares(t *testing.T) {
	luck := testrand.New(t)
	l := &handshakeQueue{more: make(chan struct{}, 1)}
	served, networks := map[netip.Addr]int{}, map[netip.Addr]int{}
	const turns = 6000
	for range turns {
		for range 20 {
			network := luck.IntN(5)
			source := luck.IntN(1 + network) // a network of 1, of 2, ... sources
			if luck.IntN(2) == 0 {
				network, source = 4, 0 // and one asks more than all
			}
			b, at := firstOf(fmt.Sprintf("198.%d.0.%d:9", network+1, source+1), 0)
			l.push(b, at)
		}
		if l.len() > queueMax {
			t.Fatalf("%d wait", l.len())
		}
		if j, ok, _ := l.pop(true); ok {
			served[j.source]++
			networks[j.prefix]++
		}
	}
	t.Logf("by network %v, by source %v", networks, served)
	for at, n := range networks {
		if n < turns/5*9/10 || n > turns/5*11/10 {
			t.Errorf("network %v was served %d times of %d", at, n, turns)
		}
	}
	for at, n := range served {
		bytes := at.As4()
		if fair := turns / 5 / int(bytes[1]); n < fair*7/10 || n > fair*13/10 {
			t.Errorf("source %v was served %d times, not %d", at, n, fair)
		}
	}
	if len(networks) != 5 || len(served) != 15 {
		t.Errorf("%d networks, %d sources", len(networks), len(served))
	}
}

// TestReplayFilter: what was spent stays so while its cookie may count, as much as there can be of it, and is forgotten then; hardly
// anything new is taken for it.
func TestReplayFilter(t *testing.T) {
	const most = 400 * int(cookieFor/1e9) // handshakes begun while one secret lasts
	var s replayFilter
	key := func(i int) handshakeKey {
		return handshakeKey{ap("203.0.113.9:9"), nonce(binary.LittleEndian.AppendUint64(nil, uint64(i)))}
	}
	all := func(from, to int) (n int) {
		for i := from; i < to; i++ {
			if s.has(key(i)) {
				n++
			}
		}
		return n
	}
	for i := range most {
		s.add(key(i))
	}
	if n := all(0, most); n != most {
		t.Fatalf("%d of %d are remembered", n, most)
	}
	s.rotate(false)
	for i := most; i < 2*most; i++ {
		s.add(key(i))
	}
	wrong := all(2*most, 3*most)
	t.Logf("%d of %d new ones are taken for old", wrong, most)
	if n := all(0, 2*most); n != 2*most || wrong > most/200 {
		t.Fatalf("%d of %d are remembered, %d of %d wrongly", n, 2*most, wrong, most)
	}
	s.rotate(false)
	if n := all(0, most); n > most/100 {
		t.Fatalf("%d are remembered too long", n)
	}
	s.rotate(true)
	if n := all(0, 2*most); n > 0 {
		t.Fatalf("%d are remembered when all is forgotten", n)
	}
}
