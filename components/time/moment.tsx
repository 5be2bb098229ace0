// A moment as every page shows it: in the zone of the reader, and in UTC when one points at it.
'use client'

import { useMounted } from '@mantine/hooks'
import { instantText, utcText } from '#components/fhir/dates.ts'
import { useLanguage } from '#components/i18n/language-context.tsx'

interface MomentProps {
  /** RFC 3339, or a FHIR date or dateTime. */
  readonly at: string
  /** True to show seconds, for events that are seconds apart. */
  readonly seconds?: boolean
}

export function Moment({ at, seconds = false }: MomentProps) {
  const language = useLanguage()
  const isMounted = useMounted() // The server does not know the zone of the reader.
  return (
    <time dateTime={at} title={utcText(at)}>
      {instantText(at, language, { seconds, ...(isMounted ? {} : { timeZone: 'UTC' }) })}
    </time>
  )
}
