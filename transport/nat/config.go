package nat

import "time"

// Behaviour says by what a NAT tells sessions apart (RFC 4787, sections 4.1 and 5).
type Behaviour uint8

// What a mapping is reused for, or whose packets a filter lets in.
const (
	EndpointIndependent     Behaviour = iota // everybody
	AddressDependent                         // everybody at an address that was sent to
	AddressAndPortDependent                  // only the address and port that were sent to
)

// Ports says which external port a new mapping takes (RFC 4787, section 4.2).
type Ports uint8

// How ports are chosen.
const (
	PreservePorts Ports = iota // the internal one if it is free
	RandomPorts                // any from 1024 on
)

// Config is how a NAT behaves. The zero value is a full cone with the timeout that RFC 4787 recommends.
type Config struct {
	Mapping Behaviour // which destinations share a mapping
	Filter  Behaviour // who may send to a mapping
	Ports   Ports
	Hairpin bool          // packets from inside to an external address of this NAT come back in
	Timeout time.Duration // of a mapping, and of what its filter has learnt, after the last packet that left; 5 minutes
	// InboundRefresh makes packets that come in keep a mapping, too (REQ-6 leaves it open: packets that leave always do).
	InboundRefresh bool
	// NoUDP lets no packet through, neither out nor in. Socket.MappedTo goes on telling an address, as if the firewall knew the
	// server by name and let its packets alone pass.
	NoUDP bool
}

// Kind is a NAT by its older name (RFC 3489).
type Kind struct {
	Name   string
	Config Config
}

// Kinds returns the four kinds of NAT by their older names: full cone, address-restricted, port-restricted and symmetric.
func Kinds() []Kind {
	return []Kind{
		{"full", Config{}},
		{"address", Config{Filter: AddressDependent}},
		{"port", Config{Filter: AddressAndPortDependent}},
		{"symmetric", Config{Mapping: AddressAndPortDependent, Filter: AddressAndPortDependent, Ports: RandomPorts}},
	}
}

// Timeouts of RFC 4787, REQ-5: at least two minutes, five recommended.
const defaultTimeout = 5 * time.Minute

// Path is what lies between two hosts.
type Path struct {
	Delay  time.Duration // one way
	Jitter time.Duration // up to this more, uniform; packets may overtake each other
	Loss   float64       // from 0 to 1
}

// DefaultLAN is the path between two hosts of one home.
var DefaultLAN = Path{Delay: 500 * time.Microsecond}
