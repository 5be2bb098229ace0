// Where a sign-in leads, in words for the login page: one session serves the portal, the console and the other pages.
import type { Catalogue } from '#lib/i18n/language.ts'
import { signInLeadsTo } from './sign-in-requests.ts'

/** The places by the beginning of their path, the longer one first. */
const PLACES: readonly (readonly [path: string, name: Catalogue<string>])[] = [
  ['/admin/audit', { en: 'the Slipway audit log', nl: 'het auditlogboek van Slipway' }],
  ['/admin', { en: 'the Slipway console', nl: 'het beheer van Slipway' }],
  ['/portal', { en: 'the Slipway portal', nl: 'het portaal van Slipway' }],
  ['/browse', { en: 'the records in Slipway', nl: 'de dossiers in Slipway' }],
  ['/traces', { en: 'the traces in Slipway', nl: 'de traces in Slipway' }],
  ['/subscriptions', { en: 'the Subscriptions in Slipway', nl: 'de Subscriptions in Slipway' }],
  ['/connect', { en: 'connecting your own app or portal', nl: 'het aansluiten van je eigen app of portaal' }],
  ['/tools', { en: 'the Slipway tools', nl: 'het gereedschap van Slipway' }],
  ['/account', { en: 'your account', nl: 'je account' }],
  ['/docs', { en: 'the Slipway documentation', nl: 'de documentatie van Slipway' }],
]

/**
 * The place that the browser was on its way to; undefined for any other page, and where its cookie does not reach. The
 * cookie says no more than which of these names is shown.
 */
export function signInPlace(request: Request, publicUrl: string): Catalogue<string> | undefined {
  const pathname = signInLeadsTo(request, publicUrl)?.pathname
  return PLACES.find(([path]) => pathname === path || pathname?.startsWith(`${path}/`))?.[1]
}
