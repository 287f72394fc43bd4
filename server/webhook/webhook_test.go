package webhook

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/server/events"
)

// sink is an address of the web that takes posts, as the test wants.
type sink struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	answer func(n int) (code int, after string) // of the n-th post, from 1
	posts  int
	hang   chan struct{} // closed when answers go out; nil: at once
}

func newSink(t *testing.T) *sink {
	s := &sink{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		hang := s.hang
		s.posts++
		code, after := 204, ""
		if s.answer != nil {
			code, after = s.answer(s.posts)
		}
		if code/100 == 2 {
			s.bodies = append(s.bodies, string(b))
		}
		s.mu.Unlock()
		if hang != nil {
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		}
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(code)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *sink) got() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.bodies...)
}

// hook starts a hook whose pauses are noted and over at once.
func hook(t *testing.T, s *sink, source *events.Log, text string, kinds ...string) (*Hook, func() []time.Duration) {
	t.Helper()
	c, err := Parse(s.URL, kinds, text)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var pauses []time.Duration
	h := newHook(c, source, slog.New(slog.DiscardHandler), func(d time.Duration) <-chan time.Time {
		mu.Lock()
		pauses = append(pauses, d)
		mu.Unlock()
		return time.After(0)
	})
	t.Cleanup(h.Close)
	return h, func() []time.Duration { mu.Lock(); defer mu.Unlock(); return pauses }
}

func await(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}

// TestOrder: events of the kinds that are asked for come in order, once, in Discord's form, and nothing that players write is a mark or
// calls somebody.
func TestOrder(t *testing.T) {
	s, source := newSink(t), events.New()
	source.Publish(events.Event{Kind: events.Chat, Player: "ann", Text: "before"})
	h, _ := hook(t, s, source, "discord", events.Chat, events.Join)
	for i := range 50 {
		source.Publish(events.Event{Kind: events.Chat, Player: "a_nn", Text: fmt.Sprintf("%d @everyone **\"x\"", i)})
		source.Publish(events.Event{Kind: events.Command, Player: "ann", Text: "op ann"})
	}
	await(t, "all are posted", func() bool { return len(s.got()) >= 50 })
	for i, body := range s.got() {
		var m struct {
			Content  string
			Mentions struct{ Parse []string } `json:"allowed_mentions"`
		}
		want := fmt.Sprintf("**a\\_nn**: %d @\u200beveryone \\*\\*\"x\"", i)
		if err := json.Unmarshal([]byte(body), &m); err != nil || m.Content != want || m.Mentions.Parse == nil || len(m.Mentions.Parse) != 0 {
			t.Fatalf("%v: %q, not %q", err, m.Content, want)
		}
	}
	await(t, "they count", func() bool { posted, lost, failed := h.Counts(); return posted == 50 && lost+failed == 0 })
}

// TestSinkThatHangs: while a sink does not answer, who publishes waits for nothing, and nothing under a thousand events is lost.
func TestSinkThatHangs(t *testing.T) {
	s, source := newSink(t), events.New()
	s.hang = make(chan struct{})
	h, _ := hook(t, s, source, "json", events.Chat)
	var longest time.Duration
	for i := range 1000 {
		begin := time.Now()
		source.Publish(events.Event{Kind: events.Chat, Text: fmt.Sprint(i)})
		longest = max(longest, time.Since(begin))
	}
	await(t, "all wait", func() bool { return h.waiting() == 1000 })
	close(s.hang)
	await(t, "all are posted", func() bool { posted, _, _ := h.Counts(); return posted == 1000 })
	if _, lost, _ := h.Counts(); lost > 0 || len(s.got()) != 1000 {
		t.Errorf("%d lost, %d came", lost, len(s.got()))
	}
	t.Logf("1,000 events while nobody answered: the longest publication took %v", longest)
	if longest > time.Second {
		t.Errorf("a publication waited for %v", longest)
	}
}

// TestRetries: a post that fails is tried again after longer and longer pauses, or after the pause that the sink asks for; one that is
// refused for good is lost, and the next one comes.
func TestRetries(t *testing.T) {
	s, source := newSink(t), events.New()
	s.answer = func(n int) (int, string) {
		switch {
		case n <= 3:
			return 503, ""
		case n == 4:
			return 429, "7.5"
		case n == 6:
			return 404, ""
		}
		return 200, ""
	}
	h, pauses := hook(t, s, source, "{{.Text}}", events.Chat)
	for _, text := range []string{"one", "two", "three"} {
		source.Publish(events.Event{Kind: events.Chat, Text: text})
	}
	await(t, "two are posted", func() bool { posted, lost, _ := h.Counts(); return posted == 2 && lost == 1 })
	if got := strings.Join(s.got(), " "); got != "one three" {
		t.Errorf("came %q", got)
	}
	if got, want := fmt.Sprint(pauses()), "[1s 2s 4s 7.5s]"; got != want {
		t.Errorf("paused %s, not %s", got, want)
	}
}

// TestFullQueue: what no sink takes does not fill the memory: the oldest are lost, and counted.
func TestFullQueue(t *testing.T) {
	s, source := newSink(t), events.New()
	s.hang = make(chan struct{})
	defer close(s.hang)
	h, _ := hook(t, s, source, "json", events.Chat)
	const n = QueueMax + 500
	for i := range n {
		source.Publish(events.Event{Kind: events.Chat, Text: fmt.Sprint(i)})
		if i%256 == 0 {
			at := uint64(i)
			await(t, "the hook follows", func() bool { _, lost, _ := h.Counts(); return uint64(h.waiting())+lost+300 > at })
		}
	}
	await(t, "all are counted", func() bool { _, lost, _ := h.Counts(); return uint64(h.waiting())+lost == n })
	if w := h.waiting(); w > QueueMax+1 {
		t.Errorf("%d wait", w)
	}
	h.cancel()
}

// TestInvalid: settings that cannot be are refused, with what can be written.
func TestInvalid(t *testing.T) {
	for _, c := range [][3]string{
		{"", "chat", "json"}, {"ftp://x/y", "chat", "json"}, {"http://", "chat", "json"}, {"http://x", "", "json"}, {"http://x", "dance", "json"}, {"http://x", "chat", "{{.Nothing}}"},
		{"http://x", "chat", "{{"}, {"http://x", "chat", strings.Repeat("x", templateMax+1)}, {"http://x", "chat", "{{range 1000000}}aaaaaaaa{{end}}"},
	} {
		var kinds []string
		if c[1] != "" {
			kinds = []string{c[1]}
		}
		if _, err := Parse(c[0], kinds, c[2]); err == nil {
			t.Errorf("%.60q is taken", c)
		}
	}
	if text := redact("https://discord.com/api/webhooks/1/secret"); strings.Contains(text, "secret") {
		t.Error(text)
	}
}

// FuzzTemplate: no template and no event panic or make a body beyond its bound.
func FuzzTemplate(f *testing.F) {
	f.Add("{{json .}}", "chat", "ann", "hi")
	f.Add("discord", "death", "@everyone", "\x00\xff*")
	f.Add("{{words .}} {{printf \"%d\" .At}}", "join", "", "")
	f.Fuzz(func(t *testing.T, text, kind, player, line string) {
		if strings.Contains(text, "range") || strings.Contains(text, "template") || strings.Contains(text, "printf") && text != "{{words .}} {{printf \"%d\" .At}}" {
			return // the operator's own machine may be kept busy by the operator
		}
		p, err := NewTemplate(text)
		if err != nil {
			return
		}
		if body, _, err := p.Body(&events.Event{Kind: kind, Player: player, Text: line}); err == nil && len(body) > bodyMax {
			t.Fatal(len(body))
		}
	})
}

func Example() {
	t, _ := NewTemplate("discord")
	body, kind, err := t.Body(&events.Event{Kind: events.Join, Player: "ann"})
	fmt.Println(kind, string(body), err)
	// Output: application/json {"content": "ann has come", "allowed_mentions": {"parse": []}} <nil>
}
