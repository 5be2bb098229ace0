// POST /subscriptions/api: a person creates a Subscription for an app. The FHIR API decides as it does for the app's own requests.
import type { CreatedSubscription, SubscribableApp, SubscriptionChoices } from '#lib/api/subscriptions.ts'
import { newSubscriptionForm } from '#lib/api/subscriptions-form.ts'
import { changed } from '#lib/audit/changes.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { permitsChange } from '#lib/oauth/permission-scope.ts'
import { problemInDutch } from './dutch-problems.ts'
import { endpointProblem } from './endpoint-rules.ts'
import { assertRate, failure, type PageDeps, type Reader, readJson, turnedAway } from './page-deps.ts'
import { FAILURE_TEXTS, STATUS } from './texts.ts'

/** The apps for which a viewer may create a Subscription, in the order of their names. */
export async function choices(deps: PageDeps, viewer: Reader): Promise<SubscriptionChoices> {
  const { all, apps } = viewer
  const theirs = (await deps.approved()).filter(({ clientId }) => all || apps.includes(clientId))
  const items = await Promise.all(
    theirs.map(async ({ clientId, name }): Promise<SubscribableApp> => {
      const [owner, permitted] = await Promise.all([deps.ownerOf(clientId), deps.authority.find(clientId)])
      const mayHave = (permitted?.permissions ?? []).some(
        ({ type, operations }) => permitsChange(type, 'Subscription') && operations.includes('c'),
      )
      const { endpoints } = deps.settings
      const ownHook = endpoints.ownHooks.find((hook) => hook.clientId === clientId)?.url ?? null
      const origins = owner?.webhookOrigins.filter((origin) => !endpointProblem(origin, owner, endpoints)) ?? []
      return { clientId, name: (await deps.appName(clientId, viewer.language)) ?? name, mayHave, origins, ownHook }
    }),
  )
  return { apps: items.sort((one, other) => one.name.localeCompare(other.name)) }
}

/** Creates a Subscription in the name of an app. Throws ApiFailure; an answer is the refusal of the FHIR API, in its own words. */
export async function create(
  deps: PageDeps,
  request: Request,
  viewer: Reader,
): Promise<CreatedSubscription | Response> {
  await assertRate(deps, request, viewer, deps.limits.changes, viewer.username)
  const { app, reason, criteria, endpoint, header } = await readJson(request, newSubscriptionForm)
  if (!(viewer.all || viewer.apps.includes(app))) throw turnedAway(deps, request, viewer, 'not_your_app')
  const channel = { type: 'rest-hook', endpoint, ...(header.length > 0 ? { header } : {}) }
  const resource = { resourceType: 'Subscription', status: 'requested', reason, criteria, channel }
  const traceId = deps.traceIdFor(viewer.username)
  const answer = await deps.create(app, JSON.stringify(resource), traceId)
  const id = /\/Subscription\/([^/]+)/.exec(answer.headers.get('location') ?? '')?.[1]
  const where = { request, person: { username: viewer.username } }
  const event = changed(where, 'C', {
    kind: 'resource',
    name: id === undefined ? 'Subscription' : `Subscription/${id}`,
  })
  if (id !== undefined) {
    deps.audit.record({ ...event, client: app, traceId })
    return { id }
  }
  const outcome = answer.status < 500 ? ('refused' as const) : ('failed' as const)
  deps.audit.record({ ...event, client: app, traceId, outcome, description: `change: resource, ${answer.status}` })
  if (answer.status >= 500) throw failure('unexpected')
  const { issue = [] } = (await answer.json()) as Refusal
  const english = problemsOf(issue)
  const elements = issue.map(({ expression: [element = ''] = [] }) => element.replace(/^Subscription\./, ''))
  const problems = viewer.language === 'nl' ? english.map(problemInDutch) : english
  const error_description = FAILURE_TEXTS[viewer.language].refused
  return respondJson(STATUS.refused, { error: 'refused', error_description, problems, elements }, NO_STORE)
}

interface Refusal {
  readonly issue?: readonly { readonly diagnostics?: string; readonly expression?: readonly string[] }[]
}

/** The sentences of an OperationOutcome, without the number of its trace. */
const problemsOf = (issue: NonNullable<Refusal['issue']>) =>
  issue.map(({ diagnostics = '' }) => diagnostics.replace(/\s?\(trace [\w.-]+\)$/, ''))
