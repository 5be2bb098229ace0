// The log of the process: pino, JSON or pretty, one line per event, sanitized by log-facts.ts.
import { createRequire } from 'node:module'
import pino from 'pino'
import type { Log } from '#lib/log.ts'
import type { Config } from '../config/config.ts'
import { loggedFacts, loggedText } from './log-facts.ts'

const STANDARD_ERROR = 2

/** Loaded for a terminal alone, and in this thread: one of its own takes 15 MiB. */
const pretty = () => createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty')

/** A Log that also takes what only LOG_LEVEL=debug asks for. */
export interface DetailedLog extends Log {
  readonly debug: Log['info']
}

/** A Log that writes to standard error, so that standard output stays free for results; or to a file. */
export function createLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  destination: number | string = STANDARD_ERROR,
): DetailedLog {
  const options = { level: logLevel, base: null }
  const to =
    logFormat === 'pretty'
      ? pino(
          options,
          pretty()({ destination, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true }),
        )
      : pino(options, pino.destination({ dest: destination, sync: true }))
  const at = (level: keyof DetailedLog) => (facts: Readonly<Record<string, unknown>>, message: string) => {
    if (to.isLevelEnabled(level)) to[level](loggedFacts(facts), loggedText(message))
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
