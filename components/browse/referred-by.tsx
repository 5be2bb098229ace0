// The records that refer to a record, if the server can search for them: by type and search parameter, each with its
// count.
'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { servedTypes } from '#lib/fhir/capabilities.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { browseTypesQuery, isResource, shownQuery } from './browse-queries.ts'
import { metadataUrl } from './fhir-urls.ts'
import { listHref } from './list-address.ts'
import { ReadFailed } from './read-failed.tsx'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { browseTexts } from './texts.ts'
import { throughRecords, waysTo } from './ways-to.ts'

/** Searches that are made without asking first which types have records. */
const MOST_WAYS = 40

interface ReferredByProps {
  readonly record: RecordRef
  /** What is said of the records, where there are any. */
  readonly lead?: string
  /** Told whether there are any, as far as is known. */
  readonly tell?: (isReferred: boolean) => void
}

export function ReferredBy({ record, lead, tell }: ReferredByProps) {
  const texts = useTexts(recordTexts)
  const { loading } = useTexts(browseTexts)
  const { fhirBase } = useBrowse()
  const metadata = useQuery(shownQuery(metadataUrl(fhirBase)))
  const served = metadata.data && isResource(metadata.data) ? servedTypes(metadata.data.resource) : []
  const possible = waysTo(record, served)
  // Where many types are served, most have no records; where few are, asking first takes longer.
  const isNarrowed = possible.length > MOST_WAYS
  const stored = useQuery({ ...browseTypesQuery, enabled: isNarrowed })
  const taken = isNarrowed ? throughRecords(possible, stored.data?.items ?? []) : possible
  const ways = taken.map((way) => ({
    ...way,
    filter: `${new URLSearchParams({ [way.name]: `${record.type}/${record.id}` })}`,
  }))
  const counts = useQueries({
    queries: ways.map(({ type, filter }) => shownQuery(`${fhirBase}/${type}?${filter}&_summary=count`)),
  })
  const found = ways.flatMap((way, index) => {
    const total = counts[index]?.data?.resource['total']
    return typeof total === 'number' && total > 0 ? [{ ...way, total }] : []
  })
  useEffect(() => tell?.(found.length > 0), [tell, found.length])
  const failed = [metadata, stored, ...counts].find(({ isError }) => isError)
  if (failed?.error) return <ReadFailed error={failed.error} retry={() => failed.refetch()} />
  if (metadata.isPending || (isNarrowed && stored.isPending) || counts.some(({ isPending }) => isPending))
    return <p role="status">{loading}</p>
  if (found.length === 0) return <p className={layout.empty}>{texts.notReferred}</p>
  return (
    <>
      {lead !== undefined && <p>{lead}</p>}
      <ul className={classes.plain}>
        {found.map(({ type, name, total }) => (
          <li key={`${type} ${name}`}>
            <Link href={listHref(type, name, `${record.type}/${record.id}`)} prefetch={false}>
              {`${type}: ${total}`}
            </Link>{' '}
            <span className={layout.quiet}>{texts.foundBy(name)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
