// This file is the data of the laws: which package stands on which floor, what the pure core may import, who may call
// the setters of world, and the bounds of sizes. To loosen a row, write a page in docs/decisions first.

package arch

// floor is a row of the table: imports go down only.
type floor struct {
	level   int
	starred bool   // may do what the pure core may not: files, sockets, clocks, goroutines
	kin     bool   // packages in folders below it count as part of it
	owns    string // its job, or why it stands where it stands
}

// floors has a row for each package. ARCHITECTURE.md shows it as a table.
var floors = map[string]floor{
	"": {12, true, false, "the root: a package comment and nothing else"},

	"internal/arch": {12, true, true, "the laws of the code, which run as tests"},

	"cmd/client":   {11, true, false, "the game: flags and files become a Config; the window's loop, the real clock"},
	"cmd/server":   {11, true, false, "the server's program: flags, console, signals, the real clock"},
	"cmd/netlab":   {11, true, false, "the program of the network laboratory, without a window"},
	"cmd/bots":     {11, true, false, "the program that plays many clients without a renderer against a server"},
	"cmd/engine":   {11, true, false, "the program of one node of the replicated database; a server speaks to it over a local socket"},
	"cmd/import":   {11, true, false, "brings worlds of other games into a world, and carries pieces out"},
	"cmd/mutation": {11, true, false, "`make prove`: runs the test of each law against its deliberate faults"},

	"lab/netlab":              {10, true, true, "a server and clients in one goroutine under virtual time: simulated players, networks, invariant checkers"},
	"lab/netlab/players":      {8, true, false, "the simulated players"},
	"lab/netlab/matter":       {3, true, false, "sums of items, wherever they are"},
	"lab/netlab/terrain":      {3, true, false, "the laboratory's small, varied land"},
	"lab/tape":                {7, true, false, "what players did, by virtual time, and its file format"},
	"lab/profile":             {8, true, false, "named networks for laboratories"},
	"lab/figures":             {9, true, false, "the report of a comparison as plain values, as CSV and JSON"},
	"lab/live":                {10, true, false, "a run of two players that is steered while it plays, and written on a tape: what the demonstration shows"},
	"lab/demo":                {9, true, false, "the page of the demonstration, and its HTTP server"},
	"cmd/demo":                {11, true, true, "the demonstration's program for browsers, as WebAssembly"},
	"lab/compare":             {10, true, false, "one tape played to every method over every network, and one meter for all"},
	"lab/stage":               {9, true, false, "the real server and real clients under virtual time, without laws or players of its own"},
	"lab/travel":              {9, true, false, "players who go from world to world of one server, under virtual time"},
	"lab/evening":             {10, true, false, "an evening on a public server: a crowd, griefers, a spammer, and a moderator who keeps order"},
	"lab/hits":                {10, true, false, "hunters and dodgers: how many hits count, by how they are judged"},
	"lab/story":               {10, true, false, "the essay's examples, played by the real server and clients"},
	"lab/replay":              {10, true, false, "a recorded session under another method: its inputs, its land, its network"},
	"lab/plot":                {10, true, false, "what a comparison measured, as one page with inline SVG"},
	"lab/mesh":                {8, true, false, "worlds without a server: commute, rollback, and a host that all inputs pass through"},
	"lab/liar":                {9, true, false, "a player who lies to those who link with him"},
	"lab/liar/attack":         {10, true, false, "that player on real clients over real sockets, and what it costs them"},
	"lab/perception":          {7, false, false, "what a simulated player sees and reaches"},
	"lab/bots":                {9, true, false, "many clients without a renderer over real sockets, and the checks of their histories"},
	"lab/machines":            {8, true, false, "servers in processes of their own, alone or as a cluster, that are killed, stopped and started again"},
	"cmd/internal/cli":        {9, true, false, "what all programs share: command line, exit status, log"},
	"cmd/internal/netmenu":    {9, true, false, "the page Network: the method, its parameters and the emulated network as rows"},
	"cmd/internal/ownworld":   {10, true, false, "a world of the player's own, which opens while a window does"},
	"cmd/internal/journal":    {9, true, false, "what a player has done in a world, and what to do next: the lines of the journal, and hints"},
	"cmd/internal/worlds":     {9, true, false, "the worlds of a player on the disk, with a card of each: seed, mode and picture"},
	"cmd/internal/benchfar":   {9, true, false, "the land beyond the view of measured scenes, made on the spot"},
	"cmd/internal/benchturns": {9, true, false, "frames compared by turns: with and without far land, and by direction"},
	"cmd/internal/servers":    {9, true, false, "the servers that a player keeps, those of the local network, and how each is"},
	"cmd/internal/framerate":  {9, true, false, "what a machine can draw in time: a governor of the resolution, and a guard of presets"},
	"cmd/internal/linkmenu":   {9, true, false, "what a player says and sees of direct links: friends, the commands of the chat, rows of the screens"},
	"cmd/internal/netflags":   {9, true, false, "flags that make a program's network worse"},
	"cmd/internal/lineedit":   {9, true, false, "the console on a terminal: lines with a history and completion, and output that does not tear them"},
	"cmd/internal/packs":      {9, true, false, "which textures and sounds a player sees and hears: of one's own, and of the server if they are wanted"},

	"engine": {2, true, true, "what is needed of a database that keeps logs on several machines, the one writer and the readers of such a log, and that database under virtual time (simulated)"},

	"engine/etcd":       {3, true, false, "the logs in an etcd that runs in this process; alone knows etcd"},
	"engine/socket":     {3, true, false, "an engine of another process over a local socket: its frames, client and server"},
	"engine/enginetest": {3, true, false, "the tests that every engine has to pass, and one in memory"},

	"server/cluster": {10, true, false, "a world on several machines: who has it, who stands by, copies, the engine's program"},
	"engine/secret":  {1, true, false, "what the machines of a cluster share, and the certificates by which they know each other"},

	"server/host":         {9, true, false, "a world with its server, loop, workers and sockets in one process"},
	"client/script/route": {3, false, false, "ways for a simulated player who walks, jumps, digs and builds pillars"},
	"client/script":       {9, true, false, "scripts of timed lines, played on a client"},

	"client/recording":  {9, true, false, "all that a session depends on in a file, and the same frames from it again"},
	"client/benchscene": {9, true, false, "generated land, camera paths and storms of edits to measure frames by"},

	"server":         {8, true, false, "the owner loop: sessions, streams, subscriptions, items, commits; knows no client"},
	"client":         {8, true, false, "a session without a window: Frame(now, input) returns a scene; knows no server"},
	"ui/playerlist":  {7, true, false, "who plays, drawn over a frame: names in columns with their pings"},
	"ui/netview":     {7, true, false, "what the netcode does, drawn over a frame: graphs, a time line, boxes"},
	"ui":             {8, true, false, "screens, drawn with the batch of render/draw2d"},
	"settings":       {7, true, false, "options, key bindings, and the files that people edit"},
	"server/livemap": {8, true, false, "the world seen from above, served as a web page"},
	"server/farland": {8, true, false, "tiles of the land beyond the view of players: heights, covers, and what was built"},

	"client/links":   {7, true, false, "a client's side of direct links: consent, what it shows its peers, and what becomes of what they show"},
	"client/terrain": {7, true, false, "the sections that a client shows, meshed by workers"},
	"client/tin":     {6, false, false, "surfaces of few triangles over a grid of heights"},
	"client/far":     {7, true, false, "the land beyond the view: asked for, meshed, and chosen for what is drawn"},
	"client/effects": {7, true, false, "what a frame adds for its look alone: camera, animation, particles, smoothing"},

	"server/rollback": {6, true, false, "past changes of blocks: who made them, and restoring what was before"},

	"server/roster":      {6, true, false, "the rows of all players, present and past; the quota of new names"},
	"server/replication": {6, true, false, "what each client knows, and the updates that bring it up to date"},
	"server/rendezvous":  {6, false, false, "who is introduced to whom for a direct link, and when that ends"},
	"server/past":        {6, true, false, "where avatars were, and the judgement of hits against what a striker saw"},
	"server/streamtime":  {6, true, false, "the bounds of one client's time: queue, budget, stamps, stall line"},

	"client/netstats": {6, false, false, "what a client's netcode did in the last ten seconds, as numbers for graphs"},

	"predict/rival": {7, false, false, "the other methods of prediction, to compare with; only clients and laboratories know them"},

	"predict":  {6, false, false, "prediction queue, revert, receive, re-predict, causes of corrections"},
	"protocol": {5, false, false, "updates, snapshots, joining and resuming; the bound of each"},

	"actions":             {4, false, false, "every action: one rule, performed by both sides"},
	"sim":                 {4, false, false, "advances one stream to a time"},
	"commands":            {4, false, false, "the table of chat and console commands, parsed and completed"},
	"internal/playername": {4, false, false, "which names a player may have, and which two names look alike"},
	"server/access":       {4, true, false, "operators, whitelist, bans by player and by address, mutes, the record, claims"},
	"server/roles":        {5, true, false, "whether a role may give a command, and which line says so"},
	"server/tokens":       {6, true, false, "the tokens of machines that give commands: what each may, and the hash of its secret"},
	"server/events":       {4, true, false, "what happens in a server, in a bounded history that machines outside follow"},
	"server/control":      {8, true, false, "the door for machines: commands, readings and events over HTTP, and the page for people that uses them"},
	"server/rcon":         {8, true, false, "commands of panels that speak RCON"},
	"server/webhook":      {5, true, false, "posts events to addresses of the web, with retries, in Discord's form or another"},
	"server/worlds":       {7, true, false, "the worlds of a process, which their loops step in turns: who is in which, and what they have in common"},
	"server/pace":         {1, true, false, "how often a client says something, and what it is told and sent for that"},
	"server/queue":        {5, true, false, "who waits for a place in a full world, in order"},
	"server/backups":      {4, true, false, "copies of a running world: when they are made, looked over, handed on and removed"},
	"server/visits":       {4, true, false, "who came, who left and who was not let in: a bounded log on the disk"},
	"server/linefiles":    {3, true, false, "lines in the numbered files of a folder, within bounds"},
	"server/itemlog":      {5, true, false, "what players got and gave away: a bounded history on the disk, and what somebody had at a time"},
	"server/chatlog":      {4, true, false, "what was said and which commands were given: a bounded history on the disk, to be searched"},
	"server/wordfilter":   {5, true, false, "words that a server does not want to be said, however they are written"},
	"server/seen":         {4, true, false, "on which day each changed column of a world was last in somebody's view"},
	"server/chores":       {6, true, false, "long work on the land beside the game: land that nobody needs is dropped, other land made ahead"},
	"server/premade":      {6, true, false, "land that was made before anybody came, in files"},
	"server/admin":        {7, true, false, "commands on a running server: permissions, handlers, pending answers"},
	"server/sections":     {6, true, false, "the sections of a running world: requested, loaded, packed, saved, unloaded"},

	"schematic":           {4, false, false, "a box of blocks outside of a world: turned, mirrored"},
	"schematic/foreign":   {4, true, false, "the blocks of other games by name, and which of ours is nearest"},
	"server/importer":     {10, true, false, "sections of other origin, written into a world that no program has open"},
	"schematic/anvil":     {6, true, false, "region files of Minecraft"},
	"schematic/luantimap": {6, true, false, "the blocks of Luanti's maps"},
	"schematic/schemfile": {5, true, false, "schematics as files, in the formats of three games"},
	"server/market":       {5, true, false, "shops as commands see them: found, made, traded at, and who bought last"},
	"server/building":     {5, true, false, "what builders do to many cells at once, as plain values"},

	"recipes":            {3, false, false, "what players make of what, by hand, at stations and in ovens"},
	"edits":              {3, false, false, "the one way in which state changes: edits and their inverses"},
	"physics":            {3, false, false, "exact swept collision over a reader of blocks"},
	"client/cell":        {3, true, false, "points of the drawn world to cells"},
	"world/worldgen":     {3, false, true, "seed and position to section, by the generator of a number"},
	"internal/columnmap": {0, false, false, "values by place in a grid, column by column"},
	"internal/keep":      {0, false, false, "short texts that live long, side by side"},
	"world/columns":      {1, false, false, "sets of columns of sections, as bits"},
	"world/light":        {3, false, false, "the light of a section, incremental"},
	"render/flicker":     {2, false, false, "how much a scene flickers under a slowly moving camera"},
	"render/mesh":        {3, false, false, "a section with its border to quads and light"},
	"store":              {3, true, true, "the persistent state behind one interface: in memory, and on disk with Pebble"},

	"land":               {1, false, false, "the book of claimed land, which all know"},
	"flow":               {2, false, false, "how water runs after a change: which cells turn wet or dry, and when"},
	"world":              {2, false, false, "the narrow waist: blocks, entities, players and stamps with plain get and set, and a hash of all"},
	"render":             {2, true, true, "OpenGL passes over a scene; knows neither network nor world; below it sections, occlusion, shadow, mipatlas, draw2d, camera, glutil, and golden and gltest for tests"},
	"transport/linktest": {2, true, false, "the real transport over netem in real time, beside kcp-go's own"},

	"internal/wire":         {1, false, false, "bounded reading and writing of bytes"},
	"internal/resourcepack": {3, true, false, "packs of textures and sounds that people have made: read within bounds, packed for others"},
	"internal/texts":        {1, true, false, "the texts of the game in other languages, one file each; the English text is the key"},
	"internal/textline":     {2, false, false, "a line of text that players see: bounded, cleaned"},
	"timestream":            {1, false, false, "time, ticks, the split of a span"},
	"render/scene":          {1, false, false, "one frame as plain values"},
	"render/textures":       {1, false, false, "names to generated pixels"},
	"transport":             {1, true, true, "ordered messages and newest-wins values: in a process (pipe), simulated (memnet), over UDP (reliable, secure), and directly between players (punch)"},
	"transport/netem":       {1, true, false, "a seeded bad PacketConn"},
	"window":                {1, true, false, "window, keys and mouse as plain values; alone knows GLFW"},
	"internal/httpguard":    {1, true, false, "host names, timeouts and connection limits of every HTTP endpoint"},
	"shaders":               {1, true, false, "embedded GLSL"},

	"sound":          {0, false, false, "all sounds by kind and material: names, groups, levels, reaches, subtitles"},
	"sound/measure":  {1, false, false, "the figures of a recording: loudness, length, spectrum, envelope"},
	"sound/device":   {1, true, false, "the sound card; alone knows oto"},
	"sound/synth":    {2, false, false, "sounds from a seed: recipes and materials to samples"},
	"sound/mixer":    {2, false, false, "voices and beds to two channels, by where the ears are"},
	"client/hearing": {7, true, false, "what a frame sounds like: which sounds begin, and what goes on around the ears"},
	"ui/subtitles":   {7, true, false, "what is heard, as lines with the side that it comes from"},

	"cmd/internal/speaker": {9, true, false, "the sounds of a client on their way to the card: queue, mixer, volumes, and recordings of all of them"},

	"internal/skin":       {1, true, false, "a player's picture: read within bounds, packed and unpacked"},
	"server/telemetry":    {6, true, false, "what clients report of their corrections, as far as one of them may add"},
	"server/profiler":     {4, true, false, "how long each part of a step takes, for some time: laps, and what is said of them"},
	"server/handout":      {7, true, false, "what clients ask for beside the world: pictures of players, a resource pack, land beyond the view"},
	"server/wardrobe":     {6, true, false, "the skins of players: checked, kept while they play, and who is to be told"},
	"client/packs":        {7, true, false, "the resource pack of a server on its way to a client"},
	"client/skins":        {7, true, false, "which skins of others a client knows, asks for and has on the graphics card"},
	"internal/splitmix":   {0, false, false, "the random generator of simulations"},
	"internal/stats":      {0, false, false, "percentiles of measurements"},
	"internal/browser":    {0, true, false, "a headless Chromium, driven by tests of pages"},
	"internal/leaktest":   {0, true, false, "goroutines that a test leaves behind"},
	"internal/testrand":   {0, true, false, "the seeded random source of tests"},
	"internal/logfile":    {0, true, false, "the file of a log that turns over by size and day; old ones are compressed and bounded"},
	"internal/fileowner":  {0, true, false, "whose the files are that root writes for a server of another user"},
	"internal/atomicfile": {0, true, false, "files that are replaced whole or not at all"},
	"internal/garbage":    {0, true, false, "how often garbage is collected: less often where a process works hard for seconds, once when a busy time is over"},
	"internal/cputime":    {0, true, false, "the processor time of this process"},
	"internal/faults":     {0, true, false, "deliberate faults; compiled to nothing without the build tag faults"},
}

// knownTo lists the packages that only some may import, with the folders of those: what is there to be compared with must
// not become a part of the game.
var knownTo = map[string][]string{
	"predict/rival": {"client", "lab"},
}

// pureDespiteStar lists the starred packages that the core may import all the same, with the reason.
var pureDespiteStar = map[string]string{
	"internal/faults": "without its build tag it is a function that returns false",
}

// exact lists the packages whose arithmetic both sides must repeat bit for bit.
var exact = []string{"world", "edits", "physics", "sim", "predict", "timestream", "actions", "protocol", "internal/wire"}

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
	"render/scene":        {"github.com/go-gl/mathgl"},
	"render/mesh":         {"github.com/go-gl/mathgl"},
	"render/textures":     {"golang.org/x/image"},
	"internal/playername": {"golang.org/x/text/unicode/norm"},
	"protocol":            {"github.com/klauspost/compress/zstd"},
}

// glHomes lists who may import the bindings of pictures and sound, by prefix of their path.
var glHomes = map[string][]string{
	"github.com/go-gl/gl":   {"render"},
	"github.com/go-gl/glfw": {"window"},

	"github.com/ebitengine/oto": {"sound/device"},
}

// setterCallers lists who may call the setters of world, and which: a regular expression over their names.
var setterCallers = map[string]string{
	"world":          `.`,
	"edits":          `.`, // the one door
	"world/worldgen": `.`, // fills sections that nobody else holds yet
	"store":          `.`, // the same, from disk

	"schematic/anvil": `^Set(BoxPart)?$`, "schematic/luantimap": `^Set$`, "server/importer": `^Set$`, // the same, from other games
	"predict":         `^(Set|Remove)Section$`, // receives whole sections
	"server":          `^Add.+`,                // adds what the store has
	"server/sections": `^(Set|Remove)Section$`, // loads and unloads
}

// Bounds of what one reader can hold in mind.
const (
	maxFileLines   = 400
	maxFuncLines   = 100
	maxFolderFiles = 30 // Go files of a package, without tests
	maxFields      = 25 // of a struct, fields of embedded and nested structs not counted
	maxBackShare   = 10 // percent of the references between files of a package that may run against the order of reading
	minReferences  = 20 // a package with fewer references between its files has no share to speak of
)

// wideStructs lists the structs with more fields than maxFields, with the reason.
var wideStructs = map[string]string{
	"server.Config":         "settings that the maker of a server fills once",
	"server.Metrics":        "counters that are copied out as they are",
	"settings.Server":       "the flat settings file, a line each",
	"lab/bots.Report":       "the flat JSON report, one key a line",
	"lab/netlab.Conditions": "the flat settings of a run, most of them a flag each",
}

// fullFolders lists the package folders with more files than maxFolderFiles, with the reason.
var fullFolders = map[string]string{}

// frozenTexts lists the files whose strings may keep discouraged words, with the reason.
var frozenTexts = map[string]string{
	"protocol/disconnect.go": "the reasons travel as text, and older programs know them by it",
}
