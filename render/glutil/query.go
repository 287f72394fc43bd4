package glutil

import "github.com/go-gl/gl/v4.1-core/gl"

// Query asks the driver for a figure of what is drawn between Begin and End. Its zero value is ready.
type Query struct {
	id     uint32
	target uint32
	result uint64 // kept here, because a local variable would be allocated
}

// Begin begins to measure: gl.TIME_ELAPSED or gl.SAMPLES_PASSED. No other query of the target may be under way.
func (q *Query) Begin(target uint32) {
	if q.target != target { // a query that has measured something can measure nothing else
		q.Free()
		gl.GenQueries(1, &q.id)
		q.target = target
	}
	gl.BeginQuery(target, q.id)
}

// End ends measuring.
func (q *Query) End() { gl.EndQuery(q.target) }

// Result waits for the figure, in nanoseconds or samples; 0 if nothing was measured.
func (q *Query) Result() uint64 {
	q.result = 0
	if q.id != 0 {
		gl.GetQueryObjectui64v(q.id, gl.QUERY_RESULT, &q.result)
	}
	return q.result
}

// Free frees the query.
func (q *Query) Free() {
	if q.id != 0 {
		gl.DeleteQueries(1, &q.id)
		q.id, q.target = 0, 0
	}
}
