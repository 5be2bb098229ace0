// Checks the settings of the PostgreSQL that keeps the domain. What a start refuses (version, rights, encoding, a pooler) is said there.
import { MOST_APART_MS, SECOND } from '#lib/clock.ts'
import type { DatabaseServer } from '../storage/inspection.ts'
import { type Finding, well, wrong } from './finding.ts'

const CHECK = 'postgresql'

/** What its settings put at risk, and how far its clock is from the one here (`now`, epoch milliseconds). */
export function serverFindings(server: DatabaseServer, now: number): readonly Finding[] {
  const apart = Math.abs(now - server.time)
  const faults = [
    ...(server.fsync
      ? []
      : [
          wrong(
            CHECK,
            'fsync is off: a failure of its machine loses what was told to be kept, and may damage all of it.',
            'Set fsync = on in postgresql.conf, and reload it.',
          ),
        ]),
    ...(server.fullPageWrites
      ? []
      : [
          wrong(
            CHECK,
            'full_page_writes is off: a failure of its machine may leave pages that are half written.',
            'Set full_page_writes = on in postgresql.conf, and reload it.',
          ),
        ]),
    ...(apart <= MOST_APART_MS
      ? []
      : [
          wrong(
            CHECK,
            `Its clock and the one here are ${(apart / SECOND).toFixed(1)} seconds apart: a server here is not ready.`,
            'Let both machines follow the same time (NTP).',
          ),
        ]),
  ]
  if (faults.length > 0) return faults
  const standby = server.standbys
    ? `and on a standby (${server.standbys})`
    : 'and no commit waits for a standby: with its machine, the newest is lost'
  return [well(CHECK, `What is told to be kept is on its disk, ${standby}.`)]
}
