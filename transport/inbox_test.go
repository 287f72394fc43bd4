package transport

import "testing"

// TestNewestReadyValueIsKept checks that a value which waits for its message does not replace a value whose messages
// have come.
func TestNewestReadyValueIsKept(t *testing.T) {
	var b Inbox
	b.PushMessage(Live, nil)
	b.PushValue(0, 1, 1, 1, []byte{1})
	b.PushValue(0, 3, 3, 1, []byte{3})
	b.PushValue(0, 2, 2, 1, []byte{2}) // late, and older than the value that waits
	want := func(kind Kind, data ...byte) {
		t.Helper()
		if msg, ok := b.Next(); !ok || msg.Kind != kind || string(msg.Data) != string(data) {
			t.Fatalf("received %v %v, want kind %d, data %v", ok, msg, kind, data)
		}
	}
	want(KindMessage)
	want(KindValue, 1)
	b.PushMessage(Live, nil)
	b.PushMessage(Live, nil)
	b.ReleaseHeld(3)
	want(KindMessage)
	want(KindMessage)
	want(KindValue, 3)
	if _, ok := b.Next(); ok {
		t.Fatal("a value twice")
	}
}
