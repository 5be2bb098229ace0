// Checks the published keys of apps and platforms: an app whose jwks_uri returns no keys is refused at every step.
import type { Fetch } from '#lib/http/handler.ts'
import { readBody } from '#lib/http/params.ts'
import { parsedJson } from '#lib/json.ts'
import type { Config } from '../config/config.ts'
import { inspected } from '../storage/inspect.ts'
import type { Examination } from './examination.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'
import type { DoctorTexts } from './texts.ts'

/** `isServed`: true when the server itself answers, so that its own keys can be fetched. */
export async function clientKeyFindings(
  { config, fetch, fetchKeys, texts }: Examination,
  { isServed }: { readonly isServed: boolean },
): Promise<readonly Finding[]> {
  // The server resolves its own addresses internally, whatever their host name resolves to.
  const isOwn = (url: string) => url.startsWith(`${config.publicUrl}/`)
  const asked = (await publishing(config)).filter(({ jwksUrl }) => isServed || !isOwn(jwksUrl))
  const findings: Finding[] = []
  for (let first = 0; first < asked.length; first += AT_ONCE) {
    const batch = asked.slice(first, first + AT_ONCE)
    const found = batch.map((app) => keyFinding(app, isOwn(app.jwksUrl) ? fetch : fetchKeys, texts))
    findings.push(...(await Promise.all(found)))
  }
  return findings
}

/** Addresses that are asked at the same time. */
const AT_ONCE = 10

async function keyFinding({ clientId, jwksUrl }: Publishing, fetch: Fetch, texts: DoctorTexts): Promise<Finding> {
  const problem = await problemAt(jwksUrl, fetch, texts)
  return problem === undefined
    ? well('client_keys', texts.published(clientId, jwksUrl))
    : wrong('client_keys', texts.unpublished(clientId, jwksUrl, problem), texts.unpublishedRemedy)
}

interface Publishing {
  readonly clientId: string
  readonly jwksUrl: string
}

/** Longest JWK Set that is read, in bytes. */
const LONGEST_SET = 64 * 1024

async function publishing(config: Config) {
  try {
    const apps = (await inspected(config, async (database) => database.jwksUrls())) ?? []
    return apps.filter(({ status }) => status === 'approved')
  } catch {
    return [] // Problems of the database have been reported before.
  }
}

async function problemAt(url: string, fetch: Fetch, texts: DoctorTexts): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    if (!answer.ok) return `HTTP ${answer.status}.`
    const text = await readBody(answer, LONGEST_SET)
    if (text === undefined) return texts.setLong(LONGEST_SET)
    const { keys } = (parsedJson(text) ?? {}) as { readonly keys?: unknown }
    if (!Array.isArray(keys)) return texts.setNone
    return keys.length === 0 ? texts.setEmpty : undefined
  } catch (error) {
    return reasonOf(error)
  }
}
