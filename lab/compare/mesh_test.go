package compare

import (
	"testing"
	"time"

	"voxtide/lab/profile"
)

// TestMeshMeetsTheTruth plays a tape without a server and without delay: the bodies must be those of the run with a server, bit for
// bit, so that a mesh is measured by the same truth as all others.
func TestMeshMeetsTheTruth(t *testing.T) {
	cfg := Config{Duration: 15 * time.Second, Seeds: 1}
	cfg.setDefaults()
	plays, err := makePlays(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, text := range []string{"commute", "rollback", "rollback,by=copies"} {
		method, err := parseMethod(text)
		if err != nil {
			t.Fatal(err)
		}
		p := *plays[0]
		m := newMeter(&p)
		if err := runMesh(&job{method: method, network: profile.Profile{Name: "none"}, play: &p}, &p, m); err != nil {
			t.Fatal(err)
		}
		for i := range m.own {
			for k, at := range m.own[i] {
				if want := p.truth.bodies[i][k]; at != want {
					t.Fatalf("%s: player %d stands at %v in frame %d, not at %v", text, i, at, k, want)
				}
				compared++
			}
		}
	}
	t.Logf("%d bodies compared", compared)
}
