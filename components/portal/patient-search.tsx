// Finds patients by name while one types. Each search is in the audit log, so it waits for a pause, and for the answer to
// the search before it. Without script it is a form that shows the portal's page with the results.
'use client'

import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './portal.module.css'
import { PATIENTS } from './portal-queries.ts'
import { portalTexts } from './texts.ts'

interface PatientSearchProps {
  /** The current search text; empty for all. */
  readonly name: string
  readonly search: (name: string) => void
  /** The same while letters are typed. */
  readonly type?: (name: string) => void
  /** Beside the field: other lists than that of a search. */
  readonly children?: ReactNode
}

/** The pause after which what was typed is searched for. */
const PAUSE_MS = 300

export function PatientSearch({ name, search, type = search, children }: PatientSearchProps) {
  const texts = useTexts(portalTexts)
  const [typed, setTyped] = useState(name)
  const [shown, setShown] = useState(name)
  const isBusy = useIsFetching({ queryKey: [...PATIENTS] }) > 0
  const wanted = typed.trim()
  // Back and the links beside the field lead to another search.
  if (shown !== name) {
    setShown(name)
    if (wanted !== name) setTyped(name)
  }
  useEffect(() => {
    if (isBusy || wanted === name) return
    const timer = setTimeout(() => type(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <search>
      <form
        action="/portal"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          search(wanted)
        }}
      >
        <TextInput
          label={texts.findPatient}
          name="name"
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={100}
          inputContainer={(input) => (
            <div className={classes.line}>
              {input}
              <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
                {texts.find}
              </Button>
              {children}
            </div>
          )}
        />
      </form>
    </search>
  )
}
