package access

import (
	"regexp"
	"slices"
	"time"
)

// Newcomers says what players may do who are new here.
type Newcomers uint8

// The values of Policy.Newcomers.
const (
	NewcomersAll     Newcomers = iota // what everybody may
	NewcomersWatched                  // for the first minutes neither claim land, nor place lava, nor say or write links
	NewcomersAsked                    // look around, until somebody has accepted them
)

// NewcomersNames are the names of its values, as settings have them.
var NewcomersNames = []string{NewcomersAll: "all", NewcomersWatched: "watched", NewcomersAsked: "asked"}

// NewcomersNamed returns the value of a name.
func NewcomersNamed(name string) (Newcomers, bool) {
	i := slices.Index(NewcomersNames, name)
	return Newcomers(max(i, 0)), i >= 0
}

// Policy is what the settings say of order among players. A zero field has the value that its comment names.
type Policy struct {
	ChatKick      int           // refused lines within ten seconds after which a player is sent away: ChatKickUsual; below 0: never
	Newcomers     Newcomers     //
	NewcomerTime  time.Duration // of play, for which somebody who is watched is new: none
	AFK           time.Duration // without an action, after which a player is sent away: never
	HashAddresses bool          // addresses are kept as hashes
	ReservedSlots int           // places beyond the most players, for operators and roles with slots: ReservedSlotsUsual; below 0: none
	Queue         int           // players who may wait for a place: none
	RulesPage     string        // lines that the command rules shows; "": none are written down
	Announcements string        // a line each: told to all in turn
	AnnounceEvery time.Duration // between two of them; 0: never
	NoStatus      bool          // who has not joined learns nothing of the server
	AddressDays   int           // for how many days the hash of a banned address is kept at most: as long as the ban lasts
	Words         Words         // what is not to be said; nil: all may be
	RefuseWords   bool          // a line with one of them is refused, not shown with stars
}

// Words knows words that are not to be said.
type Words interface {
	// Find returns the first that a line holds, "" for none. Mask returns the line with stars in the place of all of them, too.
	Find(line string) string
	Mask(line string) (masked, found string)
	// Len returns how many there are.
	Len() int
}

// IsNew reports whether a player who is no operator is new here, by how long they have played, whether they have built something before, and
// whether they are accepted. Who has built here before newcomers were asked for is not asked for.
func (p Policy) IsNew(played time.Duration, built, accepted bool) bool {
	switch {
	case accepted:
		return false
	case p.Newcomers == NewcomersWatched:
		return played < p.NewcomerTime
	}
	return p.Newcomers == NewcomersAsked && !built
}

// The usual values of a Policy.
const (
	ChatKickUsual      = 50
	ReservedSlotsUsual = 8
)

// IsAccepted reports whether a principal is new here no more, however short they have played: somebody accepted them, put them on the
// whitelist, or gave them a role, which may have ended.
func (b *Lists) IsAccepted(w Principal) bool {
	return contains(b.Accepted, w) || b.Whitelisted(w) || b.ActiveHolder(w, 0) != nil
}

// Accept accepts a newcomer; false if they were accepted already. Errors: ErrFull.
func (b *Lists) Accept(w Principal) (bool, error) { return add(&b.Accepted, w) }

// RemoveAccepted removes the entries that a principal matches, by name too; false if there was none.
func (b *Lists) RemoveAccepted(w Principal) bool { return remove(&b.Accepted, w) }

// links finds addresses of pages and servers: a scheme, "www.", a domain with a known ending, or an IP address with a port.
var links = regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]{1,15}://|\bwww\.|\b[a-z0-9][a-z0-9-]*\s?\.\s?(com|net|org|info|biz|io|gg|me|tv|co|xyz|shop|online|site|club|live|link|top|app|dev|fun|ru|de|uk|fr|eu|us|nl|pl|cn|br|it|es|ly|to|cc|ws)\b|\b\d{1,3}(\.\d{1,3}){3}\b`)

// HasLink reports whether a text names a page or a server.
func HasLink(text string) bool { return links.MatchString(text) }
