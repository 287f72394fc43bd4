// Package browser drives a headless Chromium for tests of pages.
//
// Owner: a test, on its goroutine; the browser ends with the test. Data flow: commands and answers of the DevTools protocol over two
// pipes. It opens no port.
package browser

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

// Browser is a headless browser that the test drives: commands and answers go through two pipes, each a line of JSON that ends
// with a zero byte.
type Browser struct {
	t       *testing.T
	cmd     *exec.Cmd
	to      io.WriteCloser
	from    *bufio.Reader
	number  int
	session string
	shots   string   // folder of screenshots, "" for none
	Errors  []string // what the page complained of
}

// Open starts a browser with a window of a width and height in pixels. Screenshots go to the folder $VOXTIDE_SHOTS, if it is set.
func Open(t *testing.T, wide, high string) *Browser {
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
	b := &Browser{t: t, to: inWrite, from: bufio.NewReaderSize(outRead, 1<<20), shots: os.Getenv("VOXTIDE_SHOTS")}
	b.cmd = exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
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
	b.Call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.Call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.Call(domain+".enable", nil, nil)
	}
	return b
}

// Call calls a command and waits for its answer. Errors of the page meanwhile are kept.
func (b *Browser) Call(method string, params map[string]any, answer any) {
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
		case bytes.Contains(got.Params, []byte("GPU stall due to ReadPixels")): // a picture of the page was taken, without a graphics card
		case got.Method == "Runtime.exceptionThrown" || got.Method == "Log.entryAdded":
			b.Errors = append(b.Errors, string(got.Params))
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

// Eval returns the value of an expression in the page.
func (b *Browser) Eval(expression string, into any) {
	b.t.Helper()
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &got)
	if got.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, got.ExceptionDetails)
	}
	if into != nil {
		if err := json.Unmarshal(got.Result.Value, into); err != nil {
			b.t.Fatalf("%s is %s: %v", expression, got.Result.Value, err)
		}
	}
}

// Until waits until an expression is true.
func (b *Browser) Until(what, expression string) {
	b.t.Helper()
	for end := time.Now().Add(45 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		ok := false
		if b.Eval("!!("+expression+")", &ok); ok {
			return
		}
		if time.Now().After(end) {
			b.Shot("failed")
			b.t.Fatalf("never: %s; the page complains of %q", what, b.Errors)
		}
	}
}

// Key presses a key.
func (b *Browser) Key(name string, code int) {
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.Call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code}, nil)
	}
}

// Shot takes a screenshot of the page; one with a name is kept for people.
func (b *Browser) Shot(name string) image.Image {
	b.t.Helper()
	var got struct{ Data string }
	b.Call("Page.captureScreenshot", map[string]any{"format": "png"}, &got)
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
