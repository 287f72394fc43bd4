package plot

import (
	_ "embed" // the page's style and script
	"fmt"
	"html"
	"io"
	"strings"
)

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// WriteHTML writes a report as one page that loads nothing: tables, pictures as inline SVG, its style and its script.
func WriteHTML(w io.Writer, r *Report) error {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n" +
		"<title>Methods of hiding the network, compared</title>\n<style>\n" + pageStyle + "</style></head><body>\n")
	r.head(&b)
	r.words(&b)
	r.tables(&b)
	r.methods(&b)
	b.WriteString("<div id=\"tip\" hidden></div>\n<script>\n" + pageScript + "</script>\n</body></html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// head writes the title, what was played, and the command that plays it again.
func (r *Report) head(b *strings.Builder) {
	b.WriteString("<header><h1>Methods of hiding the network, compared</h1>\n")
	fmt.Fprintf(b, "<p class=\"lead\">%d methods in %d networks: the same inputs, the same fate for every packet, the same meter.</p>\n", len(r.Methods), len(r.Profiles))
	for _, s := range r.Play {
		fmt.Fprintf(b, "<p>%s</p>\n", html.EscapeString(s))
	}
	fmt.Fprintf(b, "<pre><code>%s</code></pre></header>\n", html.EscapeString(r.Command))
}

// words writes the verdict, and the first column as bars.
func (r *Report) words(b *strings.Builder) {
	first, lost := r.verdict()
	if first != "" {
		b.WriteString("<section><h2>In words</h2><p>Computed from the rows.</p>\n")
		fmt.Fprintf(b, "<p class=\"good\">%s</p>\n", html.EscapeString(first))
		if len(lost) > 0 {
			b.WriteString("<p>Where another is better:</p><ul>\n")
			for _, s := range lost {
				fmt.Fprintf(b, "<li>%s</li>\n", html.EscapeString(s))
			}
			b.WriteString("</ul>\n")
		}
		b.WriteString("</section>\n")
	}
	if len(r.Columns) == 0 || len(r.Profiles) == 0 {
		return
	}
	c, profile := &r.Columns[0], r.drawn()
	if bars := barPicture(r, profile, c); bars != "" {
		fmt.Fprintf(b, "<section><h2>%s in %s</h2><p>%s</p>\n%s</section>\n", html.EscapeString(capital(c.Name)), html.EscapeString(profile),
			html.EscapeString(c.About), bars)
	}
}

// drawn returns the network of the pictures.
func (r *Report) drawn() string {
	if len(r.Figures) > 0 {
		return r.Figures[0].Profile
	}
	return r.Profiles[0].Name
}

// capital begins a heading with a capital letter.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// tables writes one column in all profiles, and one profile with all columns.
func (r *Report) tables(b *strings.Builder) {
	if len(r.Columns) == 0 || len(r.Profiles) == 0 {
		return
	}
	b.WriteString("<section><h2>One column in all networks</h2><p>Shaded within each network from its best value to its worst; a dot marks what nobody beats.</p>\n")
	var keys, names []string
	for _, c := range r.Columns {
		keys, names = append(keys, c.Key), append(names, c.Name)
	}
	choice(b, "column", "column", keys[0], keys, names)
	for i := range r.Columns {
		r.heatTable(b, &r.Columns[i], i == 0)
	}
	b.WriteString("</section>\n<section><h2>One network with all columns</h2>\n")
	keys = nil
	for _, p := range r.Profiles {
		keys = append(keys, p.Name)
	}
	drawn := r.drawn()
	choice(b, "profile", "network", drawn, keys, keys)
	for i := range r.Profiles {
		r.profileTable(b, &r.Profiles[i], r.Profiles[i].Name == drawn)
	}
	b.WriteString("</section>\n")
}

// methods writes each method with its source, its parameters and its pictures.
func (r *Report) methods(b *strings.Builder) {
	b.WriteString("<section><h2>The methods</h2><p>Positions along the way of one walk: where the server has the body, what the client has received, what it predicts, " +
		"what it draws, and what another player's screen shows. The band lies between the server's position and the drawn one. Beside it: the ways of some inputs between time lines.</p>\n")
	for i := range r.Methods {
		m := &r.Methods[i]
		class := "method"
		if m.Ours {
			class += " ours"
		}
		fmt.Fprintf(b, "<article class=\"%s\"><h3>%s</h3><p>%s</p>\n<p class=\"source\">%s", class, html.EscapeString(m.Text), html.EscapeString(m.About), html.EscapeString(m.Source))
		for _, p := range m.Parameters {
			fmt.Fprintf(b, "<span class=\"parameter\" title=\"%s\">%s = %s</span>", html.EscapeString(p.About), html.EscapeString(p.Name), html.EscapeString(p.Value))
		}
		b.WriteString("</p>\n")
		for k := range r.Figures {
			f := &r.Figures[k]
			if f.Method != m.Text {
				continue
			}
			fmt.Fprintf(b, "<figure><div>%s</div>\n<div>%s<p class=\"caption\">%s</p></div></figure>\n", linePicture(f), lanePicture(f), html.EscapeString(f.Profile))
		}
		b.WriteString("</article>\n")
	}
	b.WriteString("</section>\n")
}
