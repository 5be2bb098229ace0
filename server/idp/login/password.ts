// Password hashes: argon2id with the parameters that OWASP's password storage cheat sheet names (conformance IDP-11).
import { hash, type Options, verify } from '@node-rs/argon2'
import { type Bulkhead, bulkhead } from '#lib/async/bulkhead.ts'

const ARGON2ID: Options = {
  algorithm: 2, // argon2id; the library's names for it vanish when files are compiled one by one
  memoryCost: 19_456, // KiB
  timeCost: 2, // passes
  parallelism: 1,
}

/** The same password, however the keyboard composed its accents (NIST SP 800-63B §3.1.1.2). */
const normalised = (password: string): string => password.normalize('NFKC')

/** The argon2id hash of a password, in PHC format with its own salt. */
export const passwordHash = (password: string): Promise<string> => hash(normalised(password), ARGON2ID)

/** True when the password matches the hash. */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normalised(password))

/** Hashes that are worked on at the same time, 19 MB and some tens of milliseconds of a core each. */
const AT_ONCE = 2
/** Queued attempts: about a second on a slow machine. More would wait for longer than people do. */
const WAITING = 30

/** The bulkhead of a process in front of password hashing for unauthenticated requests. */
export const passwordBulkhead = (): Bulkhead => bulkhead({ name: 'password', atOnce: AT_ONCE, waiting: WAITING })
