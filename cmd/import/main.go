// Command import brings the worlds of other games into a world of ours, and carries pieces out as schematics. It is a program of its own, so that the
// server does not grow by what it needs for that.
//
// What flows: packages schematic/anvil and schematic/luantimap decode foreign sections, importer.Importer writes them into a world that no program has open.
// Owner: the main goroutine. Invariants: results go to the standard output, what people are told to the standard error; after an error the world
// is in order, with what was written until then.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"voxtide/cmd/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if ctx.Err() != nil {
		code = cli.CtrlC
	}
	stop()
	os.Exit(code)
}

const description = `Brings worlds of other games into a world of Voxtide, and carries pieces out.

Stop the server of the world first; make a backup of one that you care for. A world that there is not yet is made, and its own land is where the other world
has none. Blocks that there are not here become those of their shape that are nearest in colour; a report lists them. What chests hold, and
creatures, are left out; texts of signs are kept from Minecraft.

Examples:
  import anvil ~/.minecraft/saves/home home                   all of a world of Minecraft, 1.13 or newer
  import anvil saves/home home --from -100,-100 --to 200,200  a piece of it; --x 512 --z 0 puts it 512 blocks to the east
  import luanti worlds/home/map.sqlite home                   a map of Luanti
  import export home 0,60,0 63,90,63 hut.schem                a box of a world as .schem, .mts or .vxs

Exit status: 0 done, 1 it failed, 2 wrong usage, 130 stopped by Ctrl-C.`

// program is the command line.
type program struct {
	Data   string    `help:"The folder with worlds and settings; VOXTIDE_HOME says the same." placeholder:"DIR"`
	Anvil  anvilCmd  `cmd:"" help:"Import a world of Minecraft: the folder of the world, or its folder region."`
	Luanti luantiCmd `cmd:"" help:"Import a map of Luanti."`
	Export exportCmd `cmd:"" help:"Write a box of a world as a schematic."`

	Version cli.VersionFlag `help:"Print the version."`
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var p program
	command, code, ok := cli.Parse("import", description, &p, args, stdout, stderr)
	if !ok {
		return code
	}
	w := &worker{ctx: ctx, data: p.Data, stdout: stdout, stderr: stderr}
	var err error
	switch command {
	case "anvil <source> <world>":
		err = p.Anvil.run(w)
	case "luanti <file> <world>":
		err = p.Luanti.run(w)
	default:
		err = p.Export.run(w)
	}
	return w.end(err)
}
