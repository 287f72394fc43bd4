package world

import "voxtide/timestream"

// EntityID names an entity for ever: the stream that brought it into the world and that stream's counter.
type EntityID uint64

// MakeID builds an id from a stream and its counter.
func MakeID(s timestream.Stream, counter uint32) EntityID {
	return EntityID(s)<<32 | EntityID(counter)
}

// Birth returns the stream in which the entity was born (it may belong to another one by now).
func (id EntityID) Birth() timestream.Stream { return timestream.Stream(id >> 32) }

// Counter returns the counter part of the id. An avatar has counter 0.
func (id EntityID) Counter() uint32 { return uint32(id) }

// AvatarID is the id of a client's avatar.
func AvatarID(s timestream.Stream) EntityID { return MakeID(s, 0) }

// Entity is something with a body: an avatar, a falling block, a dropped item.
type Entity struct {
	ID     EntityID
	Kind   EntityKind
	Stream timestream.Stream // whose time it moves on
	At     timestream.Time   // the instant at which Motion holds
	Block  Block             // of a falling block: which
	Stack  Stack             // of a dropped item: what; of an avatar: what is held in the hand
	Motion Motion
}

// EntityKind is a row of Kinds.
type EntityKind uint8

// The kinds of entities.
const (
	KindNone EntityKind = iota
	KindAvatar
	KindFalling
	KindItem
	KindCount
)

// EntityInfo is what the rules need to know of a kind of entity.
type EntityInfo struct {
	Name       string
	HalfWidth  int64 // of the box on X and Z, position units
	Height     int64 // of the box, position units
	Hinders    bool  // a block cannot be placed into it
	ThinnedFar bool  // its motion may be told less often to those far away
}

// Kinds is the table of entities, by EntityKind.
var Kinds = [KindCount]EntityInfo{
	KindNone:    {Name: "none"},
	KindAvatar:  {Name: "avatar", HalfWidth: 3 * Unit / 10, Height: 18 * Unit / 10, Hinders: true, ThinnedFar: true},
	KindFalling: {Name: "falling block", HalfWidth: Unit / 2, Height: Unit},
	KindItem:    {Name: "item", HalfWidth: Unit / 8, Height: Unit / 4},
}

// Box returns the corners of the entity's box, lowest and highest, in position units.
func (e *Entity) Box() (lo, hi Vec) {
	k := &Kinds[e.Kind]
	p := &e.Motion.Pos
	return Vec{p[0] - k.HalfWidth, p[1], p[2] - k.HalfWidth}, Vec{p[0] + k.HalfWidth, p[1] + k.Height, p[2] + k.HalfWidth}
}
