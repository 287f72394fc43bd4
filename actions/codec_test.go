package actions

import (
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/internal/wire"
)

func TestTable(t *testing.T) {
	for k := Kind(1); k < KindCount; k++ {
		if row := &table[k]; row.name == "" || row.perform == nil || row.write == nil || row.read == nil {
			t.Errorf("action %d has no whole row in table.go", k)
		}
	}
	for r := Done; r < RefusalCount; r++ {
		if r.String() == "" {
			t.Errorf("refusal %d has no words", r)
		}
	}
}

func TestCodecRoundTrip(t *testing.T) {
	r := testrand.New(t)
	for k := Kind(1); k < KindCount; k++ {
		for range 100 {
			a := random(r, k)
			b := Append(nil, &a)
			rd := wire.NewReader(b)
			var got Action
			Read(&rd, &got)
			if err := rd.End(); err != nil {
				t.Fatalf("%v: %v", k, err)
			}
			if again := Append(nil, &got); string(again) != string(b) {
				t.Fatalf("%v: %+v reads back as %+v", k, a, got)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for k := Kind(1); k < KindCount; k++ {
		a := random(r, k)
		f.Add(Append(nil, &a))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		rd := wire.NewReader(b)
		var a Action
		Read(&rd, &a)
		if rd.End() != nil {
			return
		}
		if again := Append(nil, &a); string(again) != string(b) {
			t.Fatalf("%x reads and writes as %x", b, again)
		}
		s := stage(false)
		before := s.W.Hash()
		Do(s, 1, 1000, &a)
		s.Revert()
		if s.W.Hash() != before {
			t.Fatalf("%+v is not undone", a)
		}
	})
}
