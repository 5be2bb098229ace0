// Compares this checkout with another one in alternating rounds, over a copy of the same data. A ratio above 1 means that this
// checkout is the faster one.
import { drive, requests } from '../load.ts'
import type { Contender } from '../rounds.ts'
import type { Bench, Row } from '../row.ts'
import { anyOf, asked, WIDTH } from './reads.ts'
import { ask, bearers, constantly, exactly, get, storedBodies } from './requests.ts'
import { introspections, launches, tokens } from './tokens.ts'

const NAMES = {
  read: 'read',
  list: 'list of 40',
  token: 'client_credentials',
  introspect: 'introspect',
  launch: 'launch',
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
    await rowOf(NAMES.token, (one) => tokens(one)),
    await rowOf(NAMES.introspect, introspections),
    await rowOf(NAMES.launch, launches),
  ]
}

function reads(bench: Bench): Contender {
  const bearer = bearers(bench)
  const bodyOf = storedBodies(bench)
  const anyone = anyOf(bench.domain.patients)
  return async (seconds) => {
    const token = await bearer()
    const work = requests(() => {
      const id = anyone()
      return { bytes: get(bench.slipway, `/fhir/DEFAULT/Patient/${id}`, token), wrong: exactly(bodyOf(id)) }
    })
    return drive([bench.slipway], work, seconds, WIDTH)
  }
}

function lists(bench: Bench): Contender {
  const bearer = bearers(bench)
  return asked(bench.slipway, async () => {
    const bytes = get(bench.slipway, '/fhir/DEFAULT/Patient', await bearer())
    const { body } = await ask(bench.slipway, bytes)
    return constantly(bytes, (answer) =>
      answer.status === 200 && answer.body.length === body.length ? undefined : `status ${answer.status}`,
    )
  })
}
