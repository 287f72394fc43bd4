package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"voxtide/settings"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// outputBuffer is what a command writes, readable while it runs.
type outputBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *outputBuffer) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *outputBuffer) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// wait waits until the output matches, and returns the first group.
func (o *outputBuffer) wait(t *testing.T, pattern string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if m := re.FindStringSubmatch(o.String()); m != nil {
			return m[len(m)-1]
		}
	}
	t.Fatalf("nothing like %s in %q", pattern, o.String())
	return ""
}

func blocks() (names []string) {
	for i := range world.Blocks {
		names = append(names, world.Blocks[i].Name)
	}
	return names
}

// TestRefusals: each error is one line that says what to do, with the right exit status, and creates nothing.
func TestRefusals(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	taken, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	make := func(name string, o pebble.Options) *pebble.Store {
		s, err := pebble.Open(filepath.Join(home, "worlds", name), o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	make("old", pebble.Options{Seed: 5, Generator: worldgen.Default, Blocks: blocks()}).Close()
	make("newer", pebble.Options{Seed: 5, Generator: worldgen.Newest + 1, Blocks: blocks()}).Close()
	make("blocks", pebble.Options{Seed: 5, Generator: worldgen.Default, Blocks: append(blocks(), "antimatter")}).Close()
	make("spoilt", pebble.Options{Seed: 5, Generator: worldgen.Default, Blocks: blocks()}).Close()
	spoilt, _ := filepath.Glob(filepath.Join(home, "worlds", "spoilt", "db", "*"))
	for _, f := range spoilt {
		os.WriteFile(f, []byte("this is no database"), 0o644)
	}
	locked := make("locked", pebble.Options{Seed: 5, Generator: worldgen.Default, Blocks: blocks()})
	defer locked.Close()
	os.MkdirAll(filepath.Join(home, "photos"), 0o755)
	os.WriteFile(filepath.Join(home, "photos", "cat.jpg"), nil, 0o644)
	bad := filepath.Join(home, "bad.toml")
	os.WriteFile(bad, []byte("players = \"many\"\n"), 0o644)

	typo := filepath.Join(home, "typo.toml")
	os.WriteFile(typo, []byte("# mine\n\nplayres = 5\n"), 0o644)
	make("listed", pebble.Options{Seed: 5, Generator: worldgen.Default, Blocks: blocks()}).Close()
	os.WriteFile(filepath.Join(home, "worlds", "listed", "access.toml"), []byte("whitelst = \"on\"\n"), 0o644)
	low := filepath.Join(home, "low.toml")
	os.WriteFile(low, []byte("frames = 5\n"), 0o644)

	file := func(name, text string) string {
		path := filepath.Join(home, name)
		os.WriteFile(path, []byte(text), 0o644)
		return path
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--world fresh --config " + file("web.toml", "# x\nmetrics = \"0.0.0.0\"\n"), 2, `web.toml:2: metrics = "0.0.0.0": `},
		{"--world fresh --config " + file("web.toml", "# x\nmetrics = \"0.0.0.0\"\n"), 2, `; write HOST:PORT there, such as metrics = "127.0.0.1:7401"`},
		{"--world fresh --config " + file("chart.toml", "map = \"here\"\n"), 2, `chart.toml:1: map = "here": `},
		{"--world fresh --config " + file("point.toml", "players = 5.5\n"), 2, "point.toml:1: players: this is a number with a point, not a whole number; correct it"},
		{"--world fresh --metrics 1.2.3.4 --config " + file("both.toml", "metrics = \"0.0.0.0\"\n"), 2, "give --metrics HOST:PORT, such as 127.0.0.1:7401"},
		{"--whatever", 2, "unknown flag --whatever; see server --help"},
		{"--seed x", 2, "see server --help"},
		{"dance", 2, "is not something to do"},
		{"check", 2, "say server check WORLD"},
		{"check nowhere", 1, "not a world"},
		{"check locked", 1, "stop the other program"},
		{"check spoilt", 1, "server check"},
		{"backup old", 2, "say server backup"},
		{"restore nothing nowhere", 1, "not a world"},
		{"--world .. ", 2, "give --world a plain name"},
		{"--world old --seed 6", 2, "leave --seed out"},
		{"--world newer", 1, "start it with that version"},
		{"--world blocks", 1, "antimatter"},
		{"--world locked", 1, "stop the other program"},
		{"--world spoilt", 1, "cannot be read"},
		{"--world " + filepath.Join(home, "photos"), 1, "not a world"},
		{"--world fresh --listen " + taken.LocalAddr().String(), 1, "or give another port"},
		{"--world fresh --listen nowhere", 2, "give --listen HOST:PORT"},
		{"--world fresh --metrics 127.0.0.1:99999", 2, "give --metrics HOST:PORT"},
		{"--world fresh --metrics here", 2, "give --metrics HOST:PORT"},
		{"--world fresh --map 127.0.0.1:99999", 2, "give --map HOST:PORT"},
		{"--world fresh --map there", 2, "give --map HOST:PORT"},
		{"--world fresh --config " + home, 1, "name a file"},
		{"--world fresh --config " + filepath.Join(bad, "x"), 1, "a part of the path is a file"},
		{"--world fresh --config " + low, 2, low + ":1: update_rate is 5, not 10 to 60; correct it"},
		{"--world fresh --config " + bad, 2, bad + ":1: players: this is a text, not a number; correct it"},
		{"--world fresh --config " + typo, 2, typo + `:3: there is no setting "playres"; did you mean "players"?; correct it`},
		{"--world fresh --config " + file("words.toml", "chat_words = \"none.txt\"\n"), 2, "none.txt: no such file"},
		{"--world fresh --config " + file("seed.toml", "# x\nseed = -1\n"), 2, "seed.toml:2: "},
		{"--world listed", 2, filepath.Join("listed", "access.toml") + `:1: there is no setting "whitelst"; did you mean "whitelist"?; correct it`},
		{"--world fresh --frames 500", 2, "update_rate is 500, not 10 to 60; the flags have"},
		{"--world fresh --frames 0", 2, "update_rate is 0"},
		{"--world fresh --players 0", 2, "players is 0"},
		{"--world fresh --durability never", 2, "durability"},
		{"--world fresh --view-distance 1000", 2, "view_distance"},
	} {
		var out, errs outputBuffer
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		args := strings.Fields(c.args)
		if !strings.Contains(c.args, "--listen") {
			args = append(args, "--listen", "127.0.0.1:0")
		}
		code := run(ctx, args, strings.NewReader(""), &out, &errs)
		cancel()
		lines := 0
		for line := range strings.Lines(errs.String()) {
			if !strings.HasPrefix(line, "{\"time\":") { // of the log
				lines++
			}
		}
		if twice := regexp.MustCompile(`(cannot be read: ).*(cannot be read: )`); code != c.code || lines != 1 || twice.MatchString(errs.String()) || !strings.Contains(errs.String(), c.want) {
			t.Errorf("server %s: exit %d, %q", c.args, code, errs.String())
		}
		if _, err := os.Stat(filepath.Join(home, "worlds", "fresh")); err == nil {
			t.Errorf("server %s: made a world", c.args)
		}
	}
}

// TestRun: the first line, the console, and an end by Ctrl-C within 2 seconds with exit status 130.
func TestRun(t *testing.T) {
	t.Setenv(settings.HomeEnv, t.TempDir())
	in, say := io.Pipe()
	var out, errs outputBuffer
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	code := make(chan int)
	go func() {
		code <- run(ctx, []string{"--listen", "127.0.0.1:0", "--world", "w", "--seed", "9", "--metrics", "127.0.0.1:0", "--map", ":0"}, in, &out, &errs)
	}()
	out.wait(t, `^listening 127\.0\.0\.1:\d+ world w fingerprint [0-9a-f]{32}\n`)
	for _, c := range []struct{ say, want string }{
		{"hash", `hash [0-9a-f]{16} edits \d+\n`}, {"list", `0 players`}, {"help", `Saves the world, tells all players the reason and stops the server`}, {"/status", `sections in memory`},
		{"kick bob", `kick: no player "bob" is online`}, {"what", `no command "what"`}, {"say", `say: TEXT is missing`},
		{"op ann", `nobody called ann was ever here`}, {"op ann ab00000000000000000000000000000000000000000000000000000000000000", `ann is an operator`}, {"ops", `operators \(1\): ann`}, {"seed", `seed 9\n`}, {"save", `saved: edit \d+`}, {"who", `who: give a position`},
		{"backup", `/backups/w-\d+-\d+ holds hash 0{16} edits 0`}, {"reload", `the settings are as they were`},
	} {
		io.WriteString(say, c.say+"\n")
		out.wait(t, c.want)
	}
	at := errs.wait(t, `serving metrics","at":"http://([^/]+)/metrics"`)
	if resp, err := http.Get("http://" + at + "/healthz"); err != nil || resp.StatusCode != 200 {
		t.Errorf("health: %v", err)
	}
	http.DefaultClient.CloseIdleConnections()
	errs.wait(t, `"msg":"command","player":"console","line":"op ann ab00000000000000000000000000000000000000000000000000000000000000","done":true`)
	errs.wait(t, `serving the map","at":"http://127\.0\.0\.1:\d+/"`)
	const ends = 2 // that they take no time is seen where it is virtual: in package host
	for n := range ends {
		interrupt()
		if got := <-code; got != 130 {
			t.Errorf("exit %d: %s", got, errs.String())
		}
		say.Close()
		if n == ends-1 {
			break
		}
		in, say = io.Pipe()
		again, end := context.WithCancel(context.Background())
		t.Cleanup(end)
		ctx, interrupt = again, end
		out = outputBuffer{}
		go func() { code <- run(ctx, []string{"--listen", "127.0.0.1:0", "--world", "w"}, in, &out, &errs) }()
		out.wait(t, `^listening`)
	}
}

// TestReload: what can count at once does, by the command and by SIGHUP; what cannot is named; a typo changes nothing.
func TestReload(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	path := filepath.Join(home, "server.toml")
	os.WriteFile(path, []byte("players = 5\nlisten = \"127.0.0.1:0\"\n"), 0o644)
	in, say := io.Pipe()
	var out, errs outputBuffer
	ctx, interrupt := context.WithCancel(context.Background())
	code := make(chan int)
	go func() { code <- run(ctx, []string{"--world", "w", "--frames", "30"}, in, &out, &errs) }()
	out.wait(t, `^listening`)
	for _, c := range []struct{ file, want string }{
		{"players = 7\nframes = 20\nlisten = \":1\"\n", `counts now: players\ncounts from the next start: listen\n`}, // the flag wins over the old name of update_rate
		{"players = 7\nlisten = \":1\"\nmotd = \"hi\"\n", `counts now: motd\ncounts from the next start: listen\n`},
		{"players = 7\nlisten = \":1\"\nmotd = \"hi\"\nmap = \":2\"\nmap_players = false\n", `the settings are as they were\ncounts from the next start: listen, map, map_players\n`},
		{"players = 7\nlisten = \":1\"\nmotd = \"hi\"\n[backup]\nevery = \"6h\"\nto = \"copies\"\n", `counts now: backup\ncounts from the next start: listen, backup \(its folder\)\n`},
		{"players = 7\nlisten = \":1\"\nmotd = \"hi\"\nmap = \":2\"\nmap_players = false\n# again\n", `(?s)(map, map_players\n.*){2}`},
		{"plaiers = 7\n", `reload: .*server\.toml:1: there is no setting "plaiers"; did you mean "players"\?; the settings stay as they were\nwho may come in, and whose land is whose, is as the files say\n`},
	} {
		os.WriteFile(path, []byte(c.file), 0o644)
		io.WriteString(say, "reload\n")
		out.wait(t, c.want)
	}
	os.WriteFile(path, []byte("players = 9\nlisten = \"127.0.0.1:0\"\n"), 0o644)
	if p, err := os.FindProcess(os.Getpid()); err != nil || p.Signal(syscall.SIGHUP) != nil {
		t.Fatal("no signal")
	}
	errs.wait(t, `counts now: players, motd`)
	io.WriteString(say, "stop for tea\n")
	if got := <-code; got != 0 {
		t.Errorf("exit %d: %s", got, errs.String())
	}
	out.wait(t, `the server stops`)
	interrupt()
	say.Close()
}

// TestStopCommand: the console's stop ends with exit status 0.
func TestStopCommand(t *testing.T) {
	t.Setenv(settings.HomeEnv, t.TempDir())
	var out, errs outputBuffer
	if code := run(context.Background(), []string{"--listen", "127.0.0.1:0", "--world", "w"}, strings.NewReader("\nstop\n"), &out, &errs); code != 0 {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}

// TestSampleMemory: the profile of memory has its samples where it may be asked for, and the runtime keeps none where not.
func TestSampleMemory(t *testing.T) {
	defer func(rate int) { runtime.MemProfileRate = rate }(runtime.MemProfileRate)
	usual := runtime.MemProfileRate
	if sampleMemory(false); runtime.MemProfileRate != 0 {
		t.Errorf("a sample every %d bytes that nobody asks for", runtime.MemProfileRate)
	}
	if sampleMemory(true); runtime.MemProfileRate != usual {
		t.Errorf("a sample every %d bytes, usually every %d", runtime.MemProfileRate, usual)
	}
	for _, args := range [][]string{{}, {"--profiles"}} {
		sampleMemory(false)
		var out, errors strings.Builder
		args = append(args, "--data", t.TempDir(), "--listen", "nowhere:0:0")
		if code := run(t.Context(), args, strings.NewReader(""), &out, &errors); code == 0 {
			t.Fatalf("it listens nowhere: %s", &out)
		}
		if asked, samples := len(args) > 4, runtime.MemProfileRate > 0; samples != asked {
			t.Errorf("%v: samples of memory: %v", args, samples)
		}
	}
}
