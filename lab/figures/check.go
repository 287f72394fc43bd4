package figures

import (
	"fmt"
	"strings"
)

// What Check defends: the columns in which a method must be the best or equal, and those of its disagreement and corrections.
var (
	waitColumns       = []string{"wait_keys_p50_ms", "wait_keys_p99_ms", "wait_blocks_p50_ms", "wait_blocks_p99_ms"}
	apartColumns      = []string{"apart_mean_cm"}
	correctionColumns = []string{"corrections_per_min", "off_truth_per_min"}
)

// Check compares the rows of ours with those of an earlier report, nil for none, and with all rivals; it returns what is not as it
// should be. Corrections must not rise. Nobody may wait less. And no method with a server whose players neither wait longer, by more
// than a frame, nor are corrected more often may have screens that disagree less. A method that waits shows the same past on all
// screens, and one that pulls the own body back to the received state shows the past in part: that is no merit. What direct links add to a
// method is no rival of it; it has to keep what they promise (checkDirect).
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
	return append(broken, now.checkDirect()...)
}

// Direct is the end of the name of a method whose clients are linked directly, too.
const Direct = "+direct"

// What direct links promise beside the same method without them, over the same network: nobody waits longer, is corrected more often or
// sees anybody's actions later; and where the server is far, they are seen in half the time.
var directColumns = append([]string{"seen_after_p50_ms", "corrections_per_min"}, waitColumns...)

// farMS is the round trip from which a server is far, in milliseconds: the way over it takes a good deal longer than a frame of each player
// and a step of the server, which a link does not spare.
const farMS = 100

// checkDirect returns what direct links do not keep.
func (r *Report) checkDirect() (broken []string) {
	for i := range r.Rows {
		row := &r.Rows[i]
		base, direct := strings.CutSuffix(row.Method, Direct)
		if !direct {
			continue
		}
		for k, c := range directColumns {
			without, ok := r.Value(base, row.Profile, c)
			is, also := row.Values[c]
			if !ok || !also {
				continue
			}
			most := without
			if k == 0 && r.rtt(row.Profile) >= farMS {
				most = without / 2
			}
			if is > most {
				broken = append(broken, fmt.Sprintf("%s over %s: %s is %v, without links %v", row.Method, row.Profile, c, is, without))
			}
		}
	}
	return broken
}

// rtt returns the round trip of a profile in milliseconds.
func (r *Report) rtt(profile string) float64 {
	for i := range r.Profiles {
		if r.Profiles[i].Name == profile {
			return r.Profiles[i].RTTMS
		}
	}
	return 0
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
		if v, ok := rival.Values[column]; ok && rival.Profile == row.Profile && rival.Method != row.Method && rival.Method != row.Method+Direct && v < ours && counts(rival) {
			out = append(out, fmt.Sprintf("%s over %s: %s is %v, %s has %v", row.Method, row.Profile, column, ours, rival.Method, v))
		}
	}
	return out
}
