package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"voxtide/client"
	"voxtide/client/recording"
	"voxtide/cmd/internal/cli"
	"voxtide/lab/profile"
	"voxtide/lab/replay"
	"voxtide/protocol"
)

const replayUsage = `usage: netlab replay FILE [--strategy NAME[,PARAM=V...]] [--network NAME|RTT:JITTER:LOSS[:burst]]

Plays a session that client --record FILE has recorded. Without a flag: with the recorded messages, frame for frame; the last line is
replayed N frames hash HEX differ 0. With --strategy, --network or both: the recorded inputs under another method or over another
network, against a server of the laboratory on the land that was received; what other players did is not done again.

Exit status: 0 replayed, 1 a frame differs from the recorded one, or the file cannot be read, 2 wrong usage.
`

// recordingMax bounds a recording that is read.
const recordingMax = 1 << 30

// replayCommand runs netlab replay.
func replayCommand(args []string, stdout, stderr io.Writer) int {
	var cfg replay.Config
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&cfg.Method, "strategy", "", "")
	flags.StringVar(&cfg.Network, "network", "", "")
	var names []string
	for rest := args; ; { // flags may come before and after the file
		if err := flags.Parse(rest); errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stdout, replayUsage)
			return cli.OK
		} else if err != nil {
			return cli.UsageError(stderr, "netlab", "replay: %v", err)
		}
		if flags.NArg() == 0 {
			break
		}
		names, rest = append(names, flags.Arg(0)), flags.Args()[1:]
	}
	if len(names) != 1 {
		return cli.UsageError(stderr, "netlab", "replay takes one file that client --record has written")
	}
	if _, err := client.ParseMethod(cfg.Method); err != nil {
		return cli.UsageError(stderr, "netlab", "--strategy: %v", err)
	}
	if _, err := profile.Parse(cfg.Network); cfg.Network != "" && err != nil {
		return cli.UsageError(stderr, "netlab", "--network: %v", err)
	}
	file, err := readRecording(names[0])
	if err == nil && cfg == (replay.Config{}) {
		return replayExactly(file, stdout, stderr)
	}
	if err == nil {
		err = replayUnder(file, cfg, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "netlab:", err)
		return cli.Failed
	}
	return cli.OK
}

func readRecording(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, recordingMax+1))
	if len(b) > recordingMax {
		return nil, fmt.Errorf("%s has more than %d MB", name, recordingMax>>20)
	}
	return b, err
}

// replayExactly plays a recording with its own messages.
func replayExactly(file []byte, stdout, stderr io.Writer) int {
	r, err := recording.Replay(bytes.NewReader(file), nil)
	if err != nil {
		fmt.Fprintln(stderr, "netlab:", err)
		return cli.Failed
	}
	printRecorded(stdout, &r)
	fmt.Fprintf(stdout, "replayed %d frames hash %016x differ %d\n", r.Frames, r.Hash, r.Differ)
	if r.Differ > 0 {
		fmt.Fprintf(stderr, "netlab: frame %d differs from the recorded one\n", r.First)
		return cli.Failed
	}
	return cli.OK
}

// printRecorded prints what a recording holds.
func printRecorded(out io.Writer, r *recording.Result) {
	whole := ""
	if !r.Complete {
		whole = ", cut short"
	}
	method, _ := client.ParseMethod(r.Config.Method)
	fmt.Fprintf(out, "recorded: %v of %s, %d frames%s, begun as %s\n", r.Length.Round(time.Millisecond), r.Config.Name, r.Frames, whole, method)
	for _, n := range r.Networks {
		fmt.Fprintf(out, "  network made worse: %s\n", n)
	}
	printStats(out, &r.Stats)
}

// printStats prints the counters of a client.
func printStats(out io.Writer, s *client.Stats) {
	refused := 0
	for _, n := range s.Refused {
		refused += n
	}
	fmt.Fprintf(out, "  %d actions, %d refused, %d updates, %d resumes, %d frames from an action to its picture at most\n",
		s.Actions, refused, s.Updates, s.Resumes, s.InputToFrame)
	fmt.Fprint(out, "  corrections:")
	for cause, n := range s.Corrections {
		if n > 0 {
			fmt.Fprintf(out, " %v %d", protocol.Cause(cause), n)
		}
	}
	fmt.Fprintf(out, "; largest %.3f m\n", float64(s.LargestUnits)/1e9)
}

// replayUnder plays the inputs of a recording under another method or over another network.
func replayUnder(file []byte, cfg replay.Config, stdout io.Writer) error {
	r, err := replay.Under(file, cfg)
	if err != nil {
		return err
	}
	printRecorded(stdout, &r.Recorded)
	fmt.Fprintf(stdout, "the same inputs as %s over %s, on %d sections of the recorded land:\n", r.Method, r.Network, r.Sections)
	printStats(stdout, &r.Stats)
	fmt.Fprintf(stdout, "  own body drawn apart from the recording: median %d cm, 99 of 100 %d cm, most %d cm, in the end %.0f cm\n",
		r.Apart[0], r.Apart[1], r.Apart[2], r.End)
	fmt.Fprintf(stdout, "  %d blocks changed, %d un-acked at most\n", r.Changes, r.Unacked)
	fmt.Fprintf(stdout, "replayed %d frames hash %016x\n", r.Frames, r.Hash)
	return nil
}
