package sections

import (
	"errors"
	"slices"
	"testing"
	"time"

	"voxtide/render/glutil"
)

// TestChooseDrawPath: the first path that is right and not slow is chosen; without a path that is right there is an error.
func TestChooseDrawPath(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		right       []DrawPath
		multi, loop time.Duration
		want        DrawPath
	}{
		{[]DrawPath{DrawPathMulti, DrawPathLoop, DrawPathOffset}, ms, ms, DrawPathMulti},
		{[]DrawPath{DrawPathMulti, DrawPathLoop, DrawPathOffset}, 5 * ms, ms, DrawPathLoop},
		{[]DrawPath{DrawPathMulti}, 5 * ms, ms, DrawPathMulti},
		{[]DrawPath{DrawPathMulti, DrawPathOffset}, 9 * ms, ms, DrawPathMulti},
		{[]DrawPath{DrawPathLoop, DrawPathOffset}, ms, ms, DrawPathLoop},
		{[]DrawPath{DrawPathOffset}, ms, ms, DrawPathOffset},
		{nil, ms, ms, DrawPathAuto},
	} {
		got, err := ChooseDrawPath(func(p DrawPath) bool { return slices.Contains(c.right, p) }, func(p DrawPath) time.Duration {
			if p == DrawPathMulti {
				return c.multi
			}
			return c.loop
		})
		if got != c.want || errors.Is(err, glutil.ErrDriver) != (c.right == nil) {
			t.Errorf("%v are right, %v and %v: %v, %v", c.right, c.multi, c.loop, got, err)
		}
	}
	for p := DrawPathAuto; p < DrawPathCount; p++ {
		if q, ok := ParseDrawPath(p.String()); !ok || q != p {
			t.Errorf("%v by name is %v", p, q)
		}
	}
	for c := LightStorageAuto; c <= LightStorageTexture; c++ {
		if q, ok := ParseLightStorage(c.String()); !ok || q != c {
			t.Errorf("%v by name is %v", c, q)
		}
	}
	if _, ok := ParseDrawPath("what"); ok {
		t.Error("a path of no name")
	}
	if _, ok := ParseLightStorage("what"); ok {
		t.Error("a storage of no name")
	}
}
