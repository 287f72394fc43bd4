package host

import (
	"fmt"
	"net/http"
	"net/http/pprof"
	"strconv"
	"time"
)

// profileMax is the longest time of a profile or a trace; a request for more is refused. Package pprof itself has no bound,
// and takes the server's write timeout as a hint only.
const profileMax = time.Minute

// serveProfiles adds Go's profiles.
func serveProfiles(mux *http.ServeMux) {
	for path, f := range map[string]http.HandlerFunc{"/": pprof.Index, "/profile": pprof.Profile, "/trace": pprof.Trace} {
		mux.HandleFunc("/debug/pprof"+path, func(w http.ResponseWriter, r *http.Request) {
			text := r.FormValue("seconds")
			if n, err := strconv.ParseFloat(text, 64); text != "" && (err != nil || !(n >= 0 && n <= profileMax.Seconds())) {
				http.Error(w, fmt.Sprintf("seconds is a number of at most %v", profileMax.Seconds()), http.StatusBadRequest)
				return
			}
			f(w, r)
		})
	}
}
