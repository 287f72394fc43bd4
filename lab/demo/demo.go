// Package demo is the page of the demonstration: every method of hiding the network, in a browser, on the real game.
//
// Job: it serves the page's own files, which are embedded, and the two files that `make demo` builds: the program as WebAssembly
// and Go's glue for it. Write puts all of them into a folder for any static host. Owner: the holder of a Site; requests only read.
// Data flow: files at start, bytes in memory, answers. Invariants: nothing is served but the listed files, and a page runs no
// script of anybody else.
package demo

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"voxtide/internal/httpguard"
)

//go:embed page
var page embed.FS

// Built are the files that `make demo` builds.
const (
	Program = "demo.wasm.gz" // the program, compressed
	Glue    = "wasm_exec.js" // what Go's programs need of a page
)

// ErrNotBuilt means that the files of `make demo` are missing.
var ErrNotBuilt = errors.New("the demonstration is not built here; `make demo` builds it")

// file is a file of the site. A gzipped one without a plain form is sent as it is.
type file struct {
	kind           string
	plain, gzipped []byte
	tag            string
}

// kinds are the content types by extension.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".gz": "application/wasm",
}

// Site is all files of the page.
type Site struct{ files map[string]*file }

// Open reads the files that were built from the first of some folders that has them.
func Open(folders ...string) (*Site, error) {
	s := &Site{files: map[string]*file{}}
	if err := s.embedded(); err != nil {
		return nil, err
	}
	for _, dir := range folders {
		program, err := os.ReadFile(filepath.Join(dir, Program))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		glue, errGlue := os.ReadFile(filepath.Join(dir, Glue))
		if err := errors.Join(err, errGlue); err != nil {
			return nil, fmt.Errorf("demo: %w", err)
		}
		s.files[Program] = &file{kinds[".gz"], nil, program, tag(program)}
		s.add(Glue, glue)
		return s, nil
	}
	return nil, fmt.Errorf("%w (looked in %s)", ErrNotBuilt, strings.Join(folders, ", "))
}

// embedded adds the page's own files.
func (s *Site) embedded() error {
	return fs.WalkDir(page, "page", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := page.ReadFile(path)
		if err == nil {
			s.add(filepath.Base(path), b)
		}
		return err
	})
}

func (s *Site) add(name string, b []byte) {
	var small bytes.Buffer
	z, _ := gzip.NewWriterLevel(&small, gzip.BestCompression) // the level exists
	z.Write(b)                                                // a buffer takes all
	z.Close()
	s.files[name] = &file{kinds[filepath.Ext(name)], b, small.Bytes(), tag(b)}
}

func tag(b []byte) string {
	sum := sha256.Sum256(b)
	return `"` + hex.EncodeToString(sum[:9]) + `"`
}

// Size returns what the whole page takes on the wire, in bytes without headers.
func (s *Site) Size() (n int) {
	for _, f := range s.files {
		n += len(f.gzipped)
	}
	return n
}

// Write writes the page's own files into a folder, beside those that were built.
func Write(dir string) error {
	s := &Site{files: map[string]*file{}}
	if err := s.embedded(); err != nil {
		return err
	}
	for name, f := range s.files {
		if err := os.WriteFile(filepath.Join(dir, name), f.plain, 0o644); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	return nil
}

// contentSecurityPolicy lets the page run its own scripts and its WebAssembly.
const contentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Serve answers requests at a listener, which it takes over, until the context ends.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	server := httpguard.New(httpguard.Config{Handler: s, WriteTimeout: writeTimeout})
	defer context.AfterFunc(ctx, func() { server.Close() })()
	err := server.Serve(l)
	if ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// writeTimeout is how long sending a file may take: the program takes a while on a slow line.
const writeTimeout = 2 * time.Minute

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", contentSecurityPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f := s.files[name]
	if f == nil {
		http.NotFound(w, r)
		return
	}
	f.serve(w, r)
}

// serve sends the file, unless the browser has it.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("ETag", f.tag)
	h.Set("Cache-Control", "no-cache") // the browser keeps it, and asks whether it is still valid
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	b, kind := f.plain, f.kind
	switch {
	case strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"):
		b = f.gzipped
		h.Set("Content-Encoding", "gzip")
	case b == nil: // the page unpacks it
		b, kind = f.gzipped, "application/gzip"
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(b)))
	if r.Method != http.MethodHead {
		w.Write(b)
	}
}
