package protocol

import "strings"

// DisconnectReason is the kind of reason with which a connection ended. On the wire and for people a reason is a line of text:
// its String, after which ": " and details may follow.
type DisconnectReason uint8

// The reasons that server, client and transport give. ReasonOther is any other text, for example that of an operator who kicks
// a player.
const (
	ReasonOther DisconnectReason = iota

	// Of a server that does not let a player in, or ends the session.
	ReasonNameInvalid // the name may not be used at all
	ReasonNewNames    // too many new names have come from one address
	ReasonBanned
	ReasonServerGone // the client's word for a server that answered before and no longer does
	ReasonVersion
	ReasonTables    // the same version, but another table of blocks
	ReasonNameTaken // a session of that name is open
	ReasonNameOwned // the name belongs to another key
	ReasonKeyChanged
	ReasonKicked
	ReasonNotWhitelisted
	ReasonFull     // there may be room soon
	ReasonStopping // the server may be back soon
	ReasonReopening

	// Of the network, or of the connection itself.
	ReasonTimeout
	ReasonNoAnswer
	ReasonSilent
	ReasonNoSuchHost
	ReasonSourceLimit // too many connections from one address
	ReasonBusy
	ReasonSocketClosed
	ReasonNotUnderstood // the server's messages do not decode
	ReasonRefused
	ReasonElsewhere // the player connected from another place, or a connection was replaced by a resumed one
	ReasonUnsaved   // the server cannot save the world
	ReasonSlowNetwork
	ReasonClockAhead
	ReasonStateDiffers

	// DisconnectReasons is the number of reasons.
	DisconnectReasons
)

// disconnectReasons has a row for each reason: its text, the part of a text by which it is recognized where that is not the
// whole text, whether the part must begin the text, and whether a client should try to go on later.
var disconnectReasons = [DisconnectReasons]struct {
	text, part string
	prefix     bool
	temporary  bool
}{
	ReasonNameInvalid:    {text: "a name is not allowed here", part: "a name ", prefix: true},
	ReasonNewNames:       {text: "many new players have come from your address", prefix: true},
	ReasonBanned:         {text: "banned", prefix: true},
	ReasonServerGone:     {text: "the server is gone", prefix: true},
	ReasonVersion:        {text: "another version of the protocol", part: "another version"},
	ReasonTables:         {text: "another table of blocks"},
	ReasonNameTaken:      {text: "name taken"},
	ReasonNameOwned:      {text: "the name belongs to another player's key", part: "belongs to another"},
	ReasonKeyChanged:     {text: "the server's key has changed", part: "key has changed"},
	ReasonKicked:         {text: "kicked by an operator", part: "kicked"},
	ReasonNotWhitelisted: {text: "only guests of this server may come in: ask whoever runs it", part: "only guests"},
	ReasonFull:           {text: "the server is full", part: "full", temporary: true},
	ReasonStopping:       {text: "the server stops", part: "server stops", temporary: true},
	ReasonReopening:      {text: "the server opens its world anew", temporary: true},
	ReasonTimeout:        {text: "timeout"},
	ReasonNoAnswer:       {text: "no answer"},
	ReasonSilent:         {text: "the server is silent", part: "silent"},
	ReasonNoSuchHost:     {text: "no such host"},
	ReasonSourceLimit:    {text: "too many connections from your address", part: "too many connections"},
	ReasonBusy:           {text: "the server is busy, try again", part: "busy"},
	ReasonSocketClosed:   {text: "the socket is closed", part: "socket is closed"},
	ReasonNotUnderstood:  {text: "the server's words do not fit", part: "do not fit"},
	ReasonRefused:        {text: "refused"},
	ReasonElsewhere:      {text: "resumed over another connection", part: "resumed over another"},
	ReasonUnsaved:        {text: "the world cannot be kept: ask whoever runs the server", part: "cannot be kept"},
	ReasonSlowNetwork:    {text: "too much to send"},
	ReasonClockAhead:     {text: "the clock is ahead", part: "clock is ahead"},
	ReasonStateDiffers:   {text: "the own state differs", part: "own state differs"},
}

// String returns the text of a reason, "" for ReasonOther.
func (r DisconnectReason) String() string {
	return disconnectReasons[min(r, DisconnectReasons-1)].text
}

// With returns the text of a reason with details for people.
func (r DisconnectReason) With(details string) string { return r.String() + ": " + details }

// DisconnectReasonOf returns the kind of a reason from its text, of the server, the transport or an operator; the first row that fits counts.
func DisconnectReasonOf(text string) DisconnectReason {
	low := strings.ToLower(text)
	for r := ReasonOther + 1; r < DisconnectReasons; r++ {
		row := &disconnectReasons[r]
		part := row.part
		if part == "" {
			part = row.text
		}
		if row.prefix && strings.HasPrefix(low, part) || !row.prefix && strings.Contains(low, part) {
			return r
		}
	}
	return ReasonOther
}

// Temporary reports whether a client whose connection was closed with this text should try to go on later. The text, up to
// ": ", must be exactly that of a temporary reason: whatever else a server says is final.
func Temporary(text string) bool {
	text, _, _ = strings.Cut(text, ": ")
	r := DisconnectReasonOf(text)
	return disconnectReasons[r].temporary && text == r.String()
}
