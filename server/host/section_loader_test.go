package host

import (
	"reflect"
	"testing"
	"time"

	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// TestLoaderRests: sections that are asked for over a wide area by turns, before and after the workers gave back memory, are those that one generator makes.
func TestLoaderRests(t *testing.T) {
	land := worldgen.Land{Seed: 11, Generator: 3}
	l := newSectionLoader(store.NewMemory(nil), land, 2)
	defer l.close()
	gen := worldgen.New(land)
	made := 0
	ask := func(n int) {
		for i := range n {
			l.Request(world.SectionPos{X: int32(i % 7 * 20), Y: int32(i%3 + 3), Z: int32(i / 7 % 5 * 20)})
		}
		for deadline := time.Now().Add(time.Minute); n > 0; {
			r, ok := l.Ready()
			if !ok {
				if time.Now().After(deadline) {
					t.Fatalf("%d sections were not made within a minute", n)
				}
				time.Sleep(time.Millisecond)
				continue
			}
			if n--; r.Err != nil || r.Section.Hash() != gen.Section(r.Pos).Hash() {
				t.Fatalf("%v: %v", r.Pos, r.Err)
			}
			made++
		}
	}
	for _, w := range l.workers {
		if tiles := reflect.ValueOf(w.gen).Elem().FieldByName("tiles"); tiles.FieldByName("most").Int() <= tiles.FieldByName("least").Int() {
			t.Error("the generator of a worker may not grow")
		}
	}
	ask(70)
	l.rest()
	if cap(l.ready)+cap(l.taken) > 0 {
		t.Errorf("room for %d sections is kept", cap(l.ready)+cap(l.taken))
	}
	ask(70)
	for _, w := range l.workers {
		w.mu.Lock()
		if w.resting {
			t.Error("a worker did not rest")
		}
		w.mu.Unlock()
	}
	t.Logf("%d sections", made)
}

// TestLoaderForgetsWhenIdle: a worker of which nothing is wanted for a while keeps no tile of land.
func TestLoaderForgetsWhenIdle(t *testing.T) {
	l := newSectionLoader(store.NewMemory(nil), worldgen.Land{Seed: 11, Generator: 3}, 1)
	defer l.close()
	w := l.workers[0]
	tiles := func() (n int) { // the worker is at rest
		slots := reflect.ValueOf(w.gen).Elem().FieldByName("tiles").FieldByName("slots")
		for i := range slots.Len() {
			if !slots.Index(i).FieldByName("tile").IsNil() {
				n++
			}
		}
		return n
	}
	l.Request(world.SectionPos{Y: 4})
	waitFor := func(what string, done func() bool) {
		for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: not within a minute", what)
			}
		}
	}
	waitFor("a section", func() bool { _, ok := l.Ready(); return ok })
	known := tiles()
	if known == 0 {
		t.Fatal("a worker that made a section knows no tile")
	}
	if !w.idle.Reset(0) { // as if nothing was wanted for restAfter; false: the timer did not run
		t.Error("a worker of which nothing is wanted does not wait for its rest")
	}
	waitFor("a rest", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return !w.resting && tiles() == 0 // while nothing is wanted the worker touches its tiles only while it rests
	})
	t.Logf("%d tiles were known", known)
}
