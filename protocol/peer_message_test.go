package protocol

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// peerAction returns an action of a player for a link.
func peerAction(r *rand.Rand, number uint64, at timestream.Time) actions.Action {
	a := actions.Action{Kind: actions.Kind(1 + r.IntN(int(actions.KindCount)-1)), Number: number, At: at, LastUpdate: r.Uint64N(1 << 30)}
	switch a.Kind {
	case actions.SetKeys:
		a.Keys = world.Keys(r.IntN(int(world.KeysAll) + 1))
	case actions.SetYaw:
		a.Yaw = uint16(r.Uint32())
	case actions.StartBreak, actions.FinishBreak, actions.Place:
		a.Pos, a.Aim = world.Pos{X: int32(r.IntN(1 << 20)), Y: 4, Z: -7}, actions.Aim{3, 16, 0}
	case actions.SelectSlot:
		a.Slot = uint8(r.IntN(world.HotbarSize))
	case actions.Chat:
		a.Text = "a password"
	}
	return a
}

// TestPeerMessage: of a long queue each message takes what fits, of shared kinds alone, and all of these arrive in order.
func TestPeerMessage(t *testing.T) {
	rnd := testrand.New(t)
	var m PeerMessage
	messages, largest, most := 0, 0, 0
	for range 200 {
		var queue, shared, got []actions.Action
		number, at := rnd.Uint64N(1<<40), timestream.Time(rnd.Int64N(1<<50))
		for range rnd.IntN(600) {
			number, at = number+1+rnd.Uint64N(2), at.Add(timestream.Duration(rnd.IntN(50_000)))
			a := peerAction(rnd, number, at)
			if queue = append(queue, a); a.Kind.Shared() {
				shared = append(shared, a)
			}
		}
		d := Declare{Stamp: at, LastAction: number, Pitch: int8(rnd.IntN(2*PitchMax+1) - PitchMax)}
		for rest := queue; ; {
			b, used := AppendPeerMessage(nil, d, rest)
			if err := m.Read(b); err != nil || m.Declare != d || len(b) > PeerMessageMax {
				t.Fatalf("%d bytes: %v, %+v", len(b), err, m.Declare)
			}
			messages, largest, most = messages+1, max(largest, len(b)), max(most, len(m.Actions))
			for i := range m.Actions {
				a := m.Actions[i]
				a.Sections = nil
				got = append(got, a)
			}
			if rest = rest[used:]; len(rest) == 0 {
				break
			}
			if used == 0 {
				t.Fatal("nothing fits")
			}
		}
		if !reflect.DeepEqual(got, shared) {
			t.Fatalf("%d actions came of %d", len(got), len(shared))
		}
	}
	t.Logf("%d messages, at most %d bytes and %d actions", messages, largest, most)
}

// TestPeerMessageBounds: kinds that are not shared, numbers and times that go back, too much and too long are refused.
func TestPeerMessageBounds(t *testing.T) {
	var m PeerMessage
	read := func(as ...actions.Action) error {
		b := AppendDeclare(nil, Declare{Stamp: 9})
		for i := range as {
			b = actions.Append(b, &as[i])
		}
		return m.Read(b)
	}
	yaw := func(number uint64, at timestream.Time) actions.Action {
		return actions.Action{Kind: actions.SetYaw, Number: number, At: at}
	}
	if err := read(yaw(3, 5), yaw(4, 5), yaw(9, 6)); err != nil || len(m.Actions) != 3 {
		t.Fatalf("%v, %d actions", err, len(m.Actions))
	}
	shared := 0
	for k := actions.Kind(1); k < actions.KindCount; k++ {
		a := actions.Action{Kind: k, Number: 1, Text: "hello", Pos: world.Pos{Y: 1}, Target: world.AvatarID(3), Count: 1, ToSlot: 2}
		if err := read(a); (err == nil) != k.Shared() {
			t.Errorf("%v: %v", k, err)
		}
		if k.Shared() {
			shared++
		}
	}
	if shared != 10 || actions.Chat.Shared() || actions.KindCount.Shared() {
		t.Errorf("%d kinds are shared", shared)
	}
	many := make([]actions.Action, PeerActionsMax+1)
	for i := range many {
		many[i] = actions.Action{Kind: actions.CancelBreak, Number: uint64(i + 1)}
	}
	for name, as := range map[string][]actions.Action{
		"a number again": {yaw(3, 5), yaw(3, 5)}, "a number back": {yaw(3, 5), yaw(2, 5)}, "number 0": {yaw(0, 5)}, "a time back": {yaw(3, 5), yaw(4, 4)}, "too many": many,
	} {
		if err := read(as...); err == nil || len(m.Actions) > 0 {
			t.Errorf("%s: %v, %d actions", name, err, len(m.Actions))
		}
	}
	if err := m.Read([]byte(strings.Repeat("\x00", PeerMessageMax+1))); err == nil {
		t.Error("too long")
	}
}

func FuzzPeerMessage(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	var queue []actions.Action
	for i := range 40 {
		queue = append(queue, peerAction(r, uint64(i+1), timestream.Time(i)))
	}
	b, _ := AppendPeerMessage(nil, Declare{Stamp: 1 << 40, LastAction: 30, Pitch: 9}, queue)
	f.Add(b)
	f.Add(AppendDeclare(nil, Declare{}))
	var m PeerMessage
	f.Fuzz(func(t *testing.T, b []byte) {
		if m.Read(b) != nil {
			if len(m.Actions) > 0 {
				t.Fatal("actions of a message that was refused")
			}
			return
		}
		for i := range m.Actions {
			if !m.Actions[i].Kind.Shared() {
				t.Fatalf("%v", m.Actions[i].Kind)
			}
		}
		if again, used := AppendPeerMessage(nil, m.Declare, m.Actions); used != len(m.Actions) || string(again) != string(b) {
			t.Fatalf("%x reads and writes as %x", b, again)
		}
	})
}
