package playerlist

import "testing"

// TestLayout: columns are as few as the height allows and of nearly the same length; what does not fit is hidden, and all else is shown.
func TestLayout(t *testing.T) {
	for _, c := range []struct {
		n, tall, wide int
		want          grid
	}{
		{1, 20, 5, grid{1, 1, 1}}, {20, 20, 5, grid{1, 20, 20}}, {21, 20, 5, grid{2, 11, 21}}, {100, 24, 5, grid{5, 20, 100}}, {100, 24, 3, grid{3, 24, 72}},
		{0, 20, 5, grid{columns: 1}}, {7, 0, 0, grid{1, 1, 1}},
	} {
		if got := layout(c.n, c.tall, c.wide); got != c.want {
			t.Errorf("%d in %d by %d: %+v, want %+v", c.n, c.tall, c.wide, got, c.want)
		}
	}
}
