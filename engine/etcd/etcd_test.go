package etcd

import (
	"context"
	"net"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/enginetest"
)

// freeAddress returns an address of this machine at which nobody listens.
func freeAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// testConfig is a node of a cluster of one.
func testConfig(t testing.TB) Config {
	return Config{
		Dir: t.TempDir(), Name: "a", Members: []Member{{"a", freeAddress(t)}}, Secret: NewSecret(),
		Say: func(line string) { t.Log("a:", line) }, Log: t.Output(),
	}
}

func openNode(t testing.TB, cfg Config) *Node {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	n, err := Open(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSuite: one node, in this process, does all that an engine has to do.
func TestSuite(t *testing.T) {
	cfg := testConfig(t)
	began := time.Now()
	n := openNode(t, cfg)
	t.Logf("ready after %v", time.Since(began))
	enginetest.Run(t, enginetest.Database{Open: func(testing.TB) engine.Engine { return n.Engine() }})
	began = time.Now()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("closed after %v", time.Since(began))
}
