// The connection to the shared identity provider: its metadata and keys as openid-client takes them, for each step of a
// log-in.
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  getJwksCache,
  None,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client'
import { type Clock, numericDate, SECOND, systemClock } from '#lib/clock.ts'
import type { ProviderClient } from '../deps.ts'
import { IdpError } from './idp-error.ts'
import { idpFetch } from './idp-fetch.ts'
import { idpMetadata, isInsecure } from './idp-metadata.ts'

/** Longest wait for the provider in one step of a log-in, over all requests of that step. */
export const STEP_TIMEOUT_MS = 5 * SECOND
/** Tolerated skew of the provider's clock, in seconds. */
export const TOLERANCE_S = 30

interface Deps {
  readonly idp: ProviderClient
  readonly clock: Clock
}

/** All methods reject with IdpError. */
export class IdpConnection {
  readonly #deps: Deps
  readonly #metadata: ReturnType<typeof idpMetadata>
  readonly #isInsecure: boolean
  /** The configuration for building addresses is the same for every log-in while the metadata stay the same. */
  readonly #addressing = new WeakMap<ServerMetadata, Configuration>()
  #jwksCache: ExportedJWKSCache | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#metadata = idpMetadata(deps.idp, deps.clock)
    this.#isInsecure = isInsecure(deps.idp.issuer)
  }

  /** Runs work that needs the provider's metadata but no further request. */
  async known<T>(work: (server: ServerMetadata) => T): Promise<T> {
    try {
      return work(await (this.#metadata.kept() ?? this.#metadata.read(this.#stepFetch())))
    } catch (cause) {
      throw IdpError.of(cause)
    }
  }

  /** Runs work that calls the provider, within the time limit of one step. Fetched keys stay cached for the next step. */
  async step<T>(work: (config: Configuration) => Promise<T>): Promise<T> {
    try {
      const config = await this.#configuration()
      const result = await work(config)
      this.#jwksCache = getJwksCache(config)
      return result
    } catch (cause) {
      // The provider may have replaced a key, even under the same kid: the next log-in fetches the keys again.
      this.#jwksCache = undefined
      throw IdpError.of(cause)
    }
  }

  /** The configuration for building the addresses to which a browser is sent. */
  addressing(server: ServerMetadata): Configuration {
    const made = this.#addressing.get(server) ?? new Configuration(server, this.#deps.idp.clientId)
    if (this.#isInsecure) allowInsecureRequests(made)
    this.#addressing.set(server, made)
    return made
  }

  async #configuration(): Promise<Configuration> {
    const { idp, clock } = this.#deps
    const fetch = this.#stepFetch()
    const client = {
      // openid-client reads the machine's clock; this is the difference from ours.
      [clockSkew]: numericDate(clock() - systemClock()),
      [clockTolerance]: TOLERANCE_S,
    }
    const server = await this.#metadata.read(fetch)
    const config = new Configuration(server, idp.clientId, client, clientAuth(server, idp.clientSecret))
    config[customFetch] = fetch
    config.timeout = undefined // The timeout of a single request; the whole step has a shorter one.
    enableNonRepudiationChecks(config) // Also verifies the id_token's signature, although the token comes straight from the provider.
    if (this.#isInsecure) allowInsecureRequests(config)
    if (this.#jwksCache) setJwksCache(config, this.#jwksCache)
    return config
  }

  readonly #stepFetch = () => idpFetch(this.#deps.idp.fetch, AbortSignal.timeout(STEP_TIMEOUT_MS))
}

/** Basic is the default of client registration (OpenID Connect Discovery §3). */
function clientAuth(server: ServerMetadata, secret: string | undefined) {
  if (secret === undefined) return None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}
