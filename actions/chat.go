package actions

import (
	"strings"

	"voxtide/edits"
	"voxtide/internal/textline"
	"voxtide/internal/wire"
)

// Chat{Text} sends a line to all players. Only its rate is predicted: the line shows when it comes back, in the server's
// order. A line that begins with a slash is a command: the server alone runs it, and no player sees it.

// IsCommand reports whether a line of chat is a command.
func IsCommand(text string) bool { return strings.HasPrefix(text, "/") }

func chat(c Context, a *Action) Refusal {
	if IsCommand(a.Text) {
		return Done
	}
	text := textline.Clean(a.Text, textline.ChatMax)
	if text == "" {
		return NotAllowed
	}
	m := c.motion()
	if !c.spendChat(&m.ChatFullAt) {
		return ChatTooFast
	}
	c.setMotion(&m)
	c.Do(edits.Edit{Kind: edits.Chat, Stream: c.Stream, Text: text})
	return Done
}

func writeChat(b []byte, a *Action) []byte { return wire.AppendString(b, a.Text) }
func readChat(r *wire.Reader, a *Action)   { a.Text = textline.Read(r, textline.ChatMax) }
