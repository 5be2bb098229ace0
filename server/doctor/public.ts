// Checks the domain from outside, through its proxies: its name, its clock, and how proxies change a request.
import { systemRandom } from '#lib/crypto/random.ts'
import { plainAddress } from '#lib/http/network-of.ts'
import { ECHO_HEADER, echoQuestion, type Seen } from '../ops/proxy-echo.ts'
import { clockFinding } from './clock.ts'
import type { Examination } from './examination.ts'
import { type Finding, reasonOf, warning, well, wrong } from './finding.ts'
import { keptKeys } from './kept-keys.ts'

/** A documentation address (RFC 5737): a server that accepts it trusts any X-Forwarded-For. */
const MADE_UP = '203.0.113.77'

export async function publicFindings(examination: Examination): Promise<readonly Finding[]> {
  const { config, fetch, now, texts } = examination
  const address = `${config.authUrl}/.well-known/openid-configuration`
  try {
    const answer = await fetch(address)
    const at = now()
    const document = (await answer.json().catch(() => ({}))) as { readonly issuer?: unknown }
    if (!answer.ok || document.issuer !== config.authUrl)
      return [
        wrong(
          'public',
          `${address} answers ${answer.status}${document.issuer ? ` and calls itself ${String(document.issuer)}` : ''}.`,
          'PUBLIC_URL and AUTH_URL must be the public address of this server, and the proxy must pass every path on to it.',
        ),
      ]
    return [
      well('public', `${config.authUrl} answers under its own name.`),
      clockFinding({ check: 'clock', who: 'The server at PUBLIC_URL', answer, at }, texts),
      ...(await proxyFindings(examination)),
    ]
  } catch (error) {
    return [
      wrong(
        'public',
        `${address} cannot be reached: ${reasonOf(error)}`,
        'Start the service; check its DNS name, its certificate and the proxy.',
      ),
    ]
  }
}

async function proxyFindings({ config, fetch, now }: Examination): Promise<readonly Finding[]> {
  const secret = await keptKeys(config).then(
    (kept) => kept({ kind: 'secret', name: 'doctor' }),
    () => undefined, // Problems of the database have been reported before.
  )
  if (secret === undefined) return [notAsked('The server has not been asked before.')]
  const requestId = `doctor-${systemRandom.uuid()}`
  const question = echoQuestion({ secret: () => secret, clock: now })
  const headers = { [ECHO_HEADER]: question, 'x-forwarded-for': MADE_UP, 'x-request-id': requestId }
  const answer = await fetch(`${config.publicUrl}/readyz`, { headers })
  const body = (await answer.json().catch(() => ({}))) as {
    readonly status?: string
    readonly checks?: readonly { readonly name: string; readonly problem?: string }[]
    readonly seen?: Seen
  }
  const problems = (body.checks ?? []).flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []))
  const ready = answer.ok
    ? well('ready', 'The server is ready.')
    : wrong('ready', `The server is not ready. ${problems.join(' ')}`, 'See /readyz and the log.')
  const { seen } = body
  if (!seen) return [ready, notAsked('The server did not say what it sees: it may use another DATA_DIR.')]
  return [ready, addressFinding(seen, config), ...requestIdFindings(seen, requestId)]
}

const notAsked = (why: string) =>
  warning(
    'proxy',
    `What the server sees of a caller is not known. ${why}`,
    'Run the doctor again, with the DATA_DIR of the server.',
  )

/** Reports how a request with a forged X-Forwarded-For was seen. */
function addressFinding({ address, forwarded_for }: Seen, { trustProxy }: Examination['config']): Finding {
  const last = plainAddress((forwarded_for ?? '').split(',').at(-1) ?? '')
  if (trustProxy && last === MADE_UP)
    return wrong(
      'proxy',
      'TRUST_PROXY is on, but no proxy adds to X-Forwarded-For: every caller can choose its address.',
      'Let the proxy set or append X-Forwarded-For, or leave TRUST_PROXY out.',
    )
  if (trustProxy && last === undefined)
    return wrong(
      'proxy',
      `TRUST_PROXY is on, but X-Forwarded-For ends with no address (${forwarded_for ?? 'it is not there'}): all callers appear as ${address} and share its rate limits.`,
      'Let the proxy set or append the address of the caller to X-Forwarded-For, or leave TRUST_PROXY out.',
    )
  if (trustProxy)
    return well('proxy', `The proxy passes on the address of the caller (${address}), and a forged one is ignored.`)
  if (last !== MADE_UP)
    return wrong(
      'proxy',
      `There is a proxy in front and TRUST_PROXY is off: all callers appear as ${address} and share its rate limits.`,
      'Set TRUST_PROXY=true, and let only the proxy reach the port.',
    )
  return well('proxy', `No proxy changes X-Forwarded-For, and it is ignored: the caller is ${address}.`)
}

const requestIdFindings = ({ request_id }: Seen, sent: string): readonly Finding[] =>
  request_id === sent
    ? []
    : [
        warning(
          'proxy',
          'The X-Request-Id of a caller does not arrive, so its logs cannot be matched with those of the server.',
          'Let the proxy pass X-Request-Id on.',
        ),
      ]
