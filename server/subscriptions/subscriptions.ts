// Assembles subscriptions: the rules for writing one, and the notifications that follow from writes.
import type { Handler } from '#lib/http/handler.ts'
import { type FindHook, HookFailure, type SubscriptionDeps } from './deps.ts'
import { type Dispatcher, Dispatching } from './dispatcher.ts'
import type { PageDeps } from './page-deps.ts'
import { subscriptionPages } from './pages.ts'
import {
  type Problem,
  problem,
  type RuleContext,
  receiverOf,
  sentProblems,
  subscriptionProblems,
  subscriptionToStore,
} from './rules.ts'

/** Subscriptions, as the domain starts, wakes and ends them. */
export interface Subscriptions extends Pick<Dispatcher, 'wake' | 'start' | 'settle' | 'close'> {
  readonly rules: SubscriptionRules
  /** Everything below /subscriptions/api. lib/api/subscriptions.ts describes the JSON. */
  readonly handle: Handler
}

/** The rules for writing a Subscription, beyond R4 and its profile, in the order of their use. */
export interface SubscriptionRules {
  /** Problems of the resource as it was sent, with masked headers. */
  readonly sentProblems: typeof sentProblems
  /** The facts that the rules need about the writer and the owning app. Rejects with StorageUnavailable. */
  readonly context: (writing: Writing) => Promise<Omit<RuleContext, 'othersOn'>>
  /** All problems; empty when it may be written. Synchronous, for use in a transaction. */
  readonly problems: typeof subscriptionProblems
  /** The text to store instead of the sent one. */
  readonly toStore: typeof subscriptionToStore
  /** The receiver whose address is to be checked. */
  readonly receiverOf: typeof receiverOf
  /**
   * Checks whether the receiver has an address that may be called; for a resource without other problems, before the
   * transaction.
   */
  readonly endpointProblem: (endpoint: string) => Promise<Problem | undefined>
}

export interface Writing {
  /** client_id of the app that writes. */
  readonly writer: string
  /** Id of the Subscription; undefined for a new one. */
  readonly id: string | undefined
  /** The Device of its stored resource-origin; undefined when it is new or has none. */
  readonly origin: string | undefined
}

/** Assembles the rules, the API of the pages, and the dispatcher. */
export function createSubscriptions(deps: PageDeps): Subscriptions {
  const { wake, start, settle, close } = new Dispatching(deps)
  return {
    wake,
    start,
    settle,
    close,
    handle: subscriptionPages(deps, wake),
    rules: {
      sentProblems,
      context: (writing) => ruleContext(deps, writing),
      problems: subscriptionProblems,
      toStore: subscriptionToStore,
      receiverOf,
      endpointProblem: (endpoint) => addressProblem(deps.findHook, endpoint),
    },
  }
}

async function ruleContext(
  { settings, authority, ownerOf, clock }: SubscriptionDeps,
  { writer, id, origin }: Writing,
): Promise<Omit<RuleContext, 'othersOn'>> {
  const clientId = id === undefined ? writer : origin
  const [owner, authorized] =
    clientId === undefined ? [undefined, undefined] : await Promise.all([ownerOf(clientId), authority.find(clientId)])
  return {
    writer,
    owner,
    permissions: authorized?.permissions ?? [],
    criteria: { ...settings, now: clock() },
    endpoints: settings.endpoints,
  }
}

/** A name that cannot be resolved right now is no reason to refuse: the handshake will show it. */
async function addressProblem(findHook: FindHook, endpoint: string): Promise<Problem | undefined> {
  try {
    await findHook(endpoint)
    return undefined
  } catch (error) {
    if (!(error instanceof HookFailure)) throw error
    if (error.kind !== 'address-refused') return undefined
    return problem(
      422,
      'business-rule',
      'channel.endpoint',
      'endpoint resolves to an address that this server does not call.',
    )
  }
}
