// The context of every `./bin/slipway` command.
import type { Domain } from '../domain/domain.ts'
import type { LaunchedDomain } from './launch/launched-domain.ts'

interface Called {
  readonly json: boolean
  /** The folder that the person called from: paths are relative to it. */
  readonly calledFrom: string
}

/** A command's arguments, without its options. */
export interface CommandContext extends Called {
  readonly domain: Domain
}

/** The same for a command that launches: its domain may be a server elsewhere. */
export interface LaunchContext extends Called {
  readonly domain: LaunchedDomain
}
