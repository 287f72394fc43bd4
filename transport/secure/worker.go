package secure

import "time"

// runWorker does the key exchanges until quit is closed.
func (g *Endpoint) runWorker() {
	defer close(g.workerDone)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		wait := g.totalRate.wait(g.now(), g.handshakeGap(), g.cfg.TotalRate)
		j, ok, waits := g.pending.pop(wait <= 0)
		if ok {
			if g.readerDone.Load() {
				continue // no more clients are accepted
			}
			g.runJob(&j)
			continue
		}
		if waits {
			timer.Reset(wait)
		}
		select {
		case <-g.quit:
			return
		case <-g.pending.more:
		case <-timer.C:
		}
	}
}

// handshakeGap is the average time between two handshakes at TotalRate.
func (g *Endpoint) handshakeGap() time.Duration { return time.Second / time.Duration(g.cfg.TotalRate) }

func (g *Endpoint) runJob(j *job) {
	packet := j.buf[:j.size]
	switch packet[0] {
	case typeFirstIK, typeFirstXX:
		g.totalRate.take(g.now(), g.handshakeGap(), g.cfg.TotalRate)
		g.beginHandshake(packet, j.from)
	case typeThird:
		g.finishHandshake(packet, j.from)
	case typeRetry:
		g.dialed.sendFirst(packet)
	case typeSecond:
		g.dialed.receiveSecond(packet)
	}
}
