package record

import (
	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// The row of a player is kept in parts, by how often they change: most actions change where the avatar is, and neither what the player
// carries nor who it is. Each part is a record of its own under the player's name, and is written when it is not what was written last.
// So a row is the sum of its parts, none of which is older or newer than another. A test fails when a field is added to the row and
// belongs to no part.

// PlayerPart is a part of a player's row.
type PlayerPart struct {
	Kind   byte // of its keys on the disk
	Append func(b []byte, row *store.PlayerRow) []byte
	Read   func(b []byte, row *store.PlayerRow) error // fills in its own fields and the stream, which is in each part, of an empty row
	Copy   func(to, from *store.PlayerRow)            // copies the same fields
}

// The kinds of parts.
const (
	PartPlayer    = 'p'
	PartInventory = 'i'
	PartAvatar    = 'a'
)

// PlayerParts is the table of parts. The first is there for each player.
var PlayerParts = [...]PlayerPart{
	{PartPlayer, AppendPlayer, ReadPlayer, copyPlayer},
	{PartInventory, AppendInventory, ReadInventory, copyInventory},
	{PartAvatar, AppendAvatar, ReadAvatar, copyAvatar},
}

// AppendPlayer writes who a player is: version, stream, key, token, whether the row is kept and the player has built, name, whether there
// is a bed, and it. The key of the record holds the name of the row.
func AppendPlayer(b []byte, row *store.PlayerRow) []byte {
	b = AppendStream(append(b, versionPlayer), row.Stream)
	b = append(b, row.Key[:]...)
	b = append(b, row.Token[:]...)
	b = wire.AppendBool(wire.AppendBool(b, row.Persistent), row.HasBuilt)
	b = wire.AppendString(b, row.Player.Name)
	bed := row.Home != world.Vec{}
	if b = wire.AppendBool(b, bed); bed {
		b = AppendBed(b, row)
	}
	return b
}

// ReadPlayer reads who a player is.
func ReadPlayer(b []byte, row *store.PlayerRow) error {
	r := Open(b, versionPlayer)
	row.Stream = ReadStream(&r)
	copy(row.Key[:], r.Bytes(len(row.Key)))
	copy(row.Token[:], r.Bytes(len(row.Token)))
	row.Persistent, row.HasBuilt = r.Bool(), r.Bool()
	row.Player.Name = r.String(TextMax)
	if r.Bool() {
		if ReadBed(&r, row); row.Home == (world.Vec{}) { // that is none
			r.Fail(ErrValue)
		}
	}
	return r.End()
}

func copyPlayer(to, from *store.PlayerRow) {
	to.Stream, to.Key, to.Token, to.Persistent, to.HasBuilt = from.Stream, from.Key, from.Token, from.Persistent, from.HasBuilt
	to.Player.Name, to.Bed, to.Home = from.Player.Name, from.Bed, from.Home
}

// AppendBed writes where the bed's foot is, and where its player stood.
func AppendBed(b []byte, row *store.PlayerRow) []byte {
	b = AppendPos(b, row.Bed)
	for _, v := range row.Home {
		b = wire.AppendVarint(b, v)
	}
	return b
}

// ReadBed reads the same.
func ReadBed(r *wire.Reader, row *store.PlayerRow) {
	row.Bed = ReadPos(r)
	for i := range row.Home {
		row.Home[i] = r.Varint()
	}
}

// AppendInventory writes what a player carries: version, stream, a bit for each slot that is not empty as uvarint, and their stacks.
func AppendInventory(b []byte, row *store.PlayerRow) []byte {
	slots := &row.Player.Slots
	full := uint64(0)
	for i := range slots {
		if slots[i] != (world.Stack{}) {
			full |= 1 << i
		}
	}
	b = wire.AppendUvarint(AppendStream(append(b, versionInventory), row.Stream), full)
	for i := range slots {
		if full&(1<<i) != 0 {
			b = AppendStack(b, slots[i])
		}
	}
	return b
}

// ReadInventory reads what a player carries.
func ReadInventory(b []byte, row *store.PlayerRow) error {
	r := Open(b, versionInventory)
	row.Stream = ReadStream(&r)
	full := ReadBelow(&r, 1<<world.InventorySize)
	for i := range row.Player.Slots {
		if full&(1<<i) == 0 {
			continue
		}
		if row.Player.Slots[i] = ReadStack(&r, VersionEntity); row.Player.Slots[i] == (world.Stack{}) {
			r.Fail(ErrValue)
		}
	}
	return r.End()
}

func copyInventory(to, from *store.PlayerRow) {
	to.Stream, to.Player.Slots = from.Stream, from.Player.Slots
}

// Bits of the mask of an avatar's record: which of its fields are not the usual ones.
const (
	avatarIsOther  = 1 << iota // kind, id, stream, block or birth are not those of the player's avatar
	avatarHolds                // a stack in its hand
	avatarMoves                // velocity
	avatarBlocked              // blocked velocity
	avatarHasKeys              // keys
	avatarBreaks               // a block that is being broken, with place and instant
	avatarActed                // and the next three: allowances of actions, placing, breaking, chat
	_                          //
	_                          //
	_                          //
	avatarHits                 // the allowance of hits
	avatarKicked               // a kick to come: instant, velocity, harm
	avatarOnline               // the player was in the world; there is nothing more to it
	avatarMaskEnds = 1 << iota
)

// AppendAvatar writes what changes with each action: version, stream, number of the last action, selected slot, the instant of the avatar,
// when the player was last here, play time, number of the next entity, position, yaw, flags, a mask, and the fields that are in the mask
// in its order. The instants of what is beside the needs are written as differences from that of the avatar.
func AppendAvatar(b []byte, row *store.PlayerRow) []byte {
	e := &row.Avatar
	m := &e.Motion
	since := func(b []byte, t timestream.Time) []byte { return wire.AppendVarint(b, int64(t)-int64(e.At)) }
	b = AppendStream(append(b, versionAvatar), row.Stream)
	b = append(wire.AppendUvarint(b, row.Player.LastAction), row.Player.Selected)
	b = since(AppendTime(b, e.At), row.LastSeen)
	b = wire.AppendUvarint(wire.AppendVarint(b, int64(row.PlayTime)), uint64(row.EntityCounter))
	for _, v := range m.Pos {
		b = wire.AppendVarint(b, v)
	}
	needs := m.Needs
	b = world.AppendFlags(wire.AppendUvarint(b, uint64(m.Yaw)), m.Flags, needs != world.Needs{})
	mask := avatarMask(row)
	b = wire.AppendUvarint(b, mask)
	if mask&avatarIsOther != 0 {
		b = AppendStream(append(wire.AppendUvarint(b, uint64(e.ID)), byte(e.Kind)), e.Stream)
		b = AppendTime(wire.AppendUvarint(b, uint64(e.Block)), e.Born)
	}
	if mask&avatarHolds != 0 {
		b = AppendStack(b, e.Stack)
	}
	if mask&avatarMoves != 0 {
		for _, v := range m.Vel {
			b = wire.AppendVarint(b, v)
		}
	}
	if mask&avatarBlocked != 0 {
		b = wire.AppendVarint(wire.AppendVarint(b, m.BlockedVel[0]), m.BlockedVel[1])
	}
	if mask&avatarHasKeys != 0 {
		b = world.AppendKeys(b, m.Keys, m.Flags)
	}
	if mask&avatarBreaks != 0 {
		b = since(AppendPos(wire.AppendUvarint(b, uint64(m.BreakingBlock)), m.BreakingPos), m.BreakingSince)
	}
	for i, t := range [...]timestream.Time{m.ActFullAt, m.PlaceFullAt, m.BreakFullAt, m.ChatFullAt} {
		if mask&(avatarActed<<i) != 0 {
			b = since(b, t)
		}
	}
	if mask&avatarHits != 0 {
		b = since(b, m.HitFullAt)
	}
	if mask&avatarKicked != 0 {
		b = since(b, m.KickAt)
		for _, v := range m.Kick {
			b = wire.AppendVarint(b, v)
		}
		b = append(b, m.KickHarm)
	}
	if needs != (world.Needs{}) {
		b = world.AppendNeeds(b, &needs)
	}
	return b
}

// ReadAvatar reads what changes with each action.
func ReadAvatar(b []byte, row *store.PlayerRow) error {
	r := Open(b, versionAvatar)
	e := &row.Avatar
	m := &e.Motion
	row.Stream = ReadStream(&r)
	row.Player.LastAction, row.Player.Selected = r.Uvarint(), r.Byte()
	e.At = ReadTime(&r)
	since := func() timestream.Time { return timestream.Time(int64(e.At) + r.Varint()) }
	row.LastSeen = since()
	row.PlayTime, row.EntityCounter = timestream.Duration(r.Varint()), uint32(ReadBelow(&r, 1<<32))
	for i := range m.Pos {
		m.Pos[i] = r.Varint()
	}
	m.Yaw, m.Flags = r.Uvarint16(), 0
	needs := world.ReadFlags(&r, m)
	mask := ReadBelow(&r, avatarMaskEnds)
	e.ID, e.Kind, e.Stream = world.AvatarID(row.Stream), world.KindAvatar, row.Stream
	if mask&avatarIsOther != 0 {
		e.ID, e.Kind, e.Stream = world.EntityID(r.Uvarint()), world.EntityKind(r.Byte()), ReadStream(&r)
		e.Block, e.Born = ReadBlock(&r), ReadTime(&r)
	}
	if mask&avatarHolds != 0 {
		e.Stack = ReadStack(&r, VersionEntity)
	}
	if mask&avatarMoves != 0 {
		for i := range m.Vel {
			m.Vel[i] = r.Varint()
		}
	}
	if mask&avatarBlocked != 0 {
		m.BlockedVel = [2]int64{r.Varint(), r.Varint()}
	}
	if mask&avatarHasKeys != 0 {
		keys, unseen := world.ReadKeys(&r)
		m.Keys, m.Flags = keys, m.Flags|unseen
	}
	if mask&avatarBreaks != 0 {
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = ReadBlock(&r), ReadPos(&r), since()
	}
	for i, t := range [...]*timestream.Time{&m.ActFullAt, &m.PlaceFullAt, &m.BreakFullAt, &m.ChatFullAt} {
		if mask&(avatarActed<<i) != 0 {
			*t = since()
		}
	}
	if mask&avatarHits != 0 {
		m.HitFullAt = since()
	}
	if mask&avatarKicked != 0 {
		m.KickAt = since()
		for i := range m.Kick {
			m.Kick[i] = r.Varint()
		}
		m.KickHarm = r.Byte()
	}
	row.Online = mask&avatarOnline != 0
	if needs {
		world.ReadNeeds(&r, &m.Needs)
	}
	if needs && m.Needs == (world.Needs{}) || !m.Valid() || !validMeal(m.Needs.Eating) || e.Kind >= world.KindCount || avatarMask(row) != mask { // a record has one form
		r.Fail(ErrValue)
	}
	return r.End()
}

// avatarMask returns which fields of a row's avatar are not the usual ones.
func avatarMask(row *store.PlayerRow) (mask uint64) {
	e := &row.Avatar
	m := &e.Motion
	for i, set := range [...]bool{
		e.ID != world.AvatarID(row.Stream) || e.Kind != world.KindAvatar || e.Stream != row.Stream || e.Block != world.Air || e.Born != 0,
		e.Stack != world.Stack{}, m.Vel != world.Vec{}, m.BlockedVel != [2]int64{}, m.Keys != 0 || m.Flags&world.Unseen != 0,
		m.BreakingBlock != world.Air || m.BreakingPos != world.Pos{} || m.BreakingSince != 0,
		m.ActFullAt != 0, m.PlaceFullAt != 0, m.BreakFullAt != 0, m.ChatFullAt != 0,
		m.HitFullAt != 0, m.KickAt != 0 || m.Kick != world.Vec{} || m.KickHarm != 0, row.Online,
	} {
		if set {
			mask |= 1 << i
		}
	}
	return mask
}

func copyAvatar(to, from *store.PlayerRow) {
	to.Online = from.Online
	to.Stream, to.LastSeen, to.PlayTime, to.EntityCounter = from.Stream, from.LastSeen, from.PlayTime, from.EntityCounter
	to.Player.LastAction, to.Player.Selected, to.Avatar = from.Player.LastAction, from.Player.Selected, from.Avatar
}
