// The types of the CapabilityStatement, each with its number of records and their most recent change.
'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { BrowseType } from '#lib/api/browse.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { browseTypesQuery } from './browse-queries.ts'
import { ReadFailed } from './read-failed.tsx'
import { browseTexts } from './texts.ts'

export function TypeOverview() {
  const texts = useTexts(browseTexts)
  const { fhirBase } = useBrowse()
  const served = useQuery(browseTypesQuery)
  return (
    <>
      <div className={classes.head}>
        <h1>{texts.title}</h1>
        <p className={layout.quiet}>{texts.lead}</p>
        <p className={layout.quiet}>
          {texts.readThrough} <CopyText value={fhirBase} label={texts.url} />
        </p>
      </div>
      {served.isRefetchError && <ReadFailed error={served.error} retry={() => served.refetch()} />}
      {served.isPending ? (
        <Waiting label={texts.loading} height={180} bars={1} />
      ) : served.isLoadingError ? (
        <ReadFailed error={served.error} retry={() => served.refetch()} />
      ) : (
        <ul className={layout.cards} aria-label={texts.types}>
          {served.data.items.map((one) => (
            <TypeCard key={one.type} one={one} />
          ))}
        </ul>
      )}
    </>
  )
}

function TypeCard({ one }: { readonly one: BrowseType }) {
  const texts = useTexts(browseTexts)
  return (
    <li>
      {one.access === 'auditors' ? (
        <span>{one.type}</span>
      ) : (
        <Link href={`/browse/${one.type}`} prefetch={false}>
          {one.type}
        </Link>
      )}
      {one.access === 'open' ? (
        <Facts total={one.total} changed={one.changed} />
      ) : (
        <p className={layout.quiet}>{one.access === 'auditors' ? texts.forAuditors : texts.notReadable}</p>
      )}
    </li>
  )
}

function Facts({ total, changed }: { readonly total: number; readonly changed: string | undefined }) {
  const texts = useTexts(browseTexts)
  return (
    <>
      <p className={total === 0 ? layout.quiet : undefined}>
        {total === 0 ? texts.noRecords : <strong>{texts.records(total)}</strong>}
      </p>
      {changed && (
        <p className={layout.quiet}>
          {texts.lastChanged} <Moment at={changed} />
        </p>
      )}
    </>
  )
}
