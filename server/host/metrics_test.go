package host

import (
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/store"
)

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	c := http.Client{Timeout: patience}
	defer c.CloseIdleConnections()
	resp, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// samples returns the values of our metrics, summed over labels and buckets.
func samples(t *testing.T, text string) map[string]float64 {
	t.Helper()
	p := expfmt.NewTextParser(model.UTF8Validation)
	families, err := p.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for name, f := range families {
		if !strings.HasPrefix(name, "voxtide_") {
			continue
		}
		for _, m := range f.Metric {
			key := name
			for _, l := range m.Label {
				key += "{" + l.GetValue() + "}"
			}
			out[key] += m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return out
}

// TestMetricsPage: the page follows the rules of those who collect metrics, and a world in which somebody plays moves its
// values.
func TestMetricsPage(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), func(c *Config) {
		c.PlayersMax, c.Backups.Schedule.Every = 1, 24*time.Hour
		c.Numbers = func() ClusterNumbers { return ClusterNumbers{1, 7, time.Millisecond, 9 * time.Millisecond} }
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	h.ServeMetrics(l)
	g := []*testClient{join(t, "ann", at)}
	for end := Monotonic() + patience; Monotonic() < end && !standing(g[0].Client); {
		play(t, g, 50*time.Millisecond, 15*time.Millisecond)
	}
	_, text := get(t, url+"/metrics")
	before := samples(t, text)
	hit, ok := g[0].Target(0, -80)
	if !ok {
		t.Fatal("there is no ground")
	}
	g[0].in.Actions = []actions.Action{hit.BreakAction(actions.FinishBreak), {Kind: actions.Chat, Text: "/list"}, {Kind: actions.Chat, Text: "/seed"}, {Kind: actions.Chat, Text: "/x"}}
	g[0].Frame(Monotonic(), g[0].in)
	g[0].in.Actions = nil
	play(t, g, 500*time.Millisecond, 15*time.Millisecond)
	for end := Monotonic() + patience; Monotonic() < end && g[0].UnackedCount() > 0; { // a busy machine takes long
		play(t, g, 50*time.Millisecond, 15*time.Millisecond)
	}
	h.mailbox.post(func(s *server.Server) { s.RunCommand(admin.Console, "tp ann 60 90 60", func([]string) {}) })
	play(t, g, time.Second, 15*time.Millisecond)
	order(t, h, "save")
	stranger := join(t, "bob", at)
	for end := Monotonic() + patience; Monotonic() < end && stranger.State() != client.Ended; time.Sleep(10 * time.Millisecond) {
		stranger.Frame(Monotonic(), stranger.in)
	}
	moved := []string{
		"step_seconds", "commit_seconds", "commit_known_seconds", "edits_total", "frames_total", "frame_bytes_total", "sections_sent_total", "section_bytes_total", "sections_saved_total",
		"batches_total", "bodies_moved_total", "ended_total", "turned_away_total{full}", "commands_total{done}", "commands_total{refused}",
		"commands_total{not understood}", "actions_total{done}", "sections_loaded", "corrections_total{moved}",
	}
	after := before
	for end := Monotonic() + patience; Monotonic() < end; { // a busy machine takes long
		play(t, g, 300*time.Millisecond, 15*time.Millisecond)
		_, text = get(t, url+"/metrics")
		after = samples(t, text)
		if !slices.ContainsFunc(moved, func(name string) bool { return after["voxtide_"+name] <= before["voxtide_"+name] }) {
			break
		}
	}
	for _, name := range moved {
		if after["voxtide_"+name] <= before["voxtide_"+name] {
			t.Errorf("%s was %v and is %v", name, before["voxtide_"+name], after["voxtide_"+name])
		}
	}
	if after["voxtide_players"] != 1 || after["voxtide_joined_total"] != 1 {
		t.Errorf("%v players, %v joined", after["voxtide_players"], after["voxtide_joined_total"])
	}
	if n, there := after["voxtide_corrections_total{unexplained}"]; n != 0 || !there {
		t.Errorf("%v unexplained corrections, %v", n, there)
	}
	checkNames(t, after)
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
	if tool, err := exec.LookPath("promtool"); err == nil {
		c := exec.Command(tool, "check", "metrics")
		c.Stdin = strings.NewReader(text)
		if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("promtool: %v: %s", err, out)
		}
	} else if os.Getenv("CI") != "" {
		t.Log("promtool is not here; its rules were kept by promlint")
	}
	for end := Monotonic() + patience; ; { // where the machine stands for a second the loop does, too
		code, text := get(t, url+"/healthz")
		if code == 200 && text == "ok\n" {
			break
		}
		if Monotonic() > end {
			t.Fatalf("health: %d %q", code, text)
		}
	}
	h.Do(func(*server.Server) {
		time.Sleep(unresponsiveAfter + 200*time.Millisecond)
		if code, text := get(t, url+"/healthz"); code != 503 || !regexp.MustCompile(`the loop has not stepped for [1-9][0-9.]*s`).MatchString(text) {
			t.Errorf("a loop that hangs: %d %q", code, text)
		}
	})
	g[0].Leave()
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	for _, g := range append(g, stranger) {
		g.conn.Close("over")
	}
	if err := h.health(); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	time.Sleep(200 * time.Millisecond)
}

// checkNames fails for every metric that the page on running a server or the alerts name and that is not served.
func checkNames(t *testing.T, served map[string]float64) {
	t.Helper()
	for _, file := range []string{"../../docs/running-a-server.md", "../../deploy/alerts.yml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := regexp.MustCompile(`voxtide_[a-z_]+`).FindAllString(string(text), -1)
		if len(names) < 5 {
			t.Errorf("%s names %d metrics", file, len(names))
		}
		for _, name := range names {
			name = strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count")
			if !slices.ContainsFunc(slices.Collect(maps.Keys(served)), func(k string) bool { return k == name || strings.HasPrefix(k, name+"{") }) {
				t.Errorf("%s names %s, which is not served", file, name)
			}
		}
	}
}

// TestAlerts: Prometheus accepts the rules, and those on copies and on the disk fire when they should.
func TestAlerts(t *testing.T) {
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not here")
	}
	if out, err := exec.Command(tool, "check", "rules", "../../deploy/alerts.yml").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	c := exec.Command(tool, "test", "rules", "alerts_test.yml")
	c.Dir = "../../deploy"
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestEachMetricIsWired sets every count of a server to a number and finds it served: it finds by name a row that reads the
// wrong field, and a field that is not served.
func TestEachMetricIsWired(t *testing.T) {
	h := &Host{}
	h.worlds.current.Store(&openWorld{commits: &commitTimer{Store: store.NewMemory(nil)}})
	h.metrics.loaded, h.metrics.edits = 1, 2
	m := reflect.ValueOf(&h.metrics.server).Elem()
	zero := served(t, h)
	hidden := map[string]bool{"Steps": true, "LatestStep": true} // step_seconds tells the former, and the histogram the latter
	for _, field := range reflect.VisibleFields(m.Type()) {
		if field.Anonymous {
			continue
		}
		name, value := field.Name, m.FieldByIndex(field.Index)
		for _, f := range counts(value) {
			if f.CanInt() {
				f.SetInt(7_000_000)
			} else {
				f.SetUint(7_000_000)
			}
			moved := 0
			for k, v := range served(t, h) {
				if v != zero[k] {
					moved++
				}
			}
			if moved != 1 && !hidden[name] {
				t.Errorf("%s moves %d metrics", name, moved)
			}
			f.SetZero()
		}
	}
}

// counts returns the counts of a field: itself, or those that it consists of.
func counts(v reflect.Value) (out []reflect.Value) {
	switch v.Kind() {
	case reflect.Array:
		for j := range v.Len() {
			out = append(out, counts(v.Index(j))...)
		}
	case reflect.Struct:
		for j := range v.NumField() {
			out = append(out, counts(v.Field(j))...)
		}
	default:
		out = []reflect.Value{v}
	}
	return out
}

// served returns what the collector hands out.
func served(t *testing.T, h *Host) map[string]float64 {
	t.Helper()
	reg := registry([]*Host{h})
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, f := range families {
		if _, err := expfmt.MetricFamilyToText(&text, f); err != nil {
			t.Fatal(err)
		}
	}
	return samples(t, text.String())
}

// TestStepClasses: the classes of steps rise, and those that loads are judged by, 10, 12 and 25 ms, are borders of their own.
func TestStepClasses(t *testing.T) {
	if !slices.IsSorted(stepBounds[:]) || len(slices.Compact(slices.Clone(stepBounds[:]))) != len(stepBounds) {
		t.Errorf("the classes do not rise: %v", stepBounds)
	}
	for _, ms := range []time.Duration{10, 12, 25} {
		if !slices.Contains(stepBounds[:], ms*time.Millisecond) {
			t.Errorf("%d ms is within a class", ms)
		}
	}
	var g loopMetrics
	g.steps.add(12 * time.Millisecond)
	for i, bound := range stepBounds {
		if got, want := g.steps.counts[i], bound >= 12*time.Millisecond; got == 1 != want || got > 1 {
			t.Errorf("a step of 12 ms counts %d times up to %v", got, bound)
		}
	}
	t.Logf("%d classes", len(stepBounds))
	g.steps = stepTimes{}
	for i := range 200 {
		g.steps.add(time.Duration(i) * 100 * time.Microsecond)
	}
	if got := g.steps.within(50); got != 10*time.Millisecond {
		t.Errorf("half of the steps took up to %v, want 10 ms", got)
	}
}
