package world

import "voxtide/timestream"

// EntityID names an entity for ever: its origin stream and that stream's counter.
type EntityID uint64

// MakeEntityID builds an id from a stream and its counter.
func MakeEntityID(s timestream.Stream, counter uint32) EntityID {
	return EntityID(s)<<32 | EntityID(counter)
}

// OriginStream returns the stream that the entity was spawned in; it may belong to another one now.
func (id EntityID) OriginStream() timestream.Stream { return timestream.Stream(id >> 32) }

// Counter returns the counter part of the id. An avatar has counter 0.
func (id EntityID) Counter() uint32 { return uint32(id) }

// AvatarID returns the id of a client's avatar.
func AvatarID(s timestream.Stream) EntityID { return MakeEntityID(s, 0) }

// Entity is something with a body: an avatar, a falling block, a dropped item.
type Entity struct {
	ID     EntityID
	Kind   EntityKind
	Stream timestream.Stream // the stream on whose time it moves
	At     timestream.Time   // the instant at which Motion holds
	Block  Block             // of a falling block
	Stack  Stack             // of an item: its stack; of an avatar: the stack shown in its hand
	Born   timestream.Time   // of a thrown item: when it was thrown; 0 for any other
	Motion Motion
}

// PickUpDelay is how long a thrown item is not picked up.
const PickUpDelay = 800 * timestream.Millisecond

// EntityKind is a kind of entity: a row of EntityKinds.
type EntityKind uint8

// The kinds of entities.
const (
	KindNone EntityKind = iota
	KindAvatar
	KindFallingBlock
	KindItem
	KindCount
)

// EntityInfo is everything that the rules need to know of a kind of entity.
type EntityInfo struct {
	Name            string
	HalfWidth       int64 // of the box on X and Z, position units
	Height          int64 // of the box, position units
	BlocksPlacement bool  // no block can be placed into it
	ThrottleFar     bool  // clients far away may be sent its motion less often
}

// EntityKinds is the table of entities, by EntityKind.
var EntityKinds = [KindCount]EntityInfo{
	KindNone:         {Name: "none"},
	KindAvatar:       {Name: "avatar", HalfWidth: 3 * Unit / 10, Height: 18 * Unit / 10, BlocksPlacement: true, ThrottleFar: true},
	KindFallingBlock: {Name: "falling block", HalfWidth: Unit / 2, Height: Unit},
	KindItem:         {Name: "item", HalfWidth: Unit / 8, Height: Unit / 4},
}

// Box returns the corners of the entity's box, lowest and highest, in position units.
func (e *Entity) Box() (lo, hi Vec) {
	k := &EntityKinds[e.Kind]
	p := &e.Motion.Pos
	return Vec{p[0] - k.HalfWidth, p[1], p[2] - k.HalfWidth}, Vec{p[0] + k.HalfWidth, p[1] + k.Height, p[2] + k.HalfWidth}
}
