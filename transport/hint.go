package transport

// Hinting is a Conn whose system may say that nobody listens at its far end. Such a word can be forged: it is a reason to ask
// again sooner, and never proof that the far end is gone.
type Hinting interface {
	Conn
	// Refused tells whether that was said since anything authentic came.
	Refused() bool
}

// Refused tells whether the system has said that nobody listens at the far end of a connection; false where it does not say.
func Refused(c Conn) bool {
	h, ok := c.(Hinting)
	return ok && h.Refused()
}
