package httpguard

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
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

// CheckOrigin refuses requests that a page of another origin makes: a browser names the page's origin, and a program none. The page is
// this server's own if it has the host that the request is addressed to, or one of the names.
func CheckOrigin(h http.Handler, names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if all := r.Header.Values("Origin"); !faults.Active(faults.OriginNotAsked) && (len(all) > 1 || len(all) == 1 && !allowedOrigin(all[0], r.Host, names)) {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "pages of other servers get no answer here", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// allowedOrigin reports whether an origin is that of a page of this server, which a request names as host.
func allowedOrigin(origin, host string, names []string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	if strings.EqualFold(u.Host, host) {
		return true
	}
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(u.Hostname(), strings.TrimSuffix(n, ".")) }) // a proxy in between has another host
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
