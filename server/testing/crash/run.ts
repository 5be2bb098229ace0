// One run: a domain under load, its processes killed repeatedly, and after each kill its state compared with its answers. SIGKILL
// takes the process and not the machine: writes that were not flushed are still in the operating system's cache. The flush before
// an answer is another test's (server/storage/sqlite/durability/durability.test.ts).
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import { bundled, killed } from '../children.ts'
import { newAcknowledged, newRound, type Round } from './acknowledged.ts'
import { missingLines, wrongVersions } from './imported.ts'
import { missingRegistrations, revived, wrongAudit, wrongKeys } from './kept.ts'
import { underLoad } from './load.ts'
import { ENTRY_POINTS, importByCommand, importerOf, listening, spawnServer } from './programs.ts'
import { type Chance, chanceOf } from './random.ts'
import { noneTried, replayed, type Tried } from './replays.ts'
import { newSite, type Site } from './site.ts'
import { storedVersions } from './stored.ts'
import { wrongWrites } from './writes.ts'

export interface CrashOptions {
  readonly kills: number
  readonly seed: number
  /** Resources in each file that is imported. */
  readonly resourcesPerFile?: number
  /** No more kills after this time; the last one is still examined. */
  readonly seconds?: number
  /** Called with a sentence about each kill. */
  readonly say?: (sentence: string) => void
}

export interface CrashSummary {
  readonly seed: number
  readonly kills: { readonly server: number; readonly whileStarting: number; readonly importer: number }
  /** Answers and acknowledgements that were held against the domain. */
  readonly held: Tried & {
    readonly versions: number
    readonly importedFiles: number
    readonly registrations: number
    readonly rotations: number
    readonly answeredTokens: number
    readonly auditEvents: number
    readonly writes: number
    readonly transactions: number
  }
  /** The number of answers that it was unavailable. */
  readonly unavailable: number
  readonly violations: readonly string[]
}

/** The server is killed some milliseconds after one of its answers, or after a while where it gives none. */
const MOST_ANSWERS = 25
const LONGEST_AFTER_MS = 30
const LONGEST_MS = 8000
/** The share of kills in the very moment of an answer. */
const AT_ONCE = 0.5
/** The time after which a starting server is killed. */
const STARTING_MS = 900
const KILLED_WHILE_STARTING = 0.2
const IMPORTER_KILLED = 0.5

export async function crashRun({
  kills,
  seed,
  resourcesPerFile = 6000,
  seconds = Number.POSITIVE_INFINITY,
  say,
}: CrashOptions): Promise<CrashSummary> {
  const folder = await bundled(ENTRY_POINTS)
  const site = await newSite()
  const programs = { folder, site }
  const importer = importerOf(programs, resourcesPerFile)
  const chance = chanceOf(seed)
  const until = performance.now() + seconds * 1000
  const known = newAcknowledged()
  const stored = storedVersions()
  const rounds: Round[] = []
  const tried = noneTried()
  const count = { server: 0, whileStarting: 0, importer: 0 }
  let auditEvents = 0
  let server: ChildProcess | undefined

  const note = (found: readonly string[]) => {
    for (const sentence of found.map((one) => `after kill ${count.server}: ${one}`)) {
      known.violations.push(sentence)
      say?.(`VIOLATION ${sentence}`)
    }
  }

  /** Reads the database by itself, as the next process to open it does. */
  const look = async () => {
    const database = openDatabase(site.databaseFile)
    try {
      const current = importer.files.at(-1)
      note(current ? missingLines(database.sql, current, importer.acknowledged()) : [])
      note(stored.look(database.sql))
      note(missingRegistrations(database.sql, site, known))
      note(wrongKeys(database.sql, site, known))
      note(revived(database.sql, rounds))
      note(wrongWrites(database.sql, site, known))
      const { events, wrong } = await wrongAudit(database, site, known)
      auditEvents = events
      note(wrong)
    } finally {
      await database.close()
    }
  }

  /** Starts a server on what the last one left; now and then it is killed before it is up. */
  const restart = async () => {
    while (count.server < kills && chance.next() < KILLED_WHILE_STARTING) {
      const early = spawnServer(programs)
      await delay(chance.between(0, STARTING_MS))
      await killed(early)
      count.server += 1
      count.whileStarting += 1
    }
    server = spawnServer(programs)
    await Promise.all([listening(server), look()])
  }

  const roundOfLoad = async (running: ChildProcess) => {
    const round = newRound()
    rounds.push(round)
    importer.start()
    let goesOn = true
    const moment = momentOfKill(chance, () => {
      goesOn = false
      running.kill('SIGKILL')
    })
    const load = underLoad({ site, chance, known, round, goesOn: () => goesOn, answered: moment.answered })
    await moment.come
    const importerToo = chance.next() < IMPORTER_KILLED
    const [, wasRunning] = await Promise.all([killed(running), importerToo ? importer.kill() : false])
    if (wasRunning) count.importer += 1
    await load
    count.server += 1
  }

  try {
    await restart()
    while (count.server < kills && performance.now() < until) {
      if (server) await roundOfLoad(server)
      await restart()
      note(await replayed(site, rounds.at(-1) ?? newRound(), known, tried))
      say?.(
        `${count.server} kills, ${stored.count()} versions, ${known.answeredTokens.size} tokens, ${known.violations.length} violations`,
      )
    }
    await importer.finish()
    note(await finalLook(site, importer.files))
    for (const { file } of importer.files.slice(-1)) {
      const { created, updated, failed } = await importByCommand(programs, file)
      if (created + updated + failed > 0)
        note([`The import of what was in made ${created + updated} versions and refused ${failed}`])
    }
    await look()
    return {
      seed,
      kills: count,
      held: {
        ...tried,
        versions: stored.count(),
        importedFiles: importer.files.length,
        registrations: known.registrations.length,
        rotations: known.rotations.length,
        answeredTokens: known.answeredTokens.size,
        auditEvents,
        writes: known.written.size,
        transactions: known.transactions.size,
      },
      unavailable: known.unavailable,
      violations: known.violations,
    }
  } finally {
    if (server) await killed(server)
    await importer.kill()
    rmSync(site.directory, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A random moment: after some answers, whatever the speed of the machine; immediately, when writes that are still queued must be
 * lost, or anywhere in what follows.
 */
function momentOfKill(chance: Chance, kill: () => void) {
  let left = chance.between(1, MOST_ANSWERS)
  const after = chance.next() < AT_ONCE ? 0 : chance.between(1, LONGEST_AFTER_MS)
  const isOver = new AbortController()
  return {
    answered: () => {
      left -= 1
      if (left > 0) return
      if (after === 0) kill() // Before any other callback runs.
      isOver.abort()
    },
    come: (async () => {
      await delay(LONGEST_MS, undefined, { signal: isOver.signal }).catch(() => undefined)
      await delay(after)
      kill()
    })(),
  }
}

/** All files are in: exactly their versions are there. */
async function finalLook({ databaseFile }: Site, files: Parameters<typeof wrongVersions>[1]) {
  const database = openDatabase(databaseFile)
  try {
    return wrongVersions(database.sql, files)
  } finally {
    await database.close()
  }
}
