package live

import (
	"math"
	"time"

	"voxtide/render/scene"
	"voxtide/world"
)

// A frame is an array of numbers: Head, then Fields of each player, then PacketFields of each packet that left in the frame.
// Positions are in blocks, x to the east, y up, z to the south; headings in turns, clockwise from north; times in ms.
var (
	// Head is what a frame begins with. A cells number grows when the blocks of that view have changed: see Cells.
	Head = []string{"frame", "end", "cells0", "cells1", "cellsServer", "packets"}

	// Fields are those of a player.
	Fields = []string{
		"drawnX", "drawnY", "drawnZ", "drawnYaw", // the own body on the own screen
		"predictedX", "predictedY", "predictedZ", // where its client simulates it
		"receivedX", "receivedY", "receivedZ", // where the server's last word had it
		"serverX", "serverY", "serverZ", "serverYaw", // where the server has it
		"truthX", "truthY", "truthZ", // where it would be without a network
		"otherX", "otherY", "otherZ", "otherYaw", // the other player on the own screen
		"corrections", // of the own body and blocks, so far
		"unacked",     // actions that the server has not answered
		"refused",     // actions, so far
		"wait",        // of the last first step, from the key to the screen; -1: none
		"blockWait",   // of the last block; -1: none
		"jumps",       // of the own body on the own screen, so far
		"off",         // drawn from truth, in cm
		"apart",       // the own screen from the other's, of the own body, in cm
		"updates",     // received, so far
		"hits",        // of the other by this one that counted, so far
		"struck",      // hits by the other, so far
	}

	// PacketFields are those of a packet. Flags: 1 lost, 2 sections, 4 a second copy. A lost one arrives when it would have
	// without jitter.
	PacketFields = []string{"client", "up", "sent", "arrives", "size", "flags"}
)

// jumpAbove is how much a body's step from one frame to the next must differ from the step before it to be a jump, in blocks.
// Nobody's feet do that: it is 20 times gravity.
const jumpAbove = 0.055

// stepAbove is how far a body must be from where it stood to have shown a step, in blocks.
const stepAbove = 1e-3

// shown takes what a client shows in a frame.
func (l *Live) shown(i int, _ time.Duration, sc *scene.Scene) {
	k := &l.seats[i]
	k.own = sc.OwnEntity
	for j := range sc.Entities {
		if e := &sc.Entities[j]; e.Kind == scene.EntityAvatar {
			k.other = *e
		}
	}
	if n := len(sc.Refusals); n > 0 {
		k.refused, k.refusal = k.refused+n, sc.Refusals[n-1]
	}
	d := k.own.Drawn
	if k.step.on && math.Hypot(d[0]-k.step.from[0], d[2]-k.step.from[2]) > stepAbove {
		k.step.on, k.step.ms = false, l.since(k.step.since)
	}
	if k.block.on {
		if b, _ := l.stage.Client(i).World().Block(k.block.pos); b != k.block.before {
			k.block.on, k.block.ms = false, l.since(k.block.since)
		}
	}
	a, b := k.lastDrawn[0], k.lastDrawn[1]
	if b != ([3]float64{}) && math.Hypot(d[0]-2*a[0]+b[0], d[2]-2*a[2]+b[2]) > jumpAbove {
		k.jumps++
		k.lastDrawn[1] = [3]float64{} // the way back to the usual step is no second jump
	} else {
		k.lastDrawn[1] = a
	}
	k.lastDrawn[0] = d
}

// since returns the time from a frame to the one that is being made, in ms: 0 is the same frame.
func (l *Live) since(frame int) float64 { return float64(l.frame-1-frame) * 1000 / FramesPerSecond }

// startWait begins to measure when a standing player presses a key to walk.
func (l *Live) startWait(k *seat, keys world.Keys) {
	const walk = world.KeyForward | world.KeyBack | world.KeyLeft | world.KeyRight
	if keys&walk != 0 && k.input.Keys&walk == 0 && k.lastDrawn[0] == k.lastDrawn[1] {
		k.step.on, k.step.since, k.step.from = true, l.frame, k.own.Drawn
	}
}

// AppendFrame appends the last frame to an array.
func (l *Live) AppendFrame(dst []float32) []float32 {
	put := func(v ...float64) {
		for _, x := range v {
			dst = append(dst, float32(x))
		}
	}
	put(float64(l.frame), float64(l.tape.Frames))
	for v := range l.views {
		put(float64(l.look(v)))
	}
	put(float64(len(l.packets)))
	for i := range l.seats {
		k := &l.seats[i]
		other := &l.seats[1-i]
		c := l.stage.Client(i)
		st := c.Stats()
		corrections := 0
		for cause, n := range st.Corrections {
			corrections += n + st.BlockCorrections[cause]
		}
		received, server := l.received(i), stands(l.stage.ServerWorld(), c.Stream())
		put(k.own.Drawn[:]...)
		put(turns(k.own.Yaw))
		put(k.own.Simulated[:]...)
		put(received.at[:]...)
		put(server.at[:]...)
		put(turns(server.yaw))
		put(k.truth.Drawn[:]...)
		put(k.other.Drawn[:]...)
		put(turns(k.other.Yaw), float64(corrections), float64(c.UnackedCount()), float64(k.refused), k.step.ms, k.block.ms,
			float64(k.jumps), 100*distance(k.own.Drawn, k.truth.Drawn), 100*distance(k.own.Drawn, other.other.Drawn), float64(st.Updates), float64(st.HitsGiven), float64(st.HitsTaken))
	}
	for i := range l.packets {
		p := &l.packets[i]
		flags := 0
		for bit, on := range [...]bool{p.Lost, p.Bulk, p.Duplicate} {
			if on {
				flags |= 1 << bit
			}
		}
		up := 0.0
		if p.Up {
			up = 1
		}
		if p.Lost {
			p.Arrives = p.Sent + l.seats[p.Client].network.link().Delay
		}
		put(float64(p.Client), up, ms(p.Sent), ms(p.Arrives), float64(p.Size), float64(flags))
	}
	return dst
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

func turns(yaw uint16) float64 { return float64(yaw) / 65536 }

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
