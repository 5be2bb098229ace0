// Limits password guesses: a soft lock after five failures, per account and per address (conformance IDP-15). It takes
// failures from two networks to lock an account, so that a single attacker can lock out nobody, least of all an
// administrator.
import { sha256 } from '#lib/crypto/hash.ts'
import { limiter } from '#lib/http/limiter.ts'
import { networkOf } from '#lib/http/network-of.ts'

const FAILURES = 5
const LOCK_S = 15 * 60
/** Sign-ups that one address may attempt during one lock period: a whole hospital ward may share an address. */
const SIGNUPS = 30

export interface Attempts {
  /**
   * Counts an attempt before it is made, so that parallel guesses count too. Returns the seconds to wait, or undefined
   * to proceed.
   */
  readonly login: (username: string, address: string) => Promise<number | undefined>
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

/** The counters, held in this process. `limited` is false for load tests: then nothing is limited. */
export function attempts(limited: boolean): Attempts {
  if (!limited) return UNLIMITED
  const failures = { points: FAILURES, duration: LOCK_S, blockDuration: LOCK_S }
  const perAccount = limiter(failures)
  const perAddress = limiter(failures)
  const ofOneNetwork = limiter({ points: FAILURES - 1, duration: LOCK_S })
  const signups = limiter({ points: SIGNUPS, duration: LOCK_S })
  return {
    // The address is counted first: an attacker whose address is locked can then lock no more accounts.
    login: async (username, address) => {
      const [account, network] = [sha256(username), networkOf(address)]
      const wait = await perAddress.count(network)
      if (wait !== undefined) return wait
      const isOneTooMany = (await ofOneNetwork.count(`${account} ${network}`)) !== undefined
      return isOneTooMany ? perAccount.wait(account) : perAccount.count(account)
    },
    succeeded: async (username, address) => {
      const [account, network] = [sha256(username), networkOf(address)]
      await perAccount.forget(account)
      await ofOneNetwork.forget(`${account} ${network}`)
      await perAddress.giveBack(network)
    },
    signup: (address) => signups.count(networkOf(address)),
  }
}
