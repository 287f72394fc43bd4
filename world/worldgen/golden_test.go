package worldgen

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"voxtide/world"
)

var update = flag.Bool("update", false, "write the golden files and the map again")

const golden = "testdata/sections.txt"

// goldenSeeds are the seeds whose terrain must not change unless Version does.
var goldenSeeds = []uint64{0, 1, 42, 0xdeadbeef, 1<<64 - 1}

// goldenPlaces are columns near and far, on both sides of zero.
var goldenPlaces = [][2]int32{{0, 0}, {-1, -1}, {7, -13}, {-40, 25}, {333, 100}, {-2000, -77}, {60000, 1}, {-90000, 123456},
	{1<<27 - 1, -1 << 27}}

// goldenText gives one line for each column of the golden places: the hashes of its sections that are not uniform.
func goldenText() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "version %d\n", Version)
	for _, seed := range goldenSeeds {
		g := New(seed)
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
				fmt.Fprintf(&out, " %d=%016x", y, s.Hash())
			}
			fmt.Fprintln(&out)
		}
	}
	return out.Bytes()
}

func TestGolden(t *testing.T) {
	got := goldenText()
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
		t.Fatal(err)
	}
	g, w := bufio.NewScanner(bytes.NewReader(got)), bufio.NewScanner(bytes.NewReader(want))
	g.Buffer(nil, 1<<20)
	w.Buffer(nil, 1<<20)
	for w.Scan() {
		if !g.Scan() || g.Text() != w.Text() {
			t.Fatalf("the terrain has changed: if that is intended, raise Version and run with -update\ngot  %s\nwant %s", g.Text(), w.Text())
		}
	}
	if g.Scan() {
		t.Fatalf("the golden file has no line for %s", g.Text())
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
