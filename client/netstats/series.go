package netstats

import "voxtide/timestream"

// Series is a number over the last ten seconds, one value for each column of time.
type Series struct {
	values [Columns]float32
	noted  [Columns]bool
	last   int64 // number of the newest column with a note, counted from time 0
}

// column returns the number of the column of a time.
func column(now timestream.Duration) int64 { return int64(now / ColumnTime) }

// slot returns the place of a time's column, cleared if it is a new one. A time before the newest column counts in that one.
func (s *Series) slot(now timestream.Duration) int {
	c := max(column(now), s.last)
	if c-s.last >= Columns {
		s.noted = [Columns]bool{}
		s.last = c
	}
	for s.last < c {
		s.last++
		s.noted[s.last%Columns] = false
	}
	return int(c % Columns)
}

// max notes a value of which a column keeps the greatest.
func (s *Series) max(now timestream.Duration, v float64) {
	i := s.slot(now)
	if !s.noted[i] || float32(v) > s.values[i] {
		s.values[i], s.noted[i] = float32(v), true
	}
}

// sum notes a value that is added to its column.
func (s *Series) sum(now timestream.Duration, v float64) {
	i := s.slot(now)
	if !s.noted[i] {
		s.values[i], s.noted[i] = 0, true
	}
	s.values[i] += float32(v)
}

// At returns the value of the i-th of the columns that end with the one of a time, the oldest first, and whether there is
// one.
func (s *Series) At(now timestream.Duration, i int) (float64, bool) {
	c := column(now) - Columns + 1 + int64(i)
	if c < 0 || c > s.last || c <= s.last-Columns || !s.noted[c%Columns] {
		return 0, false
	}
	return float64(s.values[c%Columns]), true
}

// Top returns the greatest value of the ten seconds before a time, 0 for none.
func (s *Series) Top(now timestream.Duration) (top float64) {
	for i := range Columns {
		v, _ := s.At(now, i)
		top = max(top, v)
	}
	return top
}

// Newest returns the newest value of the ten seconds before a time, and whether there is one.
func (s *Series) Newest(now timestream.Duration) (float64, bool) {
	for i := Columns - 1; i >= 0; i-- {
		if v, ok := s.At(now, i); ok {
			return v, true
		}
	}
	return 0, false
}

// Sum returns the sum of the values of the last n columns before a time.
func (s *Series) Sum(now timestream.Duration, n int) (sum float64) {
	for i := Columns - n; i < Columns; i++ {
		v, _ := s.At(now, i)
		sum += v
	}
	return sum
}
