// The message of a start: the address, the demo log-ins, and a move of the domain. A page of text for people; lines of JSON with
// LOG_FORMAT=json. It does not depend on LOG_LEVEL.
import { canonicalBase } from '#lib/fhir/bases.ts'
import type { Log } from '#lib/log.ts'
import type { Config } from '../config/config.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import { createLog, type DetailedLog } from '../log/log.ts'
import type { Move } from './domain-record.ts'

/** Prints that the service accepts requests, or why it is not ready for them; `seconds` is how long the start took. */
export function greet(config: Config, seconds: number, problems: readonly string[] = []): void {
  const isReady = problems.length === 0
  const took = `${isReady ? 'ready' : 'not ready'} in ${seconds.toFixed(1)} s${isReady ? '' : `: ${problems.join(' ')}`}`
  if (config.greets) process.stderr.write(welcome(config, took))
  else {
    const facts = { url: config.publicUrl, fhir: canonicalBase(config), demo: config.demo }
    saying(config)[isReady ? 'info' : 'warn'](facts, `Slipway is ${took}`)
  }
}

/** Says how a start changes the domain. */
export function tellMove(config: Config, { from, changes }: Move): void {
  if (config.greets) {
    process.stderr.write(
      [`This domain was started as ${from} before. From now on:`, ...changes.map((one) => `  - ${one}`), ''].join('\n'),
    )
    return
  }
  for (const change of changes) saying(config).warn({ from }, change)
}

const saying = (config: Config): Log => createLog({ ...config, logLevel: 'info' })

function welcome(config: Config, took: string): string {
  const logins = config.demo
    ? [
        '',
        // Passwords of the demo are of no use at a provider of one's own.
        config.externalIdp
          ? `  Demo domain: invented people, who sign in at ${config.externalIdp.issuer}`
          : '  Demo domain: invented people, visible passwords',
        ...DEMO_LOGINS.map(
          ({ name, username, password, role }) =>
            `    ${username.padEnd(20)} ${config.externalIdp ? '' : `${password.padEnd(6)} `}${name}, ${role.replace('_', ' ')}`,
        ),
      ]
    : []
  return `${['', `  Slipway   ${config.publicUrl}`, `  FHIR      ${canonicalBase(config)}`, ...logins, '', `  ${took}`, ''].join('\n')}\n`
}

/**
 * Turns console output of libraries into lines of the log: standard output is for results, and text among lines of JSON breaks log
 * readers. Their notes of progress are for LOG_LEVEL=debug. For a process that serves.
 */
export function takeConsole(log: DetailedLog): void {
  const at =
    (level: keyof DetailedLog) =>
    (...said: readonly unknown[]) => {
      const [first] = said
      const facts = said.find((one) => one instanceof Error)
      log[level](
        { from: 'pages', ...(facts ? { error: facts } : {}) },
        plainText(typeof first === 'string' ? said.filter(isText).join(' ') : 'console'),
      )
    }
  process.noDeprecation = true // A library's use of deprecated features is no fault of this service, and of no interest to its operator.
  Object.assign(console, { log: at('debug'), info: at('debug'), warn: at('warn'), error: at('error') })
}

const isText = (one: unknown): one is string => typeof one === 'string'

/** Without the colours that a terminal would show. */
const plainText = (text: string): string => text.replaceAll(/\u001b\[[0-9;]*m/g, '').trim()
