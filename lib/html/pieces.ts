// Pieces that the script-free pages share; public/plain.css gives them their look.
import type { Language } from '../i18n/language.ts'
import { type Html, html } from './html.ts'

/** An alert box, read out immediately (role alert): something is wrong. */
export const alertBox = (content: Html | string): Html => html`<div class="alert" role="alert">${content}</div>`

/** A notice box, for information without alarm. */
export const noticeBox = (content: Html | string): Html => html`<div class="notice">${content}</div>`

/** Names and values, such as a received value and a reference; undefined values are left out. */
export const facts = (entries: readonly (readonly [name: string, value: string | undefined])[]): Html =>
  html`<dl class="facts">${entries
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>`

/** The link that shows the same page in the other language. */
export const languageLink = (href: string, language: Language, name: string): Html =>
  html`<a class="language" href="${href}" lang="${language}" hreflang="${language}">${name}</a>`
