package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"voxtide/client"
	"voxtide/lab/figures"
	"voxtide/lab/mesh"
	"voxtide/lab/stage"
)

// method is a method of either table.
type method struct {
	text   string
	mesh   bool
	direct bool           // the clients are linked directly, too (stage.DirectSuffix)
	row    *client.Method // nil for a mesh
}

// AllMethods returns the text forms that "all" stands for: each row of the tables that can be chosen, onestream once for each order, naive with
// both of its states.
func AllMethods() (names []string) {
	for i := range client.Methods {
		m := &client.Methods[i]
		switch {
		case !m.Offered():
		case m.Name == "onestream":
			for order := range client.Orders {
				names = append(names, fmt.Sprintf("onestream,order=%d", order+1))
			}
		case m.Name == "naive": // Gambetta's, and Jimenez Morales' second listing
			names = append(names, m.Name, m.Name+",state=ignore")
		default:
			names = append(names, m.Name)
		}
	}
	return append(names, "commute", "rollback")
}

// parseMethod returns the method of a text form.
func parseMethod(text string) (method, error) {
	name, _, _ := strings.Cut(text, ",")
	if slices.Contains(mesh.Names(), name) {
		_, err := mesh.Parse(text)
		return method{text: text, mesh: true}, err
	}
	c, direct, err := stage.ParseMethod(text)
	if err != nil {
		return method{}, err
	}
	return method{text: text, direct: direct, row: c.Method()}, nil
}

// info returns what a report says of the method.
func (m *method) info() figures.Method {
	if m.mesh {
		c, _ := mesh.Parse(m.text)
		return figures.Method{Name: m.text, About: c.Method.About, Source: c.Method.Source, Kind: "mesh"}
	}
	out := figures.Method{Name: m.text, About: m.row.About, Source: m.row.Source, Kind: "server", Ours: m.text == Ours}
	if m.direct {
		out.About += " Clients are linked directly, too, and show each other what the server will send later."
	}
	c, _, _ := stage.ParseMethod(m.text)
	for _, p := range c.Parameters() {
		out.Parameters = append(out.Parameters, figures.Parameter{Name: p.Name, Value: value(&c, &p), About: p.About})
	}
	return out
}

// value returns the value of a parameter in words.
func value(c *client.Choice, p *client.Parameter) string {
	if p.Words != nil {
		return c.Word(p.Name)
	}
	return strconv.FormatFloat(c.Number(p.Name), 'g', -1, 64) + p.Unit
}
