package lanes

// The far end's half of spreading bulk: how long its datagrams wait on the way, and how fast a
// train of them comes.

import "time"

// shortest is the shortest time of late.
type shortest struct {
	now, before time.Duration // of this time of baseFor and of the one before; 0 is none
	since       time.Duration
}

func (s *shortest) take(d, now time.Duration) {
	if now-s.since > baseFor {
		s.before, s.now, s.since = s.now, 0, now
	}
	if s.now == 0 || d < s.now {
		s.now = max(d, 1)
	}
}

func (s *shortest) get() time.Duration {
	if s.before == 0 || s.now != 0 && s.now < s.before {
		return s.now
	}
	return s.before
}

// meter watches the stamps of one connection's bulk. The clocks of the ends differ by any
// amount, but by the same one.
type meter struct {
	zero    uint16 // the first way, in ticks
	began   bool
	base    shortest
	lowest  time.Duration // way since the last sign,
	highest time.Duration
	seen    int           // of so many stamps
	jitter  time.Duration // by how much ways differ, of the calmest of late
	sign    time.Duration // of a queue, by the last signStamps
	queue   time.Duration // the less of the last two signs
	tells   bool          // that is new
	rate    uint64        // of the last train, in kB/s, not reported yet
	trainAt time.Duration // when its first came
	trained int           // bytes of it since
	place   uint8         // in it, of the last that came; 0 is in none
}

// take takes a stamp in, of a datagram of so many bytes with all headers.
func (m *meter) take(b *bulkMark, bytes int, now time.Duration) {
	way := uint16(now/tick) - b.stamp
	if !m.began {
		m.began, m.zero = true, way
	}
	d := time.Duration(int16(way-m.zero))*tick + 1<<15*tick
	m.base.take(d, now)
	if m.seen++; m.seen == 1 {
		m.lowest, m.highest = d, d
	}
	m.lowest, m.highest = min(m.lowest, d), max(m.highest, d)
	if m.seen == signStamps { // a queue delays all alike, jitter does not
		m.jitter = min(m.highest-m.lowest, m.jitter*2+tick)
		sign := m.lowest - m.base.get() - (m.highest-m.lowest)/2
		m.queue, m.sign, m.seen, m.tells = max(0, min(sign, m.sign)), sign, 0, true
	}
	place := b.train &^ trainEnd
	switch {
	case place == 1:
		m.trainAt, m.trained, m.place = now, 0, 1
		return
	case place == 0 || m.place == 0 || place <= m.place:
		m.place = 0
		return
	}
	m.trained += bytes
	if m.place = place; b.train&trainEnd != 0 {
		if took := max(now-m.trainAt, trainShortest); place >= trainLeast && took > m.jitter+m.jitter/2 {
			m.rate = uint64(float64(m.trained) / took.Seconds() / 1000)
		}
		m.place = 0
	}
}

// report gives what is to be said, once.
func (m *meter) report(b *bulkMark) {
	if !m.tells {
		return
	}
	b.reports, b.queue, b.rate = true, uint8(min(m.queue/queueUnit, 255)), m.rate
	m.tells, m.rate = false, 0
}
