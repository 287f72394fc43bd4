package lanes

// Datagrams to bytes and back, without state.

import (
	"encoding/binary"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
)

const (
	typeHello = iota + 1
	typeWelcome
	typeRefuse
	typeKCP
	typeValues
	typeValueAcks
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
	lane    transport.Lane
	time    uint32
	body    []byte // KCP packet, records or reason; of the bytes that were read
}

// decode reads a datagram; false if no end of this version would send it. It allocates
// nothing. Records and KCP segments are checked by those who take them.
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
	case typeKCP:
		conv := binary.LittleEndian.Uint32(b[1:])
		d.id, d.lane, d.body = conv>>1, transport.Lane(conv&1), b[1:]
		return d, len(d.body) >= kcpHeader
	case typeValues, typeValueAcks, typePing, typePong, typeClose:
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

// valueRecord is one value, as records of values and, without after and data, of acks.
type valueRecord struct {
	slot   uint8
	number uint64
	after  uint64 // live messages sent before it
	data   []byte
}

func appendValue(b []byte, v valueRecord) []byte {
	b = binary.AppendUvarint(append(b, v.slot), v.number)
	b = binary.AppendUvarint(b, v.after)
	b = binary.AppendUvarint(b, uint64(len(v.data)))
	return append(b, v.data...)
}

// readValue takes the first record off.
func readValue(b []byte) (v valueRecord, rest []byte, ok bool) {
	if v, b, ok = readValueAck(b); !ok {
		return v, nil, false
	}
	after, k := binary.Uvarint(b)
	if k <= 0 {
		return v, nil, false
	}
	v.after, b = after, b[k:]
	n, k := binary.Uvarint(b)
	if k <= 0 || n > transport.ValueMax || uint64(len(b)-k) < n {
		return v, nil, false
	}
	v.data = b[k : k+int(n)]
	return v, b[k+int(n):], true
}

func appendValueAck(b []byte, slot uint8, number uint64) []byte {
	return binary.AppendUvarint(append(b, slot), number)
}

func readValueAck(b []byte) (v valueRecord, rest []byte, ok bool) {
	if len(b) < 2 {
		return v, nil, false
	}
	number, k := binary.Uvarint(b[1:])
	if k <= 0 {
		return v, nil, false
	}
	v.slot, v.number = b[0], number
	return v, b[1+k:], true
}

// segment is the head of one KCP segment.
type segment struct {
	cmd  byte
	wnd  uint16
	time uint32 // when it was sent, or in an ack, when what it acks was
	sn   uint32
	n    int // payload
}

// readSegment takes the first segment off a KCP packet of a conversation; false if none of
// our ends would send it. KCP itself checks less: one with a fragment number would wait for
// others that never come.
func readSegment(b []byte, conv uint32) (s segment, rest []byte, ok bool) {
	if len(b) < kcpHeader || binary.LittleEndian.Uint32(b) != conv || b[5] != 0 {
		return s, nil, false
	}
	n := binary.LittleEndian.Uint32(b[20:])
	s = segment{
		cmd:  b[4],
		wnd:  binary.LittleEndian.Uint16(b[6:]),
		time: binary.LittleEndian.Uint32(b[8:]),
		sn:   binary.LittleEndian.Uint32(b[12:]),
		n:    int(n),
	}
	if s.cmd < kcp.IKCP_CMD_PUSH || s.cmd > kcp.IKCP_CMD_WINS || n > pieceMax ||
		int(n) > len(b)-kcpHeader || (s.cmd == kcp.IKCP_CMD_PUSH) != (n > 0) {
		return s, nil, false
	}
	return s, b[kcpHeader+int(n):], true
}
