package gate

import "time"

// queue leaves a packet of at most helloBytes to the worker, false if there is no room.
func (g *Gate) queue(packet []byte, from endpoint) bool { return g.line.put(packet, from) }

// work does the key exchanges, until quit.
func (g *Gate) work() {
	defer close(g.worked)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		wait := g.total.wait(g.now(), g.gap(), g.cfg.TotalRate)
		j, ok, waits := g.line.next(wait <= 0)
		if ok {
			if g.over.Load() {
				continue // nobody is let in any more
			}
			g.do(&j)
			continue
		}
		if waits {
			timer.Reset(wait)
		}
		select {
		case <-g.quit:
			return
		case <-g.line.more:
		case <-timer.C:
		}
	}
}

// gap is the time between two handshakes, in the long run.
func (g *Gate) gap() time.Duration { return time.Second / time.Duration(g.cfg.TotalRate) }

func (g *Gate) do(j *job) {
	packet := j.buf[:j.n]
	switch packet[0] {
	case typeFirstIK, typeFirstXX:
		g.total.take(g.now(), g.gap(), g.cfg.TotalRate)
		g.meet(packet, j.from)
	case typeThird:
		g.finish(packet, j.from)
	case typeRetry:
		g.client.offer(packet)
	case typeSecond:
		g.client.accept(packet)
	}
}
