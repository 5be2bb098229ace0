// Limits password guesses: a soft lock after five failures, per account and per address (conformance IDP-15). It takes
// failures from two networks to lock an account, so that a single attacker can lock out nobody, least of all an
// administrator. Nor does who mistypes the own password lock out others at the same address: the account is stopped there before
// the address is. A locked account stays open for the network from which its owner last logged in: that has a count of
// its own. Of IPv6, whoever has a /64 may have the /56 or the /48 around it, so these are counted as well.
import { isIPv6 } from 'node:net'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Limiters } from '#lib/http/limiter.ts'
import { networkOf, type Prefix } from '#lib/http/network-of.ts'
import type { LoginNetworks } from '../store.ts'

const FAILURES = 5
/** Failures of all subscribers of a /56, and of all of a /48, which may be a whole organisation. */
const FAILURES_OF_56 = 20
const FAILURES_OF_48 = 80
const LOCK_S = 15 * 60
/** Sign-ups that one address may attempt during one lock period: a whole hospital ward may share an address. */
const SIGNUPS = 30

/** Who has to wait, and how many seconds: one account, or whoever comes from a network. */
export interface Wait {
  readonly of: 'account' | 'network'
  readonly seconds: number
}

export interface Attempts {
  /** Counts an attempt before it is made, so that parallel guesses count too. Undefined: it may proceed. */
  readonly login: (username: string, address: string) => Promise<Wait | undefined>
  /** Takes back a successful log-in attempt. */
  readonly succeeded: (username: string, address: string) => Promise<void>
  /** Counts a sign-up. Returns the seconds to wait, or undefined to proceed. */
  readonly signup: (address: string) => Promise<number | undefined>
}

const UNLIMITED: Attempts = {
  login: async () => undefined,
  succeeded: async () => undefined,
  signup: async () => undefined,
}

/** The counters, which all processes share. Without limiters nothing is limited. */
export function attempts(limiters: Limiters | undefined, owners: LoginNetworks): Attempts {
  if (!limiters) return UNLIMITED
  const failures = { points: FAILURES, duration: LOCK_S, blockDuration: LOCK_S }
  const perAccount = limiters.exact('login account', failures)
  const perPrefix = (prefix: Prefix, points: number) => ({
    prefix,
    ...limiters.exact(`login /${prefix}`, { ...failures, points }),
  })
  const perAddress = [perPrefix(64, FAILURES), perPrefix(56, FAILURES_OF_56), perPrefix(48, FAILURES_OF_48)]
  const perAccountHere = limiters.exact('login account of /64', failures)
  const countedHere = limiters.exact('login account of /64, counted', { points: FAILURES - 1, duration: LOCK_S })
  const ofOneNetwork = limiters.exact('login account of /48', { points: FAILURES - 1, duration: LOCK_S })
  const signups = limiters.exact('signup', { points: SIGNUPS, duration: LOCK_S })
  const ofAccount = async (account: string, address: string) => {
    const tooMany = await ofOneNetwork.count(`${account} ${networkOf(address, 48)}`)
    if ((await owners.find(account)) === networkOf(address)) return tooMany
    return tooMany === undefined ? perAccount.count(account) : perAccount.wait(account)
  }
  return {
    // The address comes first: an attacker whose address is locked can then lock no more accounts.
    login: async (username, address) => {
      const account = sha256(username)
      const prefixes = isIPv6(address) ? perAddress : perAddress.slice(0, 1)
      for (const { prefix, wait } of prefixes) {
        const seconds = await wait(networkOf(address, prefix))
        if (seconds !== undefined) return { of: 'network', seconds }
      }
      const here = `${account} ${networkOf(address)}`
      const tooManyHere = await perAccountHere.count(here)
      if (tooManyHere !== undefined) return { of: 'account', seconds: tooManyHere }
      // One account alone does not lock the address for others: the last of its failures counts for itself.
      const isCounted = (await countedHere.count(here)) === undefined
      for (const { prefix, count } of isCounted ? prefixes : []) {
        const seconds = await count(networkOf(address, prefix))
        if (seconds !== undefined) return { of: 'network', seconds }
      }
      const seconds = await ofAccount(account, address)
      return seconds === undefined ? undefined : { of: 'account', seconds }
    },
    succeeded: async (username, address) => {
      const account = sha256(username)
      await owners.note(account, networkOf(address))
      await perAccount.forget(account)
      for (const limit of [perAccountHere, countedHere]) await limit.forget(`${account} ${networkOf(address)}`)
      await ofOneNetwork.forget(`${account} ${networkOf(address, 48)}`)
      for (const { prefix, giveBack } of perAddress) await giveBack(networkOf(address, prefix))
    },
    signup: (address) => signups.count(networkOf(address)),
  }
}
