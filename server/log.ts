// The log of the process: pino, JSON or pretty, with what may be secret cut out by name.
import pino from 'pino'
import type { Log } from '#lib/log.ts'
import type { Config } from './config.ts'

const SECRET_NAMES = [
  'authorization',
  'authentication',
  'cookie',
  'code',
  'state',
  'launch',
  'token',
  'password',
  'client_assertion',
  'code_verifier',
]

/** A Log that writes to standard error, so that standard output stays free for results. */
export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const options = {
    level: logLevel,
    base: null,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  }
  return logFormat === 'pretty'
    ? pino({
        ...options,
        transport: {
          target: 'pino-pretty',
          options: { destination: 2, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
        },
      })
    : pino(options, pino.destination({ dest: 2, sync: true }))
}
