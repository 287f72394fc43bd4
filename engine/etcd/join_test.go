package etcd

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"voxtide/engine/secret"
)

// TestConclude: when a folder without data makes a cluster, when it takes a place again, and when it waits.
func TestConclude(t *testing.T) {
	members := []Member{{"a", "10.0.0.1:1"}, {"b", "10.0.0.2:1"}, {"c", "10.0.0.3:1"}}
	founders := map[string]string{"a": "1", "b": "2", "c": "3"}
	lost := map[string]string{"a": "0", "b": "2", "c": "3"} // with another folder of a
	own := nodeInfo{Name: "a", Birth: "1"}
	gone := errors.New("connection refused")
	all := map[string]nodeInfo{"a": own, "b": {Name: "b", Birth: "2"}, "c": {Name: "c", Birth: "3"}}
	with := func(i nodeInfo) map[string]nodeInfo {
		m := maps.Clone(all)
		if i.Birth == "" {
			delete(m, i.Name)
		} else {
			m[i.Name] = i
		}
		return m
	}
	for _, c := range []struct {
		name  string
		infos map[string]nodeInfo
		found bool   // the cluster is made
		wait  string // what it waits for
		err   error
	}{
		{"all are new", all, true, "", nil},
		{"one is missing", with(nodeInfo{Name: "c"}), false, "waiting for c at 10.0.0.3:1 (it does not run)", nil},
		{"one does not know itself", with(nodeInfo{Name: "a"}), false, "is that an address of this machine", nil},
		{"one has begun with this one", with(nodeInfo{Name: "b", Birth: "2", Founders: founders, Data: true}), true, "", nil},
		{"one has begun, another is missing", map[string]nodeInfo{"a": own, "b": {Name: "b", Birth: "2", Founders: founders, Data: true}}, true, "", nil},
		{"one has begun with another folder of this one", with(nodeInfo{Name: "b", Birth: "2", Founders: lost, Data: true}), false, "a majority of the others has to run", nil},
		{"the same, and this one does not reach itself", map[string]nodeInfo{"b": {Name: "b", Birth: "2", Founders: lost, Data: true}}, false, "it has to reach itself", nil},
		{"one has data and came later itself", with(nodeInfo{Name: "b", Birth: "7", Data: true}), false, "a majority of the others has to run", nil},
		{"another folder of this name runs", with(nodeInfo{Name: "a", Birth: "0", Data: true}), false, "", ErrElsewhere},
		{"an address leads to another node", map[string]nodeInfo{"a": own, "b": all["c"], "c": all["b"]}, false, "", ErrConfig},
		{"a cluster of another size", with(nodeInfo{Name: "b", Birth: "2", Founders: map[string]string{"a": "1", "b": "2"}, Data: true}), false, "", ErrConfig},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := &Node{cfg: Config{Name: "a", Members: members}, self: members[0], folder: &folder{dir: t.TempDir(), birth: birth{Birth: "1"}}}
			failed := map[string]error{}
			for _, m := range members {
				if _, ok := c.infos[m.Name]; !ok {
					failed[m.Name] = gone
				}
			}
			got, wait, err := n.conclude(context.Background(), c.infos, failed)
			if !errors.Is(err, c.err) || c.err != nil && err == nil {
				t.Fatalf("error %v, want %v", err, c.err)
			}
			if c.wait == "" && wait != "" || !strings.Contains(wait, c.wait) {
				t.Fatalf("waits: %q, want %q", wait, c.wait)
			}
			if found := err == nil && wait == "" && got.isNew; found != c.found {
				t.Fatalf("made %v, want %v", found, c.found)
			}
			if !c.found {
				if n.folder.Founders != nil {
					t.Fatal("founders are noted")
				}
				return
			}
			if len(got.urls) != 3 || got.urls["a.1"] == nil || got.urls["c.3"] == nil {
				t.Fatalf("%v", got.urls)
			}
			if again, err := openFolder(n.folder.dir); err != nil || !maps.Equal(again.Founders, founders) {
				t.Fatalf("on the disk: %+v, %v", again, err)
			}
		})
	}
}

// TestToken: the same founders make the same cluster, others another.
func TestToken(t *testing.T) {
	s := secret.New()
	one := token(s, map[string]string{"a": "1", "b": "2"})
	if one != token(s, map[string]string{"b": "2", "a": "1"}) {
		t.Error("the order of names counts")
	}
	if one == token(s, map[string]string{"a": "1", "b": "3"}) || one == token(secret.New(), map[string]string{"a": "1", "b": "2"}) {
		t.Error("two clusters have the same name")
	}
}

func TestParseMembers(t *testing.T) {
	m, err := ParseMembers("b=10.0.0.2:7410, a=[::1]:7410,c=host:7410")
	if err != nil || len(m) != 3 || m[0] != (Member{"a", "[::1]:7410"}) {
		t.Fatalf("%v %v", m, err)
	}
	for _, text := range []string{"", "a", "a=", "a=host", "a=:7410", "a=h:0", "a=h:70000", "a=h:x", "A=h:1", "a=h:1,a=h:2,c=h:3", "a=h:1,b=h:1,c=h:2", "a=h:1,b=h:2", "a b=h:1"} {
		if m, err := ParseMembers(text); !errors.Is(err, ErrConfig) {
			t.Errorf("%q: %v %v", text, m, err)
		}
	}
}
