package etcd

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/types"

	"voxtide/engine"
	"voxtide/engine/enginetest"

	"voxtide/engine/secret"
)

// testConfigs are nodes of a cluster on free addresses of this machine.
func testConfigs(t testing.TB, count int) (configs []Config) {
	var members []Member
	for i := range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		members = append(members, Member{string(rune('a' + i)), l.Addr().String()})
	}
	key := secret.New()
	for _, m := range members {
		configs = append(configs, Config{
			Dir: t.TempDir(), Name: m.Name, Members: members, Secret: key,
			Say: func(line string) { t.Log(m.Name+":", line) },
		})
	}
	return configs
}

// openNodes opens nodes side by side and closes them with the test.
func openNodes(t testing.TB, configs []Config) []*Node {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	nodes, errs := make([]*Node, len(configs)), make([]error, len(configs))
	var wg sync.WaitGroup
	for i, cfg := range configs {
		wg.Go(func() { nodes[i], errs[i] = Open(ctx, cfg) })
	}
	wg.Wait()
	for i, n := range nodes {
		if n != nil {
			t.Cleanup(func() { n.Close() })
		}
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
	}
	return nodes
}

// TestSuite: one node does all that an engine has to do.
func TestSuite(t *testing.T) {
	began := time.Now()
	n := openNodes(t, testConfigs(t, 1))[0]
	t.Logf("ready after %v", time.Since(began))
	enginetest.Run(t, enginetest.Database{Open: func(testing.TB) engine.Engine { return n.Engine() }})
}

// TestSuiteThree: so do three, asked at each of them in turn; without connections between them nothing is answered.
func TestSuiteThree(t *testing.T) {
	if testing.Short() {
		t.Skip("more of the same")
	}
	began := time.Now()
	nodes := openNodes(t, testConfigs(t, 3))
	t.Logf("ready after %v", time.Since(began))
	next := 0
	each := func(f func(n *Node, other types.ID)) {
		for _, n := range nodes {
			for _, m := range nodes {
				if n != m {
					f(n, m.server.MemberID())
				}
			}
		}
	}
	enginetest.Run(t, enginetest.Database{
		Open: func(testing.TB) engine.Engine { next++; return nodes[next%3].Engine() },
		Mute: func(testing.TB) func() {
			each(func(n *Node, other types.ID) { n.server.CutPeer(other) })
			return func() { each(func(n *Node, other types.ID) { n.server.MendPeer(other) }) }
		},
	})
}

// client asks and waits.
type client struct {
	t testing.TB
	engine.Engine
	answers []engine.Answer
}

func open(t testing.TB, n *Node) *client {
	c := &client{t: t, Engine: n.Engine()}
	t.Cleanup(func() { c.Close() })
	return c
}

func (c *client) await(r engine.Request) engine.Answer {
	c.t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		for i, a := range c.answers {
			if a.Request == r {
				c.answers = append(c.answers[:i:i], c.answers[i+1:]...)
				return a
			}
		}
		select {
		case <-c.Ready():
		case <-time.After(10 * time.Millisecond):
		}
		c.answers = c.Poll(0, c.answers)
	}
	c.t.Fatal("no answer")
	return engine.Answer{}
}

func (c *client) ok(r engine.Request) engine.Answer {
	c.t.Helper()
	a := c.await(r)
	if a.Outcome != engine.OK {
		c.t.Fatalf("%+v", a)
	}
	return a
}

// TestCompacted: who follows over a compaction gets all; who asks for what was trimmed is refused. Compaction may overtake a watch.
func TestCompacted(t *testing.T) {
	n := openNodes(t, testConfigs(t, 1))[0]
	a, b := open(t, n), open(t, n)
	claim := a.ok(a.Claim("log", 0, "me")).Claim
	append := func(from, to uint64) {
		for i := from; i <= to; i++ {
			a.ok(a.Append("log", claim, i, fmt.Appendf(nil, "entry %d", i)))
		}
	}
	append(1, 50)
	f := b.Follow("log", 1)
	next := uint64(1)
	take := func(to uint64) {
		for next <= to {
			for _, e := range b.ok(f).Entries {
				if e.N != next || string(e.Data) != fmt.Sprintf("entry %d", next) {
					t.Fatalf("entry %d, want %d: %q", e.N, next, e.Data)
				}
				next++
			}
		}
	}
	take(50)
	a.ok(a.Trim("log", 40))
	n.compact(context.Background(), n.server.KV().Rev())
	append(51, 60)
	take(60)
	// A watch from a revision that is compacted away breaks, and the follower reads.
	g := &follower{adapter: b.Engine.(*adapter), request: 1 << 40, paths: mustPaths("log"), next: 61, ahead: map[uint64][]byte{}}
	append(61, 70)
	n.compact(context.Background(), n.server.KV().Rev())
	if g.watch(2) {
		t.Fatal("a broken watch ended the follower")
	}
	if _, ended, err := g.read(); ended || err != nil || g.next != 71 {
		t.Fatalf("ended %v, %v, next %d", ended, err, g.next)
	}
	if got := b.await(1 << 40); len(got.Entries) != 10 || got.Entries[0].N != 61 {
		t.Fatalf("%+v", got)
	}
	if r := b.await(b.Follow("log", 40)); r.Outcome != engine.Refused || r.First != 41 {
		t.Fatalf("%+v", r)
	}
	take(70)
}

func mustPaths(log string) paths {
	p, ok := pathsOf(log)
	if !ok {
		panic(log)
	}
	return p
}

// TestBacklog: a log is no longer followed while much waits for Poll, and from where it was afterwards.
func TestBacklog(t *testing.T) {
	if testing.Short() {
		t.Skip("more of the same")
	}
	n := openNodes(t, testConfigs(t, 1))[0]
	a, b := open(t, n), open(t, n)
	claim := a.ok(a.Claim("log", 0, "me")).Claim
	f := b.Follow("log", 1)
	const entries = 40
	for i := uint64(1); i <= entries; i++ {
		a.ok(a.Append("log", claim, i, bytes.Repeat([]byte{byte(i)}, engine.EntryMax)))
	}
	time.Sleep(100 * time.Millisecond)
	e := b.Engine.(*adapter)
	e.mu.Lock()
	waiting := e.bytes
	e.mu.Unlock()
	if waiting < backlog || waiting > backlog+2*engine.ReadMax {
		t.Errorf("%d bytes wait, %d is the bound", waiting, backlog)
	}
	next := uint64(1)
	for next <= entries {
		for _, s := range b.ok(f).Entries {
			if s.N != next || s.Data[0] != byte(next) {
				t.Fatalf("entry %d, want %d", s.N, next)
			}
			next++
		}
	}
	t.Logf("%d MB waited, %d entries came", waiting>>20, next-1)
}

// TestAgain: what was acked is there when the node comes again, and claims go on growing.
func TestAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("more of the same")
	}
	cfg := testConfigs(t, 1)
	var before uint64
	for round := uint64(1); round <= 3; round++ {
		n, err := Open(context.Background(), cfg[0])
		if err != nil {
			t.Fatal(err)
		}
		a := &client{t: t, Engine: n.Engine()}
		r := a.ok(a.Read("log", 1))
		if r.Last != round-1 || r.Claim != before {
			t.Fatalf("round %d: %+v", round, r)
		}
		claim := a.ok(a.Claim("log", r.Claim, fmt.Sprint("round ", round))).Claim
		if claim <= before {
			t.Fatalf("claim %d after %d", claim, before)
		}
		before = claim
		a.ok(a.Append("log", claim, round, []byte("x")))
		a.Close()
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// Another process on the folder, another cluster, a database that is gone.
	n := openNodes(t, cfg)[0]
	if _, err := Open(context.Background(), cfg[0]); !errors.Is(err, ErrLocked) {
		t.Errorf("%v", err)
	}
	n.Close()
	moved := cfg[0]
	moved.Members = testConfigs(t, 1)[0].Members
	if _, err := Open(context.Background(), moved); !errors.Is(err, ErrFolder) {
		t.Errorf("%v", err)
	}
	first, _ := openFolder(cfg[0].Dir)
	os.RemoveAll(first.database())
	if f, err := openFolder(cfg[0].Dir); err != nil || f.Birth == first.Birth || f.Founders != nil || f.Started {
		t.Errorf("a folder whose database is gone: %+v, %v; before %+v", f, err, first)
	}
	os.Remove(first.path())
	os.MkdirAll(filepath.Join(first.database(), "member", "wal"), 0o700)
	os.WriteFile(filepath.Join(first.database(), "member", "wal", "0.wal"), nil, 0o600)
	if _, err := openFolder(cfg[0].Dir); !errors.Is(err, ErrFolder) {
		t.Errorf("%v", err)
	}
}

// TestSecret: the port gives nothing to who has not the secret, and nothing without TLS.
func TestSecret(t *testing.T) {
	cfg := testConfigs(t, 1)[0]
	n := openNodes(t, []Config{cfg})[0]
	address := n.self.Address
	get := func(c *tls.Config, path string) error {
		web := http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{TLSClientConfig: c}}
		defer web.CloseIdleConnections()
		res, err := web.Get("https://" + address + path)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if _, err := io.ReadAll(res.Body); err != nil {
			return err
		}
		if res.StatusCode != 200 {
			return errors.New(res.Status)
		}
		return nil
	}
	with := func(s secret.Secret) *tls.Config {
		authority, cert, key, err := s.Issue("stranger")
		if err != nil {
			t.Fatal(err)
		}
		pool := x509.NewCertPool()
		pool.AddCert(authority)
		return &tls.Config{RootCAs: pool, ServerName: secret.Host, Certificates: []tls.Certificate{{Certificate: [][]byte{cert}, PrivateKey: key}}}
	}
	paths := []string{pathNode, "/members", "/version", "/raft/probing"}
	refused := 0
	for _, path := range paths {
		if err := get(with(cfg.Secret), path); err != nil {
			t.Errorf("with the secret %s gives %v", path, err)
		}
		stranger, anonymous, old := with(secret.New()), with(cfg.Secret), with(cfg.Secret)
		blind := stranger.Clone() // who does not look at the node's certificate
		blind.InsecureSkipVerify = true
		anonymous.Certificates = nil
		old.MaxVersion = tls.VersionTLS12
		for who, c := range map[string]*tls.Config{"of another secret": stranger, "of another secret, blind": blind, "without a certificate": anonymous, "of an old version": old} {
			if err := get(c, path); err == nil {
				t.Errorf("one %s gets %s", who, path)
			} else {
				refused++
			}
		}
		if res, err := http.Get("http://" + address + path); err == nil {
			res.Body.Close()
			if res.StatusCode == 200 {
				t.Errorf("without TLS %s is given", path)
			}
		}
	}
	for _, path := range []string{"/metrics", "/health", "/debug/vars", "/v3/kv/range", "/debug/pprof/"} {
		if err := get(with(cfg.Secret), path); err == nil {
			t.Errorf("%s is served", path)
		}
	}
	t.Logf("%d connections were refused", refused)
	a, b := cfg.Secret.Derive("authority"), cfg.Secret.Derive("cluster")
	if bytes.Equal(a, b) || bytes.Equal(a, cfg.Secret[:]) {
		t.Error("two uses have the same key")
	}
}

// TestSecretFile: a secret is read as it was written, and never from a file that others may read.
func TestSecretFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	s := secret.New()
	if err := s.Write(path); err != nil {
		t.Fatal(err)
	}
	if got, err := secret.Read(path); err != nil || got != s {
		t.Fatalf("%x, %v", got, err)
	}
	if err := secret.New().Write(path); !errors.Is(err, os.ErrExist) {
		t.Errorf("%v", err)
	}
	os.Chmod(path, 0o640)
	if _, err := secret.Read(path); !errors.Is(err, secret.ErrSecret) {
		t.Errorf("%v", err)
	}
	for _, text := range []string{"", "xyz", strings.Repeat("0", 62), strings.Repeat("0", 66), strings.Repeat("0", 2000)} {
		os.Chmod(path, 0o600)
		os.WriteFile(path, []byte(text), 0o600)
		if _, err := secret.Read(path); !errors.Is(err, secret.ErrSecret) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
