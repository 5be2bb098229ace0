// The data that the Next pages read from the domain: facts about it, the account of a visitor, and prefetched answers.
import { dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { PageAccount } from '#lib/api/account.ts'
import { cookieName, readCookie } from '#lib/cookies.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import { type SearchField, searchFields } from '#lib/fhir/search/search-fields.ts'
import { opensDocument } from '#lib/http/fetch-metadata.ts'
import { LEFT_TO_SCRIPT } from '#lib/http/left-to-script.ts'
import { PAGE_ADDRESS } from '#lib/http/page-address.ts'
import { LOGGED_IN, WHO_IS_THERE } from '#lib/oauth/logged-in-cookie.ts'
import { VERSION } from '../config/version.ts'
import { DEMO_LOGINS, DEMO_PEOPLE } from '../demo/people.ts'
import { demoHook } from '../demo/resources.ts'
import type { Domain } from '../domain/domain.ts'
import { oauthEndpoints } from '../domain/endpoints.ts'
import { domain } from '../domain/shared-domain.ts'

/**
 * The account of a page's visitor; undefined for nobody, and when it cannot be determined: the page is shown in any
 * case.
 */
export async function accountOfPage(headers: Headers): Promise<PageAccount | undefined> {
  const { config, pageAccount, visits } = await domain()
  return pageAccount(visits.partOf(headers, new Request(config.publicUrl, { headers }))).catch(() => undefined)
}

/**
 * Where a page that knows nobody asks the identity provider who is there, because somebody has logged in for a launch; undefined for
 * every other page.
 */
export async function whereToAsk(headers: Headers): Promise<string | undefined> {
  const { config } = await domain()
  const isNoted = readCookie(headers, cookieName(config.publicUrl, LOGGED_IN)) !== undefined
  if (!isNoted || !opensDocument(headers)) return undefined
  return `/api/auth/${WHO_IS_THERE}?${new URLSearchParams({ callbackUrl: headers.get(PAGE_ADDRESS) ?? '/' })}`
}

/**
 * Prefetches the queries of a page's script, for the sender of `headers`, so that the script need not send them first.
 * When a query yields nothing, the script sends it itself and shows what went wrong.
 */
export function pageQueries(headers: Headers) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false },
      // Pending answers are streamed (tanstack.com/query, "Streaming with Server Components").
      dehydrate: { shouldDehydrateQuery: ({ state }) => state.status !== 'error' && state.data !== LEFT_TO_SCRIPT },
    },
  })
  return {
    /** A peer's JSON at `path`, which the page waits for; undefined when the peer refuses. */
    fetchQuery: <Json>({ queryKey }: { readonly queryKey: QueryKey }, path: string): Promise<Json | undefined> =>
      client
        .fetchQuery({ queryKey, queryFn: async () => jsonOf(await askForPage(path, headers)) as Promise<Json> })
        .catch(() => undefined),
    /** A peer's FHIR read at `path`, from which the script makes `answerOf`; nobody waits for it here. */
    read: (queryKey: QueryKey, path: string, answerOf: (response: Response) => Promise<unknown>): void => {
      if (!opensDocument(headers)) return
      const queryFn = async () => {
        const answer = await readWithPage(path, headers)
        return answer ? answerOf(answer) : LEFT_TO_SCRIPT
      }
      void client.prefetchQuery({ queryKey, queryFn })
    },
    /** A peer's JSON about people at `path`, for a page that somebody opens; whoever does not wait for it need not. */
    readJson: async ({ queryKey }: { readonly queryKey: QueryKey }, path: string): Promise<void> => {
      if (!opensDocument(headers)) return
      await client.prefetchQuery({ queryKey, queryFn: async () => jsonOf(await askForPage(path, headers)) })
    },
    state: () => dehydrate(client),
  }
}

/**
 * A peer's FHIR read for the script of a page, exactly as the script's own request would get it: by the same session,
 * and with the same audit event. Undefined without a page visit, and when no FHIR API answered.
 */
export async function readWithPage(path: string, headers: Headers): Promise<Response | undefined> {
  if (!opensDocument(headers)) return undefined
  const answer = await askForPage(path, headers)
  if (!answer || answer.status >= 500 || !isFhir(answer.headers)) return undefined
  // Its text alone says how long it is: the class of an answer of the server is not the one that these pages are built with.
  const text = await answer.text()
  return text.length > LONGEST_WITH_PAGE ? undefined : new Response(text, answer)
}

/** A longer answer, in characters, would make a page of several times that: the script asks for it itself. */
const LONGEST_WITH_PAGE = 128 * 1024

async function askForPage(path: string, headers: Headers): Promise<Response | undefined> {
  const { config, router, visits } = await domain()
  const request = visits.partOf(headers, new Request(config.publicUrl + path, { headers }))
  try {
    return await router.handlerFor(new URL(request.url), 'GET')?.(request)
  } catch {
    return undefined
  }
}

const isFhir = (headers: Headers): boolean => /^application\/fhir\+json\b/.test(headers.get('content-type') ?? '')

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Nothing comes with the page')
  return value
}

const jsonOf = (answer: Response | undefined): Promise<unknown> => required(answer?.ok ? answer : undefined).json()

/** The fields to search a type by; none when the domain does not serve it. */
export async function searchFieldsOf(type: string): Promise<readonly SearchField[]> {
  const { config } = await domain()
  return config.resourceTypes.includes(type) ? searchFields(type) : []
}

/** The OpenAPI description of the service, for the page that shows it. */
export const apiDescription = async () => (await domain()).peers.openapi.describe()

/** The demo logins; without passwords when another identity provider checks those. */
const shownLogins = ({ externalIdp }: Domain['config']) =>
  externalIdp ? DEMO_LOGINS.map(({ password: _, ...login }) => login) : DEMO_LOGINS

/** The facts about the domain that pages mention. */
export async function domainFacts() {
  const { config } = await domain()
  return {
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    tokenEndpoint: oauthEndpoints(config.authUrl).token,
    fhirBase: canonicalBase(config),
    /** The types that are served. */
    types: config.resourceTypes,
    demo: config.demo,
    /** The demo app's notification address; undefined outside of the demo. */
    demoHook: config.demo ? demoHook(config.publicUrl) : undefined,
    /** The claim by which people are recognised. */
    idpClaim: config.idpClaim,
    /** True when people can create their own accounts, at the embedded identity provider. */
    signup: config.idpSignup && config.externalIdp === undefined,
    demoLogins: config.demo ? shownLogins(config) : [],
    /** True when the demo people log in with the passwords shown. */
    demoPasswords: config.demo && config.externalIdp === undefined,
    /** The person whom the demo button signs in. */
    demoPerson: config.demo ? DEMO_PEOPLE[0] : undefined,
    version: VERSION,
  }
}

/** The demo logins of some roles; none outside of the demo. */
export async function demoLoginsOf(...roles: readonly string[]) {
  const { demoLogins } = await domainFacts()
  return demoLogins.filter(({ role }) => roles.includes(role))
}
