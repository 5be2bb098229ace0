// Archives and prunes the log, only by command: a range is archived in a file, and what the file provably contains may
// then be removed (docs/decisions/0009-audit.md).
import path from 'node:path'
import type { Maybe } from '#lib/async/maybe.ts'
import type { AuditedEvent, NewEvent } from '#lib/audit/audit.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { type CheckedArchive, checkArchive, segmentOf } from './archive.ts'
import { writeArchive } from './archive-file.ts'
import { type ArchivedLink, linkLine, trailerLine } from './archive-format.ts'
import type { Chain } from './chain.ts'
import type { AuditProblem } from './problem.ts'
import type { Anchor, AuditStore, RetentionStore, StoredLink } from './store.ts'
import { type AuditReport, type VerifiedBefore, verifyLog } from './verify.ts'
import { walkFrom } from './walk.ts'

/** The operator and place of a command, for its audit event. */
export type Asked = Pick<AuditedEvent, 'request' | 'person'>

export interface Pruned {
  readonly archive: CheckedArchive
  /** Events removed by this command; fewer than in the archive when an earlier removal was interrupted. */
  readonly removed: number
}

/** The commands that shorten the log. */
export interface Retention {
  /**
   * Archives the log in a new file, from its start to the first event recorded at or after `until` (epoch
   * milliseconds). Throws OperatorError when that range is empty or invalid, or cannot be written.
   */
  readonly archive: (file: string, until: number, command: Asked) => Promise<CheckedArchive>
  /**
   * Removes the events that a file provably contains, while servers may be running. Throws OperatorError; nothing is
   * removed then.
   */
  readonly prune: (file: string, command: Asked) => Promise<Pruned>
  /** Like AuditLog.verify, for archives in any order and the log that follows them. */
  readonly verify: (files: readonly string[], expected?: string) => Promise<AuditReport>
}

interface RetentionDeps {
  readonly store: AuditStore & RetentionStore
  readonly chain: Chain
  /** Builds the audit event of the command. */
  readonly eventOf: (event: AuditedEvent) => NewEvent
  /** Writes the queued events. */
  readonly flush: () => Maybe<void>
}

/** Links read or removed at a time: other writers wait a few milliseconds. */
const SOME = 250
/** The pause between batches, for other writers. */
const PAUSE_MS = 10

/** Creates archiving and pruning from its ports. */
export function createRetention(deps: RetentionDeps): Retention {
  const { store, chain, eventOf, flush } = deps
  const verified = async (expected?: string, before?: VerifiedBefore) => {
    await flush()
    return verifyLog(store, chain, expected, before)
  }

  return {
    archive: async (file, until, command) => {
      await flush()
      const anchor = await soundAnchor(store, chain)
      await assertNothingCutOff(store, anchor)
      const archive = await writeArchive(file, archived(store, chain, anchor, until), (part) =>
        checkArchive(part, chain),
      )
      await store.appendAll([eventOf(archivedEvent({ ...archive, file }, command))])
      return { ...archive, file }
    },
    prune: async (file, command) => {
      const { problems } = await verified()
      if (problems.length > 0)
        throw new OperatorError(
          'The audit log does not hold, so nothing was removed: see "./bin/slipway audit verify".',
        )
      const anchor = await store.anchor()
      const archive = await checkArchive(file, chain, await comparing(store, file))
      await assertNext(archive, anchor, store)
      const { last: position, hash } = archive
      if (anchor?.position === position) {
        if ((await beginOf(store)) > position) return { archive, removed: 0 }
        await store.appendAll([eventOf(prunedEvent(archive, command, 'goes on to be removed'))])
      } else {
        const next = { position, hash, seq: Math.max(archive.seq, anchor?.seq ?? 0) }
        const event = eventOf(prunedEvent(archive, command, 'is removed'))
        if (!(await store.setAnchor({ ...next, seal: chain.anchorSeal(next) }, anchor?.position ?? 0, event)))
          throw new OperatorError(
            `${file} has the newest event of the log, or the log was changed meanwhile: nothing was removed. Try again.`,
          )
      }
      return { archive, removed: await removed(store) }
    },
    verify: async (files, expected) => {
      if (files.length === 0) return verified(expected)
      const anchor = await store.anchor()
      return verified(expected, await verifiedArchives(files, chain, anchor?.position, expected))
    },
  }
}

const beginOf = async (store: RetentionStore): Promise<number> =>
  (await store.linksFrom(0, 1))[0]?.position ?? Number.POSITIVE_INFINITY

async function soundAnchor(store: RetentionStore, chain: Chain): Promise<Anchor | undefined> {
  const anchor = await store.anchor()
  if (!anchor || chain.anchorSeal(anchor) === anchor.seal) return anchor
  throw new OperatorError('The audit log does not hold, so it was not archived: see "./bin/slipway audit verify".')
}

async function assertNothingCutOff(store: RetentionStore, anchor: Anchor | undefined): Promise<void> {
  if (anchor && (await beginOf(store)) <= anchor.position)
    throw new OperatorError(
      `Events up to ${anchor.position} were archived, and their removal was cut off. Finish it with "./bin/slipway audit prune".`,
    )
}

/** The lines of an archive. Throws OperatorError at the first invalid link: a broken range must not be removed. */
async function* archived(
  store: RetentionStore,
  chain: Chain,
  anchor: Anchor | undefined,
  until: number,
): AsyncGenerator<string> {
  const walk = walkFrom(anchor ?? { position: 0, hash: '' }, chain)
  let first: StoredLink | undefined
  let last: StoredLink | undefined
  for await (const link of linksUntil(store, (anchor?.position ?? 0) + 1, until)) {
    walk.step(link)
    if (walk.problems.length > 0 || !isWhole(link))
      throw new OperatorError('The audit log does not hold, so it was not archived: see "./bin/slipway audit verify".')
    first ??= link
    last = link
    yield `${linkLine(link)}\n`
  }
  if (!first || !last) throw new NothingToArchive()
  yield `${trailerLine(segmentOf(first, last), chain)}\n`
}

/** No event is old enough yet; this is no fault. */
export class NothingToArchive extends OperatorError {
  override readonly name = 'NothingToArchive'
  constructor() {
    super('There is nothing to archive: no event is as old as that. No file was made.')
  }
}

const isWhole = (link: StoredLink): link is StoredLink & ArchivedLink => link.event !== undefined

/** Only a range without gaps can be archived, so it ends before the first event that is too recent. */
async function* linksUntil(store: RetentionStore, begin: number, until: number): AsyncGenerator<StoredLink> {
  let from = begin
  for (;;) {
    const links = await store.linksFrom(from, SOME)
    for (const link of links) {
      if (link.event && link.event.lastUpdated >= until) return
      yield link
    }
    if (links.length < SOME) return
    from = (links.at(-1)?.position ?? from) + 1
  }
}

/** Compares archived links with those of the database, if they are still there. */
async function comparing(store: RetentionStore, file: string): Promise<(link: ArchivedLink) => Promise<void>> {
  const begin = await beginOf(store)
  let here: StoredLink[] = []
  return async (link) => {
    if (link.position < begin) return
    if (here.length === 0) here = [...(await store.linksFrom(link.position, SOME))]
    const stored = here.shift()
    if (stored?.position !== link.position || stored.hash !== link.hash || !isSameEvent(stored, link))
      throw new OperatorError(`${file} is not what the log holds: event ${link.position} differs. Nothing was removed.`)
  }
}

const isSameEvent = ({ event, current }: StoredLink, link: ArchivedLink): boolean =>
  current && event !== undefined && linkLine({ ...link, event }) === linkLine(link)

/** Only events that follow the anchor, or that it already covers, can be removed. */
async function assertNext(archive: CheckedArchive, anchor: Anchor | undefined, store: RetentionStore): Promise<void> {
  const { file, first, last, hash, previous } = archive
  if (anchor && anchor.position === last && anchor.hash === hash) return
  await assertNothingCutOff(store, anchor)
  const next = (anchor?.position ?? 0) + 1
  if (first !== next || previous !== (anchor?.hash ?? ''))
    throw new OperatorError(
      `${file} has events ${first} to ${last}; the log begins with event ${next}. Nothing was removed: an archive has to begin where the log does.`,
    )
}

async function removed(store: RetentionStore): Promise<number> {
  let events = 0
  for (;;) {
    const some = await store.removeSome(SOME)
    if (some === 0) return events
    events += some
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Verifies the chain over archives, which must follow each other. */
async function verifiedArchives(
  files: readonly string[],
  chain: Chain,
  anchorAt: number | undefined,
  expected: string | undefined,
): Promise<VerifiedBefore | undefined> {
  const problems: AuditProblem[] = []
  const sound: CheckedArchive[] = []
  let atAnchor: string | undefined
  let hadHead = false
  for (const file of files) {
    try {
      const archive = await checkArchive(file, chain, ({ position, hash }) => {
        if (position === anchorAt) atAnchor = hash
        hadHead ||= `${position}:${hash}` === expected
      })
      sound.push(archive)
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      problems.push({ kind: 'archive', reason: error.message })
    }
  }
  sound.sort((a, b) => a.first - b.first)
  for (const [index, next] of sound.entries()) {
    const before = sound[index - 1]
    if (before && (next.first !== before.last + 1 || next.previous !== before.hash))
      problems.push({
        kind: 'archive',
        reason: `${next.file} begins with event ${next.first} and does not follow ${before.file}, which ends with event ${before.last}.`,
      })
  }
  const last = sound.at(-1)
  // Without a valid archive, the earlier part of the chain is unknown.
  if (!last) return { position: 0, hash: '', atAnchor, hadHead, problems }
  return { position: last.last, hash: last.hash, atAnchor, hadHead, problems }
}

const archivedEvent = (archive: CheckedArchive, command: Asked): AuditedEvent => ({
  ...command,
  name: 'view',
  action: 'R',
  description: 'audit log: a part of it was saved in an archive',
  thing: thingOf(archive),
})

const prunedEvent = (archive: CheckedArchive, command: Asked, what: string): AuditedEvent => ({
  ...command,
  name: 'change',
  action: 'D',
  description: `change: a part of the audit log, which is archived, ${what}`,
  thing: thingOf(archive),
})

const thingOf = ({ file, first, last, events, sha256 }: CheckedArchive): AuditedEvent['thing'] => ({
  kind: 'audit log',
  name: `events ${first} to ${last}`,
  fields: [
    { name: 'first', value: String(first) },
    { name: 'last', value: String(last) },
    { name: 'events', value: String(events) },
    { name: 'archive', value: path.basename(file) },
    { name: 'SHA-256', value: sha256 },
  ],
})
