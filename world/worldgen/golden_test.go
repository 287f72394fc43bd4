package worldgen

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"voxtide/world"
)

var update = flag.Bool("update", false, "write the golden files again")

// goldenSeeds are the seeds whose terrain must not change.
var goldenSeeds = []uint64{0, 1, 42, 0xdeadbeef, 1<<64 - 1}

// goldenPlaces are columns near and far, on both sides of zero.
var goldenPlaces = [][2]int32{{0, 0}, {-1, -1}, {7, -13}, {-40, 25}, {333, 100}, {-2000, -77}, {60000, 1}, {-90000, 123456},
	{1<<27 - 1, -1 << 27}}

// blockNames are the names of all states.
var blockNames = world.BlockNames()

// hashByName returns a hash of a section that does not depend on the numbers of blocks, which change when others are added.
func hashByName(s *world.Section) uint64 {
	var cells [world.SectionCells]world.Block
	s.Cells(&cells)
	h := fnv.New64a()
	known := map[world.Block]uint16{}
	var line []byte
	for _, b := range cells {
		k, ok := known[b]
		if !ok {
			k = uint16(len(known))
			known[b] = k
			line = append(line, blockNames[b]...)
		}
		line = append(line, byte(k), byte(k>>8))
	}
	h.Write(line)
	return h.Sum64()
}

// goldenText gives one line for each column of the golden places: the hashes of its sections that are not uniform.
func goldenText(number int) []byte {
	var out bytes.Buffer
	for _, seed := range goldenSeeds {
		g := Of(number, seed)
		for _, at := range goldenPlaces {
			fmt.Fprintf(&out, "seed %d column %d %d:", seed, at[0], at[1])
			for y := int32(world.MinY>>4) - 1; y <= world.MaxY>>4+1; y++ {
				s := g.Section(world.SectionPos{X: at[0], Y: y, Z: at[1]})
				if b, ok := s.Uniform(); ok {
					if b != world.Air {
						fmt.Fprintf(&out, " %d=%v", y, b)
					}
					continue
				}
				fmt.Fprintf(&out, " %d=%016x", y, hashByName(s))
			}
			fmt.Fprintln(&out)
		}
	}
	return out.Bytes()
}

// TestGolden: what a number makes is what it made when it was given the number.
func TestGolden(t *testing.T) {
	for _, number := range Numbers() {
		got, golden := goldenText(number), fmt.Sprintf("testdata/generator-%d.txt", number)
		if *update {
			if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatalf("generator %d is not frozen: run with -update once: %v", number, err)
		}
		have, kept := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
		if len(have) != len(kept) {
			t.Fatalf("generator %d: %d lines, the golden file has %d", number, len(have), len(kept))
		}
		for i := range kept {
			if have[i] != kept[i] {
				t.Fatalf("generator %d makes other land than it did: worlds would break; give the change a new number\ngot  %s\nwant %s", number, have[i], kept[i])
			}
		}
		t.Logf("generator %d: %d columns in %d worlds", number, len(goldenPlaces), len(goldenSeeds))
	}
}

// goldenChild marks the process that TestGoldenOtherCPU starts.
const goldenChild = "VOXTIDE_GOLDEN_CHILD"

// TestGoldenOtherCPU builds the golden test for processors with fused multiply-add, which compilers may use, and runs
// it: the terrain must be the same.
func TestGoldenOtherCPU(t *testing.T) {
	if os.Getenv(goldenChild) != "" || runtime.GOARCH != "amd64" {
		return
	}
	cpu, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Logf("cannot tell what the processor can do: %v", err)
		return
	}
	for _, flag := range []string{"avx2", "fma", "bmi2", "movbe", "f16c"} {
		if !strings.Contains(string(cpu), " "+flag+" ") {
			t.Logf("this processor has no %s", flag)
			return
		}
	}
	c := exec.Command("go", "test", "-count=1", "-run", "^TestGolden$", ".")
	c.Env = append(os.Environ(), "GOAMD64=v3", goldenChild+"=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("GOAMD64=v3: %v\n%s", err, out)
	}
}
