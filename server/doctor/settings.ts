// Checks the settings: the production check-list, and allowed settings that are rarely intended.
import type { Config } from '../config/config.ts'
import { misspeltSettings } from '../config/misspelt.ts'
import { type Finding, warning, well, wrong } from './finding.ts'
import { productionViolations } from './production.ts'
import type { DoctorTexts } from './texts.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const settingFindings = async (
  config: Config,
  env: Environment,
  texts: DoctorTexts,
): Promise<readonly Finding[]> => [
  ...(await modeFindings(config, env, texts)),
  ...adviceOf(config, texts),
  ...misspeltSettings(env).map(({ name, meant }) =>
    warning('settings', texts.noSetting(name), texts.noSettingRemedy(meant)),
  ),
]

async function modeFindings(config: Config, env: Environment, texts: DoctorTexts): Promise<readonly Finding[]> {
  if (!config.production) return [warning('settings', texts.trial, texts.trialRemedy)]
  const violations = await productionViolations(config, env, texts)
  if (violations.length === 0) return [well('settings', texts.productionHolds)]
  return violations.map(({ item, problem, remedy }) => wrong(`settings.${item}`, problem, remedy))
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1']

/** What portal and apps read at the FHIR API for a launch. */
const OF_A_LAUNCH = ['ActivityDefinition', 'Device', 'Patient', 'Practitioner', 'RelatedPerson', 'Task']

function adviceOf(
  { trustProxy, host, idpSignup, externalIdp, production, metricsToken, logLevel, resourceTypes }: Config,
  texts: DoctorTexts,
): readonly Finding[] {
  const advice: Finding[] = []
  const add = (message: string, remedy: string) => advice.push(warning('settings', message, remedy))
  const absent = OF_A_LAUNCH.filter((type) => !resourceTypes.includes(type))
  if (absent.length > 0) add(texts.typesAbsent(absent.join(', ')), texts.typesAbsentRemedy)
  if (trustProxy && !LOOPBACK_HOSTS.includes(host)) add(texts.proxyTrusted(host), texts.proxyTrustedRemedy)
  if (production && idpSignup && !externalIdp) add(texts.signupOpen, texts.signupOpenRemedy)
  if (production && metricsToken === undefined) add(texts.metricsUnread, texts.metricsUnreadRemedy)
  if (production && ['silent', 'fatal', 'error'].includes(logLevel)) add(texts.logQuiet(logLevel), texts.logQuietRemedy)
  return advice
}
