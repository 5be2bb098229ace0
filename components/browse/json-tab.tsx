// The text of a resource as the server sent it: nothing but white space is added (conformance RDR-15).
'use client'

import { useTexts } from '#components/i18n/language-context.tsx'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import classes from './browse.module.css'
import { CopyAction } from './copy-action.tsx'
import { browseTexts } from './texts.ts'

export function JsonTab({ text }: { readonly text: string }) {
  const texts = useTexts(browseTexts)
  const laidOut = pretty(minify(text))
  return (
    <div className={classes.section}>
      <div className={classes.headBar}>
        <p className={classes.quiet}>{texts.jsonText}</p>
        <CopyAction value={laidOut} label={texts.copyJson} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={classes.json} aria-label="JSON" tabIndex={0}>
        <pre>{laidOut}</pre>
      </section>
    </div>
  )
}
