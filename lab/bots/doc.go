// Package bots plays many clients without a renderer against a server, and verifies what they saw. A bot is a whole
// client with a small state machine instead of a person: it walks, places, breaks, fights over a few blocks, leaves,
// and loses its socket. A run has parts, the way in and the play, which are measured apart (docs/load.md). With Check
// each action and each received change is recorded, and after the run the records alone, without asking the server,
// decide whether everything has a legal order (laws 7, 8 and 9).
//
// Owner: each bot belongs to a worker, whose goroutine alone touches its client and its log; Run's goroutine starts
// the workers, sets the phases and reads the logs when all have ended. Clocks are read here: all bots share Run's
// clock, so their times can be compared.
//
// Data flow: client.Config.OnUpdate and Observer fill one opLog for each bot (operations and observations);
// cellHistories merges the logs into one history for each cell, and slotHistories into one for each slot of a box;
// porcupine decides them; shrinkHistory makes a broken history small; Report has the result.
//
// Invariants: the evidence comes only from updates that clients received; an interval given to porcupine always
// contains the instant at which the thing happened, so a server that keeps the laws is never blamed; no goroutine is
// left when Run returns.
package bots
