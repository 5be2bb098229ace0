// What to do after a first launch: look at how it went, break one, connect an app of one's own.
'use client'

import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import classes from './launch.module.css'
import { launchTexts } from './texts.ts'

/** A failure that is easy to understand: the token was signed too long ago. */
const BROKEN = '/portal/compose#fail=expired'

/** `trace`: the id of the trace of this launch. */
export function WhatNext({ trace }: { readonly trace: string | undefined }) {
  const texts = useTexts(launchTexts)
  const ways = [
    ...(trace === undefined
      ? []
      : [[`/traces/${encodeURIComponent(trace)}`, { link: texts.howDidThisHappen, text: texts.next.look }] as const]),
    [BROKEN, texts.next.breakOne] as const,
    ['/connect', texts.next.connect] as const,
  ]
  return (
    <section className={layout.card} aria-labelledby="next">
      <h2 id="next">{texts.next.title}</h2>
      <ul className={classes.next}>
        {ways.map(([href, { link, text }]) => (
          <li key={href}>
            <a href={href}>{link}</a>
            <span className={layout.quiet}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
