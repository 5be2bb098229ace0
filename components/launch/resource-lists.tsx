// Everything that the app may list, a tab for each type that the server says it serves.
'use client'

import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#components/i18n/language-context.tsx'
import { launchTexts } from '#components/texts/launch.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { servedTypes } from '#lib/fhir/capabilities.ts'
import { FIRST_TYPES, metadataUrl } from './fhir-paths.ts'
import classes from './launch.module.css'
import { addressQuery } from './launch-queries.ts'
import { ResourceList } from './resource-list.tsx'

export function ResourceLists({ base }: { readonly base: string }) {
  const texts = useTexts(launchTexts)
  const metadata = useQuery(addressQuery(metadataUrl(base)))
  const types = metadata.data ? inOrder(metadata.data) : FIRST_TYPES
  return (
    <section className={classes.section} aria-labelledby="lists">
      <h2 id="lists">{texts.lists}</h2>
      <p className={classes.quiet}>{texts.listsText}</p>
      <Tabs defaultValue={FIRST_TYPES[0]} keepMounted={false} variant="pills" radius="xl">
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
  const first: readonly string[] = FIRST_TYPES.filter((type) => types.includes(type))
  return [...first, ...types.filter((type) => !first.includes(type))]
}
