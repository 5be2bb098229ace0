// What every command of `./bin/slipway` is given.
import type { Domain } from '../domain/domain.ts'

/** The arguments of every command beside its options. */
export interface CommandContext {
  readonly domain: Domain
  readonly json: boolean
  /** The folder that the person called from: paths are relative to it. */
  readonly calledFrom: string
}
