// The one domain of a process. Next bundles its routes, its pages and its start apart from each other and from the server, so the
// domain lies on globalThis, where all of them find it.
import { readConfig, tellNextAuth } from '../config/config.ts'
import type { Domain } from './domain.ts'

const shared = globalThis as typeof globalThis & {
  slipwayDomain?: Promise<Domain>
  /** Where Next is the server: what it opened, which outlives the code that it opened it with. */
  slipwayOpened?: Promise<Domain>
}

/** What assembles a domain. Where the server has done it, no bundle of Next's loads the peers again. */
const assembling = () => import('./domain.ts')

/** True once this evaluation of the code has assembled the peers. */
let isAssembled = false

/**
 * The domain of this process, opened on the first call. Under `next dev` an edit evaluates this module anew: its first call then
 * assembles the peers from the new code, over what is open, and every bundle gets those. While Next builds
 * it makes each page once, to see whether it can be kept: that rejects, for the domain of this folder is no business of a build.
 */
export function domain(): Promise<Domain> {
  if (process.env.NEXT_PHASE === 'phase-production-build') return Promise.reject(new Error('A build opens no domain.'))
  if (!shared.slipwayDomain) shared.slipwayDomain = shared.slipwayOpened = started(openOwnDomain())
  else if (shared.slipwayOpened && !isAssembled && process.env.NODE_ENV === 'development')
    shared.slipwayDomain = started(inPlaceOf(shared.slipwayDomain, shared.slipwayOpened))
  isAssembled = true
  return shared.slipwayDomain
}

/** Makes the domain that the server opened available to the pages. */
export function shareDomain(opened: Domain): void {
  shared.slipwayDomain = Promise.resolve(opened)
}

async function openOwnDomain(): Promise<Domain> {
  const config = readConfig()
  tellNextAuth(config)
  const { openDomain } = await assembling()
  return openDomain(config)
}

async function inPlaceOf(before: Promise<Domain>, opened: Promise<Domain>): Promise<Domain> {
  const { reassembled } = await assembling()
  const after = await reassembled(readConfig(), await opened)
  void before.then(({ retire }) => retire()).catch((error) => after.log.warn({ error: String(error) }, 'not retired'))
  return after
}

async function started(opening: Promise<Domain>): Promise<Domain> {
  const opened = await opening
  opened.peers.subscriptions.start()
  return opened
}
