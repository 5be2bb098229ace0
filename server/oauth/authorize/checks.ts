// The order of an authorize request (RFC 6749 §4.1.1, SMART App Launch 2.2 EHR launch, HTI 2.0). Its checks are one list;
// a profile says which of them hold.
import type { Client } from '../store.ts'
import { type Check, type Proven, prove } from './check.ts'
import type { Accepted, AuthorizeRequest, Given } from './check-context.ts'
import { aud } from './checks/aud.ts'
import { client, receivesLaunches } from './checks/client.ts'
import { idpReachable } from './checks/idp-reachable.ts'
import { launchAud } from './checks/launch-aud.ts'
import { launchDefinition } from './checks/launch-definition.ts'
import { launchFormat, launchSent } from './checks/launch-format.ts'
import { launchIntent } from './checks/launch-intent.ts'
import { launchIss, launchPlatform } from './checks/launch-iss.ts'
import { launchJti, launchUnused } from './checks/launch-jti.ts'
import { launchPatient } from './checks/launch-patient.ts'
import { launchResource } from './checks/launch-resource.ts'
import { launchSignature } from './checks/launch-signature.ts'
import { launchSub } from './checks/launch-sub.ts'
import { launchTask } from './checks/launch-task.ts'
import { launchTime } from './checks/launch-time.ts'
import { params } from './checks/params.ts'
import { pkce } from './checks/pkce.ts'
import { redirectUri } from './checks/redirect-uri.ts'
import { scope } from './checks/scope.ts'

/** The token of a launch, by itself. */
const LAUNCH_TOKEN = [
  launchFormat,
  launchIss,
  launchTime,
  launchAud,
  launchJti,
  launchPlatform,
  launchSignature,
] as const

/** What a launch is about, in the resources of the domain. */
export const LAUNCH_CONTEXT = [
  launchSub,
  launchResource,
  launchTask,
  launchDefinition,
  launchPatient,
  launchIntent,
] as const

/** Every check, in the order of an authorize request. What is used up comes last, when nothing can be refused any more. */
export const CHECKS = [
  client,
  redirectUri,
  receivesLaunches,
  params,
  scope,
  pkce,
  aud,
  launchSent,
  ...LAUNCH_TOKEN,
  ...LAUNCH_CONTEXT,
  idpReachable,
  launchUnused,
] as const

/** Checks in their order. It does not compile when one needs what none before it proves, or when a proof is missing. */
export const inOrder = <const Checks extends readonly Check[]>(
  checks: Checks & (Proven<Checks, AuthorizeRequest> extends Accepted ? unknown : Proven<Checks, AuthorizeRequest>),
): readonly Check[] => checks

/** The ports of the checks on a launch token. */
export type LaunchTokenDeps = Given<'stores' | 'clock' | 'recorder' | 'clientKeys'>

/** Verifies a launch token for the app that presents it. Reads only, consumes nothing. Throws a Refusal. */
export const verifyLaunchToken = (
  deps: LaunchTokenDeps,
  token: string,
  client: Client,
): Promise<Given<'launch' | 'jti' | 'iat' | 'exp'>> => prove(LAUNCH_TOKEN, { ...deps, token, client })
