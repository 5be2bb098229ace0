// A practitioner's patients, page by page, and the tasks of the chosen one.
'use client'

import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import type { PortalPatient } from '#lib/api/portal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { PatientTable } from './patient-table.tsx'
import classes from './portal.module.css'
import { TaskList } from './task-list.tsx'
import { portalTexts } from './texts.ts'

export function PatientPicker() {
  const texts = useTexts(portalTexts)
  const [chosen, setChosen] = useState<PortalPatient>()
  const id = parseReference(chosen?.reference)?.id
  if (chosen && id !== undefined)
    return (
      <>
        <div>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => setChosen(undefined)}
          >
            {texts.otherPatient}
          </Button>
        </div>
        <TaskList patient={id} title={texts.tasksOf(chosen.name)} />
      </>
    )
  return (
    <section className={classes.section} aria-labelledby="patients">
      <h2 id="patients">{texts.patients}</h2>
      <p className={classes.quiet}>{texts.patientsText}</p>
      <PatientTable choose={setChosen} />
    </section>
  )
}
