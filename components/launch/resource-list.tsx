// One type as a list: a page of the Bundle at a time, forward and back along the server's own links.
'use client'

import { Skeleton, TableTbody, TableTd, TableTh, TableThead, TableTr, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyText } from '#components/copy/copy-text.tsx'
import { instantText } from '#components/fhir/dates.ts'
import { StatusBadge } from '#components/fhir/status-badge.tsx'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { launchTexts } from '#components/texts/launch.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { BundlePages } from './bundle-pages.tsx'
import classes from './launch.module.css'
import { addressQuery } from './launch-queries.ts'
import { resourceStatus, resourceText, textOf } from './resource-text.ts'

const PAGE_SIZE = 10 // What fits on a screen; the server's own default is 40.

export function ResourceList({ base, type }: { readonly base: string; readonly type: string }) {
  const texts = useTexts(launchTexts)
  const start = `${base}/${type}?_count=${PAGE_SIZE}`
  const [url, setUrl] = useState(start)
  const page = useQuery(addressQuery(url))
  const retry = () => (url === start ? page.refetch() : setUrl(start))
  if (page.isPending)
    return (
      <div role="status">
        <VisuallyHidden>{texts.loading}</VisuallyHidden>
        <Skeleton height={44} mb="sm" />
        <Skeleton height={44} mb="sm" />
        <Skeleton height={44} />
      </div>
    )
  if (page.isError) return <LoadFailed error={page.error} retry={retry} />
  const resources = matchesOf(page.data, type)
  if (resources.length === 0 && url === start) return <p className={classes.empty}>{texts.emptyList(type)}</p>
  return (
    <div className={classes.section}>
      <ScrollingTable label={texts.listOf(type)} busy={page.isPlaceholderData}>
        <TableThead>
          <TableTr>
            <TableTh scope="col">{texts.columns.id}</TableTh>
            <TableTh scope="col">{texts.columns.what}</TableTh>
            <TableTh scope="col">{texts.columns.status}</TableTh>
            <TableTh scope="col">{texts.columns.version}</TableTh>
            <TableTh scope="col">{texts.columns.changed}</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {resources.map((resource) => (
            <Row key={textOf(resource['id'])} resource={resource} />
          ))}
        </TableTbody>
      </ScrollingTable>
      <BundlePages bundle={page.data} type={type} count={resources.length} busy={page.isPlaceholderData} go={setUrl} />
    </div>
  )
}

function Row({ resource }: { readonly resource: FhirResource }) {
  const texts = useTexts(launchTexts)
  const language = useLanguage()
  const id = textOf(resource['id']) ?? ''
  const status = resourceStatus(resource)
  const meta = (resource['meta'] ?? {}) as { readonly versionId?: unknown; readonly lastUpdated?: unknown }
  const changed = textOf(meta.lastUpdated)
  return (
    <TableTr>
      <TableTd className={classes.rowId}>
        <CopyText value={id} label={texts.columns.id} />
      </TableTd>
      <TableTd>{resourceText(resource)}</TableTd>
      <TableTd>{status && <StatusBadge status={status} />}</TableTd>
      <TableTd>{textOf(meta.versionId)}</TableTd>
      <TableTd className={classes.changed}>
        {changed && <time dateTime={changed}>{instantText(changed, language)}</time>}
      </TableTd>
    </TableTr>
  )
}
