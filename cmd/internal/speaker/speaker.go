// Package speaker brings the sounds of a client's scenes to the card: it makes the samples, mixes, follows the volumes, and lets the card
// rest while there is silence.
//
// Job: New, then Frame once a frame and Play for the screens. Owner: the window's goroutine. Goroutines: one makes all samples and opens
// the card, once, behind the first frames; the card's asks for frames, and meets the owner in a queue under a lock that is held for copying
// alone, so that neither waits for the other; one switches the card off and on.
//
// Invariants: a frame with sounds allocates nothing; what is queued in a frame is in the very next frames that the card asks for; a second
// after the last sound the card asks no longer; without a card there is one line in the log, and nothing is done from then on. Silence is
// what sounds whose samples are not made yet are, in the first second of the program.
package speaker

import (
	"log/slog"
	"sync"
	"sync/atomic"

	"voxtide/internal/splitmix"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/sound/device"
	"voxtide/sound/mixer"
)

// Volumes are how loud the groups are, 0 to 1, and all of them.
type Volumes struct {
	Master float64
	Groups [sound.GroupCount]float64
}

// card is what the frames go to: a device.Card, or another one in tests.
type card interface {
	Suspend() error
	Resume() error
	Err() error
}

// Speaker is the sounds of a client on their way to the card.
type Speaker struct {
	log     *slog.Logger
	samples bank
	rng     splitmix.Source
	open    atomic.Bool // the card asks
	dead    atomic.Bool // there is no card, or there was one
	wake    chan bool   // the card shall play: true, or rest; nil without a card
	asleep  bool        // the card was told to rest
	silent  atomic.Bool // nothing has sounded for restAfter
	asked   atomic.Bool // the card has asked since the last frame
	unasked int         // frames since it asked

	mutex sync.Mutex // of what follows
	queue [queueMax]mixer.Start
	count int // of queue
	now   state

	mixer   *mixer.Mixer // the card's goroutine's
	taken   [queueMax]mixer.Start
	loops   [sound.BedCount]bool // that have their samples
	worn    *wardrobe            // whose samples they are
	silence int                  // frames since something sounded
}

// state is what the mixer follows, of the last frame.
type state struct {
	listener mixer.Listener
	beds     [sound.BedCount]mixer.Target
	volumes  Volumes
}

const (
	queueMax  = 64
	restAfter = sound.Rate // frames of silence
	staleIn   = 20         // frames without a question of the card after which what is queued is too old
	lostIn    = 300        // frames without one after which the card is looked at
	bedMin    = 0.01       // a bed below this level is silent
)

// New makes the samples and opens the card behind the caller's back.
func New(log *slog.Logger) *Speaker {
	s := newSpeaker(log)
	go s.begin(func(fill func([]float32)) (card, error) { return device.Open(fill) })
	return s
}

func newSpeaker(log *slog.Logger) *Speaker {
	return &Speaker{log: log, mixer: mixer.New(), wake: make(chan bool, 1), now: state{volumes: Volumes{Master: 1, Groups: [sound.GroupCount]float64{1, 1, 1, 1}}}}
}

// begin opens the card, makes the samples, and then switches the card on and off.
func (s *Speaker) begin(open func(fill func([]float32)) (card, error)) {
	c, err := open(s.fill)
	if err != nil {
		s.log.Info("there is no sound", "why", err)
		s.dead.Store(true)
		return
	}
	s.open.Store(true)
	s.samples.make(&s.dead)
	for on := range s.wake {
		err := c.Err()
		if err == nil && on {
			err = c.Resume()
		} else if err == nil {
			err = c.Suspend()
		}
		if err != nil {
			s.log.Info("there is no sound any longer", "why", err)
			s.dead.Store(true)
			return
		}
	}
	_ = c.Suspend() // the program ends
}

// Close lets the card rest for good. The speaker must not be used again.
func (s *Speaker) Close() {
	s.dead.Store(true)
	close(s.wake)
}

// SetVolumes changes how loud the groups are from the next frame on.
func (s *Speaker) SetVolumes(v Volumes) {
	s.mutex.Lock()
	s.now.volumes = v
	s.mutex.Unlock()
	s.rouse(true)
}

// Wear takes the sounds of a pack in the place of the game's own, by their names in packs; those that it lacks are the game's.
func (s *Speaker) Wear(sounds map[string][]int16) { s.samples.wear(sounds) }

// Frame hands on what a frame sounds like, heard from its camera. A scene without sounds lets the beds end.
func (s *Speaker) Frame(sc *scene.Scene) {
	if s.dead.Load() {
		return
	}
	s.watch()
	s.mutex.Lock()
	if s.unasked > staleIn {
		s.count = 0
	}
	c := &sc.Camera
	s.now.listener = mixer.Listener{Pos: c.Pos, Yaw: float64(c.Yaw), Drowned: c.Submerged}
	sounds, volume := false, float32(s.now.volumes.of(sound.Ambience))
	for i := range sc.Sounds.Beds {
		b := &sc.Sounds.Beds[i]
		s.now.beds[i] = mixer.Target{Level: b.Level, Placed: b.Placed, Pos: b.Pos}
		if volume == 0 || b.Level < bedMin {
			s.now.beds[i].Level = 0
		}
		sounds = sounds || s.now.beds[i].Level > 0
	}
	for i := range sc.Sounds.Begin {
		b := &sc.Sounds.Begin[i]
		s.add(&mixer.Start{ID: b.ID, Pos: b.Pos, Own: b.Own, Level: b.Level, Muffled: b.Muffled})
	}
	sounds = sounds || s.count > 0
	s.mutex.Unlock()
	s.rouse(sounds)
}

// watch notices that the card does not ask any longer: it was unplugged, or its server is gone.
func (s *Speaker) watch() {
	if s.unasked++; s.asked.Swap(false) || s.asleep || !s.open.Load() {
		s.unasked = 0
	}
	if s.unasked > lostIn {
		s.unasked = 0
		select {
		case s.wake <- true:
		default:
		}
	}
}

// Play plays a sound of the screens.
func (s *Speaker) Play(k sound.Kind) {
	if s.dead.Load() {
		return
	}
	s.mutex.Lock()
	s.add(&mixer.Start{ID: sound.Of(k, sound.NoMaterial), Own: true, Level: 1})
	s.mutex.Unlock()
	s.rouse(true)
}

// How far chance changes what is played, so that no two steps are alike.
const (
	pitchSpread = 0.05
	levelSpread = 0.15
)

// add queues a sound in one of its versions. The lock is held.
func (s *Speaker) add(b *mixer.Start) {
	if !s.open.Load() || s.count == queueMax || s.now.volumes.of(b.ID.Group()) == 0 {
		return
	}
	b.Samples = s.samples.of(b.ID, s.rng.Below(b.ID.Variants()))
	if b.Samples == nil {
		return
	}
	if b.ID.Group() != sound.Interface {
		b.Pitch = float32(1 + pitchSpread*s.spread())
		b.Level *= float32(1 + levelSpread*s.spread())
	}
	s.queue[s.count] = *b
	s.count++
}

// spread returns a number from -1 to 1.
func (s *Speaker) spread() float64 { return float64(s.rng.Below(2001)-1000) / 1000 }

// of returns the volume of a group with the master's.
func (v *Volumes) of(g sound.Group) float64 { return v.Master * v.Groups[g] }

// rouse wakes the card if something sounds, and lets it rest when nothing has sounded for a while.
func (s *Speaker) rouse(sounds bool) {
	if sounds == !s.asleep || !sounds && !s.silent.Load() || s.dead.Load() {
		return
	}
	select {
	case s.wake <- sounds:
		s.asleep = !sounds
		s.silent.Store(false)
	default: // it is being switched: the next frame asks again
	}
}

// fill mixes the next frames. The card's goroutine calls it.
func (s *Speaker) fill(out []float32) {
	s.asked.Store(true)
	s.mutex.Lock()
	n := copy(s.taken[:], s.queue[:s.count])
	now := s.now
	s.count = 0
	s.mutex.Unlock()
	m := s.mixer
	m.SetListener(now.listener)
	for g := range now.volumes.Groups {
		m.SetVolume(sound.Group(g), loudness(now.volumes.of(sound.Group(g))))
	}
	if w := s.samples.worn.Load(); w != s.worn {
		s.worn, s.loops = w, [sound.BedCount]bool{}
	}
	for i := range now.beds {
		b := sound.Bed(i)
		if !s.loops[i] && now.beds[i].Level > 0 {
			if loop := s.samples.bed(b); loop != nil {
				m.SetLoop(b, loop)
				s.loops[i] = true
			}
		}
		m.SetBed(b, now.beds[i])
	}
	for i := range n {
		m.Play(&s.taken[i])
		s.taken[i].Samples = nil
	}
	m.Mix(out)
	if s.silence += len(out) / 2; !m.Silent() {
		s.silence = 0
	}
	s.silent.Store(s.silence > restAfter)
}

// loudness returns the gain of a volume: half the slider is half as loud by ear, 12 dB.
func loudness(volume float64) float32 { return float32(volume * volume) }
