package figures

import "fmt"

// What Check defends: the columns in which a method must be the best or equal, and those of its disagreement and corrections.
var (
	waitColumns       = []string{"wait_keys_p50_ms", "wait_keys_p99_ms", "wait_blocks_p50_ms", "wait_blocks_p99_ms"}
	apartColumns      = []string{"apart_mean_cm"}
	correctionColumns = []string{"corrections_per_min", "off_truth_per_min"}
)

// Check compares the rows of ours with those of an earlier report, nil for none, and with all rivals; it returns what is not as it
// should be. Corrections must not rise. Nobody may wait less. And no method with a server whose players neither wait longer, by more
// than a frame, nor are corrected more often may have screens that disagree less. A method that waits shows the same past on all
// screens, and one that pulls the own body back to the received state shows the past in part: that is no merit.
func Check(now, before *Report, ours string) (broken []string) {
	for i := range now.Rows {
		row := &now.Rows[i]
		if row.Method != ours {
			continue
		}
		for _, c := range correctionColumns {
			if before == nil {
				break
			}
			was, ok := before.Value(ours, row.Profile, c)
			if is := row.Values[c]; ok && is > was {
				broken = append(broken, fmt.Sprintf("%s over %s: %s is %v, %v before", ours, row.Profile, c, is, was))
			}
		}
		for _, c := range waitColumns {
			broken = append(broken, now.better(row, c, func(*Row) bool { return true })...)
		}
		for _, c := range apartColumns {
			broken = append(broken, now.better(row, c, func(r *Row) bool {
				return now.hasServer(r.Method) && r.Values[waitColumns[0]] <= row.Values[waitColumns[0]]+frameMS &&
					r.Values[correctionColumns[0]] <= row.Values[correctionColumns[0]] && r.Values[correctionColumns[1]] <= row.Values[correctionColumns[1]]
			})...)
		}
	}
	return broken
}

// frameMS is a frame's time: a wait that is longer by less is the same.
const frameMS = 17

// hasServer reports whether a method plays with a server.
func (r *Report) hasServer(method string) bool {
	for i := range r.Methods {
		if r.Methods[i].Name == method {
			return r.Methods[i].Kind == "server"
		}
	}
	return false
}

// better returns the rivals that have less than a row in a column, of those that count.
func (r *Report) better(row *Row, column string, counts func(*Row) bool) (out []string) {
	ours, ok := row.Values[column]
	if !ok {
		return nil
	}
	for i := range r.Rows {
		rival := &r.Rows[i]
		if v, ok := rival.Values[column]; ok && rival.Profile == row.Profile && rival.Method != row.Method && v < ours && counts(rival) {
			out = append(out, fmt.Sprintf("%s over %s: %s is %v, %s has %v", row.Method, row.Profile, column, ours, rival.Method, v))
		}
	}
	return out
}
