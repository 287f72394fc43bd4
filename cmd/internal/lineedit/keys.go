package lineedit

import (
	"io"
	"strings"
	"unicode/utf8"
)

// The editor ends its lines for good at Ctrl-C and Ctrl-D, whatever was typed. It gets these keys, which it does not know, instead.
const (
	ctrlC = 0x1f
	ctrlD = 0x1e
)

// keys is the keyboard as the editor sees it.
type keys struct {
	from io.Reader
	of   Options
}

func (k keys) Read(b []byte) (int, error) {
	n, err := k.from.Read(b)
	for i, key := range b[:n] {
		switch {
		case key == 3 && k.of.Interrupt != nil:
			b[i] = ctrlC
		case key == 4 && k.of.AtEnd != "":
			b[i] = ctrlD
		}
	}
	return n, err
}

// deleteAt takes the letter at a place of a line away.
func deleteAt(line string, pos int) string {
	_, n := utf8.DecodeRuneInString(line[pos:])
	return line[:pos] + line[pos+n:]
}

// Completed returns a line with its last word completed as far as the options agree, and the options that are left.
func Completed(line string, complete func(string) (int, []string)) (string, []string) {
	from, options := complete(line)
	if len(options) == 0 || from > len(line) || from < 0 {
		return line, nil
	}
	same := options[0]
	for _, o := range options[1:] {
		for !strings.HasPrefix(o, same) {
			same = same[:len(same)-1]
		}
	}
	if len(options) == 1 {
		return line[:from] + same + " ", nil
	}
	if len(same) > len(line)-from {
		return line[:from] + same, nil
	}
	return line, options
}
