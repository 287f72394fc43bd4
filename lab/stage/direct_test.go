package stage

import (
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/world"
)

// directRun is what two players did and saw in a run.
type directRun struct {
	stage       *Stage
	own, others uint64        // digests of where each is drawn on the own screen and on the other's, frame by frame
	linkedAt    time.Duration // since both have joined; 0: never
	how         string
	corrections int
}

// farFromServer is the network to the server.
var farFromServer = Links{Up: memnet.Link{Delay: 100 * ms}, Down: memnet.Link{Delay: 100 * ms}}

// playDirect lets two players walk in circles, with and without direct links and through two NATs (none: no links asked for).
func playDirect(t testing.TB, d time.Duration, method string, at Direct, during func(s *Stage, now time.Duration)) *directRun {
	t.Helper()
	r := &directRun{}
	own, others := fnv.New64a(), fnv.New64a()
	cfg := Config{Seed: 5, Methods: []string{method}, Links: []Links{farFromServer}, Direct: at}
	cfg.Hooks.Input = circle
	cfg.Hooks.Correction = func(int, predict.Correction) { r.corrections++ }
	cfg.Hooks.Frame = func(i int, now time.Duration, sc *scene.Scene) {
		fmt.Fprint(own, math.Float64bits(sc.OwnEntity.Drawn[0]), math.Float64bits(sc.OwnEntity.Drawn[2]))
		for k := range sc.Entities {
			fmt.Fprint(others, sc.Entities[k].ID, math.Float64bits(sc.Entities[k].Drawn[0]), math.Float64bits(sc.Entities[k].Drawn[2]))
		}
		if i == 1 && r.linkedAt == 0 && r.stage.Linked(0)+r.stage.Linked(1) == 2 {
			r.linkedAt = now
		}
	}
	var err error
	if r.stage, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	if r.stage.Linked(0)+r.stage.Linked(1) == 2 {
		r.linkedAt = 1
	}
	for now := time.Duration(0); now < d; now += 500 * ms {
		r.stage.Step(now)
		if during != nil {
			during(r.stage, now)
		}
	}
	r.stage.cfg.Hooks.Input = func(_ int, _ time.Duration, in *client.Input) { in.Keys = 0 }
	r.stage.Step(d + 2*time.Second)
	for _, l := range r.stage.Client(1).DirectLinks() {
		r.how = l.How
	}
	r.own, r.others = own.Sum64(), others.Sum64()
	return r
}

// settled checks that in the end both show every avatar where the server has it.
func (r *directRun) settled(t testing.TB, name string) {
	t.Helper()
	w := r.stage.ServerWorld()
	for i := range r.stage.Players() {
		mine := r.stage.Client(i).World()
		for k := range r.stage.Players() {
			id := world.AvatarID(r.stage.Client(k).Stream())
			here, there := mine.Find(id), w.Find(id)
			if here == world.NoEntity || there == world.NoEntity || mine.Entity(here).Motion.Pos != w.Entity(there).Motion.Pos {
				t.Errorf("%s: client %d shows player %d elsewhere than the server has it", name, i, k)
			}
		}
	}
}

// TestDirectThroughNATs plays with the real server, its rendezvous and two real clients through each pair of the four kinds of NAT, no UDP, and one
// NAT for both: exactly those are linked that theory says. Without a link every picture is the one of a run in which nobody asked for links;
// with one the own pictures are, and the other's are not. Nothing is ever corrected.
func TestDirectThroughNATs(t *testing.T) {
	const d = 6 * time.Second
	before := playDirect(t, d, "timestream", Direct{}, nil)
	before.settled(t, "without links")
	kinds := append(nat.Kinds(), nat.Kind{Name: "no-udp", Config: nat.Config{NoUDP: true}})
	cannot := map[string]bool{"symmetric-port": true, "port-symmetric": true, "symmetric-symmetric": true}
	var table strings.Builder
	linked, pairs := 0, 0
	one := func(name string, at Direct, want bool, how string) *directRun {
		r := playDirect(t, d, "timestream"+DirectSuffix, at, nil)
		if pairs++; r.linkedAt > 0 {
			linked++
		}
		if (r.linkedAt > 0) != want || want && r.how != how {
			t.Errorf("%s: linked %v by %q", name, r.linkedAt > 0, r.how)
		}
		if r.corrections > 0 || r.own != before.own {
			t.Errorf("%s: %d corrections; own pictures equal %v", name, r.corrections, r.own == before.own)
		}
		if (r.others == before.others) == want {
			t.Errorf("%s: linked %v, and the other is drawn as without links: %v", name, want, !want)
		}
		r.settled(t, name)
		return r
	}
	for i, a := range kinds {
		if testing.Short() && i != 2 { // a row of each outcome is enough
			continue
		}
		fmt.Fprintf(&table, "\n%-10s", a.Name)
		for _, b := range kinds {
			name := a.Name + "-" + b.Name
			r := one(name, Direct{NATs: []nat.Config{a.Config, b.Config}}, !cannot[name] && !a.Config.NoUDP && !b.Config.NoUDP, "direct")
			fmt.Fprintf(&table, "%10s", map[bool]string{true: "yes", false: "no"}[r.linkedAt > 0])
		}
		one("both behind "+a.Name, Direct{NATs: []nat.Config{a.Config}, House: true}, true, "lan")
	}
	t.Logf("rows A, columns B, in the same order:%s\n%d of %d pairs linked, each kind within one house by its own addresses", table.String(), linked, pairs)
}

// TestDirectThroughChanges plays while a NAT gets another address every 15 s, and while consent is withdrawn and given again: links end and come
// again, and nobody's own pictures are other than without links.
func TestDirectThroughChanges(t *testing.T) {
	d := 60 * time.Second
	if testing.Short() {
		d = 22 * time.Second // the NAT's address changes once
	}
	before := playDirect(t, d, "timestream", Direct{}, nil)
	restricted := nat.Config{Filter: nat.AddressAndPortDependent, Timeout: 20 * time.Second}
	var states []string
	renumbered := playDirect(t, d, "timestream"+DirectSuffix, Direct{NATs: []nat.Config{restricted}}, func(s *Stage, now time.Duration) {
		if now%(20*time.Second) == 5*time.Second {
			s.NAT(0).Renumber()
		}
		if now%(5*time.Second) == 0 {
			states = append(states, fmt.Sprint(s.Linked(0), s.Linked(1)))
		}
	})
	withdrawn := playDirect(t, d, "timestream"+DirectSuffix, Direct{NATs: []nat.Config{restricted}}, func(s *Stage, now time.Duration) {
		switch now {
		case 5 * time.Second:
			if err := s.SetMethod(0, "timestream"); err != nil {
				t.Fatal(err)
			}
		case 6 * time.Second:
			if n := s.Linked(0) + s.Linked(1); n > 0 {
				t.Errorf("a second after one has withdrawn consent, %d ends are linked", n)
			}
		case 7 * time.Second:
			if err := s.SetMethod(0, "timestream"+DirectSuffix); err != nil {
				t.Fatal(err)
			}
		}
	})
	for name, r := range map[string]*directRun{"renumbered": renumbered, "withdrawn": withdrawn} {
		if r.linkedAt == 0 || r.corrections > 0 || r.own != before.own || r.others == before.others {
			t.Errorf("%s: linked at %v, %d corrections, own pictures equal %v, other's equal %v", name, r.linkedAt, r.corrections, r.own == before.own, r.others == before.others)
		}
		if n := r.stage.Linked(0) + r.stage.Linked(1); n != 2 {
			t.Errorf("%s: in the end %d ends are linked: %+v", name, n, r.stage.Client(0).DirectLinks())
		}
		r.settled(t, name)
	}
	t.Logf("ends linked every 5 s while a NAT got another address at 5, 25 and 45 s: %q", states)
}
