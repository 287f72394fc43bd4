package reliable

import "testing"

// TestResolveAll: a list names all servers of a world, each address once; one that cannot be resolved is left out unless none can.
func TestResolveAll(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"127.0.0.1:7400", []string{"127.0.0.1:7400"}},
		{"127.0.0.1:7400, 127.0.0.2:7401,127.0.0.1:7400", []string{"127.0.0.1:7400", "127.0.0.2:7401"}},
		{"127.0.0.1:7400,nonsense", []string{"127.0.0.1:7400"}},
		{"[::1]:7400,127.0.0.1:1", []string{"[::1]:7400", "127.0.0.1:1"}},
		{"nonsense", nil},
		{"", nil},
	} {
		all, err := ResolveAll(c.list)
		if (err != nil) != (c.want == nil) || len(all) != len(c.want) {
			t.Errorf("%q: %v, %v", c.list, all, err)
			continue
		}
		for i, r := range all {
			if r.To.String() != c.want[i] {
				t.Errorf("%q: %v is number %d, want %s", c.list, r.To, i, c.want[i])
			}
		}
	}
}
