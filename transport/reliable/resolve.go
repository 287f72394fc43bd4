package reliable

import "net"

// Route is a resolved server address.
type Route struct{ To *net.UDPAddr }

// Resolve resolves an address once, so that a mistake shows at the start.
func Resolve(address string) (Route, error) {
	to, err := net.ResolveUDPAddr("udp", address)
	return Route{to}, err
}

// Socket opens a client's socket that can reach the server, and where the system can also players of the other family of addresses.
func (r *Route) Socket() (*net.UDPConn, error) { return net.ListenUDP("udp", nil) }
