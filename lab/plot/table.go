package plot

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// heatLevels is the number of shades between the best and the worst of a profile.
const heatLevels = 8

// level returns the shade of a value among those of its profile: 0 is the best. Shades go by the square root, so that the
// differences among good values can be seen.
func level(v, best, worst float64) int {
	if best == worst {
		return 0
	}
	return int(math.Round(math.Sqrt((v-best)/(worst-best)) * heatLevels))
}

// ends returns the best and the worst value of a column in a profile.
func (r *Report) ends(profile string, c *Column) (best, worst float64) {
	first := true
	for _, m := range r.Methods {
		v, ok := r.value(m.Text, profile, c)
		if !ok {
			continue
		}
		if first {
			best, worst, first = v, v, false
		}
		if c.Better == "high" {
			best, worst = max(best, v), min(worst, v)
		} else {
			best, worst = min(best, v), max(worst, v)
		}
	}
	return best, worst
}

// cell writes one value: its shade, and whether nobody is better.
func (r *Report) cell(b *strings.Builder, m *Method, profile string, c *Column) {
	v, ok := r.value(m.Text, profile, c)
	if !ok {
		b.WriteString(`<td class="none">–</td>`)
		return
	}
	class := ""
	if c.Better != "" {
		best, worst := r.ends(profile, c)
		class = fmt.Sprintf("q%d", level(v, best, worst))
		if r.best(profile, c)[m.Text] {
			class += " best"
		}
	}
	fmt.Fprintf(b, `<td class="%s">%s</td>`, class, number(v, c.Digits))
}

// rowHead writes the head of a method's row.
func rowHead(b *strings.Builder, m *Method) {
	class := ""
	if m.Ours {
		class = ` class="ours"`
	}
	note := ""
	if m.Mesh {
		note = ` <small>no server</small>`
	}
	fmt.Fprintf(b, `<tr%s><th scope="row">%s%s</th>`, class, html.EscapeString(m.Text), note)
}

// heatTable is one column as a table of methods by profiles.
func (r *Report) heatTable(b *strings.Builder, c *Column, shown bool) {
	hidden := " hidden"
	if shown {
		hidden = ""
	}
	fmt.Fprintf(b, `<div class="pane" data-column="%s"%s><p>%s</p><div class="scroll"><table class="heat"><thead><tr><th scope="col">%s</th>`,
		html.EscapeString(c.Key), hidden, html.EscapeString(c.About), html.EscapeString(c.Unit))
	for _, p := range r.Profiles {
		fmt.Fprintf(b, `<th scope="col" title="%s">%s</th>`, html.EscapeString(p.About), html.EscapeString(p.Name))
	}
	b.WriteString("</tr></thead><tbody>\n")
	for i := range r.Methods {
		rowHead(b, &r.Methods[i])
		for _, p := range r.Profiles {
			r.cell(b, &r.Methods[i], p.Name, c)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div></div>\n")
}

// profileTable is one profile as a table of methods by columns.
func (r *Report) profileTable(b *strings.Builder, p *Profile, shown bool) {
	hidden := " hidden"
	if shown {
		hidden = ""
	}
	fmt.Fprintf(b, `<div class="pane" data-profile="%s"%s><p>%s</p><div class="scroll"><table class="heat wide"><thead><tr><th></th>`,
		html.EscapeString(p.Name), hidden, html.EscapeString(p.About))
	for i := range r.Columns {
		c := &r.Columns[i]
		fmt.Fprintf(b, `<th scope="col" title="%s">%s<small>%s</small></th>`, html.EscapeString(c.About), html.EscapeString(c.Name), html.EscapeString(c.Unit))
	}
	b.WriteString("</tr></thead><tbody>\n")
	for i := range r.Methods {
		rowHead(b, &r.Methods[i])
		for k := range r.Columns {
			r.cell(b, &r.Methods[i], p.Name, &r.Columns[k])
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div></div>\n")
}

// choice writes a list to choose from, with one that is chosen first; the script shows the pane that belongs to it.
func choice(b *strings.Builder, what, label, first string, names, texts []string) {
	fmt.Fprintf(b, `<label>%s <select data-for="%s">`, label, what)
	for i, n := range names {
		selected := ""
		if n == first {
			selected = " selected"
		}
		fmt.Fprintf(b, `<option value="%s"%s>%s</option>`, html.EscapeString(n), selected, html.EscapeString(texts[i]))
	}
	b.WriteString("</select></label>\n")
}
