package main

import (
	"fmt"

	"voxtide/protocol"
)

// disconnectAdvice says what people can do about the reason for which a session ended.
var disconnectAdvice = map[protocol.DisconnectReason]string{
	protocol.ReasonNameTaken:  "a player of this name is there: give another --name, or wait a minute if it was you",
	protocol.ReasonNameOwned:  "give another --name; if the name is yours, restore the file player.key with which you joined first",
	protocol.ReasonElsewhere:  "only one of the two can play",
	protocol.ReasonFull:       "try again later",
	protocol.ReasonVersion:    "start the version that the server runs",
	protocol.ReasonServerGone: "check whether the server runs, and the network here; what it acknowledged is saved there",
	protocol.ReasonTimeout:    "nobody answers there: check the address, and whether the server runs",
}

// disconnectError says why the session ended, with advice.
func disconnectError(text string) error {
	if advice := disconnectAdvice[protocol.DisconnectReasonOf(text)]; advice != "" {
		return fmt.Errorf("the session ended: %s; %s", text, advice)
	}
	return fmt.Errorf("the session ended: %s", text)
}
