// Package sim updates the game as time passes: it advances one stream to an instant, on the server as the truth and on
// a client as a prediction.
//
// Owner: the owner of the world; a Sim holds nothing but scratch memory and counters. State changes through the
// recorder alone.
//
// Invariants: an advance runs the discrete update at every tick m with from < m <= to and the continuous update in
// between; advance(a, c) equals advance(a, b) and advance(b, c) bit for bit. At a tick, within a stream: the avatar,
// then the entities from low to high and by id, then the support checks in the order of their entry. Every body
// carries the instant at which it holds; one that already holds at a tick has had that tick's update.
package sim

import (
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// Sim advances streams of one world.
type Sim struct {
	R *edits.Recorder
	// Authoritative says that this is the server's world, where every section is known and every stream is updated in
	// full. A client's world knows the subscriptions of its Own stream only, and takes the rest from the server.
	Authoritative bool
	Own           timestream.Stream
	// Stale bodies, by slot, are not simulated: on a client, the bodies near a section that it lacks.
	Stale []bool

	// Verify computes some cached ticks again; CacheErrors counts the ticks that differed.
	Verify      bool
	CacheErrors int
	// TickedBodies counts the bodies that were listed for a discrete update, avatars aside.
	TickedBodies uint64
	// PushedOut counts the bodies that were inside a block and were moved out.
	PushedOut int
	// TakenIn counts the items that others took in as these came to rest.
	TakenIn int
	// Lifted holds the bodies that another stream's landing blocks moved since the owner last cleared it.
	Lifted []world.EntityID
	// Freed holds the cells where a client's own stream set blocks free since the owner last cleared it: the blocks that the
	// player was charged for.
	Freed []world.Pos
	// PickedUp holds the items that a client's own player took from the ground, and that were another stream's, since the owner last
	// cleared it.
	PickedUp []world.Item
	// NeedsTransfer says that an entity of a client's stream came near a section that the client has not confirmed. The
	// server then calls TransferToServer.
	NeedsTransfer bool
	// Missing holds the sections without which falling blocks and pending support checks of the server's stream stand still, since the owner last
	// cleared it, some more than once. The owner of an authoritative world fetches them: nobody else may ever need that land.
	Missing []world.SectionPos

	nearItems     []world.EntityID   // items that are being picked up
	fullFor       []world.Item       // items for which there was no room
	inCell        []world.EntitySlot // bodies that are lifted
	due           []dueBody
	dueHead       int // the due bodies before it have run
	cache         tickCache
	withoutAvatar bool // only the other entities of the stream are advanced
}

// dueBody is a body whose discrete update runs at the tick to come.
type dueBody struct {
	stream timestream.Stream
	slot   world.EntitySlot
	id     world.EntityID
	rank   int64 // avatars before all, then by height
}

func (s *Sim) isStale(slot world.EntitySlot) bool { return int(slot) < len(s.Stale) && s.Stale[slot] }
