package stage

import "time"

// SetServerStep changes the time between two steps of the server, which is above 0, from now on.
func (s *Stage) SetServerStep(every time.Duration) {
	if every <= 0 {
		panic("stage: a server's step takes time")
	}
	s.cfg.ServerStep = every
	s.stepAt = min(s.stepAt, s.network.Now()+every)
}
