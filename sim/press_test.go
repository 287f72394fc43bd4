package sim

import (
	"testing"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

func named(t *testing.T, name string) world.Block {
	it, known := world.ItemNamed(name)
	if !known {
		t.Fatal(name)
	}
	return it.Block()
}

// TestPlateAndButton lets a player stand on a plate, walk off it, and press a button: the gate beside each opens at once, on his stream
// alone, stays open for as long as it should, and shuts again; one in which somebody stands stays open until he has gone.
func TestPlateAndButton(t *testing.T) {
	w := world.New()
	for y := int32(-1); y <= 1; y++ {
		sec := world.NewSection(world.Air)
		if y < 0 {
			sec = world.NewSection(world.Stone)
		}
		for i := range int32(9) {
			w.SetSection(world.SectionPos{X: i%3 - 1, Y: y, Z: i/3 - 1}, sec.Clone())
		}
	}
	s := &Sim{R: &edits.Recorder{W: w}, Authoritative: true}
	w.AddStream(timestream.Server, 0, 1)
	for st := timestream.Stream(1); st <= 2; st++ {
		w.AddStream(st, 0, 1)
		w.AddPlayer(st, world.Player{Name: "p"})
		for _, p := range w.AppendSections(nil) {
			w.SetSubscription(st, world.Subscription{Section: p, Epoch: 1, Confirmed: true})
		}
		e := world.Entity{ID: world.AvatarID(st), Kind: world.KindAvatar, Stream: st}
		e.Motion.Pos = world.BottomCentre(world.Pos{X: 8, Z: 4 * int32(st)})
		w.AddEntity(e)
	}
	slot := w.Find(world.AvatarID(1))
	at := func(p world.Pos) {
		e := w.Entity(slot)
		m := e.Motion
		m.Pos, m.Vel = world.BottomCentre(p), world.Vec{}
		s.R.SetMotion(slot, e.At, &m)
	}
	plate, gate := world.Pos{X: 5, Z: 5}, world.Pos{X: 6, Z: 5}
	button, other := world.Pos{X: 11, Z: 11}, world.Pos{X: 11, Z: 12}
	for p, name := range map[world.Pos]string{plate: "oak_plate", gate: "oak_gate", button: "oak_button", other: "birch_gate"} {
		s.R.PutBlock(1, p, named(t, name))
	}
	open := func(p world.Pos) bool { b, _ := w.Block(p); return b.Get(world.PropOpen) == 1 }
	on := func(p world.Pos) bool { b, _ := w.Block(p); return b.Get(world.PropOn) == 1 }
	now := timestream.Time(0)
	go1 := func(by timestream.Duration) {
		now = now.Add(by)
		s.Advance(1, now)
	}
	go1(200 * timestream.Millisecond)
	at(plate)
	go1(timestream.TickLength)
	if !on(plate) || !open(gate) {
		t.Fatal("who steps on a plate does not press it")
	}
	s.Advance(2, 5_000_000)
	s.Advance(timestream.Server, 5_000_000)
	if !on(plate) {
		t.Fatal("it was let go on another's time")
	}
	s.R.Log, s.R.KeepLog = nil, true
	go1(4 * timestream.Second)
	if !on(plate) || !open(gate) || len(s.R.Log) > 0 {
		t.Fatalf("a plate on which somebody stands is on: %v; %d edits meanwhile", on(plate), len(s.R.Log))
	}
	s.R.KeepLog = false
	at(gate)
	go1(edits.PressTime / 2)
	if !on(plate) {
		t.Fatal("a plate that somebody has just left was let go")
	}
	go1(2*timestream.Second - edits.PressTime/2)
	if on(plate) || !open(gate) {
		t.Fatalf("plate on %v, the gate in which somebody stands is open: %v", on(plate), open(gate))
	}
	s.R.Log, s.R.KeepLog = nil, true
	go1(10 * timestream.Second)
	if !open(gate) || len(s.R.Log) > 0 {
		t.Fatalf("a gate in which somebody stands is open: %v; %d edits meanwhile", open(gate), len(s.R.Log))
	}
	s.R.KeepLog = false
	at(world.Pos{X: 8, Z: 8})
	go1(timestream.Second / 2)
	if open(gate) {
		t.Fatal("the gate stays open when he has gone")
	}
	checks := len(w.Stream(1).SupportChecks)
	s.R.Now = now
	s.R.Press(1, button, now)
	if !on(button) || !open(other) {
		t.Fatal("the button does nothing")
	}
	go1(edits.PressTime - timestream.TickLength)
	if !on(button) {
		t.Fatal("it went off early")
	}
	go1(timestream.TickLength)
	if on(button) || open(other) || len(w.Stream(1).SupportChecks) != checks || checks != 0 {
		t.Fatalf("on %v, open %v, %d checks", on(button), open(other), len(w.Stream(1).SupportChecks))
	}
	// A presser who leaves hands the end over to the server.
	now = w.Stream(1).Stamp
	s.Advance(timestream.Server, now)
	s.R.Press(1, button, now)
	s.TransferToServer(1)
	s.Advance(timestream.Server, now.Add(2*edits.PressTime+10*timestream.Second))
	if on(button) || open(other) {
		t.Error("it stays on when its presser has left")
	}
}
