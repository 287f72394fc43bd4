package main

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"voxtide/client/script"
	"voxtide/render/scene"
	"voxtide/settings"
	"voxtide/window"
)

// TestPictureKeys presses the keys for pictures: F1 takes the hand and the outlines away and brings them back, F2 writes a file and
// says where, and a picture that cannot be written is said and ends nothing.
func TestPictureKeys(t *testing.T) {
	needDisplay(t)
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Fatal("this test needs xdotool: apt-get install xdotool")
	}
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	runtime.LockOSThread() // the window's
	lines, err := script.Read(strings.NewReader("0 at 8.5 72 8.5\n0 look 0 -55\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := &playCmd{World: "w", Seed: new(uint64), Name: "ann", Options: optionValues{"view_distance": "32"}, Width: 640, Height: 360, Patience: 2 * time.Minute}
	*c.Seed = 1
	s := &app{cmd: c, log: slog.New(slog.DiscardHandler), lines: lines}
	shots := filepath.Join(home, "screenshots")
	var said []string
	steps := []struct {
		key  string
		done func(sc *scene.Scene) bool
	}{
		{"", func(sc *scene.Scene) bool { return sc.HeldItem.Shown && len(sc.Outlines) > 0 }},
		{"F1", func(sc *scene.Scene) bool { return !sc.HeldItem.Shown && len(sc.Outlines) == 0 && s.ui.HUDHidden() }},
		{"F1", func(sc *scene.Scene) bool { return sc.HeldItem.Shown && len(sc.Outlines) > 0 }},
		{"F2", func(*scene.Scene) bool { return len(said) == 1 }},
		{"F2", func(*scene.Scene) bool { return len(said) == 2 }},
	}
	at, loading := -1, 0
	s.afterDraw = func(_ []window.Event, sc *scene.Scene) {
		if s.session == nil {
			return
		}
		if !s.session.entered {
			if loading++; sc.HeldItem.Shown || len(sc.Outlines) > 0 {
				t.Error("the hand or an outline is drawn behind the page of a world that is loading")
			}
			return
		}
		for _, l := range s.state.ChatLines {
			if strings.Contains(l.Text, "screenshot") {
				said = append(said, l.Text)
			}
		}
		if at >= 0 && !steps[at].done(sc) {
			return
		}
		if at++; at == len(steps) {
			s.quit = true
			return
		}
		if at == len(steps)-1 { // a file is where the folder should be
			if err := os.RemoveAll(shots); err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(shots, nil, 0o600); err != nil {
				t.Error(err)
			}
		}
		if key := steps[at].key; key != "" {
			if out, err := exec.Command("xdotool", "key", key).CombinedOutput(); err != nil {
				t.Errorf("xdotool: %v: %s", err, out)
			}
		}
		if at == len(steps)-1 && (len(said) != 1 || !strings.HasPrefix(said[0], "screenshot saved as "+shots)) {
			t.Errorf("after the first picture the chat says %q", said)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	if _, _, err := s.run(ctx); err != nil {
		t.Fatal(err)
	}
	if at != len(steps) || len(said) != 2 || !strings.Contains(said[1], "could not be written") {
		t.Fatalf("got to step %d of %d; the chat says %q", at, len(steps), said)
	}
	if t.Logf("%d steps; %q; %d frames of a world that was loading", at, said, loading); loading == 0 {
		t.Error("no frame was drawn while the world was loading")
	}
}
