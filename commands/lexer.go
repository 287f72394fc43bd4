package commands

import "strings"

// token is a word of a line. A word with spaces stands in double quotes, within which \" and \\ stand for " and \.
type token struct {
	text       string
	start, end int  // its bytes in the line, quotes included
	open       bool // its closing quote is missing
}

// tokenize returns the words of a line.
func tokenize(line string) (out []token) {
	for i := 0; i < len(line); {
		if line[i] == ' ' {
			i++
			continue
		}
		t := token{start: i}
		if line[i] == '"' {
			t.text, i, t.open = unquote(line, i)
		} else {
			n := strings.IndexByte(line[i:], ' ')
			if n < 0 {
				n = len(line) - i
			}
			t.text = line[i : i+n]
			i += n
		}
		t.end = i
		out = append(out, t)
	}
	return out
}

// unquote reads the quoted word at i and returns where it ends.
func unquote(line string, i int) (text string, end int, open bool) {
	var b strings.Builder
	for i++; i < len(line); i++ {
		switch {
		case line[i] == '"':
			return b.String(), i + 1, false
		case line[i] == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'):
			i++
			b.WriteByte(line[i])
		default:
			b.WriteByte(line[i])
		}
	}
	return b.String(), i, true
}

// quote writes a word, with quotes where it needs them to parse as one.
func quote(s string) string {
	if s != "" && !strings.Contains(s, " ") && s[0] != '"' {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
