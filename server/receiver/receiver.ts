// The receiver of the demo app's notifications: it checks their signature, stores the latest ones in memory, and can be
// broken for a minute, so that people see how a notification is retried.
import type { DemoReceiver, ReceivedNotification, RefusedNotifications } from '#lib/api/receiver.ts'
import { receiverForm } from '#lib/api/receiver-form.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { allowing } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { bodyReader, jsonRoute, jsonRoutes, refusals } from '#lib/http/json-api.ts'
import { NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import { CORRELATION_HEADER, TRACE_HEADER } from '#lib/trace/trace.ts'
import type { ReceiverDeps } from './deps.ts'
import { NotSigned, type Signed, signatureVerifier, type Verify } from './signature.ts'
import { FAILURE_TEXTS, STATUS } from './texts.ts'

/** The receiver's interface for the table of addresses. */
export interface Receiver {
  /** POST /launch/hook: a notification. */
  readonly notified: Handler
  /** /launch/api/hook: shows the received notifications to people; breaks and repairs the receiver. */
  readonly handle: Handler
}

const MOST_KEPT = 50
/** Long enough for three failures, after which a Subscription is in error; short enough to wait for. */
const BROKEN_MS = MINUTE

/** The receiver's memory. */
interface Notebook {
  /** Newest first. */
  items: readonly ReceivedNotification[]
  refused: RefusedNotifications | null
  /** Epoch milliseconds. */
  brokenUntil: number
}

/** Makes the receiver from its ports, with an empty memory. */
export function createReceiver(deps: ReceiverDeps): Receiver {
  const notebook: Notebook = { items: [], refused: null, brokenUntil: 0 }
  const verify = signatureVerifier(deps)
  const shown = () => shownTo(deps, notebook)
  const who = (request: Request) => assertMayLook(deps, request)
  const rows = [
    jsonRoute('', who, {
      GET: async () => shown(),
      POST: async (request) => {
        const { broken } = await readJson(request, receiverForm)
        notebook.brokenUntil = broken ? deps.clock() + BROKEN_MS : 0
        return shown()
      },
    }),
  ]
  const receiverApi = api({ log: deps.log, failed: 'the demo receiver could not be shown', logsMessages: true })
  return {
    notified: allowing(['POST'], (request) => receive(deps, notebook, verify, request)),
    handle: jsonRoutes(receiverApi, '/launch/api/hook', rows, async () =>
      respondJson(404, { error: 'not_found' }, NO_STORE),
    ),
  }
}

const { failure, api } = refusals(STATUS, FAILURE_TEXTS)
const readJson = bodyReader(() => failure('bad_request'))

async function assertMayLook({ mayLook, publicUrl }: ReceiverDeps, request: Request): Promise<void> {
  const may = await mayLook(request)
  if (may === undefined) throw failure('not_signed_in')
  if (!may) throw failure('not_yours')
  if (isForeignChange(request, publicUrl)) throw failure('cross_site')
}

/** Answers a notification: 401 when its signature is invalid, 500 while broken, otherwise 204. */
async function receive({ clock }: ReceiverDeps, notebook: Notebook, verify: Verify, request: Request) {
  const now = clock()
  try {
    const signed = await verify(request.headers)
    const status = isBroken(notebook, now) ? 500 : 204
    notebook.items = [received(request.headers, signed, { now, status }), ...notebook.items].slice(0, MOST_KEPT)
    return respond(status, null, NO_STORE)
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error
    const { message: reason } = error
    notebook.refused = { count: (notebook.refused?.count ?? 0) + 1, at: time(now), reason }
    return respondJson(401, { error: 'not_signed', error_description: `${reason}.` }, NO_STORE)
  }
}

/** A clock that was set back repairs it, too. */
const isBroken = ({ brokenUntil }: Pick<Notebook, 'brokenUntil'>, now: number): boolean =>
  now < brokenUntil && now >= brokenUntil - BROKEN_MS

const time = (ms: number): string => new Date(ms).toISOString()

function received(
  headers: Headers,
  { kid, expires, ...signed }: Signed,
  { now, status }: { readonly now: number; readonly status: number },
): ReceivedNotification {
  const first = headers.get('x-slipway-event-first')
  return {
    ...signed,
    at: time(now),
    first: first === null ? null : Number(first),
    attempt: Number(headers.get('x-slipway-attempt')),
    correlationId: headers.get(CORRELATION_HEADER),
    traceId: headers.get(TRACE_HEADER),
    signature: { kid, expires: time(expires * SECOND) },
    status,
  }
}

const shownTo = (
  { endpoint, issuer, jwksUri, clock }: ReceiverDeps,
  { items, refused, brokenUntil }: Notebook,
): DemoReceiver => ({
  endpoint,
  issuer,
  jwksUri,
  brokenUntil: isBroken({ brokenUntil }, clock()) ? time(brokenUntil) : null,
  refused,
  items,
})
