package actions

import (
	"strings"
	"unicode/utf8"

	"voxtide/edits"
	"voxtide/internal/textline"
	"voxtide/internal/wire"
	"voxtide/world"
)

// WriteSign{Pos, Text} writes what stands on a sign: at most SignLines lines of SignLineMax characters.

// Bounds of the text of a sign.
const (
	SignLines   = 4
	SignLineMax = 20 // characters
)

func writeSign(c Context, a *Action) Refusal {
	b, why := c.reachHolder(a.Pos)
	switch {
	case why != Done:
		return why
	case !b.HasText():
		return NoBox
	case !c.Do(edits.Edit{Kind: edits.SetSignText, Pos: a.Pos, Text: a.Text}):
		return NoRoom
	}
	return Done
}

// CleanSign turns any text into one that a sign takes: lines beyond the bounds are cut off, and what does not show is dropped.
func CleanSign(text string) string {
	lines := strings.Split(text, "\n")
	lines = lines[:min(len(lines), SignLines)]
	for i, line := range lines {
		line = textline.Clean(line, len(line))
		for n := utf8.RuneCountInString(line); n > SignLineMax; n-- {
			_, size := utf8.DecodeLastRuneInString(line)
			line = line[:len(line)-size]
		}
		lines[i] = line
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n ")
}

func writeWriteSign(b []byte, a *Action) []byte {
	return wire.AppendString(world.AppendPos(b, a.Pos), a.Text)
}

func readWriteSign(r *wire.Reader, a *Action) {
	a.Pos = world.ReadPos(r)
	if a.Text = r.String(world.SignTextMax); a.Text != CleanSign(a.Text) {
		r.Fail(ErrValue)
	}
}
