// Answered and unanswered requests of a domain: recorded by the clients, compared with the domain after each kill.
import type { TestApp } from '../app.ts'

/** `unknown`: the answer was lost with the process, so it may have happened or not, and must not happen twice. */
type Use = 'used' | 'unknown'

export interface AskedLaunch {
  readonly launch: string
  readonly use: Use
}

export interface AskedCode {
  readonly code: string
  readonly use: Use | 'unused'
  /** The access token of the launch, where one was answered. */
  readonly token?: string
  /** The time at which the code was issued, in epoch milliseconds. */
  readonly at: number
}

export interface AskedAssertion {
  readonly assertion: string
  readonly use: Use
}

/** The requests between one start of the server and its end. */
export interface Round {
  readonly launches: AskedLaunch[]
  readonly codes: AskedCode[]
  readonly assertions: AskedAssertion[]
  /** Bearer tokens of an app itself. */
  readonly tokens: string[]
}

export interface Registration extends Pick<TestApp, 'clientId' | 'redirectUri' | 'privateKey' | 'kid'> {
  readonly name: string
}

/** The state that holds from the first round to the last. */
export interface Acknowledged {
  readonly registrations: Registration[]
  /** Keys of the authorization server that were said to sign from now on, oldest first. */
  readonly rotations: string[]
  /** X-Request-Id of every token request that was answered with a token. */
  readonly answeredTokens: Set<string>
  /** Versions of resources that a write was answered with, as `Patient/id/_history/n`. */
  readonly written: Set<string>
  /** The names of the transactions that were answered. */
  readonly transactions: Set<string>
  /** Answers that should not have been given. */
  readonly violations: string[]
  /** The number of answers that the server was unavailable. */
  unavailable: number
}

export const newRound = (): Round => ({ launches: [], codes: [], assertions: [], tokens: [] })

export const newAcknowledged = (): Acknowledged => ({
  registrations: [],
  rotations: [],
  answeredTokens: new Set(),
  written: new Set(),
  transactions: new Set(),
  violations: [],
  unavailable: 0,
})
