// Password hashes: argon2id with the parameters of OWASP's password storage cheat sheet (conformance IDP-11).
import { hash, type Options, verify } from '@node-rs/argon2'
import { type Bulkhead, bulkhead } from '#lib/async/bulkhead.ts'
import { normalForm } from '#lib/text.ts'

const ARGON2ID: Options = {
  algorithm: 2, // argon2id; a number, because the library's const enum does not exist when files are compiled one by one
  memoryCost: 19_456, // KiB
  timeCost: 2, // passes
  parallelism: 1,
}

/** The normalised password: equal however the keyboard composed its accents (NIST SP 800-63B §3.1.1.2). */
const normalised = (password: string): string => normalForm(password, 'NFKC')

/** The argon2id hash of a password, in PHC format with its own salt. */
export const passwordHash = (password: string): Promise<string> => hash(normalised(password), ARGON2ID)

/** True when the password matches the hash. */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normalised(password))

/** Hashes computed at the same time. Each takes 19 MB and some tens of milliseconds of a core. */
const AT_ONCE = 2
/** Attempts that may queue: about a second of work on a slow machine. People would not wait for more. */
const WAITING = 30

/** The process's bulkhead in front of password hashing for unauthenticated requests. */
export const passwordBulkhead = (): Bulkhead => bulkhead({ name: 'password', atOnce: AT_ONCE, waiting: WAITING })
