package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/demo"
)

// demoOptions are the flags of netlab demo.
type demoOptions struct{ listen, dir string }

func parseDemo(args []string) (o demoOptions, err error) {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.listen, "listen", "127.0.0.1:7480", "")
	flags.StringVar(&o.dir, "dir", "", "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("%w: demo takes flags only", errUsage)
	}
	return o, nil
}

// folders returns where the files of `make demo` may lie: in the given folder, or in out/demo beside the folder of this program
// and in the present folder.
func (o *demoOptions) folders() []string {
	if o.dir != "" {
		return []string{o.dir}
	}
	built := filepath.Join("out", "demo")
	self, err := os.Executable()
	if err != nil {
		return []string{built}
	}
	return []string{filepath.Join(filepath.Dir(filepath.Dir(self)), built), built}
}

// demoCommand runs netlab demo: it serves the page until the context ends.
func demoCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseDemo(args)
	if err != nil {
		return misused(err, stdout, stderr)
	}
	site, err := demo.Open(o.folders()...)
	if err != nil {
		return cli.Fail(stderr, "netlab", err)
	}
	l, err := cli.ListenDemo(o.listen)
	if err != nil {
		return cli.Fail(stderr, "netlab", err)
	}
	fmt.Fprintf(stdout, "demo http://%s/ %.2f MB\n", l.Addr(), float64(site.Size())/1e6)
	if err := site.Serve(ctx, l); err != nil {
		return cli.Fail(stderr, "netlab", err)
	}
	return cli.CtrlC
}
