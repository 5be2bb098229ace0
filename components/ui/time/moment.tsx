// A moment as every page shows it: in the zone of the reader, and in UTC when one points at it.
'use client'

import { useMounted } from '@mantine/hooks'
import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import { utcText } from '#lib/i18n/instants.ts'
import { clockText, instantText } from './dates.ts'

interface MomentForm {
  /** True to show seconds, for events that are seconds apart. */
  readonly seconds?: boolean
  /** True to show the time of the day alone, for a moment of today. */
  readonly today?: boolean
}

interface MomentProps extends MomentForm {
  /** RFC 3339, or a FHIR date or dateTime. */
  readonly at: string
}

/** A moment in the one form that all pages have. */
export function Moment({ at, seconds = false, today = false }: MomentProps) {
  const language = useLanguage()
  const isMounted = useMounted() // The server does not know the zone of the reader.
  const zone = isMounted ? {} : { timeZone: 'UTC' }
  return (
    <time dateTime={at} title={utcText(at)}>
      {today ? clockText(at, language, zone) : instantText(at, language, { seconds, ...zone })}
    </time>
  )
}

interface SentenceWithMomentsProps extends MomentForm {
  /** The sentence of the catalogue; it takes the moments in the order of `at`. */
  readonly sentence: (...moments: string[]) => string
  readonly at: readonly string[]
}

/** Stands in a sentence for what is no text (U+FFFC, object replacement character). */
const PLACE = '\uFFFC'

/** A sentence in which moments stand, each as every page shows it. */
export function SentenceWithMoments({ sentence, at, ...form }: SentenceWithMomentsProps) {
  const parts = sentence(...at.map((_, index) => PLACE + index + PLACE)).split(PLACE)
  return parts.map((part, index) => {
    const moment = index % 2 === 1 ? at[Number(part)] : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay in their order.
    return moment === undefined ? part : <Moment key={index} at={moment} {...form} />
  })
}
