// What a record has that is too long to be shown at once: where, of what kind and how long, and the way to load it.
'use client'

import { Alert, Button } from '@mantine/core'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { type LeftOut, leftOutOf } from '#lib/fhir/left-out.ts'
import type { Language } from '#lib/i18n/language.ts'
import classes from './browse.module.css'
import { recordTexts } from './record-texts.ts'

interface LeftOutNoteProps {
  readonly resource: FhirResource
  readonly isLoading: boolean
  readonly load: () => void
}

export function LeftOutNote({ resource, isLoading, load }: LeftOutNoteProps) {
  const texts = useTexts(recordTexts)
  const language = useLanguage()
  const leftOut = leftOutOf(resource)
  if (leftOut.length === 0) return undefined
  return (
    <Alert color="gray" role="region" aria-label={texts.leftOut} classNames={{ message: layout.section }}>
      <p>{texts.leftOut}</p>
      <ul className={classes.plain}>
        {leftOut.map((one) => (
          <li key={one.path}>
            <code className={layout.code}>{one.path}</code>: {one.contentType && `${one.contentType}, `}
            {sizeText(one, language)}
          </li>
        ))}
      </ul>
      <div className={layout.actions}>
        <Button variant="default" size="sm" loading={isLoading} onClick={load}>
          {texts.loadLeftOut}
        </Button>
      </div>
    </Alert>
  )
}

const MEBIBYTE = 2 ** 20
const KIBIBYTE = 2 ** 10

/** The size of what is left out; of base64, that of what it encodes. */
function sizeText({ characters, isData }: LeftOut, language: Language): string {
  const bytes = isData ? (characters * 3) / 4 : characters
  const [size, unit] = bytes < MEBIBYTE ? [bytes / KIBIBYTE, 'KiB'] : [bytes / MEBIBYTE, 'MiB']
  return `${size.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
}
