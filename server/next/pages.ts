// What the pages of Next ask of the domain: facts about it, who opens a page, and the answers that come with the page.
import { dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { PageAccount } from '#lib/api/account.ts'
import { opensDocument } from '#lib/http/opened-document.ts'
import { VERSION } from '../config/version.ts'
import { DEMO_LOGINS, DEMO_PEOPLE } from '../demo/people.ts'
import { demoHook } from '../demo/resources.ts'
import { domain } from '../domain/domain.ts'
import { oauthEndpoints } from '../domain/endpoints.ts'

/** Who asks for a page; undefined when nobody is known, and where that cannot be told: a page is shown all the same. */
export async function accountOfPage(headers: Headers): Promise<PageAccount | undefined> {
  const { config, pageAccount } = await domain()
  return pageAccount(new Request(config.publicUrl, { headers })).catch(() => undefined)
}

/**
 * The queries of a page's script that are made with the page, for whoever sent `headers`: the script then need not ask first.
 * Where nothing comes of one the script asks, and says what went wrong.
 */
export function pageQueries(headers: Headers) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false },
      // What is not there yet is sent when it is (tanstack.com/query, "Streaming with Server Components").
      dehydrate: { shouldDehydrateQuery: ({ state }) => state.status !== 'error' },
    },
  })
  return {
    /** The JSON that a peer gives at `path`, for the page to wait for; undefined where it refuses. */
    fetchQuery: <Json>({ queryKey }: { readonly queryKey: QueryKey }, path: string): Promise<Json | undefined> =>
      client
        .fetchQuery({ queryKey, queryFn: async () => jsonOf(await askForPage(path, headers)) as Promise<Json> })
        .catch(() => undefined),
    /** What a peer reads of FHIR at `path`, and the script makes `answerOf` of; nobody waits for it here. */
    read: (queryKey: QueryKey, path: string, answerOf: (response: Response) => Promise<unknown>): void => {
      if (!opensDocument(headers)) return
      const queryFn = async () => answerOf(required(await readWithPage(path, headers)))
      void client.prefetchQuery({ queryKey, queryFn })
    },
    state: () => dehydrate(client),
  }
}

/**
 * What a peer reads of FHIR for the script of a page, as the answer would have come to the script: by the same session, and noted
 * in the audit log in the same way. Undefined where nobody opens the page, and where no FHIR API answered.
 */
export async function readWithPage(path: string, headers: Headers): Promise<Response | undefined> {
  if (!opensDocument(headers)) return undefined
  const answer = await askForPage(path, headers)
  return answer && answer.status < 500 && isFhir(answer.headers) ? answer : undefined
}

async function askForPage(path: string, headers: Headers): Promise<Response | undefined> {
  const { config, router } = await domain()
  const request = new Request(config.publicUrl + path, { headers })
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

/** The description of the service, for the page that shows it. */
export const apiDescription = async () => (await domain()).peers.openapi.describe()

/** What the pages say about the domain. */
export async function domainFacts() {
  const { config } = await domain()
  return {
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    tokenEndpoint: oauthEndpoints(config.authUrl).token,
    fhirBase: `${config.baseUrl}/fhir/DEFAULT`,
    demo: config.demo,
    /** Where the demo app is notified; undefined outside of the demo. */
    demoHook: config.demo ? demoHook(config.publicUrl) : undefined,
    /** The claim by which people are recognised. */
    idpClaim: config.idpClaim,
    /** Whether people make their own accounts, at the embedded identity provider. */
    signup: config.idpSignup && config.externalIdp === undefined,
    demoLogins: config.demo ? DEMO_LOGINS : [],
    /** Whom the demo button acts as. */
    demoPerson: config.demo ? DEMO_PEOPLE[0] : undefined,
    version: VERSION,
  }
}
