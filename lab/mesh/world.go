package mesh

import (
	"fmt"

	"voxtide/edits"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// loader is the stream by which the sections of a world are loaded; time does not pass for it.
const loader timestream.Stream = 1<<32 - 1

// streamOf returns the stream of a node's player.
func streamOf(node int) timestream.Stream { return timestream.Stream(1 + node) }

// newWorld makes the world that all nodes begin with. It is loaded as a client's is, by subscriptions and snapshots; every
// player is subscribed to every section.
func newWorld(cfg *Config, start timestream.Time) (*world.World, error) {
	p := predict.New(loader)
	var u protocol.Update
	u.Number = 1
	add := func(e edits.Edit) { u.Entries = append(u.Entries, protocol.Entry{Kind: protocol.EntryEdit, Edit: e}) }
	add(edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, At: start, Number: 1})
	add(edits.Edit{Kind: edits.AddStream, Stream: loader, At: timestream.Never, Number: 1})
	for _, s := range cfg.Sections {
		add(edits.SubscriptionEdit(loader, world.Subscription{Section: s, Epoch: 1, Confirmed: true}))
	}
	if err := p.ApplyUpdate(&u); err != nil {
		return nil, fmt.Errorf("mesh: loading the world: %w", err)
	}
	for _, s := range cfg.Sections {
		p.ApplySnapshot(protocol.Snapshot{Section: s, Epoch: 1}, cfg.Land(s))
	}
	w := p.World().Clone()
	r := edits.Recorder{W: w}
	for i := range cfg.Nodes {
		addPlayer(&r, cfg, i, start)
	}
	r.Commit()
	return w, nil
}

// addPlayer brings a node's player into the world.
func addPlayer(r *edits.Recorder, cfg *Config, node int, start timestream.Time) {
	of := streamOf(node)
	pl := world.Player{Name: fmt.Sprintf("player%d", node)}
	copy(pl.Slots[:], cfg.Bag)
	r.Do(edits.Edit{Kind: edits.AddStream, Stream: of, At: start, Number: 1, Text: pl.Name})
	r.Do(edits.Edit{Kind: edits.AddPlayer, Stream: of, Player: &pl})
	for _, s := range cfg.Sections {
		r.Do(edits.SubscriptionEdit(of, world.Subscription{Section: s, Epoch: 1, Confirmed: true}))
	}
	body := world.Entity{ID: world.AvatarID(of), Kind: world.KindAvatar, Stream: of, At: start}
	body.Motion.Pos = cfg.Spawn(node)
	if cfg.Creative {
		body.Motion.Flags |= world.Creative
	}
	r.Do(edits.Edit{Kind: edits.SpawnEntity, ID: body.ID, Entity: body, Number: 1})
	r.SyncHeldItem(of)
}

// Difference is how far two worlds are apart.
type Difference struct {
	Cells, OfCells   int // cells with different blocks, and all cells
	Bodies, OfBodies int // bodies that are elsewhere, or in one of the worlds alone, and all bodies of either
	Bags, OfBags     int // players whose inventories differ, and all players
}

// Zero reports whether the worlds are equal.
func (d Difference) Zero() bool { return d.Cells == 0 && d.Bodies == 0 && d.Bags == 0 }

// String says the difference as a sentence.
func (d Difference) String() string {
	return fmt.Sprintf("differ in %d of %d cells, %d of %d bodies, %d of %d bags", d.Cells, d.OfCells, d.Bodies, d.OfBodies, d.Bags, d.OfBags)
}

// Compare returns the difference of two worlds of one mesh.
func Compare(a, b *world.World) (d Difference) {
	for _, p := range a.AppendSections(nil) {
		d.OfCells += world.SectionCells
		sa, sb := a.Section(p), b.Section(p)
		if sb == nil {
			d.Cells += world.SectionCells
			continue
		}
		if sa.Hash() == sb.Hash() {
			continue
		}
		for i := range world.SectionCells {
			if sa.Get(i) != sb.Get(i) {
				d.Cells++
			}
		}
	}
	compareBodies(a, b, &d)
	return d
}

// compareBodies counts the bodies and bags of two worlds that differ.
func compareBodies(a, b *world.World, d *Difference) {
	for i := range a.StreamCount() {
		of := a.StreamAt(i).Stream
		for _, slot := range a.Bodies(of) {
			e := a.Entity(slot)
			d.OfBodies++
			if other := b.Find(e.ID); other == world.NoEntity || b.Entity(other).Hash() != e.Hash() {
				d.Bodies++
			}
		}
		for _, slot := range b.Bodies(of) {
			if a.Find(b.Entity(slot).ID) == world.NoEntity {
				d.OfBodies++
				d.Bodies++
			}
		}
		pa, pb := a.Player(of), b.Player(of)
		if pa == nil || pb == nil {
			continue
		}
		d.OfBags++
		if pa.Slots != pb.Slots || pa.Selected != pb.Selected {
			d.Bags++
		}
	}
}
