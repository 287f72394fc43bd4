package world

import (
	"fmt"
	"testing"

	"voxtide/timestream"
)

// BenchmarkSetMotion moves walkers, each on by a step of a sixtieth of a second at 4.3 m/s, as the server does in each step.
func BenchmarkSetMotion(b *testing.B) {
	for _, n := range []int{1, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := New()
			w.AddStream(1, 0, 1)
			for i := range n {
				e := Entity{ID: MakeEntityID(1, uint32(i)), Kind: KindAvatar, Stream: 1}
				e.Motion.Pos = BottomCentre(Pos{X: int32(i * 7919 % 1000), Z: int32(i * 104729 % 1000)})
				e.Motion.Vel = Vec{4300, 0, 0}
				w.AddEntity(e)
			}
			at, i := timestream.Time(0), 0
			b.ReportAllocs()
			for b.Loop() {
				s := w.Bodies(1)[i]
				m := w.Entity(s).Motion
				m.Extrapolate(16667)
				w.SetMotion(s, at, &m)
				if i++; i == n {
					i, at = 0, at.Add(16667)
				}
			}
		})
	}
}
