// Checks the settings: the production check-list, and allowed settings that are rarely intended.
import type { Config } from '../config/config.ts'
import { type Finding, warning, well, wrong } from './finding.ts'
import { productionViolations } from './production.ts'

export function settingFindings(config: Config, env: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  return [...modeFindings(config, env), ...adviceOf(config)]
}

function modeFindings(config: Config, env: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  if (!config.production)
    return [
      warning(
        'settings',
        'The check-list of production is not enforced: this is a domain for trying things out.',
        'Set SLIPWAY_ENV=production where people rely on it.',
      ),
    ]
  const violations = productionViolations(config, env)
  if (violations.length === 0) return [well('settings', 'The check-list of production holds.')]
  return violations.map(({ item, problem, remedy }) => wrong(`settings.${item}`, problem, remedy))
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1']

function adviceOf({
  trustProxy,
  host,
  idpSignup,
  externalIdp,
  production,
  metricsToken,
  logLevel,
}: Config): readonly Finding[] {
  const advice: Finding[] = []
  const add = (message: string, remedy: string) => advice.push(warning('settings', message, remedy))
  if (trustProxy && !LOOPBACK_HOSTS.includes(host))
    add(
      `TRUST_PROXY is on and the server listens on ${host}: whoever reaches that port without the proxy chooses an address.`,
      'Set HOST=127.0.0.1, or let nobody but the proxy reach the port.',
    )
  if (production && idpSignup && !externalIdp)
    add('IDP_SIGNUP lets anybody make an account.', 'Leave IDP_SIGNUP out unless that is meant.')
  if (production && metricsToken === undefined)
    add('Nobody can read the metrics.', 'Set METRICS_TOKEN, and give it to what monitors.')
  if (production && ['silent', 'fatal', 'error'].includes(logLevel))
    add(`LOG_LEVEL=${logLevel} leaves out what explains an incident.`, 'Leave LOG_LEVEL out.')
  return advice
}
