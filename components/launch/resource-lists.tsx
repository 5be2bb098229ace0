// Everything that the app may list, a tab for each type that the server says it serves.
'use client'

import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#components/i18n/language-context.tsx'
import { launchTexts } from '#components/texts/launch.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { servedTypes } from '#lib/fhir/capabilities.ts'
import classes from './launch.module.css'
import { addressQuery } from './launch-queries.ts'
import { ResourceList } from './resource-list.tsx'

/** What people look for first; also what is shown while the server has not said what it serves. */
const FIRST = ['Patient', 'Task', 'Practitioner', 'ActivityDefinition', 'Device']

export function ResourceLists({ iss }: { readonly iss: string }) {
  const texts = useTexts(launchTexts)
  const base = iss.replace(/\/$/, '')
  const metadata = useQuery(addressQuery(`${base}/metadata`))
  const types = metadata.data ? inOrder(metadata.data) : FIRST
  return (
    <section className={classes.section} aria-labelledby="lists">
      <h2 id="lists">{texts.lists}</h2>
      <p className={classes.quiet}>{texts.listsText}</p>
      <Tabs defaultValue={FIRST[0] ?? null} keepMounted={false} variant="pills" radius="xl">
        <Tabs.List aria-label={texts.lists} className={classes.tabs}>
          {types.map((type) => (
            <Tabs.Tab key={type} value={type}>
              {type}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {types.map((type) => (
          <Tabs.Panel key={type} value={type} pt="md">
            <ResourceList base={base} type={type} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}

/** The types of a CapabilityStatement, those that people look for first in front. */
function inOrder(capability: FhirResource): readonly string[] {
  const types = servedTypes(capability).map(({ type }) => type)
  return [...FIRST.filter((type) => types.includes(type)), ...types.filter((type) => !FIRST.includes(type))]
}
