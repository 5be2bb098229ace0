// Which values of the filters in the address were not understood, and the list without them.
'use client'

import { Alert, Button } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { httpTexts } from './texts.ts'

interface BadFiltersProps {
  /** Each with the name that it has on the page. */
  readonly bad: readonly (readonly [name: string, value: string])[]
  readonly leaveOut: () => void
}

export function BadFilters({ bad, leaveOut }: BadFiltersProps) {
  const texts = useTexts(httpTexts)
  return (
    <Alert color="red" title={texts.badFilter}>
      {bad.map(([name, value]) => (
        <p key={name}>{texts.badValue(name, value)}</p>
      ))}
      <Button mt="md" variant="default" size="sm" onClick={leaveOut}>
        {texts.withoutBad}
      </Button>
    </Alert>
  )
}
