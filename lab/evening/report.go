package evening

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Report is what came of an evening.
type Report struct {
	Crowd, CameIn  int // bots
	Unexplained    int // corrections without a cause, of all
	Desyncs        int
	AckP99         float64 // ms, of the crowd
	SpamLives      int     // times that the spammer came in
	SpamTried      int     // lines
	SpamRead       int     // lines that others read
	LinksRead      int
	NewKeysRefused int // returns from a banned address with a new key
	NewKeysIn      int // and those that came in
	GriefersGone   []string
	ReturnsRefused int // of griefers
	VillageBlocks  int
	Broken         int // tried by griefers
	Missing        int // at the end
	ModeratorLines int
	Denied         int      // commands that the moderator may not give, and was told so
	Troubles       []string // of the evening itself

	Logged LogCounts
}

// LogCounts is what the log of the server tells.
type LogCounts struct {
	Bans       int // commands of the moderator by which somebody was banned
	Refusals   int // connections that were not let in, with address, key and reason
	Addresses  int // different addresses among them
	Unfinished int // lines that lack who, where from or why
}

// judgeLog counts what the log tells of who did what from where.
func (e *evening) judgeLog() {
	from := map[string]bool{}
	var c LogCounts
	for line := range strings.Lines(e.log.String()) {
		var l struct {
			Msg, Player, Line, Address, Key, Why string
			Done                                 bool
		}
		if json.Unmarshal([]byte(line), &l) != nil {
			c.Unfinished++
			continue
		}
		switch {
		case l.Msg == "command" && l.Player == "mod" && l.Done && strings.HasPrefix(strings.TrimPrefix(l.Line, "/"), "ban"):
			c.Bans++
		case l.Msg == "not let in":
			c.Refusals++
			from[l.Address] = true
			if l.Address == "" || l.Key == "" || l.Why == "" || l.Player == "" {
				c.Unfinished++
			}
		}
	}
	c.Addresses = len(from)
	e.note(func(r *Report) { r.Logged = c })
}

// linesEach is how many lines a player may say in ten seconds.
const linesEach = 8

// Check returns what was not kept in order, nothing if all was.
func (r *Report) Check() (wrong []string) {
	say := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	say(len(r.Troubles) == 0, "the evening itself: %v", r.Troubles)
	say(r.CameIn == r.Crowd, "%d of %d of the crowd came in", r.CameIn, r.Crowd)
	say(r.Unexplained == 0 && r.Desyncs == 0, "%d corrections without a cause, %d desyncs", r.Unexplained, r.Desyncs)
	say(r.LinksRead == 0, "%d links of strangers were read", r.LinksRead)
	say(r.SpamLives > 0 && r.SpamTried > 0, "nobody spammed")
	say(r.SpamRead <= r.SpamLives*linesEach, "%d lines of spam were read in %d lives, more than the rate lets through", r.SpamRead, r.SpamLives)
	say(r.NewKeysIn == 0, "%d new keys came in from banned addresses", r.NewKeysIn)
	say(r.NewKeysRefused > 0, "no new key was refused")
	say(len(r.GriefersGone) == griefersCount && r.ReturnsRefused == griefersCount, "griefers gone: %v, %d of their returns refused", r.GriefersGone, r.ReturnsRefused)
	say(r.Broken > 0, "nothing was wrecked")
	say(r.Missing == 0, "%d of %d blocks of the village are missing", r.Missing, r.VillageBlocks)
	say(r.Denied >= len(notAllowed), "%d of %d commands that a moderator may not give were refused", r.Denied, len(notAllowed))
	say(r.Logged.Bans >= griefersCount && r.Logged.Refusals >= r.NewKeysRefused && r.Logged.Unfinished == 0, "the log has %+v", r.Logged)
	return wrong
}

// Write writes the report for people.
func (r *Report) Write(w io.Writer) {
	fmt.Fprintf(w, "crowd      %d of %d came in, acks within %.0f ms (p99), %d corrections without a cause, %d desyncs\n", r.CameIn, r.Crowd, r.AckP99, r.Unexplained, r.Desyncs)
	fmt.Fprintf(w, "spam       %d lines tried in %d lives from as many addresses; %d read, %d links among them; new keys from banned addresses: %d refused, %d in\n",
		r.SpamTried, r.SpamLives, r.SpamRead, r.LinksRead, r.NewKeysRefused, r.NewKeysIn)
	fmt.Fprintf(w, "grief      %d blocks broken of %d, %d missing at the end; %d returns refused; gone: %s\n", r.Broken, r.VillageBlocks, r.Missing, r.ReturnsRefused, strings.Join(r.GriefersGone, "; "))
	fmt.Fprintf(w, "moderator  %d lines, no operator: %d commands were refused\n", r.ModeratorLines, r.Denied)
	fmt.Fprintf(w, "log        %d bans by the moderator, %d connections not let in from %d addresses, %d lines without who, where or why\n", r.Logged.Bans, r.Logged.Refusals, r.Logged.Addresses, r.Logged.Unfinished)
	for _, t := range r.Troubles {
		fmt.Fprintf(w, "trouble    %s\n", t)
	}
}
