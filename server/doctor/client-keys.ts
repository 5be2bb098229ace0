// Checks the published keys of apps and platforms: an app whose jwks_uri does not answer with keys is refused at every step.
import type { Config } from '../config/config.ts'
import { inspectDatabase } from '../storage/sqlite/file/inspection.ts'
import type { Examination } from './examination.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'

/** `isServed`: true when the server itself answers, so that its own keys can be fetched. */
export async function clientKeyFindings(
  { config, fetch, fetchKeys }: Examination,
  { isServed }: { readonly isServed: boolean },
): Promise<readonly Finding[]> {
  // The server resolves its own addresses internally, whatever their host name resolves to.
  const isOwn = (url: string) => url.startsWith(`${config.publicUrl}/`)
  const asked = publishing(config).filter(({ jwksUrl }) => isServed || !isOwn(jwksUrl))
  return Promise.all(
    asked.map(async ({ clientId, jwksUrl }) => {
      const problem = await problemAt(jwksUrl, isOwn(jwksUrl) ? fetch : fetchKeys)
      return problem === undefined
        ? well('client_keys', `${clientId} publishes its keys at ${jwksUrl}.`)
        : wrong('client_keys', `The keys of ${clientId} at ${jwksUrl} cannot be had: ${problem}`, REMEDY)
    }),
  )
}

const REMEDY =
  'Let the app publish them there, or correct the address (/admin). Of demo-app, demo-portal and demo-console a start of the server with the right PUBLIC_URL writes it anew.'

function publishing({ databaseFile }: Config) {
  try {
    const database = inspectDatabase(databaseFile)
    const apps = database?.jwksUrls() ?? []
    database?.close()
    return apps.filter(({ status }) => status === 'approved')
  } catch {
    return [] // Problems of the database have been reported before.
  }
}

async function problemAt(url: string, fetch: Examination['fetchKeys']): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    if (!answer.ok) return `HTTP ${answer.status}.`
    const { keys } = (await answer.json().catch(() => ({}))) as { readonly keys?: unknown }
    if (!Array.isArray(keys)) return 'what is there is no JWK Set.'
    return keys.length === 0 ? 'the JWK Set is empty.' : undefined
  } catch (error) {
    return reasonOf(error)
  }
}
