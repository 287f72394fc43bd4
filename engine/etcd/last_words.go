package etcd

import (
	"errors"
	"io"
	"syscall"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// newLog makes the log of the database. What etcd ends the process for, a full disk above all, is said to people too.
func newLog(cfg Config) *zap.Logger {
	out := cfg.Log
	if out == nil {
		out = io.Discard
	}
	level := zapcore.WarnLevel
	if cfg.Verbose {
		level = zapcore.InfoLevel
	}
	enc := zap.NewProductionEncoderConfig()
	enc.EncodeTime = zapcore.ISO8601TimeEncoder
	return zap.New(lastWords{zapcore.NewCore(zapcore.NewJSONEncoder(enc), zapcore.Lock(zapcore.AddSync(out)), level), &cfg})
}

// lastWords is a log that says to people why the database ends the process.
type lastWords struct {
	zapcore.Core
	cfg *Config
}

func (l lastWords) With(fields []zapcore.Field) zapcore.Core {
	return lastWords{l.Core.With(fields), l.cfg}
}

func (l lastWords) Check(e zapcore.Entry, c *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if l.Enabled(e.Level) {
		return c.AddCore(e, l)
	}
	return c
}

func (l lastWords) Write(e zapcore.Entry, fields []zapcore.Field) error {
	if e.Level >= zapcore.DPanicLevel {
		text := e.Message
		for _, f := range fields {
			if err, ok := f.Interface.(error); ok && f.Type == zapcore.ErrorType {
				text += ": " + err.Error()
				if errors.Is(err, syscall.ENOSPC) {
					text += "; make room on the disk and start it again"
				}
			}
		}
		l.cfg.say("the database cannot go on: %s", text)
	}
	return l.Core.Write(e, fields)
}
