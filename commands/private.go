package commands

import "strings"

// Logged returns of a line what may stand in a log for others to read: all of it, but of a command with a private line, and of
// what is no command, which may be such a line with a slip of the finger, the first word alone.
func Logged(line string) string {
	if row, _, err := Split(line); err == nil && !row.Private {
		return line
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if strings.TrimSpace(rest) != "" {
		word += " ..."
	}
	return word
}
