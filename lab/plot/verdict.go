package plot

import (
	"fmt"
	"math"
	"strings"
)

// better reports whether a value is better than another by more than the column shows.
func (c *Column) better(a, b float64) bool {
	if number(a, c.Digits) == number(b, c.Digits) {
		return false
	}
	return c.Better == "low" && a < b || c.Better == "high" && a > b
}

// best returns the methods whose value in a profile nobody beats; none where neither is better, or where all are equal.
func (r *Report) best(profile string, c *Column) map[string]bool {
	out := map[string]bool{}
	if c.Better == "" {
		return out
	}
	var top float64
	found, all := false, 0
	for _, m := range r.Methods {
		if v, ok := r.value(m.Text, profile, c); ok {
			if all++; !found || c.better(v, top) {
				top, found = v, true
			}
		}
	}
	for _, m := range r.Methods {
		if v, ok := r.value(m.Text, profile, c); ok && !c.better(top, v) {
			out[m.Text] = true
		}
	}
	if len(out) == all {
		return map[string]bool{}
	}
	return out
}

// loss is a column of a profile in which another method has a better value than ours.
type loss struct {
	profile, rival string
	theirs, ours   float64
}

// losses returns, for a column, the profiles in which ours is beaten, and by whom most.
func (r *Report) losses(ours *Method, c *Column) (out []loss, measured int) {
	for _, p := range r.Profiles {
		mine, ok := r.value(ours.Text, p.Name, c)
		if !ok {
			continue
		}
		measured++
		worst := loss{profile: p.Name, ours: mine}
		for _, m := range r.Methods {
			v, ok := r.value(m.Text, p.Name, c)
			if ok && !m.Ours && c.better(v, mine) && (worst.rival == "" || c.better(v, worst.theirs)) {
				worst.rival, worst.theirs = m.Text, v
			}
		}
		if worst.rival != "" {
			out = append(out, worst)
		}
	}
	return out, measured
}

// verdict says in words where ours is best and where another is better, from the rows alone.
func (r *Report) verdict() (first string, lost []string) {
	var ours *Method
	for i := range r.Methods {
		if r.Methods[i].Ours {
			ours = &r.Methods[i]
			break
		}
	}
	if ours == nil {
		return "", nil
	}
	var everywhere []string
	columns := 0
	for i := range r.Columns {
		c := &r.Columns[i]
		if c.Better == "" {
			continue
		}
		losses, measured := r.losses(ours, c)
		if measured == 0 {
			continue
		}
		columns++
		if len(losses) == 0 {
			everywhere = append(everywhere, c.Name)
			continue
		}
		lost = append(lost, lossText(c, losses, measured))
	}
	first = fmt.Sprintf("%s is best, or nobody is better, in %d of %d columns in every network: %s.", ours.Text, len(everywhere), columns, strings.Join(everywhere, ", "))
	if len(everywhere) == 0 {
		first = fmt.Sprintf("%s is beaten in each of %d columns in some network.", ours.Text, columns)
	}
	return first, lost
}

// lossText is the sentence about a column in which ours is beaten: by whom, where, and where most.
func lossText(c *Column, losses []loss, measured int) string {
	var rivals []string
	where := map[string][]string{}
	most := losses[0]
	for _, l := range losses {
		if where[l.rival] == nil {
			rivals = append(rivals, l.rival)
		}
		where[l.rival] = append(where[l.rival], l.profile)
		if math.Abs(l.ours-l.theirs) > math.Abs(most.ours-most.theirs) {
			most = l
		}
	}
	for i, r := range rivals {
		rivals[i] = r + " in " + strings.Join(where[r], ", ")
	}
	unit := ""
	if c.Unit != "" {
		unit = " " + c.Unit
	}
	s := fmt.Sprintf("%s: another is better in %d of %d networks: %s; most in %s (%s against %s%s).", capital(c.Name), len(losses), measured,
		strings.Join(rivals, "; "), most.profile, number(most.theirs, c.Digits), number(most.ours, c.Digits), unit)
	if c.Why != "" {
		s += " " + c.Why
	}
	return s
}
