// A value of a trace on one line. A time is shown as on every page, with its distance from the request.
'use client'

import { Breakable } from '#components/ui/address/breakable.tsx'
import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import { instantOfClaim } from '#lib/oauth/claim-instants.ts'
import { distanceText, valueText } from '#lib/trace-view/values.ts'

interface TraceValueProps {
  /** Of the parameter, member or claim. */
  readonly name: string
  readonly value: unknown
  /** The time of the request, in epoch milliseconds. */
  readonly at: number
}

export function TraceValue({ name, value, at }: TraceValueProps) {
  const language = useLanguage()
  const instant = instantOfClaim(name, value)
  if (instant === undefined) return <Breakable text={valueText(name, value, at, language)} />
  return (
    <>
      <Moment at={instant} seconds /> ({distanceText(instant, at, language)})
    </>
  )
}
