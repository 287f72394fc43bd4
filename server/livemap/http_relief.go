package livemap

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// serveRelief sends a relief tile, compressed where the browser takes that.
func (m *Map) serveRelief(w http.ResponseWriter, r *http.Request) {
	t, err := ParseRelief(r.URL.Path[len("/relief/"):])
	if err != nil {
		http.Error(w, "no such tile", http.StatusNotFound)
		return
	}
	p, ok := m.requestTile(w, r, t)
	if !ok {
		return
	}
	h, data := w.Header(), p.image
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Type", "application/octet-stream")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
	} else if data, err = unpack(data); err != nil {
		m.fail(w, err)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		w.Write(data)
	}
}

// unpack returns what the encoder compressed.
func unpack(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z) // at most reliefBytesMax: it was made here
}
