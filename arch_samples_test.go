// Each rule of the law on small sources: one that it lets through, and one for each way to break it.
package voxtide_test

import (
	"maps"
	"strings"
	"testing"
)

// sampleWorld is a world with setters, for the samples that call them.
const sampleWorld = `
-- world/world.go --
// Package world is a sample.
package world
type Vec [3]int64
type Pos struct{ X, Y, Z int32 }
type Entity struct{ At int64 }
type World struct{ es []Entity }
func (w *World) SetBlock(x int)         {}
func (w *World) PutSection(x int)       {}
func (w *World) Settled() bool          { return true }
func (w *World) Entity(i int) *Entity   { return &w.es[i] }
func (w *World) List(dst []int) []int   { return dst }
`

// sampleTable is a table whose rows are handed out to be read.
const sampleTable = `
-- physics/t.go --
package physics
type R struct { N int; S []int }
var rows = [2]R{}
func Row(i int) *R { return &rows[i] }
func First() *R { return Row(0) }
`

// samples: want is a part of the one finding, "" where the rule is content.
var samples = []struct{ rule, name, text, want string }{
	{"table", "known", "-- physics/a.go --\npackage physics\n", ""},
	{"table", "kin of netlab", "-- netlab/story/a.go --\npackage story\n", ""},
	{"table", "unknown", "-- utils/a.go --\npackage utils\n", "utils is not in the table"},
	{"table", "unknown below a known one", "-- physics/more/a.go --\npackage more\n", "physics/more is not in the table"},

	{"floors", "down", "-- sim/a.go --\npackage sim\nimport _ \"voxtide/world\"\n", ""},
	{"floors", "up", "-- world/a.go --\npackage world\nimport _ \"voxtide/sim\"\n", "climbs to sim"},
	{"floors", "up in a test", "-- world/a_test.go --\npackage world\nimport _ \"voxtide/sim\"\n", "climbs to sim"},
	{"floors", "sideways", "-- server/a.go --\npackage server\nimport _ \"voxtide/client\"\n", "goes sideways to client"},
	{"floors", "sideways in a test", "-- transport/a_test.go --\npackage transport\nimport _ \"voxtide/badnet\"\n", ""},
	{"floors", "kin", "-- netlab/a.go --\npackage netlab\nimport _ \"voxtide/netlab/story\"\n", ""},
	{"floors", "pure on impure", "-- predict/a.go --\npackage predict\nimport _ \"voxtide/store\"\n", "predict is pure and store is not"},
	{"floors", "pure on faults", "-- predict/a.go --\npackage predict\nimport _ \"voxtide/faults\"\n", ""},
	{"floors", "unknown", "-- predict/a.go --\npackage predict\nimport _ \"voxtide/utils\"\n", "utils, which is not in the table"},

	{"core-imports", "bits", "-- physics/a.go --\npackage physics\nimport _ \"math/bits\"\n", ""},
	{"core-imports", "time", "-- physics/a.go --\npackage physics\nimport _ \"time\"\n", "now is an argument"},
	{"core-imports", "time in a test", "-- physics/a_test.go --\npackage physics\nimport _ \"time\"\n", ""},
	{"core-imports", "time in a starred one", "-- server/a.go --\npackage server\nimport _ \"time\"\n", ""},
	{"core-imports", "os", "-- edits/a.go --\npackage edits\nimport _ \"os/exec\"\n", "files, environment"},
	{"core-imports", "net", "-- edits/a.go --\npackage edits\nimport _ \"net/netip\"\n", "sockets belong"},
	{"core-imports", "sync", "-- edits/a.go --\npackage edits\nimport _ \"sync/atomic\"\n", "state has one owner"},
	{"core-imports", "log", "-- edits/a.go --\npackage edits\nimport _ \"log/slog\"\n", "an error is returned"},
	{"core-imports", "rand", "-- sim/a.go --\npackage sim\nimport _ \"math/rand/v2\"\n", "chance would differ"},
	{"core-imports", "fs", "-- sim/a.go --\npackage sim\nimport _ \"io/fs\"\n", "files belong"},
	{"core-imports", "embed", "-- sim/a.go --\npackage sim\nimport _ \"embed\"\n", "files belong"},
	{"core-imports", "unlisted", "-- sim/a.go --\npackage sim\nimport _ \"regexp\"\n", "not in coreStd"},
	{"core-imports", "module", "-- sim/a.go --\npackage sim\nimport _ \"github.com/go-gl/mathgl/mgl32\"\n", "not in coreStd"},
	{"core-imports", "module let in", "-- scene/a.go --\npackage scene\nimport _ \"github.com/go-gl/mathgl/mgl32\"\n", ""},

	{"core-calm", "plain", "-- sim/a.go --\npackage sim\nfunc f() int { return 1 }\n", ""},
	{"core-calm", "go", "-- sim/a.go --\npackage sim\nfunc f() { go f() }\n", "a go statement"},
	{"core-calm", "go in a test", "-- sim/a_test.go --\npackage sim\nfunc f() { go f() }\n", ""},
	{"core-calm", "go in a starred one", "-- server/a.go --\npackage server\nfunc f() { go f() }\n", ""},
	{"core-calm", "select", "-- sim/a.go --\npackage sim\nfunc f() { select {} }\n", "a select"},
	{"core-calm", "channel", "-- sim/a.go --\npackage sim\ntype t chan int\n", "a channel"},
	{"core-calm", "receive", "-- sim/a.go --\npackage sim\ntype c = interface{}\nfunc f(x c) { _ = <-x }\n", "a receive"},
	{"core-calm", "send", "-- sim/a.go --\npackage sim\nfunc f(x any) { x <- 1 }\n", "a send"},
	{"core-calm", "print", "-- sim/a.go --\npackage sim\nimport \"fmt\"\nfunc f() { fmt.Println() }\n", "fmt.Println"},
	{"core-calm", "println", "-- sim/a.go --\npackage sim\nfunc f() { println() }\n", "println"},
	{"core-calm", "format", "-- sim/a.go --\npackage sim\nimport \"fmt\"\nfunc f() string { return fmt.Sprint() }\n", ""},
	{"core-calm", "build line", "-- sim/a.go --\n//go:build amd64\n\npackage sim\n", "a //go:build line"},

	{"core-vars", "table", "-- sim/a.go --\npackage sim\nvar t = [...]int{1, 2}\nfunc f(i int) (n int) { for _, x := range t { n += x + t[i] + len(t) }; return }\n", ""},
	{"core-vars", "sentinel", "-- sim/a.go --\npackage sim\nimport \"errors\"\nvar ErrFull = errors.New(\"full\")\nfunc f() error { return ErrFull }\n", ""},
	{"core-vars", "assertion", "-- sim/a.go --\npackage sim\nvar _ any = 1\n", ""},
	{"core-vars", "filled by init", "-- sim/a.go --\npackage sim\nvar t [9]int\nfunc init() { for i := range t { t[i] = i } }\n", ""},
	{"core-vars", "copied", "-- sim/a.go --\npackage sim\nvar t = [2]int{}\nfunc f() [2]int { u := t; u[0] = 1; return t }\n", ""},
	{"core-vars", "shadowed", "-- sim/a.go --\npackage sim\nvar t = 1\nfunc f() { t := t; t = 2; _ = t }\n", ""},
	{"core-vars", "value method", "-- sim/a.go --\npackage sim\ntype T [2]int\nfunc (T) n() int { return 1 }\nvar t = T{}\nfunc f() int { return t.n() }\n", ""},
	{"core-vars", "assigned", "-- sim/a.go --\npackage sim\nvar t = 1\nfunc f() { t = 2 }\n", "assigned outside init"},
	{"core-vars", "assigned in another file", "-- sim/a.go --\npackage sim\nvar t = 1\n-- sim/b.go --\npackage sim\nfunc f() { t = 2 }\n", "sim/b.go"},
	{"core-vars", "assigned from another package", "-- physics/a.go --\npackage physics\nvar T = 1\n-- server/b.go --\npackage server\nimport \"voxtide/physics\"\nfunc f() { physics.T = 2 }\n", "server/b.go"},
	{"core-vars", "element assigned", "-- sim/a.go --\npackage sim\nvar t = [2]struct{ x int }{}\nfunc f() { t[1].x = 2 }\n", "assigned outside init"},
	{"core-vars", "map assigned", "-- sim/a.go --\npackage sim\nvar t = map[int]int{}\nfunc f() { t[1] = 2 }\n", "assigned outside init"},
	{"core-vars", "deleted from", "-- sim/a.go --\npackage sim\nvar t = map[int]int{}\nfunc f() { delete(t, 1) }\n", "changed by delete"},
	{"core-vars", "counted", "-- sim/a.go --\npackage sim\nvar t = 0\nfunc f() { t++ }\n", "assigned outside init"},
	{"core-vars", "ranged into", "-- sim/a.go --\npackage sim\nvar t = 0\nfunc f() { for t = range 3 {} }\n", "assigned outside init"},
	{"core-vars", "address", "-- sim/a.go --\npackage sim\nvar t = [2]int{}\nfunc f(p *int) int { return f(&t[0]) + *p }\n", ""},
	{"core-vars", "address written", "-- sim/a.go --\npackage sim\nvar t = [2]int{}\nfunc f(p *int) { f(&t[0]); *p = 2 }\n", "a write through"},
	{"core-vars", "address written further on", "-- sim/a.go --\npackage sim\nvar t = [2]int{}\nfunc f(p *int) { g(p); f(&t[0]) }\nfunc g(p *int) { *p = 2 }\n", "a write through"},
	{"core-vars", "address to an unknown function", "-- sim/a.go --\npackage sim\nvar t = [2]int{}\nfunc f(g func(p *int)) { g(&t[0]) }\n", "taken the address of"},
	{"core-vars", "address kept", "-- sim/a.go --\npackage sim\nvar t = [2]int{}\ntype s struct{ p *int }\nfunc f(x s) { x.p = &t[0] }\n", "taken the address of"},
	{"core-vars", "row read", "-- sim/a.go --\npackage sim\nvar t = [2]struct{ n int }{}\nfunc f() int { r := &t[0]; return r.n }\n", ""},
	{"core-vars", "row written", "-- sim/a.go --\npackage sim\nvar t = [2]struct{ n int }{}\nfunc f() { r := &t[0]; r.n = 2 }\n", "a write through"},
	{"core-vars", "row returned", sampleTable, ""},
	{"core-vars", "row returned and written", sampleTable + "-- ui/a.go --\npackage ui\nimport \"voxtide/physics\"\nfunc f() { physics.Row(1).N = 2 }\n", "ui/a.go:3"},
	{"core-vars", "row returned twice and written", sampleTable + "-- ui/a.go --\npackage ui\nimport \"voxtide/physics\"\nfunc f() { r := physics.First(); r.S[1]++ }\n", "ui/a.go:3"},
	{"core-vars", "row's slice written", sampleTable + "-- ui/a.go --\npackage ui\nimport \"voxtide/physics\"\nfunc f() { s := physics.Row(1).S[1:]; s[0] = 1 }\n", "ui/a.go:3"},
	{"core-vars", "row copied and written", sampleTable + "-- ui/a.go --\npackage ui\nimport \"voxtide/physics\"\nfunc f() { r := *physics.Row(1); r.N = 2 }\n", ""},
	{"core-vars", "pointer method", "-- sim/a.go --\npackage sim\ntype T struct{ n int }\nfunc (t *T) inc() { t.n++ }\nvar t = T{}\nfunc f() { t.inc() }\n", "changed by its method inc"},
	{"core-vars", "returned", "-- sim/a.go --\npackage sim\nvar t = []int{1}\nfunc f() []int { return t }\nfunc g() { f()[0] = 2 }\n", "a write through"},
	{"core-vars", "aliased", "-- sim/a.go --\npackage sim\nvar t = []int{1}\nfunc f() { u := t; u[0] = 2 }\n", "a write through"},
	{"core-vars", "kept", "-- sim/a.go --\npackage sim\nvar t = []int{1}\ntype s struct{ p []int }\nfunc f() s { return s{p: t} }\n", "put into a value"},
	{"core-vars", "assigned to a field", "-- sim/a.go --\npackage sim\nvar t = []int{1}\ntype s struct{ p []int }\nfunc f(x s) { x.p = t }\n", "handed to a variable"},
	{"core-vars", "array aliased", "-- sim/a.go --\npackage sim\nvar t = [1]int{}\nfunc f() { u := t[:]; u[0] = 2 }\n", "a write through"},
	{"core-vars", "never filled", "-- sim/a.go --\npackage sim\nvar t map[int]int\n", "it is state"},
	{"core-vars", "pointer", "-- sim/a.go --\npackage sim\nvar t = &struct{ n int }{}\n", "what it points to is state"},
	{"core-vars", "library", "-- sim/a.go --\npackage sim\nimport \"bytes\"\nvar t = bytes.NewBuffer(nil)\n", "bytes.NewBuffer"},
	{"core-vars", "starred", "-- server/a.go --\npackage server\nvar t int\nfunc f() { t = 2 }\n", ""},

	{"gl", "home", "-- render/a.go --\npackage render\nimport _ \"github.com/go-gl/gl/v4.1-core/gl\"\n", ""},
	{"gl", "elsewhere", "-- client/a.go --\npackage client\nimport _ \"github.com/go-gl/gl/v4.1-core/gl\"\n", "only render may"},
	{"gl", "in a test elsewhere", "-- shaders/a_test.go --\npackage shaders\nimport _ \"github.com/go-gl/gl/v4.1-core/gl\"\n", "only render may"},
	{"gl", "window", "-- render/a.go --\npackage render\nimport _ \"github.com/go-gl/glfw/v3.3/glfw\"\n", "only window may"},

	{"setters", "edits", sampleWorld + "-- edits/a.go --\npackage edits\nimport \"voxtide/world\"\nfunc f(w *world.World) { w.SetBlock(1) }\n", ""},
	{"setters", "sim", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World) { w.SetBlock(1) }\n", "sim calls SetBlock"},
	{"setters", "as a value", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World) { g := w.SetBlock; g(1) }\n", "sim calls SetBlock"},
	{"setters", "embedded", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\ntype T struct{ *world.World }\nfunc f(t T) { t.SetBlock(1) }\n", "sim calls SetBlock"},
	{"setters", "through an interface", sampleWorld + "-- sim/a.go --\npackage sim\ntype T interface{ SetBlock(int) }\n", "an interface that"},
	{"setters", "another's method", sampleWorld + "-- sim/a.go --\npackage sim\ntype rec struct{}\nfunc (rec) SetBlock(string) {}\nfunc f(r rec) { r.SetBlock(\"\") }\n", ""},
	{"setters", "in a test", sampleWorld + "-- sim/a_test.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World) { w.SetBlock(1) }\n", ""},
	{"setters", "not a setter", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World) { w.Settled() }\n", ""},
	{"setters", "predict receives", sampleWorld + "-- predict/a.go --\npackage predict\nimport \"voxtide/world\"\nfunc f(w *world.World) { w.PutSection(1) }\n", ""},
	{"setters", "predict sets", sampleWorld + "-- predict/a.go --\npackage predict\nimport \"voxtide/world\"\nfunc f(w *world.World) { w.SetBlock(1) }\n", "predict calls SetBlock"},
	{"setters", "getter written", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World) { w.Entity(1).At = 2 }\n", "writes through"},
	{"setters", "getter written later", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World) { e := w.Entity(1); e.At++ }\n", "writes through"},
	{"setters", "getter copied", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World) { e := *w.Entity(1); e.At++ }\n", ""},
	{"setters", "getter appends", sampleWorld + "-- sim/a.go --\npackage sim\nimport \"voxtide/world\"\nfunc f(w *world.World, d []int) { d = w.List(d); d[0] = 1 }\n", ""},

	{"floats", "integer", "-- physics/a.go --\npackage physics\nimport \"math\"\nconst big int64 = 1e9\nvar m = math.MaxInt32\n", ""},
	{"floats", "type", "-- physics/a.go --\npackage physics\nvar x float64\n", "float64"},
	{"floats", "literal", "-- physics/a.go --\npackage physics\nconst half = 0.5\n", "float"},
	{"floats", "untyped", "-- physics/a.go --\npackage physics\nconst big = 1e9\n", "float"},
	{"floats", "math", "-- physics/a.go --\npackage physics\nimport \"math\"\nvar x = math.Sqrt(2)\n", "math.Sqrt"},
	{"floats", "strconv", "-- physics/a.go --\npackage physics\nimport \"strconv\"\nvar x, _ = strconv.ParseFloat(``, 64)\n", "strconv.ParseFloat"},
	{"floats", "inferred", "-- scene/a.go --\npackage scene\nfunc F() float32 { return 1 }\n-- sim/a.go --\npackage sim\nimport \"voxtide/scene\"\nvar x = scene.F()\n", "float32"},
	{"floats", "in a test", "-- physics/a_test.go --\npackage physics\nvar x float64\n", ""},
	{"floats", "in a picture", "-- scene/a.go --\npackage scene\nvar x float64\n", ""},

	{"products", "span", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(v world.Vec, d int64) int64 { return v[0] * d }\n", ""},
	{"products", "square", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(v world.Vec) int64 { return v[0] * v[0] }\n", "a product"},
	{"products", "difference", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(a, b world.Vec) int64 { return (a[0] - b[0]) * (a[0] - b[0]) }\n", "a product"},
	{"products", "local", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(a, b world.Vec) int64 { d := a[0] - b[0]; return d * d }\n", "a product"},
	{"products", "converted", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(a world.Pos) int64 { return int64(a.X) * -int64(a.Y) }\n", "a product"},
	{"products", "assigned", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(a world.Vec) { a[0] *= a[1] }\n", "a product"},
	{"products", "scaled", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(a world.Vec) int64 { d := a[0] >> 20; return d * d }\n", ""},
	{"products", "excused", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(v world.Vec) int64 {\n\t//exact: both are within one cell\n\treturn v[0] * v[0]\n}\n", ""},
	{"products", "excused without a reason", sampleWorld + "-- physics/a.go --\npackage physics\nimport \"voxtide/world\"\nfunc f(v world.Vec) int64 {\n\t//exact:\n\treturn v[0] * v[0]\n}\n", "no reason"},

	{"sizes", "small", "-- ui/a.go --\npackage ui\nfunc f() {" + strings.Repeat("\n", 99) + "}\n", ""},
	{"sizes", "long function", "-- ui/a.go --\npackage ui\nfunc f() {" + strings.Repeat("\n", 100) + "}\n", "101 lines in f"},
	{"sizes", "long file", "-- ui/a.go --\npackage ui\n" + strings.Repeat("\n", 400), "401 lines in a file"},
	{"sizes", "long test", "-- ui/a_test.go --\npackage ui\n" + strings.Repeat("\n", 400), ""},

	{"go-mod", "good", "-- go.mod --\nmodule voxtide\n\ngo 1.26.0\n", ""},
	{"go-mod", "another version", "-- go.mod --\nmodule voxtide\n\ngo 1.25.0\n", "no line"},
	{"go-mod", "toolchain", "-- go.mod --\nmodule voxtide\n\ngo 1.26.0\ntoolchain go1.26.8\n", "toolchain"},

	{"comments", "in one file", "-- ui/a.go --\npackage ui\n-- ui/b.go --\n// Package ui draws.\npackage ui\n", ""},
	{"comments", "none", "-- ui/a.go --\npackage ui\n", "no package comment"},
	{"comments", "a directive is none", "-- ui/a.go --\n//go:build linux\n\npackage ui\n", "no package comment"},
}

func TestSamples(t *testing.T) {
	byName := map[string]rule{}
	broken := map[string]bool{}
	for _, r := range rules {
		byName[r.name] = r
	}
	for _, s := range samples {
		t.Run(s.rule+"/"+s.name, func(t *testing.T) {
			tr, err := parseTree(archive(s.text))
			if err != nil {
				t.Fatal(err)
			}
			got := byName[s.rule].check(tr)
			switch {
			case s.want == "" && len(got) > 0:
				t.Errorf("found %q, want nothing", got)
			case s.want != "" && (len(got) != 1 || !strings.Contains(got[0], s.want)):
				t.Errorf("found %q, want one finding with %q", got, s.want)
			case s.want != "":
				broken[s.rule] = true
			}
		})
	}
	for _, r := range rules {
		if !broken[r.name] {
			t.Errorf("no sample breaks the rule %s", r.name)
		}
	}
}

// TestFloors holds the table against itself.
func TestFloors(t *testing.T) {
	for p, row := range floors {
		if row.floor < 0 || row.floor > 10 || row.owns == "" {
			t.Errorf("%s: a row needs a floor of 0 to 10 and a sentence", p)
		}
	}
	listed := maps.Clone(setterCallers)
	for p := range coreOutside {
		listed[p] = ""
	}
	for p := range pureDespiteStar {
		listed[p] = ""
	}
	for _, p := range exact {
		listed[p] = ""
		if floors[p].starred {
			t.Errorf("%s is exact and starred", p)
		}
	}
	for p := range listed {
		if _, ok := floors[p]; !ok {
			t.Errorf("%s is named in a rule but has no row", p)
		}
	}
}

// archive splits a text into files at lines of the form `-- path --`.
func archive(text string) map[string]string {
	files := map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		if p, ok := strings.CutPrefix(line, "-- "); ok {
			name = strings.TrimSuffix(p, " --\n")
			continue
		}
		files[name] += line
	}
	return files
}
