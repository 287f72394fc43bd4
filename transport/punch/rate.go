package punch

import "time"

// bucket bounds packets and bytes by time: it fills at a rate, up to what may pass at once.
type bucket struct {
	packets, bytes time.Duration // what is left, as the time in which it fills
	at             time.Duration
	most           time.Duration
	slack          time.Duration // cost in hundredths of what the rates say
}

// newSendBucket returns the bound of what is sent to a peer; newReceiveBucket that of what is taken from one, which is
// wider, since packets bunch on their way and pings come beside them.
func newSendBucket(now time.Duration) bucket {
	return bucket{time.Second / 2, time.Second / 2, now, time.Second / 2, 100}
}

func newReceiveBucket(now time.Duration) bucket {
	return bucket{time.Second, time.Second, now, time.Second, 80}
}

// take reports whether a packet with bytes of payload may pass now, and counts it if so.
func (b *bucket) take(now time.Duration, bytes int) bool {
	passed := max(0, now-b.at)
	b.at = max(b.at, now)
	b.packets, b.bytes = min(b.most, b.packets+passed), min(b.most, b.bytes+passed)
	packet := time.Second / DatagramRate * b.slack / 100
	cost := time.Second * time.Duration(bytes) / ByteRate * b.slack / 100
	if b.packets < packet || b.bytes < cost {
		return false
	}
	b.packets -= packet
	b.bytes -= cost
	return true
}
