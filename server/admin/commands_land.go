package admin

import (
	"strings"

	"voxtide/commands"
	"voxtide/server/chores"
	"voxtide/world"
)

// Commands about land that nobody needs, or that is to be made.

// pregenerate makes the land around a place.
func pregenerate(o *invocation) {
	at := world.Pos{X: int32(o.arg("X").Number), Z: int32(o.arg("Z").Number)}
	if !o.arg("X").Given {
		if p := o.game.OnlineStream(o.by.Stream); p != nil {
			at = p.Cell
		}
	}
	o.chore(chores.Order{Kind: chores.Pregenerate, Radius: int32(o.arg("RADIUS").Number), At: at})
}

// prune shows which land is nobody's, or gives it back.
func prune(o *invocation) {
	word, found := strings.CutPrefix(o.arg("UNSEEN").Text, "unseen=")
	seconds, ok := commands.ParseDuration(word)
	if !found || !ok || seconds < 86400 {
		o.fail("prune: %q is not unseen= and a time of a day at least, such as unseen=180d", o.arg("UNSEEN").Text)
		return
	}
	o.chore(chores.Order{Kind: chores.Prune, Unseen: seconds, Show: !o.arg("NOW").Given})
}

// chore hands a job on the land on. What is only shown is answered when it is known, everything else at once: it may take hours.
func (o *invocation) chore(order chores.Order) {
	order.By = o.issuerName()
	of, answer := o.by.Stream, o.answer
	done := answer
	if !order.Show {
		done = func(lines []string) {
			for _, l := range lines {
				o.game.Tell(of, l) // the console finds it in the log, and with jobs
			}
		}
	}
	if o.backend == nil || !o.backend.Chore(order, done) {
		o.unsupported()
		return
	}
	if o.deferred = order.Show; !order.Show {
		o.print("it goes on beside the game: jobs shows how far it is, cancel ends it")
	}
}
