package rollback

import (
	"strings"
	"testing"
	"time"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// still is a world in which nothing moves.
type still struct{ rec edits.Recorder }

func (w *still) Recorder() *edits.Recorder          { return &w.rec }
func (w *still) LastEdit() uint64                   { return 0 }
func (w *still) Subscribed(world.SectionPos) bool   { return false }
func (w *still) RequestSections([]world.SectionPos) {}
func (w *still) CloseForResend(world.SectionPos)    {}
func (w *still) EndSlice()                          { w.rec.Log = w.rec.Log[:0]; w.rec.Commit() }

// TestWhatIsInTheWay: of two cells that stay as they are for ten seconds, one has somebody in it and one a falling block, and both reports say so.
func TestWhatIsInTheWay(t *testing.T) {
	w := &still{rec: edits.Recorder{W: world.New(), KeepLog: true}}
	for _, y := range [...]int32{0, 1} {
		w.rec.W.SetSection(world.SectionPos{Y: y}, world.NewSection(world.Air))
	}
	for _, of := range [...]timestream.Stream{timestream.Server, 1} {
		w.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: of, Number: 1})
	}
	falls, stands := world.Pos{X: 2, Y: 5, Z: 2}, world.Pos{X: 8, Y: 5, Z: 8}
	w.rec.Spawn(timestream.Server, 0, world.KindFallingBlock, world.Sand, world.Stack{}, world.BottomCentre(falls))
	w.rec.Spawn(1, 0, world.KindAvatar, world.Air, world.Stack{}, world.BottomCentre(stands))
	w.EndSlice()
	j := &Job{Author: timestream.Server, Complete: true}
	for _, p := range [...]world.Pos{falls, stands, {X: 12, Y: 5, Z: 12}} {
		j.Add(Restore{Pos: p, Target: world.Planks, Any: true})
	}
	for at := time.Duration(0); at <= 11*time.Second; at += time.Second / 60 {
		j.Step(w, at, 0)
	}
	if j.Done != 1 || j.Falling != 1 || j.Blocked != 1 || !j.Finished() {
		t.Fatalf("%d done, %d with falling blocks, %d with somebody, over: %v", j.Done, j.Falling, j.Blocked, j.Finished())
	}
	for kind, want := range map[Kind][]string{
		DoBuild: {"1 is left as it is: it has somebody in it", "1 is left as it is: blocks fall through it"},
		Apply:   {"1 block in which somebody stands is left out", "1 block through which others fall is left out"},
	} {
		s := &scan{Query: &Query{Kind: kind, Text: "all"}, job: j, started: time.Now()}
		got := strings.Join(s.report(&record{Done: 1, Blocked: 2}, nil), "\n")
		for _, line := range want {
			if !strings.Contains(got, line) {
				t.Errorf("%s lacks %q", got, line)
			}
		}
		t.Log(got)
	}
}
