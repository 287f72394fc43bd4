package story

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestStory plays each story and compares it with the golden file in testdata.
func TestStory(t *testing.T) {
	for _, s := range Stories {
		t.Run(s.Name, func(t *testing.T) {
			var got bytes.Buffer
			if err := s.Tell(&got); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", s.Name+".txt")
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, got.Bytes()) {
				t.Errorf("got:\n%swant:\n%s", got.Bytes(), want)
			}
		})
	}
}

// TestJetpack checks the numbers of the essay's section 2.5.
func TestJetpack(t *testing.T) {
	want := [][]int{
		{10, 10, 10, 10, 10, 10, 10},
		{0, 0, 0, 0, 0, 0, 0},
		{1, 2, 3, 9, 10, 10, 10},
		{0, 0, 0, 0, 3, 7, 9},
		{1, 2, 3, 9, 13, 17, 19},
	}
	for i, o := range jetOrders {
		for k, at := range jetTimes {
			if got := o.drawn(at, jetServer(at-jetpackOneWay)).pos; got != want[i][k] {
				t.Errorf("%s at %d ms: %d, not %d", o.name, at, got, want[i][k])
			}
		}
	}
	for _, at := range append(jetTimes, 20, 30) {
		if got := jetStreams(at).pos; got != at {
			t.Errorf("time streams at %d ms: %d", at, got)
		}
	}
}
