package reliable

import "net"

// Route is a resolved server address.
type Route struct {
	To      *net.UDPAddr
	network string // udp4 or udp6, by the kind of address
}

// Resolve resolves an address once, so that a mistake shows at the start.
func Resolve(address string) (Route, error) {
	to, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return Route{}, err
	}
	if to.IP.To4() != nil {
		return Route{to, "udp4"}, nil
	}
	return Route{to, "udp6"}, nil
}

// Socket opens a client's socket that can reach the server.
func (r *Route) Socket() (net.PacketConn, error) { return net.ListenPacket(r.network, ":0") }
