package lanes

// Datagrams to bytes and back, without state. What is in a payload stands in parts.go and
// segments.go.

import (
	"encoding/binary"

	"voxtide/transport"
)

const (
	typeHello = iota + 1
	typeWelcome
	typeRefuse
	typePayload
	typePing
	typePong
	typeClose
)

type nonce [nonceBytes]byte

// datagram is one that was read. Which fields count depends on its type.
type datagram struct {
	kind    byte
	version uint16
	nonce   nonce
	id      uint32 // connection
	time    uint32
	body    []byte // payload or reason; of the bytes that were read
}

// decode reads a datagram; false if no end of this version would send it. It allocates
// nothing. Payloads are checked by those who take them.
func decode(b []byte) (d datagram, ok bool) {
	if len(b) < 5 || len(b) > datagramMax {
		return d, false
	}
	d.kind = b[0]
	switch d.kind {
	case typeHello:
		if len(b) != helloBytes || string(b[1:5]) != magic {
			return d, false
		}
		d.version = binary.LittleEndian.Uint16(b[5:])
		d.nonce = nonce(b[7:])
		return d, true
	case typeWelcome, typeRefuse:
		if len(b) < 1+nonceBytes || len(b) > helloBytes {
			return d, false
		}
		d.nonce = nonce(b[1:])
		d.body = b[1+nonceBytes:]
		if d.kind == typeRefuse {
			return d, true
		}
		if len(d.body) != 4 {
			return d, false
		}
		d.id = binary.LittleEndian.Uint32(d.body)
		return d, true
	case typePayload:
		d.id, d.body, ok = unseal(b)
		return d, ok
	case typePing, typePong, typeClose:
		d.id, d.body = binary.LittleEndian.Uint32(b[1:]), b[5:]
	default:
		return d, false
	}
	switch d.kind {
	case typePing, typePong:
		if len(d.body) != 4 {
			return d, false
		}
		d.time = binary.LittleEndian.Uint32(d.body)
	case typeClose:
		return d, len(d.body) <= transport.ReasonMax
	}
	return d, true
}

func appendHello(b []byte, n nonce) []byte {
	start := len(b)
	b = append(append(b, typeHello), magic...)
	b = binary.LittleEndian.AppendUint16(b, Version)
	b = append(b, n[:]...)
	return append(b, make([]byte, helloBytes-(len(b)-start))...)
}

func appendWelcome(b []byte, n nonce, id uint32) []byte {
	b = append(append(b, typeWelcome), n[:]...)
	return binary.LittleEndian.AppendUint32(b, id)
}

func appendRefuse(b []byte, n nonce, reason string) []byte {
	b = append(append(b, typeRefuse), n[:]...)
	return append(b, reason[:min(len(reason), refuseMax)]...)
}

// appendHead begins a datagram of one connection.
func appendHead(b []byte, kind byte, id uint32) []byte {
	return binary.LittleEndian.AppendUint32(append(b, kind), id)
}
