package main

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/etcd"
	"voxtide/engine/socket"

	"voxtide/engine/secret"
)

// BenchmarkAppend is one entry of 2 kB after the other on a cluster of one: in the process of the database, and over the socket.
func BenchmarkAppend(b *testing.B) {
	cfg := etcd.Config{Dir: b.TempDir(), Name: "a", Members: []etcd.Member{{Name: "a", Address: freeAddresses(b, 1)[0]}}, Secret: secret.New()}
	n, err := etcd.Open(context.Background(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	defer n.Close()
	l, err := socket.Listen(filepath.Join(shortDir(b), "s"))
	if err != nil {
		b.Fatal(err)
	}
	s := socket.NewServer(l, "a", n.Engine)
	defer s.Close()
	for _, way := range []struct {
		name string
		open func() engine.Engine
	}{{"direct", n.Engine}, {"socket", func() engine.Engine { return socket.Dial(l.Addr().String()) }}} {
		b.Run(way.name, func(b *testing.B) {
			w := newWriterOver(b, way.open())
			defer w.close()
			for b.Loop() {
				w.last++
				last := w.last
				if a := w.ask(func() engine.Request { return w.client.Append(testLog, w.claim, last, data(last)) }); a.Outcome != engine.OK {
					b.Fatalf("%+v", a)
				}
			}
		})
		b.Run(way.name+" get", func(b *testing.B) {
			w := &writer{t: b, client: way.open()}
			defer w.close()
			for b.Loop() {
				w.ask(func() engine.Request { return w.client.Get("nothing") })
			}
		})
	}
}

// TestHop prints what the socket adds at 60 entries a second.
func TestHop(t *testing.T) {
	if !*flagCluster {
		t.Skip("without -cluster")
	}
	c := newCluster(t, 1)
	c.ready(20 * time.Second)
	over := newWriter(t, c.nodes[0].socket)
	over.run(context.Background(), 300, 60)
	over.close()
	cfg := etcd.Config{Dir: t.TempDir(), Name: "a", Members: []etcd.Member{{Name: "a", Address: freeAddresses(t, 1)[0]}}, Secret: secret.New()}
	n, err := etcd.Open(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	direct := newWriterOver(t, n.Engine())
	direct.run(context.Background(), 300, 60)
	direct.close()
	fmt.Printf("one node, 60 a second: in its process %s; another process over the socket %s\n", direct.percentiles(), over.percentiles())
}
