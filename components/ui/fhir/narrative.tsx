// The narrative that a source system wrote with a record, sanitized and framed as theirs (FHIR R4 narrative.html).
'use client'

import { Badge } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import classes from './narrative.module.css'
import { narrativeTexts } from './narrative-texts.ts'
import { textOf } from './resource-text.ts'

interface NarrativeProps {
  readonly resource: FhirResource
  readonly title: string
}

export function Narrative({ resource, title }: NarrativeProps) {
  const texts = useTexts(narrativeTexts)
  const div = textOf((resource['text'] as { readonly div?: unknown } | undefined)?.div)
  return (
    <figure className={classes.narrative}>
      <figcaption>
        <span>{title}</span>
        <Badge component="span" color="blue">
          {div === undefined ? texts.noNarrative : texts.fromSource}
        </Badge>
      </figcaption>
      {div === undefined ? <p className={layout.quiet}>{texts.noNarrativeText}</p> : <Foreign xhtml={div} />}
    </figure>
  )
}

function Foreign({ xhtml }: { readonly xhtml: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const language = useLanguage()
  useEffect(() => {
    let current = true
    // The sanitiser loads in parallel with the record, not before the page.
    import('./sanitize-narrative.ts').then(({ sanitizeNarrative }) => {
      if (current) frame.current?.replaceChildren(sanitizeNarrative(xhtml, language))
    })
    return () => {
      current = false
    }
  }, [xhtml, language])
  return <div ref={frame} className={classes.foreign} aria-live="polite" />
}
