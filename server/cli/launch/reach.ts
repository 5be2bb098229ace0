// Explains unreachable addresses: the server of the domain or another one, with the true cause.
import type { Fetch } from '#lib/http/handler.ts'
import { withoutQuery } from '#lib/http/user-agent.ts'
import { CommandFailed } from '../output.ts'
import { type Unreachable, unreachable } from '../unreachable.ts'
import type { Addresses, LaunchedApp } from './launched-domain.ts'

/** Throws CommandFailed unless the server of this domain answers under its own name. */
export async function assertServed(fetch: Fetch, config: Addresses): Promise<void> {
  const { authUrl } = config
  const answer = await fetch(`${authUrl}/.well-known/openid-configuration`)
  const document = (await answer.json().catch(() => ({}))) as { readonly issuer?: unknown } | null
  if (document?.issuer === authUrl) return
  throw new CommandFailed(
    `Another server answers at ${authUrl} (HTTP ${answer.status}). Is the server of this domain running? Stop the other one, or start the domain on another PORT and PUBLIC_URL (${config.startedBy}).`,
  )
}

/** Wraps a fetch: errors of unreachable addresses name the owner, the cause and the remedy. */
export const explaining =
  (fetch: Fetch, config: Addresses, app: LaunchedApp): Fetch =>
  async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (cause) {
      const url = withoutQuery(input instanceof Request ? input.url : String(input))
      const why = unreachable(cause)
      throw new CommandFailed(`${whose(url, config, app)} ${why.reason}. ${remedyOf(why, url, config)}`, { cause })
    }
  }

const isOfServer = (url: string, { publicUrl, authUrl, baseUrl }: Addresses): boolean =>
  [publicUrl, authUrl, baseUrl].some((base) => url === base || url.startsWith(`${base}/`))

function whose(url: string, config: Addresses, app: LaunchedApp): string {
  if (isOfServer(url, config)) return `The server of this domain, ${new URL(url).origin}, cannot be reached:`
  if (url === withoutQuery(app.launchUrl)) return `The app ${app.clientId} cannot be reached at its launch URL ${url}:`
  if (app.redirectUris.includes(url)) return `The app ${app.clientId} cannot be reached at its redirect URI ${url}:`
  if (config.hasExternalIdp && url.startsWith(new URL(config.idpIssuer).origin))
    return `The identity provider ${config.idpIssuer} cannot be reached:`
  return `${url} cannot be reached:`
}

/** Node's error codes for certificates that are not trusted. */
const CERTIFICATE = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL/

function remedyOf({ code = '' }: Unreachable, url: string, config: Addresses): string {
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'That server does not use TLS: its address must begin with http.'
  if (CERTIFICATE.test(code))
    return 'Its certificate is not trusted here: set NODE_EXTRA_CA_CERTS=FILE to your own certificate authority (PEM).'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Check its name in DNS or /etc/hosts.'
  return isOfServer(url, config)
    ? `Start it: ${config.startedBy}.`
    : 'Start it, or correct its registered address (/admin).'
}
