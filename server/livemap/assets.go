package livemap

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// page holds the files of the page: our own, and Leaflet as its authors released it.
//
//go:embed page
var page embed.FS

// asset is a file of the page, plain and compressed.
type asset struct {
	contentType    string
	plain, gzipped []byte
	tag            string
}

// assetFiles are the files that are served; there is no listing.
var assetFiles = [...]struct{ path, file, kind string }{
	{"/{$}", "index.html", "text/html; charset=utf-8"},
	{"/map.js", "map.js", "text/javascript; charset=utf-8"},
	{"/map.css", "map.css", "text/css; charset=utf-8"},
	{"/view3d/view.js", "view3d/view.js", "text/javascript; charset=utf-8"},
	{"/view3d/camera.js", "view3d/camera.js", "text/javascript; charset=utf-8"},
	{"/view3d/gl.js", "view3d/gl.js", "text/javascript; charset=utf-8"},
	{"/view3d/marks.js", "view3d/marks.js", "text/javascript; charset=utf-8"},
	{"/view3d/mesh.js", "view3d/mesh.js", "text/javascript; charset=utf-8"},
	{"/view3d/relief.js", "view3d/relief.js", "text/javascript; charset=utf-8"},
	{"/view3d/tiles.js", "view3d/tiles.js", "text/javascript; charset=utf-8"},
	{"/icon.svg", "icon.svg", "image/svg+xml"},
	{"/leaflet/leaflet.js", "leaflet/leaflet.js", "text/javascript; charset=utf-8"},
	{"/leaflet/leaflet.css", "leaflet/leaflet.css", "text/css; charset=utf-8"},
	{"/leaflet/LICENSE", "leaflet/LICENSE", "text/plain; charset=utf-8"},
}

// assets returns the handlers of the files, by path.
var assets = sync.OnceValue(func() map[string]http.Handler {
	out := map[string]http.Handler{}
	for _, k := range assetFiles {
		b, err := page.ReadFile("page/" + k.file)
		if err != nil {
			panic("livemap: " + err.Error()) // it was embedded
		}
		sum := sha256.Sum256(b)
		var small bytes.Buffer
		z, _ := gzip.NewWriterLevel(&small, gzip.BestCompression) // the level exists
		z.Write(b)                                                // a buffer takes all
		z.Close()
		out[k.path] = &asset{k.kind, b, small.Bytes(), `"` + hex.EncodeToString(sum[:9]) + `"`}
	}
	return out
})

// ServeHTTP implements http.Handler.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("ETag", a.tag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if etagMatches(r.Header.Get("If-None-Match"), a.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	b := a.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		b = a.gzipped
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", a.contentType)
	h.Set("Content-Length", strconv.Itoa(len(b)))
	if r.Method != http.MethodHead {
		w.Write(b)
	}
}

// etagMatches reports whether a browser has the version that a tag stands for.
func etagMatches(header, tag string) bool {
	for t := range strings.SplitSeq(header, ",") {
		if t = strings.TrimSpace(t); t == "*" || strings.TrimPrefix(t, "W/") == tag {
			return true
		}
	}
	return false
}
