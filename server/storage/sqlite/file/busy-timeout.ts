// The time for which every connection waits for a lock of another one.

/** Milliseconds; after that SQLite says SQLITE_BUSY (sqlite.org/pragma.html#pragma_busy_timeout). */
export const BUSY_TIMEOUT_MS = 5000
