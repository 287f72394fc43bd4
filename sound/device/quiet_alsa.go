//go:build linux && cgo && !android

package device

// #cgo pkg-config: alsa
//
// #include <alsa/asoundlib.h>
//
// static void say_nothing(const char *file, int line, const char *function, int err, const char *fmt, ...) {}
//
// static void quiet(void) { snd_lib_error_set_handler(say_nothing); }
import "C"

// quiet keeps ALSA from writing to the terminal: what goes wrong comes back as an error.
func quiet() { C.quiet() }
