package commands

import (
	"strings"
)

// token is a word of a line. A word that holds spaces stands in double quotes, in which \" and \\ are letters.
type token struct {
	text       string
	start, end int  // in the line, quotes and all
	open       bool // its quote is not closed
}

// split returns the words of a line.
func split(line string) (out []token) {
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

// unquote reads a word in quotes that begins at i and returns where it ends.
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

// quote writes a word such that it is read back as one.
func quote(s string) string {
	if s != "" && !strings.Contains(s, " ") && s[0] != '"' {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// distance returns how many letters have to be changed, left out, put in or swapped with the next to make b of a, at most
// most+1.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	var before, last, now [wordMax + 1]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > most {
			return most + 1
		}
		before, last = last, now
	}
	return last[len(b)]
}

// wordMax is the length of the longest word for which a likeness is looked for.
const wordMax = 40

// Nearest returns the one of the words that was most likely meant by one that is not among them, "" if none is near.
func Nearest(text string, of []string) string {
	if len(text) > wordMax {
		return ""
	}
	low := strings.ToLower(text)
	most := min(max(1, (len(text)+1)/3), len(text)-1)
	best := ""
	for _, w := range of {
		if most < 0 {
			break
		}
		if len(w) > wordMax {
			continue
		}
		if d := distance(low, strings.ToLower(w), most); d <= most {
			best, most = w, d-1
		}
	}
	return best
}
