// Compares this checkout with another in alternating rounds, on a copy of the same data. A ratio above 1 means that
// this checkout is faster.
import type { Bench } from '../requests.ts'
import type { Contender, Row } from '../rounds.ts'
import { lists, reads } from './reads.ts'
import { introspections, launches, tokens } from './tokens.ts'
import { creates, transactions, updates } from './writes.ts'

const CONTENDERS: Readonly<Record<string, (bench: Bench) => Contender | Promise<Contender>>> = {
  read: reads,
  'list of 40': lists,
  client_credentials: tokens,
  introspect: introspections,
  launch: launches,
  create: creates,
  update: updates,
  'transaction of creates': transactions,
}

export const otherCheckoutRows = (bench: Bench, other: Bench): Promise<readonly Row[]> =>
  Promise.all(
    Object.entries(CONTENDERS).map(async ([name, contenderOf]) => ({
      name: `beside the other checkout: ${name}`,
      baselineName: 'the other checkout',
      ours: await contenderOf(bench),
      baseline: await contenderOf(other),
    })),
  )
