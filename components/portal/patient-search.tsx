// Finds patients by name. It searches on submit: each search is in the audit log.
'use client'

import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './portal.module.css'
import { portalTexts } from './texts.ts'

interface PatientSearchProps {
  /** The current search text; empty for all. */
  readonly name: string
  readonly search: (name: string) => void
}

export function PatientSearch({ name, search }: PatientSearchProps) {
  const texts = useTexts(portalTexts)
  return (
    <search>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          search(String(new FormData(event.currentTarget).get('name') ?? '').trim())
        }}
      >
        <TextInput
          label={texts.findPatient}
          name="name"
          type="search"
          defaultValue={name}
          maxLength={100}
          inputContainer={(input) => (
            <div className={classes.line}>
              {input}
              <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
                {texts.find}
              </Button>
              {name !== '' && (
                <Button variant="subtle" onClick={() => search('')}>
                  {texts.allPatients}
                </Button>
              )}
            </div>
          )}
        />
      </form>
    </search>
  )
}
