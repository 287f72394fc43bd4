// Package testrand is the random source of tests: it prints its seed and accepts it again. Only tests import it.
//
//	go test ./sim -run TestSplitLaw -seed 17 -rounds 1    what round 1 of seed 17 did, again
package testrand

import (
	"flag"
	"iter"
	"math/rand/v2"
	"testing"
)

var (
	seed   = flag.Uint64("seed", 0, "seed of the random tests; 0 draws one")
	rounds = flag.Int("rounds", 0, "rounds of the random tests; 0 takes each test's own number")
)

// Seed returns the seed of a test and prints it.
func Seed(t testing.TB) uint64 {
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-seed %d", s)
	return s
}

// New returns a random source of the test's seed.
func New(t testing.TB) *rand.Rand { return rand.New(rand.NewPCG(Seed(t), 1)) }

// Rounds returns the number of rounds of a test: the command line's, or else n.
func Rounds(n int) int {
	if *rounds > 0 {
		return *rounds
	}
	return n
}

// roundsMax is how far RoundsUntil goes on, in multiples of a test's own number.
const roundsMax = 20

// RoundsUntil counts the rounds of a test whose luck decides what it covers: n of them, or as many more as it takes until covered
// reports true, up to 20 times n. With -rounds it is that number. The test itself still fails where something was not covered.
func RoundsUntil(n int, covered func() bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < Rounds(n) || *rounds == 0 && i < roundsMax*n && !covered(); i++ {
			if !yield(i) {
				return
			}
		}
	}
}
