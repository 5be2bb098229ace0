// The longest time that a connection waits for the lock of another one.

/** Milliseconds; after that, SQLite returns SQLITE_BUSY (sqlite.org/pragma.html#pragma_busy_timeout). */
export const BUSY_TIMEOUT_MS = 5000
