package pebble

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

// playerPart is a part of a player's row.
type playerPart struct {
	kind   byte // of its keys
	append func(b []byte, row *store.PlayerRow) []byte
	read   func(b []byte, row *store.PlayerRow) error // fills in its own fields and the stream, which is in each part
}

// playerParts is the table of parts. The first is there for each player.
var playerParts = [...]playerPart{
	{kindPlayer, appendPlayer, readPlayer},
	{kindInventory, appendInventory, readInventory},
	{kindAvatar, appendAvatar, readAvatar},
}

// appendPlayer writes who a player is: version, stream, key, token, whether the row is kept and the player has built, name, whether there
// is a bed, and it. The key of the record holds the name of the row.
func appendPlayer(b []byte, row *store.PlayerRow) []byte {
	b = appendStream(append(b, versionPlayer), row.Stream)
	b = append(b, row.Key[:]...)
	b = append(b, row.Token[:]...)
	b = wire.AppendBool(wire.AppendBool(b, row.Persistent), row.HasBuilt)
	b = wire.AppendString(b, row.Player.Name)
	bed := row.Home != world.Vec{}
	if b = wire.AppendBool(b, bed); bed {
		b = appendBed(b, row)
	}
	return b
}

func readPlayer(b []byte, row *store.PlayerRow) error {
	r := openRecord(b, versionPlayer)
	row.Stream = readStream(&r)
	copy(row.Key[:], r.Bytes(len(row.Key)))
	copy(row.Token[:], r.Bytes(len(row.Token)))
	row.Persistent, row.HasBuilt = r.Bool(), r.Bool()
	row.Player.Name = r.String(TextMax)
	if r.Bool() {
		if readBed(&r, row); row.Home == (world.Vec{}) { // that is none
			r.Fail(errValue)
		}
	}
	return r.End()
}

// appendBed writes where the bed's foot is, and where its player stood.
func appendBed(b []byte, row *store.PlayerRow) []byte {
	b = appendPos(b, row.Bed)
	for _, v := range row.Home {
		b = wire.AppendVarint(b, v)
	}
	return b
}

func readBed(r *wire.Reader, row *store.PlayerRow) {
	row.Bed = readPos(r)
	for i := range row.Home {
		row.Home[i] = r.Varint()
	}
}

// appendInventory writes what a player carries: version, stream, a bit for each slot that is not empty as uvarint, and their stacks.
func appendInventory(b []byte, row *store.PlayerRow) []byte {
	slots := &row.Player.Slots
	full := uint64(0)
	for i := range slots {
		if slots[i] != (world.Stack{}) {
			full |= 1 << i
		}
	}
	b = wire.AppendUvarint(appendStream(append(b, versionInventory), row.Stream), full)
	for i := range slots {
		if full&(1<<i) != 0 {
			b = appendStack(b, slots[i])
		}
	}
	return b
}

func readInventory(b []byte, row *store.PlayerRow) error {
	r := openRecord(b, versionInventory)
	row.Stream = readStream(&r)
	full := readBelow(&r, 1<<world.InventorySize)
	for i := range row.Player.Slots {
		if full&(1<<i) == 0 {
			continue
		}
		if row.Player.Slots[i] = readStack(&r, versionEntity); row.Player.Slots[i] == (world.Stack{}) {
			r.Fail(errValue)
		}
	}
	return r.End()
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

// appendAvatar writes what changes with each action: version, stream, number of the last action, selected slot, the instant of the avatar,
// when the player was last here, play time, number of the next entity, position, yaw, flags, a mask, and the fields that are in the mask
// in its order. The instants of what is beside the needs are written as differences from that of the avatar.
func appendAvatar(b []byte, row *store.PlayerRow) []byte {
	e := &row.Avatar
	m := &e.Motion
	since := func(b []byte, t timestream.Time) []byte { return wire.AppendVarint(b, int64(t)-int64(e.At)) }
	b = appendStream(append(b, versionAvatar), row.Stream)
	b = append(wire.AppendUvarint(b, row.Player.LastAction), row.Player.Selected)
	b = since(appendTime(b, e.At), row.LastSeen)
	b = wire.AppendUvarint(wire.AppendVarint(b, int64(row.PlayTime)), uint64(row.EntityCounter))
	for _, v := range m.Pos {
		b = wire.AppendVarint(b, v)
	}
	needs := m.Needs
	b = world.AppendFlags(wire.AppendUvarint(b, uint64(m.Yaw)), m.Flags, needs != world.Needs{})
	mask := avatarMask(row)
	b = wire.AppendUvarint(b, mask)
	if mask&avatarIsOther != 0 {
		b = appendStream(append(wire.AppendUvarint(b, uint64(e.ID)), byte(e.Kind)), e.Stream)
		b = appendTime(wire.AppendUvarint(b, uint64(e.Block)), e.Born)
	}
	if mask&avatarHolds != 0 {
		b = appendStack(b, e.Stack)
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
		b = wire.AppendUvarint(b, uint64(m.Keys))
	}
	if mask&avatarBreaks != 0 {
		b = since(appendPos(wire.AppendUvarint(b, uint64(m.BreakingBlock)), m.BreakingPos), m.BreakingSince)
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

func readAvatar(b []byte, row *store.PlayerRow) error {
	r := openRecord(b, versionAvatar)
	e := &row.Avatar
	m := &e.Motion
	row.Stream = readStream(&r)
	row.Player.LastAction, row.Player.Selected = r.Uvarint(), r.Byte()
	e.At = readTime(&r)
	since := func() timestream.Time { return timestream.Time(int64(e.At) + r.Varint()) }
	row.LastSeen = since()
	row.PlayTime, row.EntityCounter = timestream.Duration(r.Varint()), uint32(readBelow(&r, 1<<32))
	for i := range m.Pos {
		m.Pos[i] = r.Varint()
	}
	m.Yaw = r.Uvarint16()
	needs := world.ReadFlags(&r, m)
	mask := readBelow(&r, avatarMaskEnds)
	e.ID, e.Kind, e.Stream = world.AvatarID(row.Stream), world.KindAvatar, row.Stream
	if mask&avatarIsOther != 0 {
		e.ID, e.Kind, e.Stream = world.EntityID(r.Uvarint()), world.EntityKind(r.Byte()), readStream(&r)
		e.Block, e.Born = readBlock(&r), readTime(&r)
	}
	if mask&avatarHolds != 0 {
		e.Stack = readStack(&r, versionEntity)
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
		m.Keys = world.Keys(r.Uvarint16())
	}
	if mask&avatarBreaks != 0 {
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = readBlock(&r), readPos(&r), since()
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
		r.Fail(errValue)
	}
	return r.End()
}

// avatarMask returns which fields of a row's avatar are not the usual ones.
func avatarMask(row *store.PlayerRow) (mask uint64) {
	e := &row.Avatar
	m := &e.Motion
	for i, set := range [...]bool{
		e.ID != world.AvatarID(row.Stream) || e.Kind != world.KindAvatar || e.Stream != row.Stream || e.Block != world.Air || e.Born != 0,
		e.Stack != world.Stack{}, m.Vel != world.Vec{}, m.BlockedVel != [2]int64{}, m.Keys != 0,
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
