package control

import (
	"embed"
	"net/http"
	"sync"
)

// page holds the files of the page.
//
//go:embed page
var page embed.FS

// pageFile is a file of the page.
type pageFile struct {
	kind string
	data []byte
}

// ServeHTTP implements http.Handler.
func (f pageFile) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", f.kind)
	w.Write(f.data)
}

// pageFiles returns the files of the page by path.
var pageFiles = sync.OnceValue(func() map[string]http.Handler {
	out := map[string]http.Handler{}
	for _, f := range [...]struct{ path, file, kind string }{
		{"/admin", "admin.html", "text/html; charset=utf-8"},
		{"/admin/admin.js", "admin.js", "text/javascript; charset=utf-8"},
		{"/admin/graphs.js", "graphs.js", "text/javascript; charset=utf-8"},
		{"/admin/admin.css", "admin.css", "text/css; charset=utf-8"},
		{"/admin/icon.svg", "icon.svg", "image/svg+xml"},
	} {
		b, err := page.ReadFile("page/" + f.file)
		if err != nil {
			panic("control: " + err.Error()) // it was embedded
		}
		out[f.path] = pageFile{f.kind, b}
	}
	return out
})
