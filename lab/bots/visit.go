package bots

import (
	"context"
	"fmt"
	"time"

	"voxtide/actions"
)

// With Config.Returning each bot visits its place before anything is measured, so that it comes back as a player of another evening does:
// to where it left, and not to where new players appear. A visit sees visitView sections far and leaves the land around to the join that is measured.
const (
	visitView     = 1
	visitPatience = 3 * time.Minute // for all visits
	visiting      = "visiting"      // of a Progress
)

// visit waits until all bots have been at their places and have left; then the first crowd may come.
func (d *director) visit(ctx context.Context) error {
	visited := 0
	all := d.waitFor(ctx, visitPatience, visiting, func() bool {
		visited = 0
		for i := range d.state.status {
			if st := &d.state.status[i]; st.visited.Load() || st.failed.Load() {
				visited++
			}
		}
		return visited == len(d.state.status)
	})
	if !all {
		d.cut = true
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("bots: only %d of %d have been at their places%s", visited, len(d.bots), d.firstFailure())
	}
	d.state.firstAt.Store(int64(d.state.clock()))
	d.state.phase.Store(int32(phaseJoin))
	return nil
}

// viewDistance returns how far a session sees that begins in a phase, in sections.
func (b *Bot) viewDistance(ph runPhase) int {
	if ph == phaseVisit {
		return visitView
	}
	return b.cfg.View
}

// leaveTrace moves a stack to another slot of the inventory, or exchanges it for what is there: a server forgets a newcomer of whom there is nothing to keep.
func (b *Bot) leaveTrace(out *intent) {
	if b.play.trace {
		return
	}
	slots := b.view.Player.Slots[:]
	from, to := -1, -1
	for i, s := range slots {
		if s.Count > 0 && from < 0 {
			from = i
		} else if from >= 0 && s != slots[from] {
			to = i
		}
	}
	if from < 0 || to < 0 {
		b.failed = "there is nothing in the inventory that a visit could move, and the server would forget it"
		return
	}
	b.play.trace = true
	out.actions = append(out.actions, actions.Action{Kind: actions.MoveItem, Slot: uint8(from), ToSlot: uint8(to), Count: slots[from].Count})
}

// arrive notes that the bot is at its place, and leaves the world from there once its trace is acknowledged: its next session begins there.
func (b *Bot) arrive() {
	b.play.arrived = true
	if !b.play.trace || b.client.UnackedCount() > 0 {
		return
	}
	b.leave()
	b.timers.beginAt = b.cfg.beginAt(b.number)
	b.releaseJoinSlot()
	b.shared.status[b.number].visited.Store(true)
}
