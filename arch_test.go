// The law of the house: which package stands on which, and what the pure core may not do. This file holds the law as
// data; the rules beside it judge by it, and arch_samples_test.go shows that each of them can fail. To loosen a rule,
// write a page in docs/decisions first.
package voxtide_test

import "testing"

// place is a row of the table of floors: imports go down only.
type place struct {
	floor   int
	starred bool   // may do what the pure core may not: files, sockets, clocks, goroutines
	kin     bool   // packages in folders below it count as part of it
	owns    string // its job, or why it stands where it stands
}

// floors has a row for each package that may exist, those to come included.
var floors = map[string]place{
	"": {10, true, false, "the root: the law and nothing else"},

	"cmd/client": {9, true, false, "flags and files to Config, wiring, the real clock"},
	"cmd/server": {9, true, false, "flags and files to Config, wiring, the real clock, signals"},
	"cmd/netlab": {9, true, false, "the laboratory's front, without a window"},
	"cmd/bots":   {9, true, false, "clients without a renderer"},
	"cmd/prove":  {9, true, false, "runs each law's test against its deliberate fault"},

	"netlab":               {8, true, true, "server and clients in one goroutine under virtual time"},
	"bots":                 {8, true, false, "many clients without a renderer, and what judges them"},
	"cmd/internal/start":   {8, true, false, "what the programs share: command line, exit status, log"},
	"cmd/internal/network": {8, true, false, "what the programs share: flags that make their network worse"},

	"host":   {8, true, false, "a world with its server, its loop, its workers and its sockets, in one process"},
	"script": {8, true, false, "the lines of a script, played on a client"},

	"benchscene": {8, true, false, "fixed land, ways of a camera and storms of edits to measure pictures by"},

	"server":   {7, true, false, "the owner loop; knows no client"},
	"client":   {7, true, false, "a session without a window; knows no server"},
	"ui":       {7, true, false, "screens over the batcher of render"},
	"settings": {7, true, false, "one TOML file"},
	"livemap":  {7, true, false, "the land from above, served as a page"},

	"predict":  {6, false, false, "prediction queue, revert, receive, re-predict"},
	"protocol": {5, false, false, "frames, handshake payloads, limits"},

	"actions":  {4, false, false, "every action: one rule, two callers"},
	"sim":      {4, false, false, "advance one stream to a time"},
	"commands": {4, false, false, "rows of chat and console commands"},
	"names":    {4, false, false, "what a player may be called, and by what names are told apart"},
	"access":   {4, false, false, "who may come in, give commands, and build where"},

	"edits":    {3, false, false, "the one door through which state changes"},
	"physics":  {3, false, false, "exact swept boxes over a reader of blocks"},
	"worldgen": {3, false, false, "seed and position to section"},
	"light":    {3, false, false, "light per section, incremental"},
	"mesh":     {3, false, false, "a padded section to quads"},
	"store":    {3, true, true, "what must last behind one interface; on disk and in memory"},

	"world":              {2, false, false, "the narrow waist: state with plain get and set"},
	"render":             {2, true, true, "OpenGL passes over a scene; knows neither network nor world"},
	"transport/linktest": {2, true, false, "real KCP over badnet, so it stands on both"},

	"wire":       {1, false, false, "bounded bytes"},
	"timestream": {1, false, false, "time, marks, the split of a span"},
	"scene":      {1, false, false, "one picture as plain values"},
	"textures":   {1, false, false, "names to generated pixels"},
	"transport":  {1, true, true, "gate, lanes, in-memory twin: opaque bytes"},
	"badnet":     {1, true, false, "a seeded bad PacketConn"},
	"window":     {1, true, false, "keys and mouse as plain values"},
	"audio":      {1, true, false, "sound"},
	"web":        {1, true, false, "names, waits and connections of every HTTP endpoint"},
	"metrics":    {1, true, false, "counters read by whoever serves them"},
	"shaders":    {1, true, false, "embedded GLSL"},

	"chance":  {0, true, false, "the random source of tests"},
	"cputime": {0, true, false, "processor time of this process, for who measures"},
	"faults":  {0, true, false, "deliberate faults; compiled to nothing without the build tag faults"},
}

// pureDespiteStar lists the starred packages that the core may import all the same, with the reason.
var pureDespiteStar = map[string]string{
	"faults": "without its build tag it is a function that returns false",
}

// exact lists the packages whose arithmetic both sides must repeat bit for bit.
var exact = []string{"world", "edits", "physics", "sim", "predict", "timestream", "actions", "protocol", "wire"}

// coreStd lists what the pure core may import of the standard library.
var coreStd = []string{
	"bytes", "cmp", "container/heap", "container/list", "container/ring", "encoding/binary", "encoding/hex", "errors",
	"fmt", "hash", "hash/crc32", "hash/fnv", "hash/maphash", "image", "image/color", "image/draw", "io", "iter", "maps",
	"math", "math/big", "math/bits", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf16", "unicode/utf8",
}

// coreForbidden gives the reason for what people are most likely to reach for. It holds for a path and what is below it.
var coreForbidden = map[string]string{
	"C":         "the core is built without cgo",
	"context":   "cancelling is for what waits, and the core never waits",
	"crypto":    "secrets and entropy live in transport and the programs",
	"embed":     "files belong to starred packages; a table of the core is Go source",
	"io/fs":     "files belong to store and to the programs",
	"io/ioutil": "files belong to store and to the programs",
	"log":       "an error is returned and logged where it ends, in server or client",
	"math/rand": "chance would differ on the two sides; derive it from seed, stream and stamp",
	"net":       "sockets belong to transport",
	"os":        "files, environment and signals belong to store and to the programs",
	"reflect":   "reading and writing share a table row instead",
	"runtime":   "a result must not depend on the machine",
	"sync":      "state has one owner; nothing in the core is shared between goroutines",
	"syscall":   "the core does not know the machine",
	"testing":   "only test files know that they are tests",
	"time":      "now is an argument of type timestream.Time; the clock is read in cmd alone",
	"unsafe":    "a result must not depend on the machine",
}

// coreOutside lists the modules that a pure package may import, by prefix.
var coreOutside = map[string][]string{
	"scene":    {"github.com/go-gl/mathgl"},
	"mesh":     {"github.com/go-gl/mathgl"},
	"textures": {"golang.org/x/image"},
	"names":    {"golang.org/x/text/unicode/norm"},
	"protocol": {"github.com/klauspost/compress/zstd"},
}

// glHomes lists who may import the bindings, by prefix of their path.
var glHomes = map[string][]string{
	"github.com/go-gl/gl":   {"render"},
	"github.com/go-gl/glfw": {"window"},
}

// setterCallers lists who may call the setters of world, and which: a regular expression over their names.
var setterCallers = map[string]string{
	"world":    `.`,
	"edits":    `.`,                           // the one door
	"worldgen": `.`,                           // fills sections that nobody else holds yet
	"store":    `.`,                           // the same, from disk
	"predict":  `^(Put|Take)Section`,          // receives whole sections
	"server":   `^(Put|Take)Section|^(Add).+`, // loads and unloads
}

// Sizes beyond which a file or a function tells no single story any more, in lines.
const (
	fileLinesMax = 400
	funcLinesMax = 100
)

func TestLaw(t *testing.T) {
	tr, err := readTree(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			for _, f := range r.check(tr) {
				t.Errorf("%s\n\tbecause: %s", f, r.why)
			}
		})
	}
}
