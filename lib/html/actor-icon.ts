// Icons of the peers on script-free pages: a badge is never colour alone.
import type { Actor } from '../i18n/actors.ts'
import { type Html, html } from './html.ts'

/** Outlines on a field of 24 by 24: four tiles, a shield, a person, a window, a stack of disks. */
const OUTLINES: Readonly<Record<Actor, Html>> = {
  portal: html`<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z"/>`,
  oauth: html`<path d="M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5"/>`,
  idp: html`<circle cx="12" cy="8" r="4"/><path d="M4 21c0-4 3.5-7 8-7s8 3 8 7"/>`,
  app: html`<path d="M3 5h18v14H3zM3 9.5h18M6 7.25h.01M8.5 7.25h.01"/>`,
  fhir: html`<ellipse cx="12" cy="6" rx="8" ry="3"/><path d="M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3"/>`,
}

/** The icon of a peer, hidden from screen readers because its name is beside it. */
export const actorIcon = (actor: Actor): Html =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${OUTLINES[actor]}</svg>`
