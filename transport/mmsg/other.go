//go:build !linux

package mmsg

import (
	"net"
	"net/netip"
)

// Reader does not exist on this system.
type Reader struct{}

// NewReader returns nil.
func NewReader(net.PacketConn) *Reader { return nil }

// Read is never called: there is no Reader.
func (r *Reader) Read() (packet []byte, from netip.AddrPort, err error) {
	return nil, netip.AddrPort{}, net.ErrClosed
}

// Writer does not exist on this system.
type Writer struct{}

// NewWriter returns nil.
func NewWriter(net.PacketConn) *Writer { return nil }

// Room is never called: there is no Writer.
func (w *Writer) Room() []byte { return nil }

// Add is never called: there is no Writer.
func (w *Writer) Add(packet []byte, to netip.AddrPort) bool { return false }

// Full is never called: there is no Writer.
func (w *Writer) Full() bool { return false }

// Send is never called: there is no Writer.
func (w *Writer) Send() (lost int) { return 0 }
