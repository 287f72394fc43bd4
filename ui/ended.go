package ui

import (
	"strings"

	"voxtide/render"
)

// ending says in plain words why a connection ended and what can be done.
type ending struct{ has, title, what, try string }

// endings are the reasons that servers and clients give, by a part of their text; the first that fits counts.
var endings = []ending{
	{"another version", "Another version", "The server runs another version of Voxtide.", "Use the version that the server runs, or ask its owner to update."},
	{"name taken", "The name is taken", "Somebody of your name is playing there.", "Choose another name on the page \"Join a server\"."},
	{"belongs to another", "The name is somebody else's", "Another player has joined this server under your name before.", "Choose another name on the page \"Join a server\"."},
	{"key has changed", "Not the server that you know", "It shows another key than before: its owner made it anew, or somebody stands between you and it.", "Ask its owner for the new fingerprint; trust it if it is the one below that the server shows now."},
	{"kicked", "You were sent away", "An operator of the server ended your session.", "Ask its owner why, or come back later."},
	{"banned", "You may not come in", "You were banned from this server.", "The line below says for how long and why. Its owner can lift it."},
	{"only guests", "Only guests may come in", "This server has a list of who may come in, and you are not on it.", "Ask its owner to put your name on the list."},
	{"full", "The server is full", "All places are taken.", "Try again in a while."},
	{"server stops", "The server has stopped", "Its owner stopped or restarts it. What you built is saved.", "Try again in a minute."},
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

// troubles are why an own world cannot be opened, likewise.
var troubles = []ending{
	{"another program has this world open", "The world is open elsewhere", "Another program is playing in it.", "Close that one, then try again."},
	{"newer version", "Another version", "A newer version of Voxtide has written this world.", "Use that version or a later one."},
	{"older", "Another version", "An older version of Voxtide has made this world.", "Use the version with which it was made."},
	{"cannot be kept", "The world cannot be saved", "The disk refuses to write, so the world stopped before anything could be lost.", "Make room on the disk, then try again."},
	{"another seed", "Another seed", "This world was made of another seed than the one that was asked for.", "Leave the seed out."},
	{"no space left", "The disk is full", "There is no room for what the world has to write.", "Make room on the disk, then try again. Nothing that was kept is lost."},
	{"permission denied", "The world cannot be opened", "The system does not let the game read or write its files.", "Look at who owns the folder below."},
	{"read-only file system", "The disk cannot be written", "The world lies on a disk that cannot be written.", "Move the world elsewhere, or let the disk be written."},
	{"cannot be read", "The world is damaged", "Its files cannot be read.", "Bring back a backup with: server restore. Nothing was changed."},
	{"not a world", "This is no world", "Its folder does not hold what a world holds.", "Bring back a backup with: server restore. Nothing was changed."},
}

// unknownTrouble is for what is not in that table.
var unknownTrouble = ending{title: "The world was closed", what: "It cannot be played in now.", try: "The line below says why."}

// unknownEnding is for a reason that is not in the table: its own words are shown.
var unknownEnding = ending{title: "The connection ended", what: "The server closed the connection.", try: "Try again, or ask the server's owner."}

// endingOf returns the row for a reason.
func endingOf(reason string) ending { return find(endings, reason, unknownEnding) }

// troubleOf returns the row for why an own world cannot be opened.
func troubleOf(reason string) ending { return find(troubles, reason, unknownTrouble) }

func find(table []ending, reason string, unknown ending) ending {
	low := strings.ToLower(reason)
	for _, e := range table {
		if strings.Contains(low, e.has) {
			return e
		}
	}
	return unknown
}

// endedPage tells why a connection ended.
func endedPage(u *UI, k *kit) {
	e := endingOf(u.state.Ended)
	if u.state.Server == "" {
		e = troubleOf(u.state.Ended)
	}
	const wide = 600
	inner := min(k.px(wide), k.w-k.px(16)) - 2*k.px(pad)
	tall := 2*pad + textHead + 16 + 16 + rowHeight + 2*rowGap
	for _, w := range []struct {
		size int
		text string
	}{{textBody, e.what}, {textBody, e.try}, {textSmall, "Reason: " + u.state.Ended}} {
		tall += len(k.wrap(render.Regular, w.size, w.text, inner)) * (w.size + 6)
	}
	in := k.sheet(wide, max(tall, 240), e.title)
	buttons := 2
	if u.state.NewKey {
		buttons = 3
	}
	foot := k.foot(&in, buttons)
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
	case buttons == 3 && u.sure(foot[2], "Trust the new key", "Really trust it?"):
		u.wish(Wish{Want: WantTrust})
	}
}
