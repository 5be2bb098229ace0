// A page that works without script: the identity provider's forms, error pages, the portal's hand-over.

import { respond } from '../http/respond.ts'
import { ACTOR_NAMES, type Actor } from '../i18n/actors.ts'
import type { Language } from '../i18n/language.ts'
import { actorIcon } from './actor-icon.ts'
import { type Html, html } from './html.ts'

export interface Page {
  readonly language: Language
  readonly title: string
  /** The peer that shows the page; absent for the domain as a whole. */
  readonly actor?: Actor
  readonly body: Html
  /** One card around the body, unless the body brings cards of its own. */
  readonly layout?: 'card' | 'own'
  /** The end of the bar on top, such as the choice of a language. */
  readonly aside?: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Set-Cookie values. */
  readonly cookies?: readonly string[]
  /** Form targets besides this origin (CSP form-action); empty for this origin alone, absent when they are unknown. */
  readonly formAction?: readonly string[]
  /** Allowed content of the page's frames (CSP frame-src); none by default. */
  readonly frames?: readonly string[]
  /** SHA-256 sources of the inline scripts in the body, such as `'sha256-…'`. */
  readonly scripts?: readonly string[]
}

/** Of every document that is sent as a page or as a file (conformance SEC-04, SEC-06). */
export const PAGE_GUARDS = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const

/** Our documents cannot be framed, embed no active content, and keep their base address (conformance SEC-02). */
export const POLICY_GUARDS = "object-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/**
 * An HTML response: uncacheable, unframeable, without referrer (conformance AUZ-42, SEC-02 to SEC-04). form-action also
 * limits redirects after a form post in Chromium.
 */
export function respondPage({ status = 200, headers = {}, cookies = [], ...page }: Page): Response {
  const all = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(page),
    ...PAGE_GUARDS,
    ...headers,
  })
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return respond(status, document(page).html, all)
}

const contentSecurityPolicy = ({ formAction, scripts, frames }: Omit<Page, 'headers'>) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `script-src ${scripts?.length ? scripts.join(' ') : "'none'"}`,
    ...(formAction ? [`form-action 'self' ${formAction.join(' ')}`.trim()] : []),
    ...(frames ? [`frame-src ${frames.join(' ')}`] : []),
    POLICY_GUARDS,
  ].join('; ')

const badge = (actor: Actor, language: Language): Html =>
  html`<span class="actor actor-${actor}">${actorIcon(actor)}${ACTOR_NAMES[language][actor]}</span>`

const document = ({
  language,
  title,
  actor,
  body,
  aside,
  layout = 'card',
}: Omit<Page, 'headers'>) => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Slipway</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/plain.css">
</head>
<body>
<header class="bar"><a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Slipway</a>
${actor && badge(actor, language)}${aside}</header>
<main>${layout === 'card' ? html`<section class="card narrow">${body}</section>` : body}</main>
</body>
</html>
`
