// Verifies an archive: recomputes every link and event, and the seal in the last line.

import type { Maybe } from '#lib/async/maybe.ts'
import { sameSecret } from '#lib/crypto/hash.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { readArchive } from './archive-file.ts'
import { type ArchivedLink, parseLine, type Trailer } from './archive-format.ts'
import type { Chain, Segment } from './chain.ts'

/** An archive whose every event and link is as recorded. */
export interface CheckedArchive extends Segment {
  readonly file: string
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  /** The greatest seq of its events. */
  readonly seq: number
}

/**
 * Reads a whole archive; `see` gets each link after it is verified as recorded at its place. Throws OperatorError, with
 * the line, at the first mismatch, and when the end is missing.
 */
export async function checkArchive(
  file: string,
  chain: Chain,
  see: (link: ArchivedLink) => Maybe<void> = () => {},
): Promise<CheckedArchive> {
  const { lines, sha256 } = readArchive(file)
  let first: ArchivedLink | undefined
  let last: ArchivedLink | undefined
  let trailer: Trailer | undefined
  let seq = 0
  let number = 0
  for await (const line of lines) {
    number += 1
    const parsed = parseLine(line)
    if (!parsed || trailer) throw broken(file, `line ${number} does not belong there`)
    if ('trailer' in parsed) {
      trailer = parsed.trailer
      continue
    }
    const { link } = parsed
    if (!isRecorded(link, chain)) throw broken(file, `the event in line ${number} is not what was recorded`)
    if (last && !follows(last, link)) throw broken(file, `line ${number} does not follow the line before`)
    first ??= link
    last = link
    seq = Math.max(seq, link.event.seq)
    await see(link)
  }
  if (!trailer || !first || !last) throw broken(file, 'its end is missing')
  const segment = segmentOf(first, last)
  if (!sameSecret(chain.archiveSeal(segment), trailer.seal))
    throw broken(file, 'its end was not sealed for what it holds')
  return { ...segment, file, sha256: sha256(), seq }
}

const broken = (file: string, what: string) => new OperatorError(`${file} is no archive of this audit log: ${what}.`)

const isRecorded = (link: ArchivedLink, chain: Chain): boolean =>
  sameSecret(chain.linkHash(link), link.hash) &&
  link.event.id === link.eventId &&
  chain.eventHash(link.event) === link.eventHash

const follows = (last: ArchivedLink, { position, previous }: ArchivedLink): boolean =>
  position === last.position + 1 && previous === last.hash

export const segmentOf = (
  first: Pick<ArchivedLink, 'position' | 'previous'>,
  last: Pick<ArchivedLink, 'position' | 'hash'>,
): Segment => ({
  first: first.position,
  previous: first.previous,
  last: last.position,
  hash: last.hash,
  events: last.position - first.position + 1,
})
