package stats

import "testing"

func TestPercentile(t *testing.T) {
	values := []int{3, 1, 2, 10, 9, 8, 7, 6, 5, 4}
	for _, c := range []struct{ p, want int }{{0, 1}, {50, 6}, {90, 10}, {99, 10}, {100, 10}} {
		if got := Percentile(values, c.p); got != c.want {
			t.Errorf("percentile %d is %d, not %d", c.p, got, c.want)
		}
	}
	if got := Percentile([]int(nil), 50); got != 0 {
		t.Errorf("the percentile of no values is %d", got)
	}
}
