// Subscriptions, assembled: the rules for writing one, and the notifications that follow from what is written.
import { type FindHook, HookFailure, type SubscriptionDeps } from './deps.ts'
import { type Dispatcher, Dispatching } from './dispatcher.ts'
import { type Problem, problem, type RuleContext } from './rules.ts'

export interface Subscriptions extends Pick<Dispatcher, 'wake' | 'start' | 'settle' | 'close'> {
  /**
   * What the rules need to know of who writes a Subscription, and of the app whose it is: `origin` is the Device of the stored
   * resource-origin, `id` the one that is written; both are undefined for a new one. Rejects with StorageUnavailable.
   */
  readonly ruleContext: (writing: Writing) => Promise<RuleContext>
  /** Whether the receiver has an address that may be called; call it where subscriptionProblems found none, before the transaction. */
  readonly endpointProblem: (endpoint: string) => Promise<Problem | undefined>
}

export interface Writing {
  /** client_id of the app that writes. */
  readonly writer: string
  readonly id: string | undefined
  readonly origin: string | undefined
}

export function createSubscriptions(deps: SubscriptionDeps): Subscriptions {
  const { wake, start, settle, close } = new Dispatching(deps)
  return {
    wake,
    start,
    settle,
    close,
    ruleContext: (writing) => ruleContext(deps, writing),
    endpointProblem: (endpoint) => addressProblem(deps.findHook, endpoint),
  }
}

async function ruleContext(
  { settings, authority, ownerOf, store, clock }: SubscriptionDeps,
  { writer, id, origin }: Writing,
): Promise<RuleContext> {
  const clientId = id === undefined ? writer : origin
  const [owner, authorized, othersOn] =
    clientId === undefined
      ? [undefined, undefined, 0]
      : await Promise.all([ownerOf(clientId), authority.find(clientId), store.countOn(clientId, id)])
  return {
    writer,
    owner,
    permissions: authorized?.permissions ?? [],
    othersOn,
    criteria: { ...settings, now: clock() },
    endpoints: settings.endpoints,
  }
}

/** A name that cannot be looked up at this moment is no reason to refuse: the handshake will tell. */
async function addressProblem(findHook: FindHook, endpoint: string): Promise<Problem | undefined> {
  try {
    await findHook(endpoint)
    return undefined
  } catch (error) {
    if (!(error instanceof HookFailure)) throw error
    if (error.kind !== 'address-refused') return undefined
    return problem(422, 'business-rule', 'channel.endpoint', 'endpoint has an address that is not called from here.')
  }
}
