package gate

// job is a handshake message that waits for the worker.
type job struct {
	from endpoint
	n    int
	buf  [helloBytes]byte
}

// queue leaves a packet of at most helloBytes to the worker, false if too many wait.
func (g *Gate) queue(packet []byte, from endpoint) bool {
	j := job{from: from, n: len(packet)}
	copy(j.buf[:], packet)
	select {
	case g.jobs <- j:
		return true
	default:
		return false
	}
}

// work does the key exchanges, until quit.
func (g *Gate) work() {
	defer close(g.worked)
	for {
		select {
		case <-g.quit:
			return
		case j := <-g.jobs:
			g.do(&j)
		}
	}
}

func (g *Gate) do(j *job) {
	packet := j.buf[:j.n]
	switch packet[0] {
	case typeFirstIK, typeFirstXX:
		g.meet(packet, j.from)
	case typeThird:
		g.finish(packet, j.from)
	case typeRetry:
		g.client.offer(packet)
	case typeSecond:
		g.client.accept(packet)
	}
}
