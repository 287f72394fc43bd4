package effects

import (
	"math"

	"voxtide/actions"
	"voxtide/client/cell"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// gestures are what an avatar does beside walking: emotes, eating, and the start when it is harmed.
type gestures struct {
	emote   edits.Emote
	emoteAt timestream.Time // when it began
	eats    float64         // 0 to 1: how far the hand is at the mouth
	crumbIn float64         // seconds until the next crumb
	damage  uint8           // in the last frame
	known   bool            // damage is that of a frame
	hurtAt  timestream.Time // when it was last harmed; 0 for never
}

const (
	gestureEase = 0.15 // seconds in which a gesture begins, and ends
	eatEase     = 0.08 // seconds in which the hand goes to the mouth two thirds of the way
	hurtTime    = 0.45 // seconds for which a body shows that it was harmed
	crumbEvery  = 0.11 // seconds
	crumbsFrom  = 0.7  // eats from which it crumbles
)

// emoteTimes are the lengths of the emotes, in seconds.
var emoteTimes = [edits.EmoteCount]float64{
	edits.EmoteWave: 1.9, edits.EmotePoint: 2.4, edits.EmoteNod: 1.2, edits.EmoteNo: 1.4, edits.EmoteCheer: 2, edits.EmoteClap: 2, edits.EmoteBow: 1.7,
}

// makeEmote begins an emote; another one under way ends.
func (g *gestures) makeEmote(e edits.Emote, now timestream.Time) { g.emote, g.emoteAt = e, now }

// show fills in what an avatar does at a frame's time, span seconds after the last one.
func (g *gestures) show(b *scene.Entity, e *world.Entity, span float64, now timestream.Time) {
	n := &e.Motion.Needs
	if g.known && n.Damage > g.damage {
		g.hurtAt = now
	}
	g.damage, g.known = n.Damage, true
	if since := seconds(now.Sub(g.hurtAt)); g.hurtAt > 0 && since < hurtTime {
		b.Hurt = float32(1 - since/hurtTime)
	}
	eats := 0.0
	if n.Eating != 0 {
		eats = 1
	}
	g.eats += (eats - g.eats) * approach(span, eatEase)
	since, length := seconds(now.Sub(g.emoteAt)), emoteTimes[g.emote]
	switch {
	case b.Lie > 0:
	case g.eats > 0.01:
		b.Gesture = scene.Gesture{Kind: scene.GestureEat, Seconds: float32(math.Mod(float64(now)/1e6, 2*math.Pi)), Weight: float32(g.eats)}
	case g.emote != edits.EmoteNone && since >= 0 && since < length:
		w := min(1, since/gestureEase, (length-since)/gestureEase)
		b.Gesture = scene.Gesture{Kind: scene.GestureKind(g.emote), Seconds: float32(since), Weight: float32(w * w * (3 - 2*w))}
	}
}

// beginGestures begins what others do by events.
func (a animations) beginGestures(ev *predict.Events, now timestream.Time) {
	for _, m := range ev.Emotes {
		if k := a[world.AvatarID(m.By)]; k != nil {
			k.makeEmote(m.Kind, now)
		}
	}
	ev.Emotes = ev.Emotes[:0]
	for i := range ev.Struck {
		if k := a[ev.Struck[i].ID]; k != nil {
			k.hurtAt = now
		}
	}
}

// makeOwn begins the emotes among the own actions of a frame.
func (g *gestures) makeOwn(done []actions.Action, now timestream.Time) {
	for i := range done {
		if done[i].Kind == actions.MakeEmote {
			g.makeEmote(done[i].Emote, now)
		}
	}
}

// eat moves the own hand to the mouth and lets it chew.
func (h *hand) eat(sc *scene.Scene, eats float64, now timestream.Time) {
	if eats < 0.01 {
		return
	}
	chew := math.Sin(math.Mod(float64(now)/1e6*22, 2*math.Pi))
	sc.HeldItem.Bob[0] -= float32(0.46 * eats)
	sc.HeldItem.Bob[1] += float32((0.10 + 0.035*chew) * eats)
}

// addCrumbs lets crumbs fall from the mouth of an avatar that eats.
func (d *particles) addCrumbs(f *Frame, b *scene.Entity, k *animation) {
	if k.eats < crumbsFrom || b.Block == 0 {
		return
	}
	if k.crumbIn -= k.span; k.crumbIn > 0 {
		return
	}
	k.crumbIn = crumbEvery
	look := float64(b.Yaw) / 65536 * 2 * math.Pi
	sy, cy := math.Sincos(look)
	at := [3]float64{b.Drawn[0] + sy*0.34, b.Drawn[1] + 1.4 - 0.2*k.crouch, b.Drawn[2] - cy*0.34}
	crumb := world.Block(b.Block)
	if p := world.Item(b.Block).Block(); p != world.Air {
		crumb = p
	}
	for range 2 {
		x, z := d.randomWithin(0.08), d.randomWithin(0.08)
		d.add(particle{
			pos: [3]float64{at[0] + x, at[1], at[2] + z}, vel: [3]float64{0.7*sy + 6*x, 0.5 + 0.5*d.random(), -0.7*cy + 6*z},
			size: 0.045, block: crumb, light: f.lightAt(cell.At(at)), lifetime: 0.45 + 0.25*float32(d.random()),
		})
	}
}
