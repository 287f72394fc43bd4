package lanes

import (
	"net"
	"testing"
	"time"

	"voxtide/transport"
)

func TestSmoke(t *testing.T) {
	listen := func() net.PacketConn {
		pc, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return pc
	}
	spc := listen()
	h := Listen(spc, Config{})
	defer h.Close("bye")
	c := Dial(listen(), spc.LocalAddr(), Config{})
	big := make([]byte, transport.MessageMax)
	c.Send(transport.Live, []byte("hello"))
	c.Send(transport.Live, big)
	c.Send(transport.Bulk, big)
	c.Value(3, []byte("v"))
	c.Flush()
	start := time.Now()
	var s *Conn
	got := 0
	for time.Since(start) < 2*time.Second && got < 4 {
		if s == nil {
			s, _ = h.Accept()
		}
		if s != nil {
			for m, ok := s.Receive(); ok; m, ok = s.Receive() {
				t.Log(time.Since(start), m.Kind, m.Lane, m.Slot, len(m.Data))
				got++
			}
		}
		time.Sleep(time.Millisecond)
	}
	time.Sleep(30*time.Millisecond)
	t.Log(got, c.Delivered(0), c.Pending(0), c.Delivered(1), c.Pending(1), c.Stats(), s.Stats(), h.Stats())
	c.Close("left")
	time.Sleep(100*time.Millisecond)
	t.Log(s.Closed())
}
