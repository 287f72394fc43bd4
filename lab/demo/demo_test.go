package demo

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// built returns a folder as `make demo` leaves it, with a program of a few bytes.
func built(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var program bytes.Buffer
	z := gzip.NewWriter(&program)
	z.Write([]byte("\x00asm"))
	z.Close()
	for name, b := range map[string][]byte{Program: program.Bytes(), Glue: []byte("// glue")} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestServe: each file that the page names is there, compressed on the wire, with the policy that lets it run its own scripts alone.
func TestServe(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "none"), built(t))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"": true, Program: true}
	for _, f := range s.files {
		for _, m := range regexp.MustCompile(`(?:from|import|src=|href=) ?['"](?:\./)?([a-z_.]+)['"]`).FindAllSubmatch(f.plain, -1) {
			names[string(m[1])] = true
		}
	}
	for name := range names {
		r := httptest.NewRequest("GET", "/"+name, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != 200 || w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("Content-Type") == "" {
			t.Errorf("%q: %d, %v", name, w.Code, w.Header())
			continue
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "script-src 'self' 'wasm-unsafe-eval';") {
			t.Errorf("%q has no policy", name)
		}
		z, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(z); err != nil || len(b) == 0 {
			t.Errorf("%q: %d bytes, %v", name, len(b), err)
		}
	}
	t.Logf("%d files named by the page", len(names))
	if len(names) < 12 {
		t.Error("the page names too few files: the expression of this test misses some")
	}
}

// TestPlainProgram: who takes no compression gets the program as it is, which the page unpacks.
func TestPlainProgram(t *testing.T) {
	s, err := Open(built(t))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/"+Program, nil))
	if b := w.Body.Bytes(); w.Header().Get("Content-Encoding") != "" || len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b {
		t.Errorf("%v %x", w.Header(), b)
	}
	for _, r := range []struct {
		method, path string
		code         int
	}{{"POST", "/", 405}, {"GET", "/page", 404}, {"GET", "/../demo.go", 404}, {"HEAD", "/", 200}} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(r.method, r.path, nil))
		if w.Code != r.code {
			t.Errorf("%s %s: %d, not %d", r.method, r.path, w.Code, r.code)
		}
	}
}

// TestNotBuilt: what to do is said.
func TestNotBuilt(t *testing.T) {
	_, err := Open(t.TempDir())
	if !errors.Is(err, ErrNotBuilt) || !strings.Contains(err.Error(), "make demo") {
		t.Error(err)
	}
}

// TestWrite: a folder for any static host has all files of the page.
func TestWrite(t *testing.T) {
	dir := built(t)
	if err := Write(dir); err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range s.files {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || name != Program && !bytes.Equal(b, f.plain) {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
}
