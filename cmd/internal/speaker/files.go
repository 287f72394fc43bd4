package speaker

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"voxtide/sound"
	"voxtide/sound/measure"
	"voxtide/sound/synth"
)

// WriteAll writes all sounds and beds as WAV files into a folder, which it makes, and a table of their figures, to w, too.
func WriteAll(dir string, w io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "figures.txt"))
	if err != nil {
		return err
	}
	out := bufio.NewWriter(io.MultiWriter(f, w))
	err = writeAll(dir, out)
	if e := out.Flush(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func writeAll(dir string, out io.Writer) error {
	fmt.Fprintf(out, "%-18s %8s %8s %8s %9s %7s  %s\n", "sound", "loudness", "peak", "seconds", "middle", "clipped", "subtitle")
	files := 0
	write := func(name, subtitle string, samples []int16) error {
		x := make([]float64, len(samples))
		for i, v := range samples {
			x[i] = float64(v) / 32768
		}
		f := measure.Of(x)
		fmt.Fprintf(out, "%-18s %5.1f dB %5.1f dB %8.3f %6.0f Hz %7d  %s\n", name, f.Loudness, f.Peak, f.Seconds, f.Centroid, f.Clipped, subtitle)
		files++
		return writeWAV(filepath.Join(dir, name+".wav"), samples)
	}
	for i := 1; i < sound.Count(); i++ {
		id := sound.ID(i)
		for v := range id.Variants() {
			if err := write(fmt.Sprintf("%s-%d", id, v+1), id.Subtitle(), synth.Sound(synth.Seed, id, v)); err != nil {
				return err
			}
		}
	}
	for b := range sound.BedCount {
		if err := write("bed-"+b.String(), b.Subtitle(), synth.Bed(synth.Seed, b)); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d files\n", files)
	return nil
}

// writeWAV writes samples of one channel as a WAV file of 16 bits.
func writeWAV(name string, samples []int16) error {
	const header = 44
	data := make([]byte, header, header+2*len(samples))
	put := func(at int, text string) { copy(data[at:], text) }
	u32, u16 := binary.LittleEndian.PutUint32, binary.LittleEndian.PutUint16
	put(0, "RIFF")
	u32(data[4:], uint32(header-8+2*len(samples)))
	put(8, "WAVEfmt ")
	u32(data[16:], 16) // bytes of the format
	u16(data[20:], 1)  // PCM
	u16(data[22:], 1)  // channels
	u32(data[24:], sound.Rate)
	u32(data[28:], 2*sound.Rate) // bytes a second
	u16(data[32:], 2)            // bytes of a frame
	u16(data[34:], 16)           // bits of a sample
	put(36, "data")
	u32(data[40:], uint32(2*len(samples)))
	for _, v := range samples {
		data = binary.LittleEndian.AppendUint16(data, uint16(v))
	}
	return os.WriteFile(name, data, 0o644)
}
