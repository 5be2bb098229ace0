// The cookie that binds one authorize transaction to one browser. Each transaction has its own cookie, so that two tabs
// do not interfere (AUZ-44, IDP-02).

/** Seconds for a person to log in, including a sign-up (conformance AUZ-43). */
export const TRANSACTION_LIFETIME_S = 600

/** Enough characters of the hash to distinguish the transactions of one browser. */
const NAME_LENGTH = 16

export const transactionCookie = (stateHash: string): string => `slipway-tx-${stateHash.slice(0, NAME_LENGTH)}`
