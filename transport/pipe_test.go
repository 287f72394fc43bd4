package transport

import (
	"encoding/binary"
	"sync"
	"testing"
)

// TestPipeFromTwoGoroutines checks that nothing is lost between two ends that belong to different goroutines.
func TestPipeFromTwoGoroutines(t *testing.T) {
	a, b := Pipe()
	const messages = 20_000
	var done sync.WaitGroup
	for _, c := range []Conn{a, b} {
		done.Go(func() {
			var sent, got, value uint64
			for sent < messages || got < messages {
				if sent < messages {
					m := binary.AppendUvarint(nil, sent+1)
					if c.Send(Live, append(m, make([]byte, sent%300)...)) == nil {
						sent++
						c.Value(7, binary.AppendUvarint(nil, sent))
					}
					if sent%5 == 0 || sent == messages {
						c.Flush()
					}
				}
				for range 3 {
					m, ok := c.Receive()
					if !ok {
						break
					}
					n, _ := binary.Uvarint(m.Data)
					switch {
					case m.Kind == KindMessage && n != got+1, m.Kind == KindValue && (n > got || n <= value):
						t.Errorf("kind %d: %d after %d messages, value %d", m.Kind, n, got, value)
						return
					case m.Kind == KindMessage:
						got = n
					default:
						value = n
					}
				}
			}
			for c.Delivered(Live) < messages {
				c.Flush()
			}
			if c.Pending(Live) != 0 {
				t.Errorf("%d bytes pending", c.Pending(Live))
			}
		})
	}
	done.Wait()
}

// TestPipeAllocatesNothing checks a steady state.
func TestPipeAllocatesNothing(t *testing.T) {
	a, b := Pipe()
	msg := make([]byte, 100)
	turn := func() {
		a.Send(Live, msg)
		a.Value(1, msg)
		a.Flush()
		for _, ok := b.Receive(); ok; _, ok = b.Receive() {
		}
	}
	for range 100 {
		turn()
	}
	if n := testing.AllocsPerRun(100, turn); n > 0 {
		t.Fatalf("%v allocations a turn", n)
	}
}
