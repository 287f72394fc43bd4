package admin

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/chatlog"
	"voxtide/server/visits"
)

// What is known of a player: what moderators did and noted, when they were here, and who else came from there.

// visitsShown is how many visits of a player a record shows.
const visitsShown = 12

// record shows a player's record, the newest first: from the lists, and from the log of visits, which the backend reads.
func record(o *invocation) {
	w := o.principal("NAME")
	list := o.Access.Lists.AppendRecord(nil, w)
	if o.backend == nil || !o.backend.Visits(w.Name, visitsShown, func(own []visits.Event, _ []string, err error) {
		o.answer(recordLines(w.Name, list, own, err))
	}) {
		o.lines = recordLines(w.Name, list, nil, nil)
		return
	}
	o.deferred = true
}

// recordLines writes a record, the newest first.
func recordLines(name string, list []access.RecordEntry, own []visits.Event, err error) (lines []string) {
	type row struct {
		at   int64
		text string
	}
	var rows []row
	for _, e := range list {
		rows = append(rows, row{e.At, withReason(fmt.Sprintf("%s, by %s", e.Kind, e.By), e.Text)})
	}
	for i := range own {
		rows = append(rows, row{own[i].At, visitText(&own[i])})
	}
	slices.Reverse(rows)
	slices.SortStableFunc(rows, func(a, b row) int { return int(max(-1, min(1, b.at-a.at))) })
	for _, r := range rows[:min(len(rows), replyLinesMax)] {
		at := "at an unknown time"
		if r.at != 0 {
			at = minuteText(r.at)
		}
		lines = append(lines, "  "+at+" "+r.text)
	}
	if n := len(rows) - replyLinesMax; n > 0 {
		lines = append(lines, fmt.Sprintf("... and %d older ones", n))
	}
	if err != nil {
		lines = append(lines, "record: when the player was here cannot be read: "+err.Error())
	}
	if len(rows) == 0 && err == nil {
		lines = append(lines, "there is nothing in the record of "+name)
	}
	return lines
}

// visitText writes an event of the log of visits.
func visitText(e *visits.Event) string {
	text := map[visits.Kind]string{visits.Came: "came in", visits.Left: "left", visits.Ended: "was sent away", visits.Refused: "was not let in"}[e.Kind]
	if e.From != "" {
		text += " from " + e.From
	}
	if e.Key != "" {
		text += ", key " + e.Key
	}
	return withReason(text, e.Text)
}

// alts lists who else came from the address of a player: other names of the same person, or others of the same house. What happened
// before the server started is in the log of visits, which the backend reads.
func alts(o *invocation) {
	w := o.principal("NAME")
	at := o.game.Origin(w.Name)
	var now []string
	if at.IsValid() {
		now = slices.DeleteFunc(o.game.CameFrom(at), func(name string) bool { return name == w.Name })
	}
	if o.backend != nil && o.backend.Visits(w.Name, visitsShown, func(own []visits.Event, before []string, err error) {
		o.answer(altsLines(w.Name, at.IsValid() || slices.ContainsFunc(own, func(e visits.Event) bool { return e.From != "" }), append(now, before...), err))
	}) {
		o.deferred = true
		return
	}
	o.lines = altsLines(w.Name, at.IsValid(), now, nil)
}

func altsLines(name string, known bool, others []string, err error) []string {
	slices.Sort(others)
	others = slices.Compact(others)
	text := "from where " + name + " came, came also: " + strings.Join(others, ", ")
	switch {
	case err != nil:
		text = "alts: what was before the server started cannot be read: " + err.Error()
	case !known:
		text = "no address of " + name + " is known"
	case len(others) == 0:
		text = "nobody else came from where " + name + " came"
	}
	return []string{text}
}

// search looks through what was said and which commands were given. Private messages are found where they are kept at all, and by operators alone.
func search(o *invocation) {
	most := consoleLinesMax - 2
	if !o.by.outside() {
		most = replyLinesMax / 2
	}
	q := chatlog.Query{Name: o.arg("NAME").Text, Text: o.arg("TEXT").Text, Since: time.Now().Unix() - o.arg("SINCE").Number, Private: o.by.Rank >= commands.Operator, Most: most}
	if o.backend == nil || !o.backend.Search(q, func(found []chatlog.Entry, all int, err error) { o.answer(searchLines(&q, found, all, err)) }) {
		o.fail("search: what is said is not kept here: chat_history_days in the settings says for how long")
		return
	}
	o.deferred = true
}

// searchLines writes what was found, the oldest first.
func searchLines(q *chatlog.Query, found []chatlog.Entry, all int, err error) (lines []string) {
	if n := all - len(found); n > 0 {
		lines = append(lines, fmt.Sprintf("%d lines fit; the last %d:", all, len(found)))
	}
	for _, e := range found {
		text := fmt.Sprintf("  %s %s: %s", time.Unix(e.At, 0).UTC().Format("01-02 15:04:05"), e.Name, e.Text)
		if e.Kind != chatlog.Said && !e.Done {
			text += " (not done)"
		}
		lines = append(lines, text)
	}
	switch {
	case err != nil:
		lines = append(lines, "search: not all can be read: "+err.Error())
	case all == 0:
		lines = append(lines, "nothing that was said fits")
	}
	return lines
}
