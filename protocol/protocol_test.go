package protocol

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

func motion(r *rand.Rand) (m world.Motion) {
	for i := range m.Pos {
		m.Pos[i] = r.Int64N(1e13) - 5e12
		m.Vel[i] = r.Int64N(2*world.SpeedMax) - world.SpeedMax
	}
	m.BlockedVel = [2]int64{r.Int64N(4000), -r.Int64N(4000)}
	m.Keys = world.Keys(r.IntN(int(world.KeysAll) + 1))
	m.Yaw = uint16(r.IntN(1 << 16))
	m.Flags = world.Flags(r.IntN(int(world.FlagsAll) + 1))
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Stone, world.Pos{X: 5, Y: -4, Z: int32(r.IntN(1e6))}, timestream.Time(r.Int64N(1e12))
	m.ActFullAt, m.PlaceFullAt, m.BreakFullAt = timestream.Time(r.Int64N(1e12)), timestream.Time(r.Int64N(1e12)), timestream.Time(r.Int64N(1e12))
	if r.IntN(2) == 0 {
		m.HitFullAt, m.KickAt, m.Kick = timestream.Time(r.Int64N(1e12)), timestream.Time(1+r.Int64N(1e12)), world.Vec{r.Int64N(9000) - 4500, 4000, r.Int64N(9000) - 4500}
		m.KickHarm = uint8(r.IntN(4))
	}
	if r.IntN(2) == 0 {
		at := func() timestream.Time { return timestream.Time(r.Int64N(2)) * timestream.Time(r.Int64N(1e12)) }
		m.Needs = world.Needs{Damage: uint8(r.IntN(21)), Hunger: uint8(r.IntN(21)), FellFrom: int32(r.IntN(9000) - 4000), HungryAt: at(), MendsAt: at(), BreathTo: at(), TouchesAt: at()}
		if r.IntN(2) == 0 {
			m.Needs.Eating, m.Needs.EatingSince = world.ItemOf(world.Stone), at()
		}
	}
	return m
}

// mutate changes some parts of a motion, as a step of the game does.
func mutate(r *rand.Rand, m world.Motion) world.Motion {
	n := motion(r)
	if r.IntN(2) == 0 {
		m.Pos = n.Pos
	}
	if r.IntN(2) == 0 {
		m.Vel[r.IntN(3)] = n.Vel[0]
	}
	if r.IntN(3) == 0 {
		m.Keys, m.Yaw = n.Keys, n.Yaw
	}
	if r.IntN(3) == 0 {
		m.Flags, m.BlockedVel = n.Flags, n.BlockedVel
	}
	if r.IntN(3) == 0 {
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = n.BreakingBlock, n.BreakingPos, n.BreakingSince
	}
	if r.IntN(3) == 0 {
		m.ActFullAt, m.BreakFullAt = n.ActFullAt, n.BreakFullAt
	}
	if r.IntN(3) == 0 {
		m.HitFullAt, m.KickAt, m.Kick, m.KickHarm = n.HitFullAt, n.KickAt, n.Kick, n.KickHarm
	}
	if r.IntN(3) == 0 {
		m.Needs = n.Needs
	}
	return m
}

// TestDeltaIsExact sends motions as differences through bytes: the same motion comes out, bit for bit.
func TestDeltaIsExact(t *testing.T) {
	r := testrand.New(t)
	for range 20_000 {
		base := motion(r)
		m := mutate(r, base)
		d := Diff(&base, &m)
		b := d.append(nil)
		rd := wire.NewReader(b)
		var got Delta
		got.read(&rd)
		if err := rd.End(); err != nil {
			t.Fatal(err)
		}
		out := base
		if !got.Apply(&out) || out != m {
			t.Fatalf("%+v\nbecame %+v", m, out)
		}
	}
}

// sampleUpdate writes an update with an entry of each kind.
func sampleUpdate(r *rand.Rand) []byte {
	var w UpdateWriter
	w.Begin(nil, 77, 1000)
	w.Reset()
	w.Edit(990, &edits.Edit{Kind: edits.AddStream, Stream: 3, At: 5, Number: 1})
	spawn := edits.Edit{Kind: edits.SpawnEntity, Number: 4}
	spawn.Entity = world.Entity{ID: world.MakeEntityID(3, 3), Kind: world.KindFallingBlock, Stream: 3, Block: world.Sand, Motion: motion(r)}
	w.Edit(0, &spawn)
	w.Edit(1000, &edits.Edit{Kind: edits.SetBlock, Author: 3, Pos: world.Pos{X: 1, Y: 2, Z: 3}, Block: world.Stone})
	w.Edit(995, &edits.Edit{Kind: edits.Chat, Stream: 3, Text: "hello"})
	w.Advance(3, 600, []world.EntityID{5, 6})
	base := motion(r)
	m := mutate(r, base)
	w.Motion(9, 600, &base, &m)
	w.Ack(3, 12)
	w.Refusal(12, actions.TooFar, "")
	w.Stall(3)
	w.SectionHash(world.SectionPos{X: -1}, 99)
	w.AvatarHash(9, 1<<63)
	w.ServerMoved(9)
	w.Method(&MethodState{Number: 3, Method: Method{Judge: JudgeArrival, StepMs: 100, Hits: HitsRewind}})
	w.Refusal(13, actions.Claimed, "Ann")
	w.Pitch(3, -PitchMax)
	if w.Count() != 16 {
		panic("protocol: an entry is not counted")
	}
	return w.End()
}

func TestUpdateRoundTrip(t *testing.T) {
	b := sampleUpdate(testrand.New(t))
	r := wire.NewReader(b)
	if r.Byte() != MsgUpdate {
		t.Fatal("not an update")
	}
	var f Update
	if err := f.Read(&r); err != nil {
		t.Fatal(err)
	}
	if f.Number != 77 || f.CompleteTo != 1000 || len(f.Entries) != 16 {
		t.Fatalf("update %d of edit %d with %d entries", f.Number, f.CompleteTo, len(f.Entries))
	}
	for i, seq := range []uint64{1: 990, 3: 1000, 4: 995} {
		if seq != 0 && f.Entries[i].Seq != seq {
			t.Errorf("entry %d has number %d, want %d", i, f.Entries[i].Seq, seq)
		}
	}
	if e := f.Entries[5]; !reflect.DeepEqual(e.Except, []world.EntityID{5, 6}) || e.At != 600 {
		t.Errorf("moved: %+v", e)
	}
	if e := f.Entries[13]; e.Kind != EntryMethod || e.Method != (MethodState{Number: 3, Method: Method{JudgeArrival, 100, HitsRewind}}) {
		t.Errorf("method: %+v", e)
	}
	if e := f.Entries[15]; e.Kind != EntryPitch || e.Stream != 3 || e.Pitch != -PitchMax {
		t.Errorf("look: %+v", e)
	}
	if e := f.Entries[14]; e.Kind != EntryRefusal || e.Number != 13 || e.Reason != actions.Claimed || e.Name != "Ann" {
		t.Errorf("claimed: %+v", e)
	}
	b[len(b)-1] = PitchMax + 1
	r = wire.NewReader(b[1:])
	if f.Read(&r) == nil {
		t.Error("a head that looks back over itself was read")
	}
}

func TestHandshakeRoundTrip(t *testing.T) {
	j := Join{Name: "ann", Token: Token{1, 2}, CompleteTo: 5, FirstUnacked: 6, Received: 70, Attempt: 8, Held: []actions.SectionEpoch{{Section: world.SectionPos{X: -3, Y: 1}, Epoch: 9}}}
	r := wire.NewReader(AppendJoin(nil, &j)[1:])
	if got, err := ReadJoin(&r); err != nil || !reflect.DeepEqual(got, j) {
		t.Fatalf("%+v %v", got, err)
	}
	w := Welcome{Stream: 4, Token: Token{7}, Resumed: true, Others: []string{"[2001:db8::1]:7420", "b.example:1"}}
	r = wire.NewReader(AppendWelcome(nil, &w)[1:])
	if got, err := ReadWelcome(&r); err != nil || !reflect.DeepEqual(got, w) {
		t.Fatalf("%+v %v", got, err)
	}
	for _, all := range [][]string{nil, w.Others} {
		r = wire.NewReader(AppendOthers(nil, all)[1:])
		if got, err := ReadOthers(&r); err != nil || !reflect.DeepEqual(got, all) {
			t.Fatalf("%+v %v", got, err)
		}
	}
	r = wire.NewReader(AppendOthers(nil, make([]string, OthersMax+1))[1:])
	if got, err := ReadOthers(&r); err == nil {
		t.Fatalf("%d addresses were read", len(got))
	}
	d := Declare{Stamp: 5, LastAction: 6, Pitch: -PitchMax}
	if got, err := ReadDeclare(AppendDeclare(nil, d)); err != nil || got != d {
		t.Fatalf("%+v %v", got, err)
	}
	d.Pitch--
	if got, err := ReadDeclare(AppendDeclare(nil, d)); err == nil {
		t.Fatalf("%+v was read", got)
	}
	r = wire.NewReader([]byte{Version + 1})
	if _, err := ReadJoin(&r); err != ErrVersion {
		t.Fatalf("another version: %v", err)
	}
	for i := range 8 { // of the hash of the tables
		for _, b := range [][]byte{AppendJoin(nil, &j), AppendWelcome(nil, &w)} {
			b[2+i] ^= 0x10
			r, err := wire.NewReader(b[1:]), error(nil)
			if b[0] == MsgJoin {
				_, err = ReadJoin(&r)
			} else {
				_, err = ReadWelcome(&r)
			}
			if err != ErrTables || DisconnectReasonOf(ReasonNotUnderstood.With(err.Error())) != ReasonTables {
				t.Fatalf("another table of blocks: %v", err)
			}
		}
	}
	h := j.Held[0]
	r = wire.NewReader(AppendResend(nil, h)[1:])
	if got, err := ReadResend(&r); err != nil || got != h {
		t.Fatalf("%+v %v", got, err)
	}
	sec := world.NewSection(world.Stone)
	sec.Set(5, world.Sand)
	var p Packer
	sn := Snapshot{Section: world.SectionPos{Y: -2}, Epoch: 3, AtEdit: 44, Changed: true, Biomes: Biomes{3, 3, 9, 0, 255}, Packed: p.Pack(nil, sec)}
	got, err := ReadSnapshot(AppendSnapshot(nil, &sn))
	if err != nil || !reflect.DeepEqual(got, sn) {
		t.Fatalf("%+v %v", got, err)
	}
	if s2, err := p.Unpack(got.Packed); err != nil || s2.Hash() != sec.Hash() {
		t.Fatalf("%v", err)
	}
}

// TestReportRoundTrip: a report is read as it was written; one that is empty, has no number or counts beyond the bound
// is refused.
func TestReportRoundTrip(t *testing.T) {
	p := Report{Number: 3, Desyncs: 1, Rival: 300}
	for i := range p.Corrections {
		p.Corrections[i] = uint32(i * i)
	}
	p.Corrections[Unexplained] = ReportMax
	read := func(p Report) (Report, error) {
		r := wire.NewReader(AppendReport(nil, &p)[1:])
		return ReadReport(&r)
	}
	if got, err := read(p); err != nil || got != p {
		t.Fatalf("%+v %v", got, err)
	}
	for _, bad := range []Report{{Number: 1}, {Desyncs: 1}, {Number: 1, Desyncs: ReportMax + 1}, {Number: 1, Rival: ReportMax + 1}, {Number: 1, Corrections: [CauseCount]uint32{CauseDisk: ReportMax + 1}}} {
		if got, err := read(bad); err == nil {
			t.Errorf("%+v was read", got)
		}
	}
	short := AppendReport(nil, &p)
	r := wire.NewReader(short[1 : len(short)-1])
	if _, err := ReadReport(&r); err == nil {
		t.Error("a report without its last cause was read")
	}
	seen := map[string]bool{}
	for c := range CauseCount {
		if name := c.String(); name == "" || seen[name] {
			t.Errorf("cause %d is called %q", c, name)
		}
		seen[c.String()] = true
	}
}

func FuzzReport(f *testing.F) {
	f.Add(AppendReport(nil, &Report{Number: 300, Desyncs: 2, Corrections: [CauseCount]uint32{5, 0, ReportMax}})[1:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		p, err := ReadReport(&r)
		if err != nil {
			return
		}
		for _, n := range append(p.Corrections[:], p.Desyncs, p.Rival) {
			if n > ReportMax {
				t.Fatalf("%+v", p)
			}
		}
		again := wire.NewReader(AppendReport(nil, &p)[1:])
		if q, err := ReadReport(&again); err != nil || q != p {
			t.Fatalf("%+v became %+v: %v", p, q, err)
		}
	})
}

func FuzzUpdate(f *testing.F) {
	f.Add(sampleUpdate(rand.New(rand.NewPCG(1, 1)))[1:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		var fr Update
		if fr.Read(&r) != nil {
			return
		}
		if len(fr.Entries) > len(b) {
			t.Fatalf("%d entries from %d bytes", len(fr.Entries), len(b))
		}
	})
}

func FuzzJoin(f *testing.F) {
	f.Add(AppendJoin(nil, &Join{Name: "x", Held: make([]actions.SectionEpoch, 3)})[1:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		ReadJoin(&r)
		r = wire.NewReader(b)
		ReadWelcome(&r)
		ReadDeclare(b)
		ReadPing(b)
		ReadPong(b)
		ReadSnapshot(b)
		r = wire.NewReader(b)
		if g, err := ReadPreview(&r); err == nil && len(g.Cells) > PreviewMax {
			t.Fatal("more cells than the bound")
		}
	})
}

// TestUpdateEncodingAllocatesNothing encodes and decodes the update of a busy step in reused memory.
func TestUpdateEncodingAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	base := motion(r)
	m := mutate(r, base)
	var w UpdateWriter
	var f Update
	var rd wire.Reader
	buf := make([]byte, 0, 1<<16)
	e := &edits.Edit{Kind: edits.SetBlock, Author: 3, Pos: world.Pos{X: 1, Y: 2, Z: 3}, Block: world.Stone}
	work := func() {
		w.Begin(buf[:0], 1, 100)
		for i := range 50 {
			w.Edit(uint64(50+i), e)
			w.Advance(timestream.Stream(i), 500, nil)
			w.Motion(world.EntityID(i), 500, &base, &m)
		}
		w.Ack(1, 5)
		rd = wire.NewReader(w.End()[1:])
		if err := f.Read(&rd); err != nil {
			t.Fatal(err)
		}
	}
	work()
	if n := testing.AllocsPerRun(100, work); n != 0 {
		t.Fatalf("%v allocations an update", n)
	}
}

func BenchmarkFrame50(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	base := motion(r)
	m := base.Extrapolated(100)
	var w UpdateWriter
	buf := make([]byte, 0, 1<<16)
	b.ReportAllocs()
	for b.Loop() {
		w.Begin(buf[:0], 1, 100)
		for i := range 50 {
			w.Advance(timestream.Stream(i), 500, nil)
			w.Motion(world.EntityID(i), 500, &base, &m)
		}
	}
}

func TestPreviewRoundTrip(t *testing.T) {
	g := Preview{Clear: true, Cells: []PreviewCell{{world.Pos{X: -1 << 31, Y: 5, Z: 1<<31 - 1}, world.Stone}, {world.Pos{X: 1<<31 - 1, Y: -5, Z: -1 << 31}, world.Air}}}
	b := AppendPreview(nil, &g)
	r := wire.NewReader(b[1:])
	if got, err := ReadPreview(&r); err != nil || !reflect.DeepEqual(got, g) {
		t.Fatalf("%+v %v", got, err)
	}
	b = append(b[:len(b)-1], 0xff, 0x7f) // no such block
	r = wire.NewReader(b[1:])
	if _, err := ReadPreview(&r); err == nil {
		t.Fatal("a block that there is not was read")
	}
}
