package edits

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/internal/wire"
	"voxtide/land"
	"voxtide/timestream"
	"voxtide/world"
)

// sample returns a world with something of everything.
func sample(r *rand.Rand) *world.World {
	w := world.New()
	for x := range int32(2) {
		for z := range int32(2) {
			s := world.NewSection(world.Stone)
			for range 40 {
				s.Set(r.IntN(world.SectionCells), world.Block(r.IntN(world.BlockCount)))
			}
			for cell := range holders {
				s.Set(cell, holders[cell])
			}
			w.SetSection(world.SectionPos{X: x, Z: z}, s)
			for cell := range int32(3) {
				p := world.Pos{X: x*world.SectionSize + cell, Z: z * world.SectionSize}
				w.SetBoxSlot(p, int(cell), world.StackOf(world.Dirt, 5))
				w.SetOven(p, 7, timestream.Duration(cell))
			}
		}
	}
	for s := range timestream.Stream(4) {
		w.AddStream(s, timestream.Time(r.IntN(1e6)), 3)
		w.AddEntity(world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s, Motion: motion(r)})
		if s > 0 {
			w.AddPlayer(s, player(r))
			w.SetSubscription(s, world.Subscription{Section: world.SectionPos{X: 1}, Epoch: 3})
			w.InsertSupportCheck(s, -1, world.Pos{X: int32(s)})
			w.InsertSupportCheck(s, -1, world.Pos{Y: int32(s)})
		}
	}
	w.AddEntity(world.Entity{ID: world.MakeEntityID(1, 2), Kind: world.KindItem, Stream: 1, Stack: world.StackOf(world.Dirt, 3)})
	return w
}

// holders are blocks that hold something, in the first cells of each section.
var holders = []world.Block{kind("chest"), kind("barrel"), kind("furnace"), kind("campfire"), kind("oak_sign")}

func kind(name string) world.Block {
	b, known := world.BlockNamed(name)
	if !known {
		panic(name)
	}
	return b
}

func motion(r *rand.Rand) (m world.Motion) {
	for i := range m.Pos {
		m.Pos[i] = r.Int64N(1e12) - 5e11
		m.Vel[i] = r.Int64N(2*world.SpeedMax) - world.SpeedMax
	}
	m.Keys = world.Keys(r.IntN(int(world.KeysAll) + 1))
	m.Yaw = uint16(r.IntN(1 << 16))
	m.Flags = world.Flags(r.IntN(int(world.FlagsAll) + 1))
	m.BlockedVel = [2]int64{r.Int64N(1000), -r.Int64N(1000)}
	if r.IntN(2) == 0 {
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Stone, world.Pos{X: int32(r.IntN(99)), Y: 4, Z: -7}, timestream.Time(r.IntN(1e9))
	}
	m.ActFullAt, m.PlaceFullAt, m.BreakFullAt = timestream.Time(r.IntN(1e9)), timestream.Time(r.IntN(1e9)), timestream.Time(r.IntN(1e9))
	return m
}

func player(r *rand.Rand) world.Player {
	p := world.Player{Name: "somebody", Selected: uint8(r.IntN(world.HotbarSize)), LastAction: r.Uint64N(1000)}
	for i := range 10 {
		p.Slots[i] = stack(r)
	}
	return p
}

func stack(r *rand.Rand) world.Stack {
	if r.IntN(3) == 0 {
		return world.Stack{}
	}
	all := world.AppendItems(nil)
	it := all[r.IntN(len(all))]
	st := world.Stack{Item: it, Count: uint8(1 + r.IntN(int(it.Info().StackMax)))}
	if most := int(it.Info().WearMax); most > 0 {
		st.Wear = uint16(r.IntN(most))
	}
	return st
}

// random returns an edit of a kind that may or may not fit the sample.
func random(r *rand.Rand, k Kind) Edit {
	e := Edit{Kind: k, Author: timestream.Stream(r.IntN(4)), Stream: timestream.Stream(r.IntN(4))}
	cell := world.Pos{X: int32(r.IntN(32)), Y: int32(r.IntN(17)), Z: int32(r.IntN(32))}
	id := world.AvatarID(timestream.Stream(r.IntN(5)))
	if r.IntN(3) == 0 {
		id = world.MakeEntityID(1, 2)
	}
	switch k {
	case SetBlock:
		e.Pos, e.Block, e.Stream = cell, world.Block(r.IntN(world.BlockCount)), 0
		if r.IntN(2) == 0 {
			e.Before, e.At = world.Block(r.IntN(world.BlockCount)), timestream.Time(1+r.IntN(1e9))
		}
	case SpawnEntity:
		e.Entity = world.Entity{ID: world.MakeEntityID(1, uint32(2+r.IntN(3))), Kind: world.KindFallingBlock, Stream: e.Stream, At: 77, Block: world.Sand, Motion: motion(r)}
		e.ID, e.Number, e.Stream = e.Entity.ID, uint64(r.IntN(9)), 0
	case RemoveEntity:
		e.ID, e.Number, e.Stream = id, uint64(r.IntN(9)), 0
	case SetMotion:
		e.ID, e.At, e.Stream = id, timestream.Time(r.IntN(1e9)), 0
		e.Entity.Motion = motion(r)
	case SetStack:
		e.ID, e.Stack, e.Stream = id, stack(r), 0
	case SetOwner:
		e.ID, e.At = id, timestream.Time(r.IntN(1e9))
	case SetStamp:
		e.At = timestream.Time(r.IntN(1e9))
	case AddStream:
		e.Stream, e.At, e.Number = timestream.Stream(3+r.IntN(3)), 5, 9
	case RemoveStream:
		e.Stream = timestream.Stream(r.IntN(6))
	case AddSupportCheck, RemoveSupportCheck:
		e.Pos = world.Pos{X: int32(r.IntN(3)), Y: int32(r.IntN(3))}
		if k == AddSupportCheck {
			e.Number = uint64(r.IntN(3))
		}
	case SetSubscription:
		e.Pos, e.Number, e.Flag = world.Pos{X: int32(r.IntN(3))}, uint64(r.IntN(3)), r.IntN(2) == 0
	case AddPlayer:
		p := player(r)
		e.Player = &p
	case SetInventorySlot:
		e.Slot, e.Stack = uint8(r.IntN(world.InventorySize)), stack(r)
	case SetSelected:
		e.Slot = uint8(r.IntN(world.HotbarSize))
	case SetLastAction:
		e.Number = r.Uint64N(1 << 40)
	case MakeEmote:
		e.Number = 1 + r.Uint64N(uint64(EmoteCount)-1)
	case Chat:
		e.Text = "hello"
	case SetBoxSlot, SetOven, SetSignText, SetOffer:
		e.Stream = 0
		e.Pos = world.Pos{X: int32(r.IntN(2)*world.SectionSize + r.IntN(6)), Z: int32(r.IntN(2) * world.SectionSize)}
		switch k {
		case SetBoxSlot:
			e.Slot, e.Stack = uint8(r.IntN(world.BoxSlotsMax)), stack(r)
		case SetOven:
			e.At, e.Number = timestream.Time(r.IntN(1e9)), r.Uint64N(1e9)
		case SetOffer:
			if r.IntN(3) > 0 {
				e.Offer = world.Offer{Goods: world.StackOf(world.Stone, uint8(1+r.IntN(64))), Price: world.StackOf(world.Dirt, uint8(1+r.IntN(64))), By: timestream.Stream(r.IntN(9))}
			}
		default:
			e.Text = []string{"", "Ann's", "this way\nto the well"}[r.IntN(3)]
		}
	case SetClaim:
		c := land.Claim{LowX: int32(r.IntN(3)), LowZ: -5, HighX: 9, HighZ: int32(r.IntN(3)), Owner: uint32(1 + r.IntN(2))}
		if r.IntN(2) == 0 {
			c.LowY = int32(r.IntN(3)) - 1
			c.TopY = c.LowY + int32(1+r.IntN(2)*(land.HeightMax-1))
		}
		c.Plot = r.IntN(3) == 0
		e = ClaimEdit(c, r.IntN(2) == 0)
		e.Author = timestream.Stream(r.IntN(4))
	case SetBorder:
		e = BorderEdit(land.Border{X: int32(r.IntN(9)) - 4, Z: int32(r.IntN(9)) - 4, R: int32(1 + r.IntN(3))})
	case SetClosed:
		low := [3]int32{int32(r.IntN(2)), -5, int32(r.IntN(2))}
		e = ClosedEdit(land.Area{Low: low, High: [3]int32{low[0] + int32(r.IntN(2)), 4, low[2] + 4095}}, r.IntN(2) == 0)
	case SetRules:
		e.Stream, e.Number = 0, r.Uint64N(128)
	case SetDayOffset:
		e.Stream, e.Number = 0, r.Uint64N(uint64(world.DayLength))
	}
	return e
}

func TestTable(t *testing.T) {
	for k := Kind(1); k < KindCount; k++ {
		if row := &table[k]; row.name == "" || row.apply == nil || row.write == nil || row.read == nil {
			t.Errorf("edit %d has no whole row in table.go", k)
		}
	}
}

// TestApplyThenInverseIsIdentity is law 1 for each kind: the inverse restores the hash, and its inverse is the edit.
func TestApplyThenInverseIsIdentity(t *testing.T) {
	r := testrand.New(t)
	for k := Kind(1); k < KindCount; k++ {
		t.Run(k.String(), func(t *testing.T) {
			fitted := 0
			for range 60 {
				w := sample(r)
				e := random(r, k)
				if k == RemoveStream {
					w.AddStream(5, 8, 9)
				}
				before := w.Hash()
				var inv, again Edit
				if !Apply(w, &e, &inv) {
					if w.Hash() != before {
						t.Fatal("an edit that did not fit changed something")
					}
					continue
				}
				fitted++
				after := w.Hash()
				if !Apply(w, &inv, &again) || w.Hash() != before {
					t.Fatalf("the inverse of %+v does not restore the state", e)
				}
				if !Apply(w, &again, &inv) || w.Hash() != after {
					t.Fatalf("the inverse's inverse of %+v is not the edit", e)
				}
			}
			if fitted == 0 {
				t.Fatal("no edit fitted: the test tests nothing")
			}
		})
	}
}

// TestRollback does random edits in nested transactions and rolls them back: law 1 for whole histories.
func TestRollback(t *testing.T) {
	r := testrand.New(t)
	for range 300 {
		w := sample(r)
		rec := Recorder{W: w, KeepLog: true}
		start := w.Hash()
		for range 1 + r.IntN(4) {
			tx, before, logged := rec.Begin(), w.Hash(), len(rec.Log)
			for range r.IntN(20) {
				if r.IntN(2) == 0 {
					rec.Do(random(r, Kind(1+r.IntN(int(KindCount)-1))))
				} else if s := w.Find(world.AvatarID(timestream.Stream(r.IntN(4)))); s != world.NoEntity {
					m := motion(r)
					rec.SetMotion(s, timestream.Time(r.IntN(1000)), &m)
				}
			}
			if r.IntN(2) == 0 {
				rec.Rollback(tx)
				if w.Hash() != before || len(rec.Log) != logged {
					t.Fatal("rolling a transaction back leaves a trace")
				}
			}
		}
		rec.Revert()
		if w.Hash() != start {
			t.Fatal("reverting leaves a trace")
		}
	}
}

func TestCodecRoundTrip(t *testing.T) {
	r := testrand.New(t)
	for k := Kind(1); k < KindCount; k++ {
		for range 200 {
			e := random(r, k)
			b := Append(nil, &e)
			rd := wire.NewReader(b)
			var got Edit
			Read(&rd, &got)
			if err := rd.End(); err != nil {
				t.Fatalf("%v: %v", k, err)
			}
			if again := Append(nil, &got); string(again) != string(b) {
				t.Fatalf("%v: reads back as %+v, was %+v", k, got, e)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for k := Kind(1); k < KindCount; k++ {
		e := random(r, k)
		f.Add(Append(nil, &e))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		rd := wire.NewReader(b)
		var e, inv Edit
		Read(&rd, &e)
		if rd.End() != nil {
			return
		}
		if again := Append(nil, &e); string(again) != string(b) {
			t.Fatalf("%x reads and writes as %x", b, again)
		}
		w := sample(rand.New(rand.NewPCG(2, 2)))
		before := w.Hash()
		var back Edit
		if Apply(w, &e, &inv) && (!Apply(w, &inv, &back) || w.Hash() != before) {
			t.Fatalf("%+v is not undone", e)
		}
	})
}

// TestCounterWraps starts a stream's counter at its end: no entity gets the avatar's number or that of a living entity.
func TestCounterWraps(t *testing.T) {
	w := world.New()
	w.AddStream(1, 0, 1<<32-2)
	r := Recorder{W: w}
	seen := map[world.EntityID]bool{}
	for range 6 {
		s, ok := r.Spawn(1, 0, world.KindItem, world.Air, world.StackOf(world.Dirt, 1), world.Vec{})
		if !ok {
			t.Fatal("no entity")
		}
		id := w.Entity(s).ID
		if id == world.AvatarID(1) || seen[id] {
			t.Fatalf("id %x was given twice", id)
		}
		seen[id] = true
		r.W.SetCounter(1, min(w.Stream(1).Counter, 1<<32-2)) // round again while all live
	}
	before := len(seen)
	r.Revert()
	if w.EntityCount() != 0 || before != 6 {
		t.Fatal("births are not undone")
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	rec := Recorder{W: sample(r)}
	s := rec.W.Find(world.AvatarID(1))
	m := motion(r)
	work := func() {
		for i := range int32(50) {
			rec.Do(Edit{Kind: SetBlock, Pos: world.Pos{X: i % 16, Y: 3, Z: 2}, Block: world.Sand})
			rec.SetMotion(s, 5, &m)
		}
		rec.Revert()
	}
	work()
	if n := testing.AllocsPerRun(100, work); n != 0 {
		t.Fatalf("%v allocations for 100 edits and their undoing", n)
	}
}

func BenchmarkEncode(b *testing.B) {
	e := Edit{Kind: SetBlock, Author: 3, Pos: world.Pos{X: 1000, Y: 64, Z: -2000}, Block: world.Stone}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = Append(buf[:0], &e)
	}
}

func BenchmarkDecode(b *testing.B) {
	e := Edit{Kind: SetBlock, Author: 3, Pos: world.Pos{X: 1000, Y: 64, Z: -2000}, Block: world.Stone}
	buf := Append(nil, &e)
	b.ReportAllocs()
	r := wire.NewReader(buf)
	for b.Loop() {
		r = wire.NewReader(buf)
		Read(&r, &e)
	}
}
