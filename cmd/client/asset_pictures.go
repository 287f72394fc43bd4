package main

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"voxtide/client/terrain"
	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/speaker"
	"voxtide/edits"
	"voxtide/internal/skin"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/window"
	"voxtide/world"
)

// skinTemplateCmd is the command that writes the skin that the game draws who has none.
type skinTemplateCmd struct {
	File string `arg:"" help:"PNG to write."`
}

func (c *skinTemplateCmd) run(stderr io.Writer) int {
	f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) // somebody's own skin is not overwritten
	if err == nil {
		err = png.Encode(f, skinTemplate(buildAssets(nil)))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}

// skinTemplate returns the usual look as a skin, tile by tile.
func skinTemplate(p *assets) *image.NRGBA {
	l := p.gpu.Player
	out := image.NewNRGBA(image.Rect(0, 0, skin.Side, skin.Side))
	for n, layer := range [skin.Tiles]uint16{l.Face, l.HeadSide, l.HeadSide, l.HeadBack, l.HeadTop, l.Hand, l.Torso[3], l.Torso[3], l.Torso[3], l.Arm[3], l.Arm[3], l.Arm[3], l.Leg, l.Leg, l.Leg, l.Hand} {
		for i := range skin.TileSide * skin.TileSide {
			c := p.gpu.Layers[layer][0][4*i:]
			out.SetNRGBA(n%4*skin.TileSide+i%skin.TileSide, n/4*skin.TileSide+i/skin.TileSide, color.NRGBA{R: c[0], G: c[1], B: c[2], A: 255})
		}
	}
	return out
}

// packSkin reads the player's skin; empty for none.
func packSkin(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, skin.FileMax+1))
	if err != nil {
		return nil, err
	}
	p, err := skin.Parse(b)
	if err != nil {
		return nil, err
	}
	return skin.Pack(p), nil
}

// showcaseCmd is the command that renders all kinds of blocks in rows, or all states of one kind of each class.
type showcaseCmd struct {
	File   string `arg:"" help:"File to write: a PNG, or a JPEG if it ends in .jpg."`
	States bool   `help:"All states of one kind of each class, instead of all kinds."`
	Only   string `placeholder:"TEXT" help:"Only kinds with this in their name."`
	Rich   bool   `help:"As of client shoot."`
	Width  int    `default:"1920" help:"Width in pixels."`
	Height int    `default:"1200" help:"Height in pixels."`
}

func (c *showcaseCmd) run(ctx context.Context, stderr io.Writer) int {
	runtime.LockOSThread() // the window's
	if err := c.render(ctx); err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}

// render draws the blocks from above, as they stand in the land.
func (c *showcaseCmd) render(ctx context.Context) error {
	p := buildAssets(nil)
	s, err := openDisplay(window.Config{Title: "Voxtide", Width: c.Width, Height: c.Height, Hidden: true}, p)
	if err != nil {
		return err
	}
	defer s.close()
	s.env.ForceFull = c.Rich
	if err := s.renderer.SetConfig(s.env); err != nil {
		return err
	}
	land := terrain.NewStandalone(p.faces, 2)
	defer land.Close()
	aspect := float64(c.Width) / float64(c.Height)
	shelf := newShelf(kindsShown(c.Only), 2, aspect)
	if c.States {
		shelf = newShelf(statesShown(), 3, aspect)
	}
	for at, cells := range shelf.sections() {
		land.Load(at, world.SectionOf(cells), protocol.Biomes{})
	}
	sc := &scene.Scene{Camera: shelf.camera(aspect)}
	sc.Sky.TimeOfDay = 0.18
	for quiet := 0; quiet < 40 && ctx.Err() == nil; quiet++ {
		land.Frame(sc)
		if len(sc.Uploads) > 0 {
			quiet = 0
		}
		s.draw(sc, showcaseFOV, showcaseView)
		s.renderer.Finish()
		s.window.Poll()
		s.window.Swap()
		time.Sleep(5 * time.Millisecond)
	}
	return s.screenshot(c.File)
}

// How a showcase is seen: the camera's angle in degrees, its view in blocks and its pitch in radians.
const (
	showcaseFOV   = 36
	showcaseView  = 320
	showcasePitch = -0.92
)

// shelf is a floor with blocks on it, some cells from each other.
type shelf struct {
	cells   map[world.SectionPos]*[world.SectionCells]world.Block
	shown   []world.Block
	columns int
	step    int32
	count   int // of those that are placed
}

// newShelf returns a shelf of some blocks, for a picture of an aspect.
func newShelf(shown []world.Block, step int32, aspect float64) *shelf {
	s := &shelf{cells: map[world.SectionPos]*[world.SectionCells]world.Block{}, shown: shown, step: step}
	s.columns = max(int(math.Sqrt(float64(len(shown))*aspect*0.62)), 1)
	for _, b := range shown {
		s.addState(b)
	}
	return s
}

// shelfFloor is the height of the floor.
const shelfFloor = 8

// place returns the cell of the next block, and makes the floor around it.
func (s *shelf) place() world.Pos {
	p := world.Pos{X: int32(s.count%s.columns) * s.step, Y: shelfFloor + 1, Z: int32(s.count/s.columns) * s.step}
	s.count++
	for dx := -s.step; dx <= s.step; dx++ {
		for dz := -s.step; dz <= s.step; dz++ {
			s.set(world.Pos{X: p.X + dx, Y: shelfFloor, Z: p.Z + dz}, showcaseFloor)
		}
	}
	return p
}

// showcaseFloor is the block under all others: of a calm colour that none of them has.
const showcaseFloor = world.Snow

func (s *shelf) set(p world.Pos, b world.Block) {
	at := p.Section()
	if s.cells[at] == nil {
		s.cells[at] = &[world.SectionCells]world.Block{}
	}
	s.cells[at][p.Index()] = b
}

// sections returns the sections of the shelf, and empty ones around them: a section shows when its neighbours are loaded.
func (s *shelf) sections() map[world.SectionPos]*[world.SectionCells]world.Block {
	out := maps.Clone(s.cells)
	for at := range s.cells {
		for d := range 27 {
			near := world.SectionPos{X: at.X + int32(d%3) - 1, Y: at.Y + int32(d/9) - 1, Z: at.Z + int32(d/3%3) - 1}
			if out[near] == nil {
				out[near] = &[world.SectionCells]world.Block{}
			}
		}
	}
	return out
}

// kindsShown returns each kind in the state that shows what it is, or those alone that have a text in their name.
func kindsShown(only string) (out []world.Block) {
	for k := 1; k < len(world.Kinds); k++ {
		if strings.Contains(world.Kinds[k].Name, only) {
			out = append(out, shownState(world.Kind(k).Block()))
		}
	}
	return out
}

// statesShown returns all states of the first kind of each class that has several.
func statesShown() (out []world.Block) {
	seen := map[world.Class]bool{}
	for k := 1; k < len(world.Kinds); k++ {
		class := world.Kinds[k].Class
		if states := world.Kind(k).States(); len(states) > 1 && !seen[class] {
			seen[class] = true
			out = append(out, states...)
		}
	}
	return out
}

// shownState returns the state of a kind that shows what it is.
func shownState(b world.Block) world.Block {
	switch b.Class() {
	case world.ClassFence, world.ClassWall, world.ClassPane:
		return b.With(world.PropJoins, 12)
	case world.ClassStairs:
		return b
	}
	return b.With(world.PropFacing, int(world.South-world.North))
}

// addState adds a block, with the other half of a door and the wall of what hangs at one.
func (s *shelf) addState(b world.Block) {
	p := s.place()
	s.set(p, b)
	switch b.Class() {
	case world.ClassDoor, world.ClassBed:
		if b.Get(world.PropHalf) == world.LowerHalf {
			s.set(edits.OtherHalf(p, b), b.With(world.PropHalf, world.UpperHalf))
		}
	case world.ClassTorch, world.ClassSign, world.ClassLever, world.ClassButton:
		if b.Get(world.PropWall) == 1 {
			s.set(p.Next(b.Facing()^1), world.Cobblestone)
		}
	case world.ClassLadder:
		s.set(p.Next(b.Facing()^1), world.Cobblestone)
	}
}

// camera returns a camera that sees all blocks, in a picture of an aspect: its width over its height.
func (s *shelf) camera(aspect float64) scene.Camera {
	step := float64(s.step)
	wide, deep := step*float64(min(s.columns, len(s.shown))), step*float64((len(s.shown)+s.columns-1)/s.columns)
	half := math.Tan(showcaseFOV * math.Pi / 360)
	away := max((wide/2+1)/(half*aspect)+deep/2*math.Cos(showcasePitch), (deep/2*math.Sin(-showcasePitch)+2)/half*1.18)
	return scene.Camera{
		Pos:   [3]float64{wide/2 - 1, shelfFloor + 1 - away*math.Sin(showcasePitch), deep/2 + deep*0.06 + away*math.Cos(showcasePitch)},
		Pitch: showcasePitch, ViewDistance: showcaseView,
	}
}

// texturesCmd is the command that writes all textures on one sheet.
type texturesCmd struct {
	File    string `arg:"" help:"PNG file to write."`
	Columns int    `default:"10" help:"Textures in a row."`
	Scale   int    `default:"4" help:"Size of a texture's pixel, in pixels."`
}

func (c *texturesCmd) run(stderr io.Writer) int {
	if c.Columns < 1 || c.Columns > 100 || c.Scale < 1 || c.Scale > 32 {
		return cli.UsageError(stderr, "client", "--columns is 1 to 100, --scale is 1 to 32")
	}
	f, err := os.Create(c.File)
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	err = png.Encode(f, textures.Sheet(c.Columns, c.Scale))
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}

// packTemplateCmd is the command that writes the game's own textures and sounds as a pack.
type packTemplateCmd struct {
	Dir string `arg:"" help:"Folder to write to; it is made, and must not be there."`
}

func (c *packTemplateCmd) run(stderr io.Writer) int {
	err := os.Mkdir(c.Dir, 0o755) // somebody's own pack is not overwritten
	if err == nil {
		err = writePack(c.Dir)
	}
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}

// writePack writes the game's own textures and sounds.
func writePack(dir string) error {
	for _, t := range textures.All() {
		p := image.NewNRGBA(image.Rect(0, 0, textures.Size, textures.Size*len(t.Layers)))
		for n := range t.Layers {
			for i, c := range t.Layers[n] {
				p.SetNRGBA(i%textures.Size, n*textures.Size+i/textures.Size, c)
			}
		}
		if err := saveImage(filepath.Join(dir, "textures", t.Name+".png"), p); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "pack.toml"), []byte("name = \"My pack\"\n"), 0o644); err != nil {
		return err
	}
	return speaker.WriteAll(filepath.Join(dir, "sounds"), io.Discard)
}

// soundsCmd is the command that writes all sounds.
type soundsCmd struct {
	Dir string `arg:"" help:"Folder to write to; it is made."`
}

func (c *soundsCmd) run(stdout, stderr io.Writer) int {
	if err := speaker.WriteAll(c.Dir, stdout); err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}
