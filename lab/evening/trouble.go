package evening

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/server"
	"voxtide/server/rollback"
	"voxtide/world"
)

// The village: a square of planks above every mountain, far from where players begin.
const (
	villageSide  = 14
	villageBlock = world.Planks
)

var villageAt = world.Pos{X: 260, Y: 340, Z: 40}

// buildVillage sets the blocks of the village in the name of the villager, who stands there.
func (e *evening) buildVillage(ctx context.Context, v *player) error {
	v.goTo(beside(villageAt, 0, 4, 0))
	for range 60 {
		v.frame()
	}
	job := &rollback.Job{Author: v.Stream()}
	for x := range int32(villageSide) {
		for z := range int32(villageSide) {
			e.village = append(e.village, beside(villageAt, x-villageSide/2, 0, z-villageSide/2))
		}
	}
	cells := e.village
	e.host.Do(func(s *server.Server) { s.StartRollback(job) })
	for done := false; !done; v.frame() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		e.host.Do(func(*server.Server) {
			n := min(job.Room(), len(cells))
			for _, p := range cells[:n] {
				job.Add(rollback.Restore{Pos: p, Expected: world.Air, Target: villageBlock})
			}
			cells = cells[n:]
			job.Complete, done = len(cells) == 0, job.Finished()
		})
	}
	if job.Done != len(e.village) {
		return fmt.Errorf("evening: %d of %d blocks of the village stand", job.Done, len(e.village))
	}
	return nil
}

// grief wrecks the village until it is sent away, and tries to come back under other names with the key that is banned.
func (e *evening) grief(ctx context.Context, i int) {
	rng := rand.New(rand.NewPCG(e.cfg.Seed, uint64(i)))
	from := fmt.Sprintf("127.0.2.%d", i+1)
	p, err := e.join(ctx, fmt.Sprint("griefer", i), from)
	if err != nil {
		e.note(func(r *Report) { r.Troubles = append(r.Troubles, err.Error()) })
		return
	}
	defer p.Close()
	for {
		select {
		case <-e.over:
			return
		default:
		}
		if p.frame(); e.troubled() && p.State() != client.Ended {
			p.wreck(rng)
		}
		if p.State() == client.Ended {
			reason := p.Reason()
			e.note(func(r *Report) { r.GriefersGone = append(r.GriefersGone, fmt.Sprintf("%s: %s", p.name, reason)) })
			_, err := e.join(ctx, p.name, from) // at once again
			if gone := (errTurnedAway{}); errors.As(err, &gone) && strings.Contains(gone.reason, "banned") {
				e.note(func(r *Report) { r.ReturnsRefused++ })
			}
			return
		}
	}
}

// wreck breaks some blocks of the village.
func (p *player) wreck(rng *rand.Rand) {
	at := p.e.village[rng.IntN(len(p.e.village))]
	p.goTo(beside(at, 0, 2, 0))
	for range 5 {
		p.frame()
	}
	for range 4 { // what is below, and beside it
		to := beside(at, rng.Int32N(3)-1, 0, rng.Int32N(3)-1)
		if b, there := p.World().Block(to); there && b == villageBlock {
			p.do(actions.Action{Kind: actions.FinishBreak, Pos: to, Aim: actions.Aim{8, 16, 8}})
			p.e.broken.Add(1)
		}
		for range 4 {
			p.frame()
		}
	}
}

// spammerName begins the names of the spammer.
const spammerName = "offer"

// spam says lines and links until it is sent away, tries a new key from the same address, and comes back with another from a new address.
func (e *evening) spam(ctx context.Context) {
	for life := 0; e.troubled() && life < 200; life++ {
		from := fmt.Sprintf("127.0.3.%d", life+1)
		p, err := e.join(ctx, fmt.Sprint(spammerName, life), from)
		if err != nil {
			e.note(func(r *Report) { r.Troubles = append(r.Troubles, err.Error()) })
			continue
		}
		e.note(func(r *Report) { r.SpamLives++ })
		for n := 0; e.troubled() && p.State() != client.Ended; n++ {
			text := fmt.Sprintf("the best offers of the evening, number %d", n)
			if n%2 == 1 {
				text = "look: https://offers.example/" + fmt.Sprint(n)
			}
			p.say(text)
			e.note(func(r *Report) { r.SpamTried++ })
			for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); {
				p.frame()
			}
		}
		gone := p.State() == client.Ended
		p.Close()
		if !gone {
			return
		}
		_, err = e.join(ctx, fmt.Sprint(spammerName, life, "again"), from) // a new key
		if away := (errTurnedAway{}); errors.As(err, &away) && strings.Contains(away.reason, "banned") {
			e.note(func(r *Report) { r.NewKeysRefused++ })
		} else {
			e.note(func(r *Report) { r.NewKeysIn++ })
		}
	}
}

// troubled reports whether the trouble goes on.
func (e *evening) troubled() bool {
	select {
	case <-e.stop:
		return false
	default:
		return true
	}
}

// beside returns the cell at an offset from another.
func beside(p world.Pos, x, y, z int32) world.Pos {
	return world.Pos{X: p.X + x, Y: p.Y + y, Z: p.Z + z}
}
