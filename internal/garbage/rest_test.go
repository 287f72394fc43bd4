package garbage

import "testing"

// TestBusinessIsOverOnce: a busy time is over after five quiet seconds in a row, once; what was never busy is never over.
func TestBusinessIsOverOnce(t *testing.T) {
	const mb = 1 << 20
	var b business
	made, said := uint64(0), []int{}
	for second, grew := range []uint64{1, 3, 3, 0, 0, 0, 0, 20, 40, 5, 3, 3, 3, 3, 5, 3, 0, 3, 3, 3, 3, 3, 3, 3, 15, 0, 0, 0, 0, 0, 0, 16, 3, 3, 3, 3, 3, 3} {
		if made += grew * mb; b.over(made) {
			said = append(said, second)
		}
	}
	if len(said) != 2 || said[0] != 19 || said[1] != 36 {
		t.Errorf("over in seconds %v", said)
	}
}

// TestMade: what is made is counted.
func TestMade(t *testing.T) {
	before := made()
	madeByTest = make([]byte, 1<<20)
	if grew := made() - before; grew < 1<<20 {
		t.Errorf("%d bytes", grew)
	}
}

var madeByTest []byte
