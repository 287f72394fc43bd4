package main

import (
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/internal/resourcepack"
	"voxtide/settings"
)

// TestResourcePack: a player gets the pack of the settings, over real sockets, once it is wanted.
func TestResourcePack(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	os.MkdirAll(filepath.Join(home, "winter", "textures"), 0o755)
	f, err := os.Create(filepath.Join(home, "winter", "textures", "stone.png"))
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(png.Encode(f, image.NewNRGBA(image.Rect(0, 0, 16, 16))), f.Close())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "server.toml")
	os.WriteFile(file, []byte("listen = \"127.0.0.1:0\"\ncontrol = \"\"\nlan = false\nresource_pack = \"winter\"\n"), 0o644)
	os.WriteFile(filepath.Join(home, "winter", "pack.toml"), []byte("name = \"Winter\"\n"), 0o644)
	var out, log outputBuffer
	ctx, interrupt := context.WithCancel(context.Background())
	over := make(chan int, 1)
	go func() { over <- run(ctx, nil, strings.NewReader(""), &out, &log) }()
	t.Cleanup(func() { interrupt(); <-over })
	at := out.wait(t, `^listening (\S+)`)
	log.wait(t, `"msg":"serving a resource pack","name":"Winter","textures":1`)
	ann := visit(t, at, "ann", "ann", "127.0.0.31")
	ann.plays(t)
	ann.is(t, "told of the pack", func() bool { return ann.PackOffer().Name == "Winter" })
	if ann.PackProgress() > 0 {
		t.Error("it comes before it is wanted")
	}
	ann.mu.Lock()
	ann.FetchPack()
	ann.mu.Unlock()
	var packed []byte
	ann.is(t, "given the pack", func() bool { packed, _ = ann.TakePack(); return packed != nil })
	p, err := resourcepack.Read(packed)
	if err != nil || p.Textures["stone"] == nil || resourcepack.IDOf(packed) != resourcepack.ID(ann.PackOffer().ID) {
		t.Errorf("%d bytes: %v", len(packed), err)
	}
}

// TestBrokenResourcePack: the log names the file and why, and players play.
func TestBrokenResourcePack(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	os.MkdirAll(filepath.Join(home, "winter", "textures"), 0o755)
	os.WriteFile(filepath.Join(home, "winter", "textures", "stone.png"), []byte("GIF89a"), 0o644)
	os.WriteFile(filepath.Join(home, "server.toml"), []byte("listen = \"127.0.0.1:0\"\ncontrol = \"\"\nlan = false\nresource_pack = \"winter\"\n"), 0o644)
	var out, log outputBuffer
	ctx, interrupt := context.WithCancel(context.Background())
	over := make(chan int, 1)
	go func() { over <- run(ctx, nil, strings.NewReader(""), &out, &log) }()
	defer func() { interrupt(); <-over }()
	at := out.wait(t, `^listening (\S+)`)
	log.wait(t, `"level":"ERROR","msg":"the resource pack cannot be used: players play without it".*textures/stone.png: it is no PNG`)
	bob := visit(t, at, "bob", "bob", "127.0.0.32")
	bob.plays(t)
	if bob.PackOffer().Size > 0 {
		t.Error("a pack that is wrong is offered")
	}
}
