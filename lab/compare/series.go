package compare

import (
	"math"
	"time"

	"voxtide/lab/figures"
)

// series takes the paths of player 0 during the figure at the beginning of a walker's track.
type series struct {
	home                [3]float64
	truth               [][3]float64
	walks               bool // player 0 is a walker
	predicted, received []int32
	frame               int
}

// The part of the track that is taken.
const (
	seriesFrom = 400 * time.Millisecond
	seriesFor  = 4 * time.Second
)

func newSeries(p *play) *series {
	return &series{home: p.truth.bodies[0][0], truth: p.truth.bodies[0], walks: p.tape.Tracks[0].Role == roles[0].name}
}

// within reports whether a frame belongs to the series.
func within(frame int) bool {
	return frame >= int(seriesFrom/frameTime) && frame < int((seriesFrom+seriesFor)/frameTime)
}

// look takes what only a stage can tell.
func (s *series) look(th *theatre) {
	if within(s.frame) {
		s.predicted = s.append(s.predicted, th.seats[0].own)
		if at, ok := th.receivedBody(0); ok {
			s.received = s.append(s.received, at)
		}
	}
	s.frame++
}

// append appends a point in mm from the home.
func (s *series) append(to []int32, at [3]float64) []int32 {
	d := sub(at, s.home)
	return append(to, int32(math.Round(d[0]*1000)), int32(math.Round(d[2]*1000)))
}

// cut returns the series with the paths of the whole run: drawn, on the server, and drawn on another's screen.
func (s *series) cut(drawn, server, other [][3]float64) *figures.Series {
	out := &figures.Series{
		FromMS: int(seriesFrom / time.Millisecond), FrameUS: int(frameTime / time.Microsecond), Predicted: s.predicted, Received: s.received,
	}
	for k := range drawn {
		if !within(k) {
			continue
		}
		out.Truth = s.append(out.Truth, s.truth[k])
		out.Drawn = s.append(out.Drawn, drawn[k])
		if len(server) > k {
			out.Server = s.append(out.Server, server[k])
		}
		if len(other) > k {
			at := other[k]
			if at[0] != at[0] {
				at = s.home
			}
			out.Other = s.append(out.Other, at)
		}
	}
	if s.walks {
		for _, f := range figure {
			out.Marks = append(out.Marks, figures.Mark{AtMS: int(f.at / time.Millisecond), What: f.what})
			if f.what != "start" { // a turn and a stop begin before they can be told from a path
				continue
			}
			at := frameOf(f.at.Truncate(time.Microsecond))
			out.Trips = append(out.Trips, figures.Trip{What: f.what, InputMS: stageMS(at), ServerMS: firstShown(server, at),
				OwnMS: firstShown(drawn, at), OtherMS: firstShown(other, at)})
		}
	}
	return out
}

// moves reports whether a body moved in a frame.
func moves(path [][3]float64, k int) bool { return flat(sub(path[k], path[k-1])) > visibleMove }

// firstShown returns the time of the first frame from one on in which a resting body moves; -1 for never.
func firstShown(path [][3]float64, from int) float64 {
	for k := max(3, from); k < len(path) && within(k); k++ {
		if moves(path, k) && !moves(path, k-1) && !moves(path, k-2) {
			return stageMS(k)
		}
	}
	return -1
}

// stageMS is the stage time of a frame in ms, to a hundredth.
func stageMS(frame int) float64 {
	return math.Round((framePhase+time.Duration(frame)*frameTime).Seconds()*1e5) / 100
}
