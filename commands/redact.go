package commands

import "strings"

// Redact returns what a log may show of a line: the whole line of a public command, the first word of any other. A line that is
// no command may be a mistyped private command.
func Redact(line string) string {
	if cmd, _, err := Split(line); err == nil && !cmd.Private {
		return line
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if strings.TrimSpace(rest) != "" {
		word += " ..."
	}
	return word
}

// NeedsTarget reports whether a line of chat is a command about the block at which its giver looks: one that may end with
// a position and has none.
func NeedsTarget(line string) bool {
	cmd, rest, err := Split(line)
	return err == nil && strings.HasPrefix(line, "/") && cmd.Name == "who" && rest == ""
}

// NeedsBox is NeedsTarget for a command about a box: who looks at none means the one beside him.
func NeedsBox(line string) bool {
	cmd, rest, err := Split(line)
	if err != nil || !strings.HasPrefix(line, "/") || cmd.Name != "shop" && cmd.Name != "buy" {
		return false
	}
	call, err := cmd.Parse(rest, nobody{})
	return err == nil && !call.Get(position.Name).Given
}

// nobody are names of which none is known.
type nobody struct{}

func (nobody) Online() []string      { return nil }
func (nobody) Known(string) []string { return nil }
