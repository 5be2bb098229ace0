// `doctor`: examines an installation. Exit code 1 when something is wrong; warnings do not change it.
import { type Config, isLoopback, parseConfig } from '../config/config.ts'
import { examine } from '../doctor/doctor.ts'
import { type Identity, NO_IDENTITY } from '../doctor/domain.ts'
import { ownerFinding } from '../doctor/files.ts'
import type { Finding, Level } from '../doctor/finding.ts'
import { doctorTexts } from '../doctor/texts.ts'
import { boundedFetch, outsideFetch } from '../network/outbound-fetch.ts'
import { contradictionsOf, recordedSettings, withRecord } from '../startup/domain-record.ts'
import { caller } from './caller.ts'
import { green, type Ink, ink, joined, red, yellow } from './ink.ts'
import { CommandFailed, counted, result } from './output.ts'

const MARKS: Readonly<Record<Level, Ink>> = { ok: green('ok     '), warning: yellow('warning'), error: red('error  ') }

export async function doctor({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { env } = caller()
  const { config, identity } = await examined(env)
  const fetchKeys = isLoopback(config.authUrl) ? boundedFetch : outsideFetch()
  const findings = await examine({
    config,
    env,
    identity,
    fetch: boundedFetch,
    fetchKeys,
    now: Date.now,
    texts: doctorTexts.en,
  })
  const errors = findings.filter(({ level }) => level === 'error').length
  result(json, { healthy: errors === 0, findings }, joined(findings.map(lineOf), '\n'))
  if (errors > 0) throw new CommandFailed(`${counted(errors, 'thing is', 'things are')} wrong.`)
}

/** The settings to examine: those of the last start, overridden by the given ones. */
async function examined(env: Readonly<Record<string, string | undefined>>): Promise<{
  readonly config: Config
  readonly identity: Identity
}> {
  const given = parseConfig(env)
  const record = await recordOf(given)
  if (!record) return { config: given, identity: NO_IDENTITY }
  const contradictions = contradictionsOf(record, env)
  const config = contradictions.length > 0 ? given : parseConfig(withRecord(record, env))
  return { config, identity: { publicUrl: record['PUBLIC_URL'], contradictions } }
}

/** Data that are unreadable or of another program are reported by the doctor later. */
async function recordOf(config: Config) {
  if (ownerFinding(config, doctorTexts.en).level === 'error') return undefined
  try {
    return await recordedSettings(config)
  } catch {
    return undefined
  }
}

const lineOf = ({ check, level, message, remedy }: Finding): Ink =>
  ink`${MARKS[level]}  ${check.padEnd(16)}  ${message}${remedy ? `\n${' '.repeat(27)}→ ${remedy}` : ''}`
