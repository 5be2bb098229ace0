// `doctor`: whether an installation is as it should be. Exit code 1 where something is wrong; warnings change nothing.
import { parseConfig } from '../config.ts'
import { examine } from '../doctor/doctor.ts'
import type { Finding, Level } from '../doctor/finding.ts'
import { boundedFetch } from '../network.ts'
import { CommandFailed, result } from './output.ts'

const MARKS: Readonly<Record<Level, string>> = { ok: 'ok     ', warning: 'warning', error: 'error  ' }

export async function doctor({ json = false }: { readonly json?: boolean }): Promise<void> {
  const config = parseConfig()
  const findings = await examine({ config, env: process.env, fetch: boundedFetch, now: Date.now })
  const errors = findings.filter(({ level }) => level === 'error').length
  result(json, { healthy: errors === 0, findings }, findings.map(lineOf).join('\n'))
  if (errors > 0) throw new CommandFailed(`${errors} ${errors === 1 ? 'thing is' : 'things are'} wrong.`)
}

const lineOf = ({ check, level, message, remedy }: Finding): string =>
  `${MARKS[level]}  ${check.padEnd(16)}  ${message}${remedy ? `\n${' '.repeat(27)}→ ${remedy}` : ''}`
