// Reads .well-known/smart-configuration below a FHIR base, as a client does first (SMART App Launch 2.2).
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { Fetch } from '../http/handler.ts'
import { readBody } from '../http/params.ts'
import { isWebUrl, withoutTrailingSlash } from '../http/web-url.ts'
import { readJwks } from './read-jwks.ts'

const address = z.string().refine(isWebUrl, 'must be an https address')

const smartConfiguration = z.object({
  token_endpoint: address,
  authorization_endpoint: address.optional(),
  issuer: address.optional(),
  jwks_uri: address.optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})

/** The members of the document that a client needs. */
export type SmartConfiguration = z.infer<typeof smartConfiguration>

/** The configuration could not be had or cannot be used. */
export class SmartConfigurationError extends Error {
  override readonly name = 'SmartConfigurationError'
}

/** The URL of the configuration of a FHIR base. */
const smartConfigurationUrl = (fhirBase: string): string =>
  `${withoutTrailingSlash(fhirBase)}/.well-known/smart-configuration`

/** Reads the configuration of a FHIR base. Throws SmartConfigurationError. */
export async function readSmartConfiguration(fetch: Fetch, fhirBase: string): Promise<SmartConfiguration> {
  const url = smartConfigurationUrl(fhirBase)
  const parsed = smartConfiguration.safeParse(await readJson(fetch, url))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'document'}: ${issue.message}`)
  throw new SmartConfigurationError(`${url}: ${problems.join('; ')}`)
}

/** Who signs for the domain of a FHIR base, and its public keys, read when asked for. Throws SmartConfigurationError. */
export async function readIssuer(
  fetch: Fetch,
  fhirBase: string,
): Promise<{ readonly issuer: string; readonly keys: () => Promise<JSONWebKeySet> }> {
  const { issuer, jwks_uri } = await readSmartConfiguration(fetch, fhirBase)
  if (!issuer || !jwks_uri)
    throw new SmartConfigurationError(`${smartConfigurationUrl(fhirBase)}: issuer or jwks_uri is missing`)
  return { issuer, keys: () => readJwks(fetch, jwks_uri) }
}

async function readJson(fetch: Fetch, url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'manual' })
    if (response.status !== 200) throw new SmartConfigurationError(`${url}: status ${response.status}`)
    return JSON.parse((await readBody(response)) ?? '')
  } catch (cause) {
    throw cause instanceof SmartConfigurationError
      ? cause
      : new SmartConfigurationError(`${url}: no JSON document`, { cause })
  }
}
