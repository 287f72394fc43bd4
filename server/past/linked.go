package past

import (
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// linkLate is how late what a peer showed directly may have come for a lean to be its doing: by then smoothing has taken most of it back.
const linkLate = 200 * timestream.Millisecond

// seenLinked returns where a striker who has a direct link to the target saw it: where the target's own stream has it at the time of the shot,
// because the link showed what the server had not told yet. Where that stream has not come so far, it is moved on from where it is.
func (p *Past) seenLinked(w *world.World, t *track, s *Shot) (at world.Vec, age time.Duration) {
	i := 0
	for oldest := p.oldest(t, s.Now); i < oldest && t.back(i).at > s.At; {
		i++
	}
	is := t.back(i)
	at = is.motion.Pos
	if is.at <= s.At {
		at = flown(w, is, s.At)
	}
	if s.Lean == [3]int8{} {
		return at, s.Now - is.step
	}
	var lo, hi world.Vec
	for k := i + 1; ; k++ {
		before := t.back(k)
		if before == nil || is.at.Sub(before.at) > linkLate {
			break
		}
		was := flown(w, before, s.At)
		for a := range was {
			lo[a], hi[a] = min(lo[a], was[a]-at[a]), max(hi[a], was[a]-at[a])
		}
	}
	for a := range at {
		claim := int64(s.Lean[a]) * (world.Unit / 64) //exact: a small number times a constant
		at[a] += min(max(claim, lo[a]-leanSlack), hi[a]+leanSlack)
	}
	return at, s.Now - is.step
}

// meets returns why a shot at a body that stands somewhere does not count, or Done.
func (p *Past) meets(w *world.World, t *track, s *Shot, seen world.Vec) actions.Refusal {
	eye := physics.EyePos(&s.By.Motion)
	body := world.Entity{Kind: world.KindAvatar, Motion: world.Motion{Pos: seen}}
	lo, hi := body.Box()
	const reach = actions.HitReach * world.Unit / 1024
	point, met := physics.RayMeetsBox(eye, physics.AimVector(s.Yaw, s.Pitch, reach), lo, hi)
	switch {
	case !met:
		if _, far := physics.RayMeetsBox(eye, physics.AimVector(s.Yaw, s.Pitch, 4*reach), lo, hi); far {
			return actions.TooFar
		}
		return actions.HitMissed
	case !physics.LineOfSight(w, eye, point, point.Block()):
		return actions.NoSight
	case p.covered(w, t, eye):
		return actions.HitCovered
	}
	return actions.Done
}

// linkedPicture reports whether a shot may have been aimed at what a direct link showed: the method draws others on their streams.
func (s *Shot) linkedPicture() bool {
	return s.Linked && s.How == protocol.HitsRewind && s.Seen == 0 && !faults.Active(faults.LinkUnseenByHits)
}
