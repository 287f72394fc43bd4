//go:build browser

package host

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browser is a headless browser that the test drives: commands and answers go through two pipes, each a line of JSON that ends
// with a zero byte.
type browser struct {
	t       *testing.T
	cmd     *exec.Cmd
	to      io.WriteCloser
	from    *bufio.Reader
	number  int
	session string
	shots   string // folder of screenshots, "" for none
	errors  []string
}

func openBrowser(t *testing.T, wide, high string) *browser {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Fatal("no browser here: scripts/deps.sh browser installs one")
	}
	inRead, inWrite, err := os.Pipe()
	outRead, outWrite, err2 := os.Pipe()
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, to: inWrite, from: bufio.NewReaderSize(outRead, 1<<20), shots: os.Getenv("VOXTIDE_SHOTS")}
	b.cmd = exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
		"--user-data-dir="+t.TempDir(), "--window-size="+wide+","+high, "about:blank")
	b.cmd.ExtraFiles = []*os.File{inRead, outWrite}
	b.cmd.WaitDelay = time.Second
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	inRead.Close()
	outWrite.Close()
	t.Cleanup(func() {
		b.to.Close() // it ends with its pipe
		over := make(chan error, 1)
		go func() { over <- b.cmd.Wait() }()
		select {
		case <-over:
		case <-time.After(5 * time.Second):
			b.cmd.Process.Kill()
			<-over
		}
		outRead.Close()
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// call calls a command and waits for its answer. Errors of the page meanwhile are kept.
func (b *browser) call(method string, params map[string]any, answer any) {
	b.t.Helper()
	b.number++
	if params == nil {
		params = map[string]any{}
	}
	m := map[string]any{"id": b.number, "method": method, "params": params}
	if b.session != "" {
		m["sessionId"] = b.session
	}
	text, err := json.Marshal(m)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		text, err := b.from.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("the browser has ended: %v", err)
		}
		var got struct {
			ID     int
			Method string
			Result json.RawMessage
			Params json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &got); err != nil {
			b.t.Fatal(err)
		}
		switch {
		case got.Method == "Runtime.exceptionThrown" || got.Method == "Log.entryAdded":
			b.errors = append(b.errors, string(got.Params))
		case got.ID == b.number && got.Error != nil:
			b.t.Fatalf("%s: %s", method, got.Error.Message)
		case got.ID == b.number:
			if answer != nil {
				if err := json.Unmarshal(got.Result, answer); err != nil {
					b.t.Fatal(err)
				}
			}
			return
		}
	}
}

// eval returns the value of an expression in the page.
func (b *browser) eval(expression string, into any) {
	b.t.Helper()
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &got)
	if got.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, got.ExceptionDetails)
	}
	if into != nil {
		if err := json.Unmarshal(got.Result.Value, into); err != nil {
			b.t.Fatalf("%s is %s: %v", expression, got.Result.Value, err)
		}
	}
}

// until waits until an expression is true.
func (b *browser) until(what, expression string) {
	b.t.Helper()
	for end := time.Now().Add(45 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		ok := false
		if b.eval("!!("+expression+")", &ok); ok {
			return
		}
		if time.Now().After(end) {
			b.shot("failed")
			b.t.Fatalf("never: %s; the page complains of %q", what, b.errors)
		}
	}
}

// key presses a key.
func (b *browser) key(name string, code int) {
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code}, nil)
	}
}

// shot takes a screenshot of the page; one with a name is kept for people.
func (b *browser) shot(name string) image.Image {
	b.t.Helper()
	var got struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &got)
	raw, err := base64.StdEncoding.DecodeString(got.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if name != "" && b.shots != "" {
		if err := os.WriteFile(filepath.Join(b.shots, name+".png"), raw, 0o644); err != nil {
			b.t.Error(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		b.t.Fatal(err)
	}
	return img
}
