package httpguard

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"voxtide/internal/faults"
)

// CheckHost refuses requests that are addressed to a name that is not this server's: a page in a browser may give its own name
// the address of this machine and read the answers, but it cannot put another name, or an address, into the request.
func CheckHost(h http.Handler, names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !allowedHost(r.Host, names) && !faults.Active(faults.HostNotAsked) {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, fmt.Sprintf("this server does not go by the name %.60q: ask it by its address, or have its operator put the name into web_names", r.Host),
				http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// allowedHost reports whether a Host header, with or without a port, is an IP address, localhost, or one of the names. Old
// clients that are no browsers send none.
func allowedHost(host string, names []string) bool {
	if host == "" {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return true
	}
	host = strings.TrimSuffix(host, ".")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	for _, n := range names {
		if strings.EqualFold(host, strings.TrimSuffix(n, ".")) {
			return true
		}
	}
	return false
}
