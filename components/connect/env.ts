// The settings of a sample, as the lines of its app.env or portal.env.
import type { OwnApp } from '#lib/api/connect.ts'

const DEFAULT_PORT = '8080'

/** `kid` of a newly made key pair, otherwise of the first registered key. */
export function envOf(
  { clientId, redirectUris, jwks, launchUrl, rights }: OwnApp,
  kid: string | undefined,
  fhirBase: string,
): string {
  const settings = {
    FHIR_BASE: fhirBase,
    CLIENT_ID: clientId,
    REDIRECT_URI: redirectUris[0] ?? '',
    KEY_ID: kid ?? jwks?.keys[0]?.kid ?? 'my-key',
    PRIVATE_KEY_FILE: 'private.pem',
    PORT: portOf(launchUrl),
    ...(rights.includes('complete_tasks') ? { COMPLETE_TASK: '1' } : {}),
  }
  return lines(settings)
}

/** The task that a sample portal opens, for whom, and in which app. */
export interface Opening {
  readonly person: string
  readonly task: string
  /** The patient, where that is somebody else than the person. */
  readonly patient?: string
  readonly appId: string
  readonly launchUrl: string
}

/** The same of a portal. */
export const portalEnvOf = (
  { clientId, jwks }: Pick<OwnApp, 'clientId' | 'jwks'>,
  kid: string | undefined,
  fhirBase: string,
  { person, task, patient, appId, launchUrl }: Opening,
): string =>
  lines({
    FHIR_BASE: fhirBase,
    PLATFORM_ID: clientId,
    KEY_ID: kid ?? jwks?.keys[0]?.kid ?? 'my-key',
    PRIVATE_KEY_FILE: 'private.pem',
    APP_ID: appId,
    LAUNCH_URL: launchUrl,
    PERSON: person,
    TASK: task,
    ...(patient === undefined ? {} : { PATIENT: patient }),
  })

const lines = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('\n')

const portOf = (launchUrl: string | null) =>
  (launchUrl && URL.canParse(launchUrl) && new URL(launchUrl).port) || DEFAULT_PORT

/** Shells also read the file, so a value with characters special to them is quoted. */
const quoted = (value: string) => (/^[\w./:@-]*$/.test(value) ? value : `'${value.replaceAll("'", '%27')}'`)
