//go:build linux && cgo && !android

package device

// #cgo pkg-config: alsa
//
// #include <alsa/asoundlib.h>
//
// static void say_nothing(const char *file, int line, const char *function, int err, const char *fmt, ...) {}
//
// static int probe(void) {
// 	snd_pcm_t *pcm;
// 	snd_lib_error_set_handler(say_nothing);
// 	int err = snd_pcm_open(&pcm, "default", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
// 	if (err < 0)
// 		return err;
// 	return snd_pcm_close(pcm);
// }
//
// static const char *why(int err) { return snd_strerror(err); }
import "C"

import "errors"

// probe reports whether ALSA has a card by default, and keeps ALSA from writing to the terminal. Without one oto would try everything that
// ALSA has a name for, and servers that do not run would write to the terminal, too.
func probe() error {
	if err := C.probe(); err < 0 {
		return errors.New("ALSA has no card: " + C.GoString(C.why(err)))
	}
	return nil
}
