// The text of a resource as the server sent it: nothing but white space is added (conformance RDR-15).
'use client'

import Link from 'next/link'
import { useTexts } from '#components/i18n/language-context.tsx'
import { JsonText } from '#components/json/json-text.tsx'
import layout from '#components/page/page.module.css'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { CopyAction } from './copy-action.tsx'
import { recordTexts } from './record-texts.ts'
import { referenceHref } from './reference-target.ts'

export function JsonTab({ text }: { readonly text: string }) {
  const texts = useTexts(recordTexts)
  const { fhirBase } = useBrowse()
  const laidOut = pretty(minify(text))
  const link = (member: string, value: string, shown: string) => {
    const href = member === 'reference' ? referenceHref(value, fhirBase) : undefined
    if (!href) return undefined
    return (
      <Link href={href} prefetch={false}>
        {shown}
      </Link>
    )
  }
  return (
    <div className={layout.section}>
      <div className={classes.headBar}>
        <p className={layout.quiet}>{texts.jsonText}</p>
        <CopyAction value={laidOut} label={texts.copyJson} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={classes.json} aria-label="JSON" tabIndex={0}>
        <pre>
          <JsonText text={laidOut} link={link} />
        </pre>
      </section>
    </div>
  )
}
