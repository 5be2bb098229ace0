// For developers: everything that the app may list, a tab for each type of the CapabilityStatement.
'use client'

import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BundlePages } from '#components/ui/fhir/bundle-pages.tsx'
import { ResourceTable } from '#components/ui/fhir/resource-table.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { servedTypes } from '#lib/fhir/capabilities.ts'
import { baseOf, FIRST_TYPES, listUrl, metadataUrl } from './fhir-paths.ts'
import classes from './launch.module.css'
import { addressQuery } from './launch-queries.ts'
import { launchTexts } from './texts.ts'

/** A drawer for developers, which loads nothing before it is opened. */
export function ResourceLists({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const [opened, setOpened] = useState(false)
  return (
    <details
      className={`${layout.card} ${classes.received}`}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        <h2>{texts.lists}</h2>
      </summary>
      {opened && <Lists session={session} />}
    </details>
  )
}

function Lists({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const base = baseOf(session)
  const metadata = useQuery(addressQuery(session.id, metadataUrl(base)))
  const types = metadata.data ? inOrder(metadata.data) : FIRST_TYPES
  return (
    <div className={layout.section}>
      <p className={layout.quiet}>{texts.listsText}</p>
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
            <ResourceList session={session.id} base={base} type={type} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

/** The types of a CapabilityStatement, those that people look for first in front. */
function inOrder(capability: FhirResource): readonly string[] {
  const types = servedTypes(capability).map(({ type }) => type)
  const first: readonly string[] = FIRST_TYPES.filter((type) => types.includes(type))
  return [...first, ...types.filter((type) => !first.includes(type))]
}

interface ResourceListProps {
  /** The id of the launch. */
  readonly session: string
  readonly base: string
  readonly type: string
}

/** One type as a list: a page of the Bundle at a time, forward and back along the server's own links. */
function ResourceList({ session, base, type }: ResourceListProps) {
  const texts = useTexts(launchTexts)
  const start = listUrl(base, type)
  const [url, setUrl] = useState(start)
  const page = useQuery(addressQuery(session, url))
  const retry = () => (url === start ? page.refetch() : setUrl(start))
  if (page.isPending) return <Waiting label={texts.loading} />
  if (page.isLoadingError) return <LoadFailed error={page.error} retry={retry} />
  const resources = matchesOf(page.data, type)
  if (resources.length === 0 && url === start) return <p className={layout.empty}>{texts.emptyList(type)}</p>
  const busy = page.isPlaceholderData
  return (
    <div className={layout.section}>
      {page.error && <LoadFailed error={page.error} retry={retry} />}
      <ResourceTable label={texts.listOf(type)} resources={resources} busy={busy} />
      <BundlePages bundle={page.data} type={type} count={resources.length} busy={busy} go={setUrl} />
    </div>
  )
}
