package events

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"
)

// TestSlowReader: readers at any pace see each event once and in order, or learn how many they lost, while others publish.
func TestSlowReader(t *testing.T) {
	const writers, each = 4, 3000
	l := New()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var all, readers sync.WaitGroup
	for r := range 3 {
		readers.Go(func() {
			var at, seen, lost uint64
			for at < writers*each {
				e, n, err := l.Wait(ctx, at)
				if err != nil {
					t.Error(err)
					return
				}
				if e.Number != at+n+1 {
					t.Errorf("event %d after %d, with %d lost", e.Number, at, n)
					return
				}
				at, seen, lost = e.Number, seen+1, lost+n
				if r > 0 && seen%500 == 0 {
					time.Sleep(time.Duration(r) * time.Millisecond)
				}
			}
			if seen+lost != writers*each {
				t.Errorf("reader %d saw %d and lost %d of %d", r, seen, lost, writers*each)
			}
			t.Logf("reader %d: %d seen, %d lost", r, seen, lost)
		})
	}
	for w := range writers {
		all.Go(func() {
			for i := range each {
				l.Publish(Event{Kind: Chat, Text: fmt.Sprint(w, i)})
			}
		})
	}
	all.Wait()
	readers.Wait()
}

// TestNumbersOfAnotherRun: who asks for what comes after a number that this run has not reached begins at the beginning.
func TestNumbersOfAnotherRun(t *testing.T) {
	l := New()
	l.Publish(Event{Kind: Join})
	if e, lost, ok := l.After(99); !ok || e.Number != 1 || lost != 0 {
		t.Errorf("%v %d %v", e, lost, ok)
	}
	if _, _, ok := l.After(1); ok {
		t.Error("an event after the last one")
	}
}

func Example() {
	l := New()
	l.Publish(Event{Kind: Join, Player: "ann", Text: "for the first time"})
	l.Publish(Event{Kind: Chat, Player: "ann", Text: "hello"})
	for at := uint64(0); ; {
		e, _, ok := l.After(at)
		if !ok {
			break
		}
		fmt.Println(e.Number, e.Kind, e.Player+":", e.Text)
		at = e.Number
	}
	// Output:
	// 1 join ann: for the first time
	// 2 chat ann: hello
}
