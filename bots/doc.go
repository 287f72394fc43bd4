// Package bots plays many clients without a renderer against a server, and judges what they saw. A bot is a whole client
// with a small state machine instead of a person: it walks, places, breaks, fights over a few blocks, leaves, and loses
// its socket. With Check each action and each change that was received is noted, and after the run it is decided from
// that alone, without asking the server, whether all of it has a legal order (laws 7, 8 and 9).
//
// Owner: each bot belongs to a crew, whose goroutine alone touches its client and its ledger; Run's goroutine starts them,
// gives the phases and reads the ledgers when all have ended. Clocks are read here: all bots share that of Run, so
// times of different bots can be compared.
//
// Data flow: client.Config.Tap and Observe fill a ledger a bot (ops and sights); gather merges the ledgers into one
// history a cell; decide asks porcupine; shrink makes a broken history small; Report says it all.
//
// Invariants: what is judged comes from frames that clients received and from nowhere else; an interval that is given to
// the judge always holds the instant at which the thing happened, so a server that keeps the laws is never blamed; no
// goroutine is left when Run returns.
package bots
