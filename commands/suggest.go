package commands

import "strings"

// editDistance returns the number of changed, left out, added or swapped letters between a and b, at most most+1
// (Damerau-Levenshtein).
func editDistance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	var before, last, now [nearestWordMax + 1]int
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

// nearestWordMax is the length of the longest word that Nearest looks at, in bytes.
const nearestWordMax = 40

// Nearest returns the word that is most like a text, "" if none is near.
func Nearest(text string, of []string) string {
	if len(text) > nearestWordMax {
		return ""
	}
	low := strings.ToLower(text)
	most := min(max(1, (len(text)+1)/3), len(text)-1)
	best := ""
	for _, w := range of {
		if most < 0 {
			break
		}
		if len(w) > nearestWordMax {
			continue
		}
		if d := editDistance(low, strings.ToLower(w), most); d <= most {
			best, most = w, d-1
		}
	}
	return best
}

// suggestionPrefix begins a suggestion.
const suggestionPrefix = "; did you mean "

// suggestion asks whether a word that is near to the text was meant, "" if none is near.
func suggestion(text string, of []string) string {
	if n := Nearest(text, of); n != "" {
		return suggestionPrefix + quoteForError(n) + "?"
	}
	return ""
}

// quotedMax bounds the bytes of a word that an error shows.
const quotedMax = 40

// quoteForError writes a word as an error shows it: in quotes, cut at quotedMax.
func quoteForError(text string) string {
	if len(text) > quotedMax {
		text = strings.ToValidUTF8(text[:quotedMax], "") + "…"
	}
	return `"` + text + `"`
}

// joinChoices lists choices: "a, b or c".
func joinChoices(of []string) string {
	if len(of) < 2 {
		return strings.Join(of, "")
	}
	return strings.Join(of[:len(of)-1], ", ") + " or " + of[len(of)-1]
}
