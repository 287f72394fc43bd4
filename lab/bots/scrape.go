package bots

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ServerLoad is what a server's metrics say about an interval.
type ServerLoad struct {
	CPU           float64 `json:"cpu"` // cores
	P50           float64 `json:"step_p50_ms"`
	P99           float64 `json:"step_p99_ms"`
	Commit50      float64 `json:"commit_p50_ms"` // until a batch is durable
	Commit99      float64 `json:"commit_p99_ms"`
	CommitKnown99 float64 `json:"commit_known_p99_ms"` // until the loop knows that it is
	Steps         float64 `json:"steps"`
	Late          float64 `json:"late_steps"`
	Memory        float64 `json:"resident_bytes"` // at the end
	Sections      float64 `json:"sections_sent"`
	WholeFrames   float64 `json:"whole_frames"` // frames with the whole state
}

// Scrape holds a server's metrics at an instant.
type Scrape struct {
	at     time.Time
	values map[string]float64
}

// scrapeFor bounds the wait for an answer, which a server under load delays.
const scrapeFor = 15 * time.Second

// scrapeMax bounds the bytes of an answer.
const scrapeMax = 4 << 20

// ErrMetrics means that an answer holds no metrics of a server.
var ErrMetrics = errors.New("bots: no metrics of a server there")

// ScrapeFrom reads metrics in Prometheus's format from an address such as http://127.0.0.1:7401/metrics.
func ScrapeFrom(ctx context.Context, url string) (*Scrape, error) {
	ctx, cancel := context.WithTimeout(ctx, scrapeFor)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: %s", ErrMetrics, answer.Status)
	}
	return readScrape(io.LimitReader(answer.Body, scrapeMax))
}

func readScrape(in io.Reader) (*Scrape, error) {
	s := &Scrape{at: time.Now(), values: map[string]float64{}}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		name, value, ok := cutLast(lines.Text())
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil && !strings.HasPrefix(name, "#") {
			s.values[name] = v
		}
	}
	if _, ok := s.values["voxtide_step_seconds_count"]; !ok {
		return nil, ErrMetrics
	}
	return s, lines.Err()
}

func cutLast(line string) (name, value string, ok bool) {
	i := strings.LastIndexByte(line, ' ')
	if i < 0 {
		return "", "", false
	}
	return line[:i], line[i+1:], true
}

// Since returns the load between an earlier scrape and this one.
func (s *Scrape) Since(before *Scrape) *ServerLoad {
	diff := func(name string) float64 { return s.values[name] - before.values[name] }
	l := &ServerLoad{
		Steps: diff("voxtide_step_seconds_count"), Late: diff("voxtide_late_steps_total"), Memory: s.values["process_resident_memory_bytes"],
		Sections: diff("voxtide_sections_sent_total"), WholeFrames: diff("voxtide_whole_frames_total"),
	}
	if span := s.at.Sub(before.at).Seconds(); span > 0 {
		l.CPU = diff("process_cpu_seconds_total") / span
	}
	l.P50, l.P99 = s.quantile(before, "step", 0.5), s.quantile(before, "step", 0.99)
	l.Commit50, l.Commit99 = s.quantile(before, "commit", 0.5), s.quantile(before, "commit", 0.99)
	l.CommitKnown99 = s.quantile(before, "commit_known", 0.99)
	return l
}

// quantile returns a quantile of a histogram's times between two scrapes, in ms, interpolated linearly within a
// bucket.
func (s *Scrape) quantile(before *Scrape, of string, q float64) float64 {
	prefix, suffix := "voxtide_"+of+`_seconds_bucket{le="`, `"}`
	type bucket struct{ le, n float64 }
	var buckets []bucket
	for name, v := range s.values {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			le, err := strconv.ParseFloat(strings.TrimSuffix(rest, suffix), 64)
			if err == nil {
				buckets = append(buckets, bucket{le, v - before.values[name]})
			}
		}
	}
	slices.SortFunc(buckets, func(a, b bucket) int {
		if a.le < b.le {
			return -1
		}
		return 1
	})
	if len(buckets) == 0 || buckets[len(buckets)-1].n == 0 {
		return 0
	}
	goal := q * buckets[len(buckets)-1].n
	low, had := 0.0, 0.0
	for _, b := range buckets {
		if b.n >= goal {
			if math.IsInf(b.le, 1) {
				return 1000 * low
			}
			return 1000 * (low + (b.le-low)*(goal-had)/max(1, b.n-had))
		}
		low, had = b.le, b.n
	}
	return 1000 * low
}
