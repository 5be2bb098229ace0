// A storage that answers late, for tests: a missing await, and code that counts on nothing coming in between, fail on it.
import { type Answers, answerTo, replayed } from '#lib/async/replay.ts'
import type { WriteTransaction, WriteTransactions } from '#server/fhir/store.ts'
import type { Storage } from '../storage.ts'

/** What answers at once by its port. */
const AT_ONCE = new Set([
  ...['resources.prepare', 'resources.isMoment', 'imports.begin', 'audit.enqueue', 'waitingSearches'],
  ...['limiters.exact', 'limiters.eventual', 'oauth.restoredAt', 'restorations.whenNoticed'],
])

/** What answers at once where it can: it is asked within a FHIR read. Everything else gives a promise. */
const AT_ONCE_IF_IT_CAN = new Set([
  ...['state', 'snapshots.find', 'audit.flush'],
  ...['resources.readCurrent', 'resources.readVersion', 'resources.currentSeq'],
])

/** What a transaction asks of the database. */
const ASKED = ['registry', 'current', 'version', 'search', 'finds', 'referrers', 'subscriptionsOn'] as const
/** Questions of a transaction that are answered late: each of them begins it anew. */
const MOST_LATE = 20

/** Turns of the event loop that a call waits at most before it is made, and again before its answer is told. */
const MOST_TURNS = 3

type Method = (...args: readonly unknown[]) => unknown

/** The same storage, each call of which is made and answered after a random small number of turns. Equal seeds give equal numbers. */
export const late = (storage: Storage, seed: number): Storage => latePort(storage, '', someTurns(seed))

function latePort<Port extends object>(port: Port, path: string, wait: () => Promise<void>): Port {
  const members = Object.entries(port).map(([key, member]: [string, unknown]) => {
    const name = `${path}${key}`
    if (name.startsWith('resources.transact'))
      return [key, lateTransact(member as WriteTransactions['transact'], name, wait)]
    if (name === 'audit')
      return [key, (...chain: readonly unknown[]) => latePort((member as Method)(...chain) as object, 'audit.', wait)]
    if (isMethod(member)) return [key, AT_ONCE.has(name) ? member : lateMethod(member, name, wait)]
    return [key, isPort(member) ? latePort(member, `${name}.`, wait) : member]
  })
  return Object.fromEntries(members) as Port
}

const isMethod = (member: unknown): member is Method => typeof member === 'function'

const isPort = (member: unknown): member is object =>
  typeof member === 'object' && member !== null && Object.values(member).some(isMethod)

const lateMethod =
  (method: Method, name: string, wait: () => Promise<void>): Method =>
  async (...args) => {
    await wait()
    const answer = method(...args)
    if (!(answer instanceof Promise || AT_ONCE_IF_IT_CAN.has(name)))
      throw new Error(`${name} of the storage gives no promise.`)
    try {
      return await answer
    } finally {
      await wait()
    }
  }

/** Transactions whose first looks at anything are answered late: their work is rolled back, and begins anew with the answer. */
const lateTransact =
  (transact: WriteTransactions['transact'], name: string, wait: () => Promise<void>): WriteTransactions['transact'] =>
  (work) => {
    const answers: Answers = new Map()
    const late = lateMethod(transact as Method, name, wait) as WriteTransactions['transact']
    return replayed(() => late((tx) => work(asking(tx, answers, wait))), answers)
  }

function asking(tx: WriteTransaction, answers: Answers, wait: () => Promise<void>): WriteTransaction {
  const members = ASKED.map((name) => [
    name,
    (...args: readonly unknown[]) => {
      const question = `${name} ${JSON.stringify(args)}`
      if (answers.size < MOST_LATE) answerTo(answers, question, wait)
      return (tx[name] as Method)(...args)
    },
  ])
  return { ...tx, ...Object.fromEntries(members) }
}

/** Waits from none to MOST_TURNS turns, by a linear congruential generator (Numerical Recipes). */
function someTurns(seed: number): () => Promise<void> {
  let state = seed >>> 0
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const turns = Math.floor((state / 2 ** 32) * (MOST_TURNS + 1))
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}
