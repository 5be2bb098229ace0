// batch and transaction: many requests in one Bundle (FHIR R4 http.html#transaction). A transaction is one database
// transaction; a batch carries out each entry on its own.
import { stepsInSlices } from '#lib/async/in-slices.ts'
import { baseUrls } from '#lib/fhir/bases.ts'
import { rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { entryRead } from '../audited.ts'
import type { WriteExchange, WriteInteraction } from '../exchange.ts'
import { failureOf } from '../failure.ts'
import { FhirError, operationOutcome } from '../outcome.ts'
import type { Written } from '../result.ts'
import { answerLimit, answerTooLong } from './answer-limit.ts'
import { auditedBundle, auditedRefusal } from './audited-write.ts'
import { bodyText, contentType, RESOURCE_TYPES } from './body.ts'
import { commit } from './commit.ts'
import { parsing } from './draft.ts'
import { type Entry, isReading, readingEntries } from './entry.ts'
import { type EntryAnswer, entryText } from './entry-answer.ts'
import { ofEntry } from './entry-failure.ts'
import { inOrder } from './entry-order.ts'
import { assertNoQuery } from './query.ts'
import { type Budget, budgetOf } from './searching.ts'
import { carriedOut } from './transaction.ts'

/** `POST [base]`: needs the permissions of its entries, and none of its own. */
export const bundle: WriteInteraction = async (exchange) => {
  const { deps, request, headers } = exchange
  exchange.negotiate()
  contentType(headers, RESOURCE_TYPES)
  const { limits } = deps.writes
  const text = await bodyText(request, limits.bundle)
  assertNoQuery(exchange)
  const resource = await stepsInSlices(parsing(text))
  const kind = kindOf(resource.parsed)
  exchange.auditedAs(kind)
  const { resourceTypes } = deps
  const served = { bases: baseUrls(deps), resourceTypes, longest: limits.resource }
  const entries = await stepsInSlices(readingEntries(resource, served))
  await assertAffordable(exchange, entries.length)
  const answers = kind === 'transaction' ? await transaction(exchange, entries) : await batch(exchange, entries)
  return answered(kind, answers)
}

function kindOf({ resourceType, type }: Readonly<Record<string, unknown>>): 'batch' | 'transaction' {
  if (resourceType !== 'Bundle')
    throw new FhirError(400, 'invalid', 'This address accepts a Bundle of type batch or transaction.', {
      expression: 'resourceType',
    })
  if (type === 'batch' || type === 'transaction') return type
  throw new FhirError(
    400,
    type === undefined ? 'required' : 'not-supported',
    'Bundle.type must be batch or transaction.',
    { expression: 'Bundle.type' },
  )
}

/**
 * A Bundle counts as many requests as it has entries. Throws FhirError: 422 for too many entries, 429 beyond the rate
 * limit.
 */
async function assertAffordable({ deps, caller }: WriteExchange, entries: number): Promise<void> {
  const most = deps.writes.limits.entries
  if (entries > most)
    throw new FhirError(422, 'too-costly', `A Bundle may have at most ${most} entries; this one has ${entries}.`, {
      expression: 'Bundle.entry',
    })
  for (let counted = 1; counted < entries; counted += 1) {
    const exceeded = await deps.limits.client.count(caller.clientId)
    if (exceeded)
      throw new FhirError(
        429,
        'throttled',
        'Each entry of a Bundle counts as a request. Wait as long as Retry-After says.',
        {
          headers: rateLimitHeaders(exceeded),
        },
      )
  }
}

/** Carries out all entries or none. Throws the FhirError of the first entry that fails, in the order of execution. */
function transaction(exchange: WriteExchange, read: readonly (Entry | FhirError)[]): Promise<readonly EntryAnswer[]> {
  const entries = read.map((entry) => {
    if (entry instanceof FhirError) throw entry
    return entry
  })
  return exchange.recorder.check('fhir.write', () =>
    carriedOut(entries, { exchange, kind: 'transaction', budget: budgetOf(exchange) }),
  )
}

/** Carries out each entry on its own, in the same order. A failed entry gets its error as its answer. */
async function batch(exchange: WriteExchange, read: readonly (Entry | FhirError)[]): Promise<readonly EntryAnswer[]> {
  await commit(exchange, () => ({ value: undefined, audited: [auditedBundle('batch', exchange)] }))
  const answers = read.map((entry) => (entry instanceof FhirError ? failed(entry) : undefined))
  const limit = answerLimit()
  const budget = budgetOf(exchange)
  for (const entry of inOrder(read.filter((one): one is Entry => !(one instanceof FhirError)))) {
    const answer =
      limit.isFull() && isReading(entry) ? failed(answerTooLong()) : await attempted(exchange, entry, budget)
    answers[entry.index] = limit.takes(lengthOf(answer)) ? answer : shortened(answer, entry)
  }
  return answers.flatMap((answer) => answer ?? [])
}

const failed = (error: FhirError): EntryAnswer => ({ status: error.status, outcome: operationOutcome(error) })

async function attempted(exchange: WriteExchange, entry: Entry, budget: Budget): Promise<EntryAnswer> {
  const { deps, request, caller, numbers } = exchange
  try {
    const [answer] = await carriedOut([entry], { exchange, kind: 'batch', budget })
    return answer ?? { status: 204 }
  } catch (error) {
    const failure = failureOf(error, { deps, requestId: numbers.requestId })
    const { status, code } = failure
    const { interaction, type, id } = entry
    if (interaction === 'read')
      await deps.audit.read(
        entryRead({ deps, request, requestId: numbers.requestId }, caller, entry, { status, shown: [] }),
      )
    else deps.writes.audit.refused(auditedRefusal({ interaction, status, code, type, id }, exchange))
    return failed(ofEntry(failure, entry))
  }
}

function answered(kind: 'batch' | 'transaction', answers: readonly EntryAnswer[]): Written {
  const head = `{"resourceType":"Bundle","type":"${kind}-response"`
  const body = answers.length === 0 ? `${head}}` : `${head},"entry":[${answers.map(entryText).join(',')}]}`
  return { status: 200, body }
}

const lengthOf = ({ resource = '' }: EntryAnswer): number => resource.length

/**
 * The answer to an entry when no room is left. A read is refused; a write has been made, so only its resource is left
 * out.
 */
const shortened = ({ resource: _, ...answer }: EntryAnswer, entry: Entry): EntryAnswer =>
  isReading(entry) ? failed(answerTooLong()) : answer
