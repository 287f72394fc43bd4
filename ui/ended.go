package ui

import "strings"

// ending says in plain words why a connection ended and what can be done.
type ending struct{ has, title, what, try string }

// endings are the reasons that servers and clients give, by a part of their text; the first that fits counts.
var endings = []ending{
	{"another version", "Another version", "The server runs another version of Voxtide.", "Use the version that the server runs, or ask its owner to update."},
	{"name taken", "The name is taken", "Somebody of your name is playing there.", "Choose another name on the page \"Join a server\"."},
	{"belongs to another", "The name is somebody else's", "Another player has joined this server under your name before.", "Choose another name on the page \"Join a server\"."},
	{"key has changed", "Not the server that you know", "It shows another key than before: its owner made it anew, or somebody stands between you and it.", "Ask its owner for the new fingerprint; the line below says how to accept it."},
	{"full", "The server is full", "All places are taken.", "Try again in a while."},
	{"stopping", "The server has stopped", "Its owner stopped or restarts it. What you built is saved.", "Try again in a minute."},
	{"timeout", "No answer", "Nothing came back from the server.", "Check the address and your network. The server may also be switched off."},
	{"no answer", "No answer", "Nothing came back from the server.", "Check the address and your network. The server may also be switched off."},
	{"silent", "The connection was lost", "The server was silent for too long.", "Check your network and try again. What the server acknowledged is kept."},
	{"no such host", "The address is unknown", "No server is known by that name.", "Check the address for slips of the pen."},
	{"too many connections", "Too many from your address", "The server takes only a few players from one address.", "Leave with another one, or ask its owner."},
	{"busy", "The server is busy", "Too many players are joining at once.", "Try again in a few seconds."},
	{"socket is closed", "The network is gone", "This computer's network went away.", "Check the network, then try again."},
	{"do not fit", "The server was not understood", "It said something that cannot be.", "Try again. If it happens again, one of the two has a fault: please report it."},
	{"refused", "The server did not let you in", "It answered, but does not take players now.", "Check the address, and ask its owner."},
	{"resumed over another", "You play elsewhere", "The same player connected from another place.", "Only one of the two can play."},
	{"cannot be kept", "The world cannot be saved", "The disk refuses to write, so the server stopped before anything could be lost.", "Make room on the disk, then try again."},
	{"too much to send", "The network is too slow", "More waited to be sent than the connection can hold.", "Try again when less else uses the network."},
	{"clock is ahead", "The clock jumped", "This computer's clock and the server's ran apart.", "Try again; the game sets its clock anew."},
	{"own state differs", "Out of step", "The game and the server did not agree about your player.", "Try again: the server's state counts and is sent anew. Please report this."},
}

// unknownEnding is for a reason that is not in the table: its own words are shown.
var unknownEnding = ending{title: "The connection ended", what: "The server closed the connection.", try: "Try again, or ask the server's owner."}

// endingOf returns the row for a reason.
func endingOf(reason string) ending {
	low := strings.ToLower(reason)
	for _, e := range endings {
		if strings.Contains(low, e.has) {
			return e
		}
	}
	return unknownEnding
}

// endedPage tells why a connection ended.
func endedPage(u *UI, k *kit) {
	e := endingOf(u.state.Ended)
	in := k.sheet(520, 280, e.title)
	foot := k.foot(&in, 2)
	k.words(&in, textBody, colourText, e.what)
	in.cut(0, k.px(6))
	k.words(&in, textBody, colourText, e.try)
	if u.state.Ended != "" {
		in.cut(0, k.px(10))
		k.words(&in, textSmall, colourDim, "Reason: "+u.state.Ended)
	}
	switch {
	case k.button(foot[0], "Try again"):
		u.wish(Wish{Want: WantRetry})
	case k.button(foot[1], "To the menu"):
		u.wish(Wish{Want: WantMenu})
	}
}
