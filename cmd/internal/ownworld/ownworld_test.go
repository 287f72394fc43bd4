package ownworld

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/world/worldgen"
)

func configOf(home, name string) Config {
	seed := uint64(7)
	return Config{Home: home, World: name, Seed: &seed, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

// TestTake: a new world is made with what the flags say, one that is there is opened as it is, and one that is open is refused.
func TestTake(t *testing.T) {
	home := t.TempDir()
	c := configOf(home, "a")
	c.Survival = true
	h, err := Begin(c).Take()
	if err != nil {
		t.Fatal(err)
	}
	if i := h.Info(); i.Seed != 7 || i.Generator != worldgen.NewWorlds || h.Dir() != filepath.Join(home, "worlds", "a") {
		t.Errorf("a new world: %+v in %s", i, h.Dir())
	}
	key := h.Key()
	if h, err := Begin(c).Take(); err == nil {
		h.Close("it was open")
		t.Error("a world was opened twice")
	}
	if err := h.Close("it was taken"); err != nil {
		t.Fatal(err)
	}
	c.Generator = 1
	if _, err := Begin(c).Take(); !errors.Is(err, host.ErrOtherGenerator) {
		t.Errorf("another generator: %v", err)
	}
	c.World, c.Seed = "b", nil
	if h, err = Begin(c).Take(); err != nil {
		t.Fatal(err)
	}
	if i := h.Info(); i.Generator != 1 || h.Key() != key {
		t.Errorf("a world of generator 1: %+v; its key is that of the other one: %t", i, h.Key() == key)
	}
	h.Close("it was taken")
	c.Generator = 0
	if h, err = Begin(c).Take(); err != nil {
		t.Fatalf("a world of generator 1 without a word about it: %v", err)
	}
	h.Close("it was taken")
}

// TestDrop: a world that nobody takes is closed: it can be opened again. What never opened needs no closing.
func TestDrop(t *testing.T) {
	c := configOf(t.TempDir(), "a")
	Begin(c).Drop()
	h, err := Begin(c).Take()
	if err != nil {
		t.Fatal(err)
	}
	h.Close("it was taken")
	var none *Opening
	none.Drop()
	Begin(configOf(c.Home, "..")).Drop()
}

// TestRefused: errors are those of who waits for the world.
func TestRefused(t *testing.T) {
	home := t.TempDir()
	if _, err := Begin(configOf(home, "..")).Take(); !errors.Is(err, settings.ErrWorldName) {
		t.Errorf("a world named ..: %v", err)
	}
	if err := os.Mkdir(filepath.Join(home, "server.key"), 0o700); err != nil {
		t.Fatal(err)
	}
	c := configOf(home, "a")
	c.NeedsKey = true
	if _, err := Begin(c).Take(); err == nil || host.IsWorld(filepath.Join(home, "worlds", "a")) {
		t.Errorf("without a key: %v", err)
	}
	c.NeedsKey = false
	h, err := Begin(c).Take()
	if err != nil {
		t.Fatal(err)
	}
	h.Close("it was taken")
}

func Example() {
	home, err := os.MkdirTemp("", "ownworld-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home)
	opening := Begin(configOf(home, "island"))
	// A window opens meanwhile.
	h, err := opening.Take()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(filepath.Base(h.Dir()), h.Info().Seed)
	fmt.Println(h.Close("the player left"))
	// Output:
	// island 7
	// <nil>
}
