package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/queuebook/queuebook/lessonlib/desk"
)

// errNoRoom is in the chain of an error about a database that cannot take more rows: it is full or read-only.
var errNoRoom = errors.New("the database takes no more rows")

// store is the table of loans on one connection to SQLite. It must not be used by two goroutines at once: the worker
// owns it.
type store struct {
	db     *sql.DB
	conn   *sql.Conn
	search *sql.Stmt
	count  *sql.Stmt
	insert *sql.Stmt
	rows   int64
}

// schema has the index that every desk has; the one on the member is the sound structure's.
const (
	schema = `
CREATE TABLE loans (id INTEGER PRIMARY KEY, member TEXT NOT NULL, book TEXT NOT NULL, day INTEGER NOT NULL);
CREATE INDEX loans_by_book ON loans (book)`
	memberIndex = `CREATE INDEX loans_by_member ON loans (member)`
	seed        = `
WITH RECURSIVE row(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM row WHERE i + 1 < ?)
INSERT INTO loans SELECT i, 'U-' || (i % ?), 'K-' || (i % ?), i % ? FROM row`
)

// openStore makes and seeds the table. A database file that is not new and not empty is an error, and is left as it is.
func openStore(ctx context.Context, o desk.Options) (_ *store, err error) {
	name := o.Database
	if name == "" {
		file, err := os.CreateTemp("", "queuebook-desk-*.db")
		if err != nil {
			return nil, fmt.Errorf("desk: a temporary file for the database: %w; TMPDIR chooses another folder", err)
		}
		name = file.Name()
		file.Close()
		// Once SQLite has it open the file needs no name, and without one nothing is left however the desk ends.
		defer os.Remove(name)
	} else if info, err := os.Stat(name); err == nil && (!info.Mode().IsRegular() || info.Size() > 0) {
		return nil, fmt.Errorf("desk: database %s is already there; name a new file, the desk seeds its own table", name)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("desk: database %s: %w", name, err)
		}
	}()
	if name, err = filepath.Abs(name); err != nil {
		return nil, err
	}
	// No journal file and no waiting for the disk: the lesson is about the queue before the database. The cache holds any
	// table whole, so that a row costs the same in a small table and in a large one.
	address := url.URL{Scheme: "file", Path: name, RawQuery: "_pragma=journal_mode(memory)&_pragma=synchronous(off)" +
		"&_pragma=locking_mode(exclusive)&_pragma=temp_store(memory)&_pragma=cache_size(-524288)"}
	s := &store{rows: int64(o.StartRows())}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.db, err = sql.Open("sqlite", address.String()); err != nil {
		return nil, err
	}
	if s.conn, err = s.db.Conn(ctx); err != nil {
		return nil, err
	}
	if err := s.makeTable(ctx, o); err != nil {
		return nil, err
	}
	for _, p := range []struct {
		statement **sql.Stmt
		query     string
	}{
		{&s.search, `SELECT id, member, day FROM loans WHERE book = ? LIMIT 5`},
		{&s.count, `SELECT count(*) FROM loans WHERE member = ?`},
		{&s.insert, `INSERT INTO loans VALUES (?, ?, ?, ?)`},
	} {
		if *p.statement, err = s.conn.PrepareContext(ctx, p.query); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *store) makeTable(ctx context.Context, o desk.Options) error {
	tx, err := s.conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, seed, s.rows, desk.Members, desk.Books, desk.Days); err != nil {
		return err
	}
	if o.Structure == desk.Indexed {
		if _, err := tx.ExecContext(ctx, memberIndex); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// loan is a row of the table as /search answers it.
type loan struct {
	ID     int64  `json:"id"`
	Member string `json:"member"`
	Day    int    `json:"day"`
}

// find gives up to five loans of a book.
func (s *store) find(ctx context.Context, book string) ([]loan, error) {
	rows, err := s.search.QueryContext(ctx, book)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	loans := []loan{}
	for rows.Next() {
		var l loan
		if err := rows.Scan(&l.ID, &l.Member, &l.Day); err != nil {
			return nil, err
		}
		loans = append(loans, l)
	}
	return loans, rows.Err()
}

// lend counts the member's loans and adds five rows, all or none.
func (s *store) lend(ctx context.Context, member string) (before int, err error) {
	if err := s.count.QueryRowContext(ctx, member).Scan(&before); err != nil {
		return 0, err
	}
	defer func() {
		var failure *sqlite.Error
		if errors.As(err, &failure) && (failure.Code()&0xff == sqlite3.SQLITE_FULL ||
			failure.Code()&0xff == sqlite3.SQLITE_READONLY) {
			err = fmt.Errorf("%w: %w", errNoRoom, err)
		}
	}()
	tx, err := s.conn.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	insert := tx.StmtContext(ctx, s.insert)
	for i := s.rows; i < s.rows+desk.RowsPerLoan; i++ {
		if _, err := insert.ExecContext(ctx, i, member, fmt.Sprintf("K-%d", i%desk.Books), i%desk.Days); err != nil {
			return 0, err
		}
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}
	s.rows += desk.RowsPerLoan
	return before, nil
}

func (s *store) close() error {
	var errs []error
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	return errors.Join(errs...)
}
