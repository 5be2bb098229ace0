// The connection to the shared identity provider: its metadata and keys as openid-client takes them, for each step of a
// log-in.
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockSkew,
  clockTolerance,
  customFetch,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client'
import { inTime } from '#lib/async/in-time.ts'
import { type Clock, SECOND, systemClock } from '#lib/clock.ts'
import type { ProviderClient } from '../deps.ts'
import { IdpError } from './idp-error.ts'
import { idpFetch, STEP_TIMEOUT_MS } from './idp-fetch.ts'
import { idpMetadata, isInsecure } from './idp-metadata.ts'

/** Tolerated skew of the provider's clock, in seconds. */
export const TOLERANCE_S = 30

interface Deps {
  readonly idp: ProviderClient
  readonly clock: Clock
}

/** openid-client's view of the provider, with the keys that it has fetched. */
export interface Known {
  readonly server: ServerMetadata
  /** Seconds by which our clock is ahead of the machine's, which openid-client reads. */
  readonly skew: number
  readonly config: Configuration
}

/** All methods reject with IdpError. */
export class IdpConnection {
  readonly #deps: Deps
  readonly #metadata: ReturnType<typeof idpMetadata>
  readonly #fetch: CustomFetch
  /** For all log-ins while the metadata stay the same. */
  #known: Known | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#fetch = idpFetch(deps.idp.fetch)
    this.#metadata = idpMetadata(deps.idp, deps.clock, this.#fetch)
  }

  /** Runs work that needs the provider's metadata but no further request. */
  async known<T>(work: (known: Known) => T): Promise<T> {
    try {
      return work(this.#configured(await this.#metadata()))
    } catch (cause) {
      throw IdpError.of(cause)
    }
  }

  /** Runs work that calls the provider, within the time limit of one step. Fetched keys stay cached for the next step. */
  async step<T>(work: (known: Known) => Promise<T>): Promise<T> {
    try {
      return await inTime(STEP_TIMEOUT_MS, async () => work(this.#configured(await this.#metadata())))
    } catch (cause) {
      // The provider may have replaced a key, even under the same kid: the next log-in fetches the keys again.
      this.#known = undefined
      throw IdpError.of(cause)
    }
  }

  #configured(server: ServerMetadata): Known {
    const { idp, clock } = this.#deps
    const skew = Math.round((clock() - systemClock()) / SECOND)
    if (this.#known?.server === server && this.#known.skew === skew) return this.#known
    const client = {
      [clockSkew]: skew,
      [clockTolerance]: TOLERANCE_S,
      ...(idp.idTokenAlg === undefined ? {} : { id_token_signed_response_alg: idp.idTokenAlg }),
    }
    const config = new Configuration(server, idp.clientId, client, clientAuth(server, idp.clientSecret))
    config[customFetch] = this.#fetch
    config.timeout = undefined // The fetch has its own.
    enableNonRepudiationChecks(config) // Also verifies the id_token's signature, although the token comes straight from the provider.
    if (isInsecure(idp.issuer)) allowInsecureRequests(config)
    this.#known = { server, skew, config }
    return this.#known
  }
}

/** Basic is the default of client registration (OpenID Connect Discovery §3). */
function clientAuth(server: ServerMetadata, secret: string | undefined) {
  if (secret === undefined) return None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}
