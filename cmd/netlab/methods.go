package main

import (
	"fmt"
	"io"
	"strings"

	"voxtide/client"
	"voxtide/lab/mesh"
	"voxtide/lab/stage"
)

// listMethods prints the methods with their sources, a line each: "onestream" as its five orders.
func listMethods(out io.Writer) {
	fmt.Fprintln(out, "methods:")
	line := func(name, source, about string) { fmt.Fprintf(out, "  %-17s %-29s %s\n", name, source, about) }
	for i := range client.Methods {
		m := &client.Methods[i]
		if m.Own != "order" {
			line(m.Name, m.Source, m.About)
			continue
		}
		for k, order := range client.Orders {
			line(fmt.Sprintf("%s,order=%d", m.Name, k+1), m.Source, "One clock for all bodies: "+order+".")
		}
	}
	line("timestream"+stage.DirectSuffix, "Kahlo 2.8", "timestream between clients that are linked directly, too; for every method with own=streams, judge=declared and others=streams.")
	fmt.Fprintln(out, "methods without a server:")
	for i := range mesh.Methods {
		m := &mesh.Methods[i]
		line(m.Name, m.Source, m.About)
		for _, p := range m.Parameters {
			fmt.Fprintf(out, "    %s=%s: %s (%s)\n", p.Name, p.Default, p.About, strings.Join(p.Words, ", "))
		}
	}
	fmt.Fprintln(out, "choices of a method (NAME,AXIS=VALUE,PARAMETER=VALUE...):")
	for i := range client.Axes {
		a := &client.Axes[i]
		fmt.Fprintf(out, "  %s: %s\n", a.Name, a.About)
		for k := range a.Values {
			v := &a.Values[k]
			fmt.Fprintf(out, "    %-12s %s\n", v.Name, v.About)
			for _, p := range v.Parameters {
				fmt.Fprintf(out, "      %s=%s%s: %s (%s)\n", p.Name, p.Default, p.Unit, p.About, p.Bounds())
			}
		}
	}
}
