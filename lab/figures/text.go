package figures

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteJSON writes the report, without the columns of the machine unless machine says so.
func (r *Report) WriteJSON(w io.Writer, machine bool) error {
	out := *r
	if !machine {
		out.Columns, out.Rows = nil, nil
		for _, c := range r.Columns {
			if !c.Machine {
				out.Columns = append(out.Columns, c)
			}
		}
		for _, row := range r.Rows {
			kept := Row{row.Method, row.Profile, map[string]float64{}}
			for _, c := range out.Columns {
				if v, ok := row.Values[c.Name]; ok {
					kept.Values[c.Name] = v
				}
			}
			out.Rows = append(out.Rows, kept)
		}
	}
	b, err := json.MarshalIndent(&out, "", " ")
	if err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	_, err = w.Write(append(compact(b), '\n'))
	return err
}

// compact puts the numbers of an array on one line each.
func compact(b []byte) []byte {
	out := make([]byte, 0, len(b))
	inArray := false
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '\n' {
			j := i + 1
			for j < len(b) && b[j] == ' ' {
				j++
			}
			if j < len(b) && (b[j] == '-' || b[j] >= '0' && b[j] <= '9') {
				inArray = true
				i = j - 1
				continue
			}
			if inArray && j < len(b) && b[j] == ']' {
				inArray = false
				i = j - 1
				continue
			}
			inArray = false
		}
		out = append(out, c)
	}
	return out
}

// ReadJSON reads a report.
func ReadJSON(b []byte) (*Report, error) {
	r := &Report{}
	if err := json.Unmarshal(b, r); err != nil {
		return nil, fmt.Errorf("figures: %w", err)
	}
	if r.Version != Version {
		return nil, fmt.Errorf("figures: version %d, not %d", r.Version, Version)
	}
	return r, nil
}

// WriteCSV writes the table: a header, and a line for each row. A figure that is not there is an empty cell. Columns of the machine
// come last, and only if machine says so.
func (r *Report) WriteCSV(w io.Writer, machine bool) error {
	b := &strings.Builder{}
	b.WriteString("method,profile")
	var names []string
	for _, last := range []bool{false, true} {
		for _, c := range r.Columns {
			if c.Machine == last && (machine || !last) {
				names = append(names, c.Name)
				b.WriteString("," + c.Name)
			}
		}
	}
	b.WriteByte('\n')
	for _, row := range r.Rows {
		b.WriteString(quote(row.Method) + "," + quote(row.Profile))
		for _, n := range names {
			b.WriteByte(',')
			if v, ok := row.Values[n]; ok {
				b.WriteString(strconv.FormatFloat(v, 'f', -1, 64))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// quote returns a cell of a CSV; methods may have commas.
func quote(s string) string {
	if !strings.ContainsAny(s, ",\"\n") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// ReadCSV reads the rows of a table; the report has nothing else.
func ReadCSV(b []byte) (*Report, error) {
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("figures: %w", err)
	}
	if len(lines) == 0 || len(lines[0]) < 2 || lines[0][0] != "method" || lines[0][1] != "profile" {
		return nil, errors.New("figures: this is not the table of a comparison")
	}
	r := &Report{Version: Version}
	for _, line := range lines[1:] {
		row := Row{Method: line[0], Profile: line[1], Values: map[string]float64{}}
		for i, cell := range line[2:] {
			if cell == "" {
				continue
			}
			if row.Values[lines[0][2+i]], err = strconv.ParseFloat(cell, 64); err != nil {
				return nil, fmt.Errorf("figures: %s over %s: %w", row.Method, row.Profile, err)
			}
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}
