package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/bots"
)

// figuresCmd prints reports as rows of a table.
type figuresCmd struct {
	Crowd  string `placeholder:"FILE" help:"The report of the crowd; without one only the head of the table is printed."`
	Probe  string `placeholder:"FILE" help:"The report of a run beside the crowd on the same machine, with --acks: its acks are put to the crowd's parts."`
	Points string `placeholder:"FILE" help:"Append what scripts/load.sh draws: players; step p50, p99 and ack p99 of the steady part; the probe's ack p99 there and in the join."`
}

func (c *figuresCmd) run(stdout, stderr io.Writer) int {
	if c.Crowd == "" {
		if c.Probe != "" || c.Points != "" {
			return cli.UsageError(stderr, "bots", "give --crowd FILE, what bots --report wrote")
		}
		bots.FiguresHead(stdout)
		return cli.OK
	}
	crowd, err := readReport(c.Crowd)
	if err != nil {
		return cli.Fail(stderr, "bots", err)
	}
	var probe *bots.Report
	if c.Probe != "" {
		if probe, err = readReport(c.Probe); err != nil {
			return cli.Fail(stderr, "bots", err)
		}
	}
	bots.Figures(stdout, crowd, probe)
	if c.Points == "" {
		return cli.OK
	}
	f, err := os.OpenFile(c.Points, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return cli.Fail(stderr, "bots", err)
	}
	bots.Points(f, crowd, probe)
	if err := f.Close(); err != nil {
		return cli.Fail(stderr, "bots", err)
	}
	return cli.OK
}

// readReport reads what --report wrote.
func readReport(file string) (*bots.Report, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &bots.Report{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w; it is no report of bots", file, err)
	}
	return r, nil
}
