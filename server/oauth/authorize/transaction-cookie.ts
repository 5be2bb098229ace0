// The cookie that binds one authorize transaction to one browser: one per transaction, so that two tabs do not mix (AUZ-44, IDP-02).

/** Seconds for a person to log in, or to sign up first (conformance AUZ-43). */
export const TRANSACTION_LIFETIME_S = 600

/** Enough of the hash to distinguish the transactions of one browser. */
const NAME_LENGTH = 16

export const transactionCookie = (stateHash: string): string => `slipway-tx-${stateHash.slice(0, NAME_LENGTH)}`
