// Launches of a platform of one's own: this command signs them, with the private key of the platform.
import { type Clock, numericDate } from '#lib/clock.ts'
import type { SigningKey } from '#lib/crypto/key-ring.ts'
import { breakLaunch, type Claims, draftLaunch } from '#lib/launch/launch-token.ts'
import { signDraft } from '#lib/launch/launch-token-signature.ts'
import { CommandFailed, CommandUsage } from '../output.ts'
import type { LaunchToken, Wanted } from './launched-domain.ts'
import { type KeyOwner, readPrivateKey } from './private-key.ts'

/** client_id of the launching platform, and the file with its private key; the portal of the demo by default. */
export interface PlatformOptions {
  readonly platform?: string
  readonly platformKey?: string
  /** The patient of the task, when that is not the user; read from the task where the command can read it. */
  readonly patient?: string
}

/** The signer of a launch token. */
export interface Platform {
  readonly clientId: string
  readonly key: SigningKey
}

/**
 * The platform of the options, with its key; undefined when they name none. `find` looks it up in the registry. Throws
 * CommandUsage for one option without the other, and CommandFailed for an unknown platform or another's key.
 */
export async function ownPlatform(
  { platform, platformKey, patient }: PlatformOptions,
  find: (clientId: string) => Promise<KeyOwner | undefined>,
  calledFrom: string,
): Promise<Platform | undefined> {
  if ((platform === undefined) !== (platformKey === undefined))
    throw new CommandUsage(
      'Give --platform and --platform-key together: who signs the launch, and with which private key.',
    )
  if (platform === undefined && patient !== undefined)
    throw new CommandUsage('Give --patient with --platform only: a portal of the domain reads it from the task.')
  if (platform === undefined || platformKey === undefined) return undefined
  const found = await find(platform)
  if (!found) throw new CommandFailed(`There is no portal with client_id ${platform}.`)
  return { clientId: platform, key: await readPrivateKey(platformKey, calledFrom, found) }
}

/** Signs a launch with these claims, broken if requested. `other` is somebody else than the user. */
export async function signAs(
  { clientId: issuer, key }: Platform,
  claims: Claims & { readonly resource: string },
  { app, fail }: Wanted,
  clock: Clock,
  other?: string,
): Promise<LaunchToken> {
  const jti = crypto.randomUUID()
  const facts = { issuer, device: `Device/${app.clientId}`, key, jti, now: numericDate(clock()) }
  return {
    token: await signDraft(breakLaunch(draftLaunch({ claims }, facts), fail, other), key),
    jti,
    platform: issuer,
    task: claims.resource,
  }
}

/** Who logs in when the user of the launch must be somebody else; only the demo knows such a person. */
export const nobodyElse = (): CommandFailed =>
  new CommandFailed('Leave --fail out and sign in as somebody else: --user EMAIL --password PASSWORD.')
