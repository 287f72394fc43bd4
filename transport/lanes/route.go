package lanes

import "net"

// Route is the way to a server.
type Route struct {
	To      *net.UDPAddr
	network string // udp4 or udp6, as the address is
}

// Look looks an address up, once, so that a mistake is found at the start.
func Look(address string) (Route, error) {
	to, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return Route{}, err
	}
	if to.IP.To4() != nil {
		return Route{to, "udp4"}, nil
	}
	return Route{to, "udp6"}, nil
}

// Socket opens a socket of a client's own that can reach the server.
func (r *Route) Socket() (net.PacketConn, error) { return net.ListenPacket(r.network, ":0") }
