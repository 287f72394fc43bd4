package etcd

import (
	"fmt"
	"testing"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/types"
	"go.etcd.io/etcd/server/v3/etcdserver/api/membership"

	"voxtide/engine"
)

// TestLead: the node that entries come from does not lead for long, at each of the three in turn, and no entry is lost to the moves.
func TestLead(t *testing.T) {
	nodes := openNodes(t, testConfigs(t, 3))
	entries, moves, asked := uint64(0), 0, 0
	var claim uint64
	for i, n := range append(nodes, nodes...) {
		c := open(t, n)
		if claim == 0 {
			claim = c.ok(c.Claim("log", 0, "me")).Claim
		}
		ledAtFirst := n.Leads()
		away := 0 // entries in turn that came while another led
		for began := time.Now(); away < 20; entries++ {
			for { // an entry that is Unknown is asked for again, and may be there then
				a := c.await(c.Append("log", claim, entries+1, fmt.Appendf(nil, "entry %d", entries+1)))
				if asked++; a.Outcome == engine.OK || a.Outcome == engine.Refused && a.Claim == claim && a.First <= entries+1 {
					break
				}
			}
			if away++; n.Leads() {
				away = 0
			}
			if time.Since(began) > 60*time.Second {
				t.Fatalf("node %d writes, and leads still", i%3)
			}
			time.Sleep(20 * time.Millisecond)
		}
		if ledAtFirst {
			moves++
		}
	}
	c := open(t, nodes[0])
	a := c.ok(c.Read("log", 1))
	for i, e := range a.Entries {
		if e.N != uint64(i+1) || string(e.Data) != fmt.Sprintf("entry %d", e.N) {
			t.Fatalf("entry %d is %d, %q", i+1, e.N, e.Data)
		}
	}
	if moves == 0 || a.Last != entries {
		t.Fatalf("%d moves; %d entries of %d", moves, a.Last, entries)
	}
	t.Logf("%d writers, %d of them led at first: %d entries, asked for %d times, all there", 2*len(nodes), moves, entries, asked)
}

// TestSuccessor: the lead goes to the node that has applied most of those that answer and whose machines write nothing, else it stays.
func TestSuccessor(t *testing.T) {
	member := func(id types.ID, name string) *membership.Member {
		return &membership.Member{ID: id, Attributes: membership.Attributes{Name: name}}
	}
	learner := member(5, "e.5")
	learner.IsLearner = true
	members := []*membership.Member{member(1, "a.1"), member(2, "b.2"), member(3, "c.3"), member(4, ""), learner}
	writes := nodeInfo{Writing: true, Applied: 90}
	for _, c := range []struct {
		name  string
		infos map[string]nodeInfo
		to    types.ID
	}{
		{"nobody answers", nil, 0},
		{"all write", map[string]nodeInfo{"a": writes, "b": writes, "c": writes}, 0},
		{"one does not", map[string]nodeInfo{"a": writes, "b": writes, "c": {Applied: 80}}, 3},
		{"the one that is ahead", map[string]nodeInfo{"a": writes, "b": {Applied: 85}, "c": {Applied: 84}}, 2},
		{"itself, a learner, one that never ran and one that is no member", map[string]nodeInfo{"a": {Applied: 90}, "": {Applied: 90}, "e": {Applied: 90}, "f": {Applied: 90}}, 0},
		{"a database that does not run yet", map[string]nodeInfo{"a": writes, "b": {}}, 0},
	} {
		if to, ok := successor(1, members, c.infos); to != c.to || ok != (c.to != 0) {
			t.Errorf("%s: %v, %v", c.name, to, ok)
		}
	}
}
