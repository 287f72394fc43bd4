package rollback

import (
	"fmt"
	"strings"
	"time"

	"voxtide/commands"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// How much of the history an answer holds.
const (
	// WhoLines is the number of changes of a block that are told.
	WhoLines = 8
	// whoScan is the number of changes of a block that are searched for one by the issuer.
	whoScan = 256
	// replayChat and replayConsole are the numbers of changes of a region that are told in the chat and on the console.
	replayChat    = 24
	replayConsole = 2000
	// overbuiltListed is the number of positions that are named of those at which others have built.
	overbuiltListed = 5
)

// Format writes the changes that a query of kind Who or Replay found. found holds the changes of a block, the newest first, and
// own reports whether the issuer made any of them; or it holds the changes of a region, the oldest first, and more says that
// further ones follow. name gives the name of an author; now is the wall clock, in seconds since 1970.
func Format(q *Query, found []store.HistoryEntry, own, more bool, name func(timestream.Stream) string, now int64) (lines []string) {
	known := map[timestream.Stream]string{}
	nameOf := func(author timestream.Stream) string {
		if known[author] == "" {
			known[author] = name(author)
		}
		return known[author]
	}
	if q.Kind == Who {
		if q.Denied(own) {
			return []string{"who: not allowed: you have not built this"}
		}
		if len(found) == 0 {
			return []string{fmt.Sprintf("nobody changed %s, as far as is known", CellText(q.Pos))}
		}
		lines = append(lines, fmt.Sprintf("%s, now %v:", CellText(q.Pos), found[0].Block))
		for i := 0; i < len(found) && len(lines) <= WhoLines; {
			p := &found[i]
			n, text := textAt(found[i:])
			lines = append(lines, fmt.Sprintf("  %s, %s: %s: %s", agoText(now-p.Time/1000), clockText(p.Time), nameOf(p.Author), text))
			i += n
		}
		return lines
	}
	if len(found) == 0 {
		return []string{"nothing changed " + q.Text}
	}
	for i := 0; i < len(found); {
		p := &found[i]
		n, text := textAt(found[i:])
		lines = append(lines, fmt.Sprintf("%s %s: %s: %s", clockText(p.Time), CellText(p.Pos), nameOf(p.Author), text))
		i += n
	}
	if more {
		last := found[len(found)-1].Time / 1000
		lines = append(lines, fmt.Sprintf("... and more: go on with replay %s", durationText(max(1, now-last))))
	}
	return lines
}

// changeText writes what a change did.
func changeText(p *store.HistoryEntry) string {
	if p.Box == nil {
		return fmt.Sprintf("%v -> %v", p.Before, p.Block)
	}
	was, is := &p.Box.Before, &p.Box.Now
	switch was, is := was.Stack, is.Stack; {
	case p.Box.Now.Part == world.PartText:
		return fmt.Sprintf("wrote %q", p.Box.Now.Text)
	case p.Box.Now.Part == world.PartOffer:
		return offerText(p.Box)
	case p.Box.Now.Part == world.PartFire:
		return fmt.Sprintf("the fire of the %v", p.Block.Kind())
	case was.Count == 0 || was.Item == is.Item && is.Count > was.Count:
		return fmt.Sprintf("put %d %v into the %v", is.Count-was.Count, is.Item, p.Block.Kind())
	case is.Count == 0 || was.Item == is.Item:
		return fmt.Sprintf("took %d %v out of the %v", was.Count-is.Count, was.Item, p.Block.Kind())
	default:
		return fmt.Sprintf("put %d %v into the %v for %d %v", is.Count, is.Item, p.Block.Kind(), was.Count, was.Item)
	}
}

// CellText writes the position of a cell.
func CellText(p world.Pos) string { return fmt.Sprintf("%d %d %d", p.X, p.Y, p.Z) }

// durationText writes seconds as commands read them, in at most two units.
func durationText(seconds int64) string {
	for _, unit := range [...]int64{60, 3600, 86400} {
		if seconds >= 60*unit || unit == 86400 && seconds >= 24*3600 {
			seconds -= seconds % unit
		}
	}
	return commands.FormatDuration(seconds)
}

// agoText writes how many seconds have passed since a change.
func agoText(seconds int64) string {
	if seconds < 1 {
		return "just now"
	}
	return durationText(seconds) + " ago"
}

// clockText writes a wall clock time, in ms since 1970.
func clockText(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05") }

// tookText writes how long a rollback took.
func tookText(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return commands.FormatDuration(int64(d / time.Second))
}

// countText writes a count with its noun.
func countText(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// cellsText writes the first of total cells, in parentheses.
func cellsText(cells []world.Pos, total int) string {
	if total == 0 {
		return ""
	}
	var all []string
	for _, p := range cells[:min(len(cells), overbuiltListed)] {
		all = append(all, CellText(p))
	}
	text := " (at " + strings.Join(all, ", ")
	if total > len(all) {
		text += ", ..."
	}
	return text + ")"
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
