// Compares this checkout with another in alternating rounds, on a copy of the same data. A ratio above 1 means that
// this checkout is faster.
import type { Contender } from '../rounds.ts'
import type { Bench, Row } from '../row.ts'
import { asked, listOf, reads } from './reads.ts'
import { ask, bearers, constantly, get } from './requests.ts'
import { introspections, launches, tokens } from './tokens.ts'
import { creates, transactions, updates } from './writes.ts'

const NAMES = {
  read: 'read',
  list: 'list of 40',
  token: 'client_credentials',
  introspect: 'introspect',
  launch: 'launch',
  create: 'create',
  update: 'update',
  transaction: 'transaction of creates',
}
const named = (name: string) => `beside the other checkout: ${name}`

/** The names of the rows, available before the other server is started. */
export const otherCheckoutNames: readonly string[] = Object.values(NAMES).map(named)

export async function otherCheckoutRows(bench: Bench, other: Bench): Promise<readonly Row[]> {
  const rowOf = async (name: string, contenderOf: (bench: Bench) => Contender | Promise<Contender>): Promise<Row> => ({
    name: named(name),
    baselineName: 'the other checkout',
    goal: undefined,
    ours: await contenderOf(bench),
    baseline: await contenderOf(other),
  })
  return [
    await rowOf(NAMES.read, reads),
    await rowOf(NAMES.list, lists),
    await rowOf(NAMES.token, tokens),
    await rowOf(NAMES.introspect, introspections),
    await rowOf(NAMES.launch, launches),
    await rowOf(NAMES.create, creates),
    await rowOf(NAMES.update, updates),
    await rowOf(NAMES.transaction, transactions),
  ]
}

function lists(bench: Bench): Contender {
  const bearer = bearers(bench)
  return asked(bench.slipway, async () => {
    const bytes = get(bench.slipway, '/fhir/DEFAULT/Patient', await bearer())
    return constantly(bytes, listOf((await ask(bench.slipway, bytes)).body))
  })
}
