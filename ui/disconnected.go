package ui

import (
	"strings"

	"voxtide/protocol"
	"voxtide/render/draw2d"
)

// disconnectText says in plain words why a connection ended, and what the player can do.
type disconnectText struct{ title, explanation, advice string }

// disconnectTexts are the texts for the reasons that servers, clients and the network give.
var disconnectTexts = map[protocol.DisconnectReason]disconnectText{
	protocol.ReasonVersion:        {"Outdated client or server", "The server runs another version of Voxtide.", "Install the server's version, or ask its owner to update."},
	protocol.ReasonTables:         {"Other blocks than the server", "The server runs this version of Voxtide with another table of blocks.", "Install the same build as the server, or ask its owner to update."},
	protocol.ReasonNameTaken:      {"Name already in use", "A player with your name is on this server.", "Choose another name under \"Multiplayer\"."},
	protocol.ReasonNameOwned:      {"Name already registered", "Your name belongs to another player of this server.", "Choose another name under \"Multiplayer\"."},
	protocol.ReasonKeyChanged:     {"Unknown server key", "The server has another key than before: its owner made a new one, or somebody is intercepting the connection.", "Ask the owner for the new fingerprint. Trust the new key only if it is the one shown below."},
	protocol.ReasonKicked:         {"You were kicked", "An operator of the server ended your session.", "Ask the owner why, or come back later."},
	protocol.ReasonBanned:         {"You are banned", "You are banned from this server.", "The reason below says for how long and why. The owner can lift the ban."},
	protocol.ReasonNotWhitelisted: {"You are not whitelisted", "This server has a whitelist, and you are not on it.", "Ask the owner to add your name to the whitelist."},
	protocol.ReasonFull:           {"The server is full", "All player slots are taken.", "Try again in a while."},
	protocol.ReasonReopening:      {"The server is restarting", "It opens its world again.", "Try again in a few seconds."},
	protocol.ReasonServerGone:     {"Connection lost", "The server answered before, and does not any more.", "Check your network and try again. What the server confirmed is saved."},
	protocol.ReasonNameInvalid:    {"Invalid name", "The server does not allow your name.", "Choose another name under \"Multiplayer\"."},
	protocol.ReasonNewNames:       {"Too many new names", "Many new players have come from your address.", "Use a name that this server knows, or try again later."},
	protocol.ReasonStopping:       {"The server has stopped", "Its owner stopped or restarts it. What you built is saved.", "Try again in a minute."},
	protocol.ReasonTimeout:        {"Connection timed out", "The server did not answer.", "Check the address and your network. The server may also be offline."},
	protocol.ReasonNoAnswer:       {"Connection timed out", "The server did not answer.", "Check the address and your network. The server may also be offline."},
	protocol.ReasonSilent:         {"Connection lost", "The server did not respond for too long.", "Check your network and try again. What the server confirmed is saved."},
	protocol.ReasonNoSuchHost:     {"Unknown host", "No server has that name.", "Check the address for typing errors."},
	protocol.ReasonSourceLimit:    {"Too many connections", "The server limits the number of players from one address.", "Disconnect another player of your network, or ask the owner."},
	protocol.ReasonBusy:           {"The server is busy", "Too many players are joining at once.", "Try again in a few seconds."},
	protocol.ReasonSocketClosed:   {"Network unavailable", "This computer lost its network.", "Check the network, then try again."},
	protocol.ReasonNotUnderstood:  {"Invalid data from the server", "The server sent data that the game cannot read.", "Try again. If it happens again, please report it as a bug."},
	protocol.ReasonRefused:        {"Connection refused", "The server answered, but does not accept players now.", "Check the address, and ask the owner."},
	protocol.ReasonElsewhere:      {"Logged in elsewhere", "The same player connected from another place.", "Only one of the two can play."},
	protocol.ReasonUnsaved:        {"The world cannot be saved", "The disk refuses to write, so the server stopped before anything could be lost.", "Make room on the disk, then try again."},
	protocol.ReasonSlowNetwork:    {"Connection too slow", "More data waited to be sent than the connection can hold.", "Try again when other programs use the network less."},
	protocol.ReasonClockAhead:     {"Clock out of sync", "The clocks of this computer and of the server differ too much.", "Try again: the game sets its clock when it connects."},
	protocol.ReasonStateDiffers:   {"Out of sync", "The game and the server disagreed about your player.", "Try again: the server sends its state again. Please report this as a bug."},
}

// worldErrorTexts are the reasons why a world of the player's own cannot be opened. A row belongs to the
// errors whose text contains a part; the first row that fits counts.
var worldErrorTexts = []struct {
	contains string // in lower case
	disconnectText
}{
	{"another program has this world open", disconnectText{"The world is already open", "Another program has this world open.", "Close that program, then try again."}},
	{"newer version", disconnectText{"The world is too new", "A newer version of Voxtide saved this world.", "Use that version or a later one."}},
	{"does not have the generator", disconnectText{"Unknown land", "Another version of Voxtide made the land of this world.", "Use that version or a later one."}},
	{"another generator", disconnectText{"Another generator", "This world has other land than the one that you asked for.", "Leave the generator out."}},
	{"belongs to a cluster", disconnectText{"The world is on several machines", "It belongs to a cluster of servers, and another one may have it.", "Take it out with: server leave. The other machines have to be stopped before."}},
	{"older", disconnectText{"The world is too old", "An older version of Voxtide created this world.", "Use the version that created it."}},
	{"cannot be kept", disconnectText{"The world cannot be saved", "The disk refuses to write, so the world was closed before anything could be lost.", "Make room on the disk, then try again."}},
	{"another seed", disconnectText{"Another seed", "This world has another seed than the one that you gave.", "Leave the seed out."}},
	{"no space left", disconnectText{"The disk is full", "There is no room to save the world.", "Make room on the disk, then try again. Nothing that was saved is lost."}},
	{"permission denied", disconnectText{"Permission denied", "The game may not read or write the files of this world.", "Check the owner and the permissions of the folder below."}},
	{"read-only file system", disconnectText{"The disk is read-only", "The world is on a disk that cannot be written.", "Move the world to another disk, or make this one writable."}},
	{"cannot be read", disconnectText{"The world is damaged", "Its files cannot be read.", "Restore a backup with: server restore. Nothing was changed."}},
	{"not a world", disconnectText{"Not a world", "The folder does not hold the files of a world.", "Restore a backup with: server restore. Nothing was changed."}},
}

// unknownWorldError is for an error that is not in the table.
var unknownWorldError = disconnectText{title: "The world was closed", explanation: "It cannot be opened now.", advice: "The reason below says why."}

// unknownDisconnect is for a reason that is not in the table: the page shows its words.
var unknownDisconnect = disconnectText{title: "Disconnected", explanation: "The server closed the connection.", advice: "Try again, or ask the owner of the server."}

// disconnectTextOf returns the text for the reason of a disconnect.
func disconnectTextOf(reason string) disconnectText {
	if t, ok := disconnectTexts[protocol.DisconnectReasonOf(reason)]; ok {
		return t
	}
	return unknownDisconnect
}

// worldErrorTextOf returns the text for the error of a world of the player's own.
func worldErrorTextOf(text string) disconnectText {
	low := strings.ToLower(text)
	for _, e := range worldErrorTexts {
		if strings.Contains(low, e.contains) {
			return e.disconnectText
		}
	}
	return unknownWorldError
}

// disconnectedPage says why a connection ended or a world did not open.
func disconnectedPage(u *UI, k *widgets) {
	e := disconnectTextOf(u.state.DisconnectReason)
	if u.state.Server == "" {
		e = worldErrorTextOf(u.state.DisconnectReason)
	}
	const wide = 600
	inner := min(k.px(wide), k.w-k.px(16)) - 2*k.px(pad)
	tall := 2*pad + textHead + 16 + 16 + rowHeight + 2*rowGap
	for _, w := range []struct {
		size int
		text string
	}{{textBody, e.explanation}, {textBody, e.advice}, {textSmall, "Reason: " + u.state.DisconnectReason}} {
		tall += len(k.wrap(draw2d.Regular, w.size, k.t(w.text), inner)) * (w.size + 6)
	}
	in := k.dialog(wide, max(tall, 240), e.title)
	buttons := 2
	if u.state.ServerKeyChanged {
		buttons = 3
	}
	foot := k.footerRow(&in, buttons)
	k.paragraph(&in, textBody, colourText, e.explanation)
	in.cutTop(0, k.px(6))
	k.paragraph(&in, textBody, colourText, e.advice)
	if u.state.DisconnectReason != "" {
		in.cutTop(0, k.px(10))
		k.paragraph(&in, textSmall, colourDim, "Reason: "+u.state.DisconnectReason)
	}
	switch {
	case k.button(foot[0], "Try again"):
		u.request(Request{Kind: RequestRetry})
	case k.button(foot[1], "Back to menu"):
		u.request(Request{Kind: RequestMenu})
	case buttons == 3 && u.confirmButton(foot[2], "Trust the new key", "Really trust it?"):
		u.request(Request{Kind: RequestTrustKey})
	}
}
