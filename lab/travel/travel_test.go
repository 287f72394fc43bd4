package travel

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/worlds"
	"voxtide/transport"
	"voxtide/transport/memnet"
)

var slow = memnet.Link{Delay: 120 * time.Millisecond, Jitter: 40 * time.Millisecond}

func three() []worlds.Entry {
	return []worlds.Entry{{Name: "home"}, {Name: "mine"}, {Name: "vault", Only: []string{"builder"}}}
}

func step(t *testing.T, l *Lab, d time.Duration, busy bool, until func() bool) bool {
	t.Helper()
	for end := l.Now() + d; l.Now() < end; {
		l.Step(busy)
		if l.Err != nil {
			t.Fatal(l.Err)
		}
		if until != nil && until() {
			return true
		}
	}
	return until == nil
}

func (l *Lab) allPlay() bool {
	for _, p := range l.Players {
		if !p.Client.Playable() || p.Client.State() != client.Playing {
			return false
		}
	}
	return true
}

// TestJourneys: players go from world to world while they build, connections are cut and the process is killed. At each step everybody is in at
// most one world, and what they left is there when they come back.
func TestJourneys(t *testing.T) {
	seed := testrand.Seed(t)
	var all Tally
	rounds := testrand.Rounds(3)
	for round := range rounds {
		l, err := New(seed+uint64(round), slow, three()[:2], &access.Lists{}, 4)
		if err != nil {
			t.Fatal(err)
		}
		for turn := range 60 {
			if !step(t, l, 30*time.Second, false, l.allPlay) {
				for _, p := range l.Players {
					t.Log(p.Name, p.Client.State(), p.Client.WorldName(), p.Client.Reason())
				}
				t.Fatalf("round %d, turn %d: not all play", round, turn)
			}
			for _, p := range l.Players {
				switch l.rnd.IntN(3) {
				case 0:
					l.Go(p, []string{"home", "mine"}[l.rnd.IntN(2)])
				case 1:
					l.Cut(p)
				}
			}
			step(t, l, time.Duration(100+l.rnd.IntN(1200))*time.Millisecond, true, nil)
			if l.rnd.IntN(8) == 0 {
				if err := l.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		k := l.Tally
		all.Journeys, all.Kills, all.Cuts, all.Compared, all.Built = all.Journeys+k.Journeys, all.Kills+k.Kills, all.Cuts+k.Cuts, all.Compared+k.Compared, all.Built+k.Built
	}
	t.Logf("%+v", all)
	if all.Journeys < 20*rounds || all.Kills < rounds || all.Cuts < 20*rounds || all.Compared < 100*rounds || all.Built < 500*rounds {
		t.Errorf("%+v: that is too little to tell", all)
	}
}

// TestOneOrder: names, bans and roles are the same in all worlds.
func TestOneOrder(t *testing.T) {
	l, err := New(testrand.Seed(t), memnet.Link{Delay: 10 * time.Millisecond}, three(), &access.Lists{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if !step(t, l, 10*time.Second, false, l.allPlay) {
		t.Fatal("not all play")
	}
	ann, bob := l.Players[0], l.Players[1]
	say := func(in int, line string) (lines []string) {
		l.Worlds[in].Srv.RunCommand(admin.Console, line, func(a []string) { lines = append(lines, a...) })
		return lines
	}
	// who has no role does not come into the vault, neither by the word nor by a join
	l.Go(ann, "vault")
	step(t, l, time.Second, false, nil)
	if ann.Client.WorldName() != "home" {
		t.Fatalf("ann went to %s without a role", ann.Client.WorldName())
	}
	eve := l.Add("eve", transport.Identity{9}, "vault")
	if !step(t, l, 10*time.Second, false, l.allPlay) || eve.Client.WorldName() != "home" {
		t.Fatalf("eve is %v in %q", eve.Client.State(), eve.Client.WorldName())
	}
	say(1, "role player0 builder")
	l.Go(ann, "vault")
	if !step(t, l, 5*time.Second, false, func() bool { return ann.Client.WorldName() == "vault" && ann.Client.Playable() }) {
		t.Fatalf("ann, a builder by the word of another world, is in %s: %v", ann.Client.WorldName(), ann.Client.State())
	}
	// a name that was never in the mine is its owner's there
	thief := l.Add("player0", transport.Identity{8}, "mine")
	step(t, l, 2*time.Second, false, nil)
	if thief.Client.State() != client.Ended || protocol.DisconnectReasonOf(thief.Client.Reason()) != protocol.ReasonNameOwned {
		t.Fatalf("the thief is %v: %s", thief.Client.State(), thief.Client.Reason())
	}
	l.Players = l.Players[:3]
	// a command about a player runs where they are, and a ban ends them there
	if got := say(0, "msg player0 hello"); len(got) != 1 || got[0] != "you to player0: hello" {
		t.Errorf("msg to another world: %q", got)
	}
	say(1, "ban player1 2h noise")
	step(t, l, time.Second, false, nil)
	if bob.Client.State() != client.Ended || protocol.DisconnectReasonOf(bob.Client.Reason()) != protocol.ReasonBanned {
		t.Fatalf("bob, banned from another world, is %v: %s", bob.Client.State(), bob.Client.Reason())
	}
	// a gate: eve walks into a region of home that leads to the mine
	say(0, "region add gate -100 -10 -100 100 100 100")
	say(0, "region set gate to=mine")
	step(t, l, time.Second, false, nil)
	if eve.Client.WorldName() != "mine" {
		t.Fatalf("eve is in %s, not through the gate", eve.Client.WorldName())
	}
	step(t, l, 5*time.Second, false, eve.Client.Playable)
	if got := say(0, "world"); len(got) != 3 {
		t.Errorf("world: %q", got)
	}
	if got := say(0, "in mine list"); len(got) < 2 || got[0] != "1 player" {
		t.Errorf("in mine list: %q", got)
	}
	// she comes back through the gate, within which she stands, and stays
	l.Go(eve, "home")
	step(t, l, 5*time.Second, false, func() bool { return eve.Client.WorldName() == "home" && eve.Client.Playable() })
	step(t, l, 3*time.Second, false, nil)
	if eve.Client.WorldName() != "home" {
		t.Errorf("eve, who came back into a gate, is in %s", eve.Client.WorldName())
	}
	// who was last in the vault comes in there
	l.Cut(ann)
	again := l.Add("player0", transport.Identity{1}, "")
	step(t, l, 5*time.Second, false, func() bool { return again.Client.Playable() && again.Client.WorldName() == "vault" })
	if again.Client.WorldName() != "vault" {
		t.Errorf("ann comes back in %q", again.Client.WorldName())
	}
}
