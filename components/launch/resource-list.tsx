// One type as a list: a page of the Bundle at a time, forward and back along the server's own links.
'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BundlePages } from '#components/fhir/bundle-pages.tsx'
import { ResourceTable } from '#components/fhir/resource-table.tsx'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { Waiting } from '#components/http/waiting.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { matchesOf } from '#lib/fhir/bundle.ts'
import { listUrl } from './fhir-paths.ts'
import { addressQuery } from './launch-queries.ts'
import { launchTexts } from './texts.ts'

interface ResourceListProps {
  /** The id of the launch. */
  readonly session: string
  readonly base: string
  readonly type: string
}

export function ResourceList({ session, base, type }: ResourceListProps) {
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
