package control

import (
	"net"

	"golang.org/x/sys/unix"
)

// peerUser returns the user at the other end of a local connection; false if that is not known.
func peerUser(c net.Conn) (uid int, known bool) {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return 0, false
	}
	raw, err := u.SyscallConn()
	if err != nil {
		return 0, false
	}
	var cred *unix.Ucred
	if e := raw.Control(func(fd uintptr) { cred, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED) }); e != nil || err != nil {
		return -1, true // nobody
	}
	return int(cred.Uid), true
}
