// The format of an archive of the audit log: JSON lines, one per link with its event as stored, and a final line that
// seals them (docs/reference/audit.md).
import { z } from 'zod'
import type { Chain, Segment } from './chain.ts'
import type { Link, StoredEvent } from './store.ts'

const FORMAT = 'slipway-audit-archive-1'

/** A link in an archive, always with its event. */
export interface ArchivedLink extends Link {
  readonly event: StoredEvent
}

export interface Trailer extends Segment {
  readonly seal: string
}

const position = z.number().int().positive()

const linkShape = z.strictObject({
  position,
  eventId: z.string(),
  eventHash: z.string(),
  previous: z.string(),
  hash: z.string(),
  event: z.strictObject({
    id: z.string(),
    seq: z.number().int(),
    lastUpdated: z.number().int(),
    origin: z.string().nullable(),
    body: z.string().nullable(),
  }),
})

const trailerShape = z.strictObject({
  archive: z.literal(FORMAT),
  first: position,
  previous: z.string(),
  last: position,
  hash: z.string(),
  events: position,
  seal: z.string(),
})

/** One line, without the line break. */
export function linkLine({ position, eventId, eventHash, previous, hash, event }: ArchivedLink): string {
  const { id, seq, lastUpdated, origin, body } = event
  return JSON.stringify({
    ...{ position, eventId, eventHash, previous, hash },
    event: { id, seq, lastUpdated, origin, body },
  })
}

export const trailerLine = (segment: Segment, chain: Chain): string =>
  JSON.stringify({ archive: FORMAT, ...segment, seal: chain.archiveSeal(segment) })

/** Parses a line as a link or as the final line; undefined when it is neither. */
export function parseLine(line: string): { readonly link: ArchivedLink } | { readonly trailer: Trailer } | undefined {
  try {
    const value = JSON.parse(line) as object
    return 'archive' in value ? { trailer: trailerShape.parse(value) } : { link: linkShape.parse(value) }
  } catch {
    return undefined
  }
}
