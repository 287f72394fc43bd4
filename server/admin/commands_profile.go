package admin

import (
	"time"

	"voxtide/server/profiler"
	"voxtide/timestream"
)

// profileState is what is known of profiles: who waits for the one that runs, and what came of the last one.
type profileState struct {
	asked []timestream.Stream // players
	last  []string            // nil: there was none
}

// profileLength is how long steps are measured where nobody says.
const profileLength = 10 * time.Second

// profile has steps measured for some time, says how far that is, ends it, or shows what came of the last time. The answer to who asked comes
// when it is over: in the chat, and on the console.
func profile(o *invocation) {
	run := o.game.Profile()
	switch what := o.arg("WHAT").Text; {
	case what == "last" && o.Executor.profile.last == nil:
		o.fail("profile: nothing was measured since the server started")
	case what == "last":
		for _, l := range o.Executor.profile.last {
			o.print("%s", l)
		}
	case what == "stop" && run == nil:
		o.fail("profile: nothing is measured now")
	case what == "stop":
		o.waitForProfile()
		o.print("profile: it ends now, with what there is")
		o.ReportProfile(o.game.EndProfile())
	case run != nil:
		o.waitForProfile()
		lasted, length, steps := run.Progress()
		o.print("profile: %.0f of %.0f s are over, %d steps measured; profile stop ends it", lasted.Seconds(), length.Seconds(), steps)
	case o.backend == nil:
		o.unsupported()
	default:
		length := profileLength
		if n := o.arg("SECONDS"); n.Given {
			length = time.Duration(n.Number) * time.Second
		}
		o.game.BeginProfile(length)
		o.waitForProfile()
		o.print("profile: steps are measured for %.0f s; what comes of it is said here and on the console, and by profile last", length.Seconds())
	}
}

// waitForProfile has the issuer told what comes of the profile that runs.
func (o *invocation) waitForProfile() {
	s := &o.Executor.profile
	for _, of := range s.asked {
		if of == o.by.Stream {
			return
		}
	}
	if !o.by.outside() {
		s.asked = append(s.asked, o.by.Stream)
	}
}

// ReportProfile tells those who wait for a profile what came of it, once the backend has written it down.
func (x *Executor) ReportProfile(run *profiler.Run) {
	asked := x.profile.asked
	x.profile.asked = nil
	x.backend.Report(run, func(lines []string) {
		x.profile.last = lines
		for _, of := range asked {
			if x.game.OnlineStream(of) == nil {
				continue
			}
			for _, l := range lines {
				x.game.Tell(of, l)
			}
		}
	})
}
