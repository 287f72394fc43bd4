package reliable

// The receiver's half of bulk rate control: how long bulk datagrams wait on the way, and at which rate a train of
// them arrives.

import "time"

// windowedMin is a minimum over the last baseFor to 2 baseFor.
type windowedMin struct {
	current, previous time.Duration // minimum of the present period and of the one before; 0 is none
	since             time.Duration
}

func (s *windowedMin) add(d, now time.Duration) {
	if now-s.since > baseFor {
		s.previous, s.current, s.since = s.current, 0, now
	}
	if s.current == 0 || d < s.current {
		s.current = max(d, 1)
	}
}

func (s *windowedMin) get() time.Duration {
	if s.previous == 0 || s.current != 0 && s.current < s.previous {
		return s.current
	}
	return s.previous
}

// delayMeter evaluates the time stamps of one connection's bulk datagrams. The clocks of the two ends differ by an
// unknown but constant amount.
type delayMeter struct {
	zero       uint16 // the first one-way delay, in timeUnit
	began      bool
	base       windowedMin
	lowest     time.Duration // least and greatest one-way delay since the last sign
	highest    time.Duration
	seen       int           // stamps since the last sign
	jitter     time.Duration // spread of the delays over the last signStamps, the calmest of late
	lastQueue  time.Duration // queueing delay by the last signStamps
	queue      time.Duration // the smaller of the last two
	hasReport  bool          // queue has not been reported
	rate       uint64        // rate of the last train in kB/s, until it is reported
	trainAt    time.Duration // when the train's first datagram came
	trainBytes int           // bytes of the train after the first datagram
	trainPlace uint8         // place of the last datagram in its train; 0 is outside
}

// add evaluates the stamp of a datagram, given the datagram's size with all headers.
func (m *delayMeter) add(b *bulkInfo, bytes int, now time.Duration) {
	way := uint16(now/timeUnit) - b.stamp
	if !m.began {
		m.began, m.zero = true, way
	}
	d := time.Duration(int16(way-m.zero))*timeUnit + 1<<15*timeUnit
	m.base.add(d, now)
	if m.seen++; m.seen == 1 {
		m.lowest, m.highest = d, d
	}
	m.lowest, m.highest = min(m.lowest, d), max(m.highest, d)
	if m.seen == signStamps { // a queue delays all datagrams alike, jitter does not
		m.jitter = min(m.highest-m.lowest, m.jitter*2+timeUnit)
		sign := m.lowest - m.base.get() - (m.highest-m.lowest)/2
		m.queue, m.lastQueue, m.seen, m.hasReport = max(0, min(sign, m.lastQueue)), sign, 0, true
	}
	place := b.train &^ trainEnd
	switch {
	case place == 1:
		m.trainAt, m.trainBytes, m.trainPlace = now, 0, 1
		return
	case place == 0 || m.trainPlace == 0 || place <= m.trainPlace:
		m.trainPlace = 0
		return
	}
	m.trainBytes += bytes
	if m.trainPlace = place; b.train&trainEnd != 0 {
		if took := max(now-m.trainAt, trainShortest); place >= trainLeast && took > m.jitter+m.jitter/2 {
			m.rate = uint64(float64(m.trainBytes) / took.Seconds() / 1000)
		}
		m.trainPlace = 0
	}
}

// report writes what is new into b, once.
func (m *delayMeter) report(b *bulkInfo) {
	if !m.hasReport {
		return
	}
	b.reports, b.queue, b.rate = true, uint8(min(m.queue/queueUnit, 255)), m.rate
	m.hasReport, m.rate = false, 0
}
