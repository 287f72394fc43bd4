// Package links is a client's side of direct links: what it consents to, what it shows its peers, and what becomes of what they show.
//
// Job: Links stands between the links of a socket (package punch), the messages of the rendezvous (package protocol) and the prediction.
// Owner: the client, which calls it within its frame; nothing here blocks, starts a goroutine or reads a clock.
//
// Data flow: introductions and offers of the server in; consent and the state of each link up to it; own actions of the shared kinds, which
// the server has not acked, out to each peer; what peers sent in, as effects that the client carries out on its prediction and that a
// recording keeps.
//
// Invariants: without consent nothing is sent to anybody but the server, and of it only that there is none; nothing but actions of the shared
// kinds and the look goes over a link; a link never delays what goes over the server; a peer that showed what was not so 16 times in 10 s, or
// sent what cannot be read, is not linked again in this session.
package links

import (
	"time"

	"voxtide/timestream"
	"voxtide/transport/secure"
)

// Mode is whom a player lets link with him: who does learns his internet address.
type Mode uint8

// The modes. Both sides must consent.
const (
	Off     Mode = iota
	Friends      // who is in Config.Friends, and has this player among his own
	House        // who plays over the same public address
	All
	ModeCount
)

var modeNames = [ModeCount]string{"off", "friends", "house", "all"}

// String returns the mode in a word, as settings write it.
func (m Mode) String() string { return modeNames[min(m, ModeCount-1)] }

// ParseMode returns the mode of a word; false if there is none.
func ParseMode(word string) (Mode, bool) {
	for m, name := range modeNames {
		if name == word {
			return Mode(m), true
		}
	}
	return Off, false
}

// State is the state of a link.
type State uint8

// The states of a link.
const (
	Trying State = iota // knocking
	Linked
	Stale  // nothing was heard for a while; all goes on by the server
	Closed // see Info.Why; a link closed for what its peer showed is listed for the rest of the session
)

var stateNames = [...]string{"trying", "linked", "stale", "closed"}

// String returns the state in a word.
func (s State) String() string { return stateNames[min(int(s), len(stateNames)-1)] }

// Info is what is known of a link.
type Info struct {
	Stream    timestream.Stream
	Name      string // of the player
	Key       secure.Key
	State     State
	How       string        // by which kind of address: "lan", "v6", "direct"; "server" while there is no link
	RoundTrip time.Duration // 0: not measured
	Loss      float64       // of the last packets, 0 to 1
	Seen      time.Duration // from the stamp of the last action that came to the frame that took it
	Lies      int           // actions shown that were not so, or could not be taken
	Why       string        // it is closed
}

// Offer says that a player nearby would link, while this one's mode is off. It holds no address.
type Offer struct {
	Stream timestream.Stream
	Name   string
	Key    secure.Key
}

// Config is what a client's links are made with.
type Config struct {
	Secret  secure.Secret // the player's own identity
	Mode    Mode
	Ask     bool // with Mode Off: the player may be asked
	Friends []secure.Key
}
