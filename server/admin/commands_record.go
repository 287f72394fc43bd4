package admin

import (
	"fmt"
	"slices"
	"strings"

	"voxtide/server/access"
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
