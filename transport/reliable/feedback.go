package reliable

import (
	"time"
)

// feedback is what this end owes the far end: reports of what came, echoes, and when they leave.
type feedback struct {
	echoAskAt                      time.Duration // when the far end is to be asked for an echo
	echoAskedAt                    time.Duration // when the far end asked
	echoAsked                      uint16
	haveDue, valueAcksDue, echoDue bool          // reports that are due
	feedbackAt                     time.Duration // when they leave alone
	lastSentAt                     time.Duration // when a payload last left that carried more than feedback
}

// addFeedback adds the due reports if it is time, or almost time and a datagram leaves anyway.
func (c *Conn) addFeedback(now time.Duration, leaves bool) {
	due := c.feedback.feedbackAt
	if leaves {
		due -= feedbackEarly
		if now-c.feedback.lastSentAt > feedbackRare { // the next chance may come too late
			due = now
		}
		c.feedback.lastSentAt = now
	}
	pays := c.feedback.feedbackAt != never && now >= due
	if pays {
		c.feedback.feedbackAt = never
	}
	if pays && c.feedback.haveDue {
		c.feedback.haveDue = false
		e := &c.copyRecv
		buf := c.beginPart(partHave, haveBytes)
		c.endPart(appendHave(buf, haveInfo{uint32(e.arrived & numberMask), e.lossLevel(), e.bits()}))
	}
	if pays && c.feedback.valueAcksDue {
		c.feedback.valueAcksDue = false
		c.addValueAcks()
	}
	var t timesInfo
	if t.asks = leaves && now >= c.feedback.echoAskAt; t.asks {
		c.feedback.echoAskAt = now + askEvery
		t.asked = uint16(now / timeUnit)
	}
	if t.echoes = pays && c.feedback.echoDue; t.echoes {
		c.feedback.echoDue = false
		t.echo, t.held = c.feedback.echoAsked, uint16((now-c.feedback.echoAskedAt)/timeUnit)
	}
	if t.asks || t.echoes {
		c.endPart(appendTimes(c.beginPart(partTimes, timesBytes), t))
	}
}

// applyTimes applies an echo, and notes what is to be echoed.
func (c *Conn) applyTimes(t timesInfo, now time.Duration) {
	if t.echoes {
		c.updateRTT(time.Duration(uint16(now/timeUnit)-t.echo-t.held) * timeUnit)
	}
	if t.asks {
		c.feedback.echoAsked, c.feedback.echoAskedAt, c.feedback.echoDue = t.asked, now, true
		c.feedback.feedbackAt = min(c.feedback.feedbackAt, now+feedbackDelay)
	}
}

// updateRTT updates the smoothed round trip.
func (c *Conn) updateRTT(trip time.Duration) {
	if c.srtt == 0 {
		c.srtt = trip
		return
	}
	c.srtt += (trip - c.srtt) / 8
}
