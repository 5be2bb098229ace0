// The public documents of a base: the same for all callers, built once, cacheable (conformance DIS-21, MET-08).
import { sha256 } from '#lib/crypto/hash.ts'
import type { BasePath } from '#lib/fhir/bases.ts'
import type { FhirDeps } from '../deps.ts'
import type { PublicInteraction } from '../exchange.ts'
import type { Result } from '../result.ts'
import { capabilityStatement } from './capability-statement.ts'
import { protectedResource, smartConfiguration } from './smart-configuration.ts'
import { detailOf, inDetail } from './summary.ts'

const document = (body: string): Result => ({ body, freshness: 'public', tag: sha256(body) })

/** capabilities (FHIR R4 http.html §3.1.0.9). There is one statement, regardless of `mode`. */
export const capabilities: PublicInteraction = ({ deps, base, params }) =>
  document(inDetail(JSON.stringify(capabilityStatement(deps, base)), 'CapabilityStatement', detailOf(params)))

export const smart: PublicInteraction = ({ deps }) => plain(smartConfiguration(deps))

/** RFC 9728 metadata of one of the two bases. */
export const protectedResourceDocument = (deps: FhirDeps, base: BasePath): Result =>
  plain(protectedResource(deps, base))

const plain = (content: object): Result => ({ ...document(JSON.stringify(content)), plain: true })
