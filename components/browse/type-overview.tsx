// The types that the server says it serves, each with how many records there are and when one last changed.
'use client'

import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { CopyText } from '#components/copy/copy-text.tsx'
import { servedTypes } from '#components/fhir/capabilities.ts'
import { instantText } from '#components/fhir/dates.ts'
import { textOf } from '#components/fhir/resource-text.ts'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import { browseTexts } from '#components/texts/browse.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { permits } from '#lib/oauth/permission-scope.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { fhirQuery, isResource } from './browse-queries.ts'
import { Outcome } from './outcome.tsx'
import { ReadFailed } from './read-failed.tsx'

export function TypeOverview() {
  const texts = useTexts(browseTexts)
  const { fhirBase } = useBrowse()
  const metadata = useQuery(fhirQuery(`${fhirBase}/metadata`))
  return (
    <>
      <div className={classes.head}>
        <h1>{texts.title}</h1>
        <p className={classes.quiet}>{texts.lead}</p>
        <p className={classes.quiet}>
          {texts.readThrough} <CopyText value={fhirBase} label={texts.url} />
        </p>
      </div>
      {metadata.isPending ? (
        <Waiting />
      ) : metadata.isError ? (
        <ReadFailed error={metadata.error} retry={() => metadata.refetch()} />
      ) : isResource(metadata.data) ? (
        <ul className={classes.types} aria-label={texts.types}>
          {servedTypes(metadata.data.resource).map(({ type }) => (
            <TypeCard key={type} type={type} />
          ))}
        </ul>
      ) : (
        <Outcome answer={metadata.data} />
      )}
    </>
  )
}

function Waiting() {
  const texts = useTexts(browseTexts)
  return (
    <div role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton height={180} />
    </div>
  )
}

function TypeCard({ type }: { readonly type: string }) {
  const texts = useTexts(browseTexts)
  const { fhirBase } = useBrowse()
  // These pages read as a client with a permission for every type, which is none for the audit log.
  const isOpen = permits('*', type)
  // The newest record and the number of all, in one answer.
  const newest = useQuery({
    ...fhirQuery(`${fhirBase}/${type}?_count=1&_total=accurate&_elements=meta`),
    enabled: isOpen,
  })
  return (
    <li className={classes.type}>
      <Link href={`/browse/${type}`} prefetch={false}>
        {type}
      </Link>
      {!isOpen ? (
        <p className={classes.quiet}>{texts.forAuditors}</p>
      ) : newest.isPending ? (
        <Skeleton height={16} width="70%" />
      ) : newest.isError || !isResource(newest.data) ? (
        <NotReadable />
      ) : (
        <Facts bundle={newest.data.resource} type={type} />
      )}
    </li>
  )
}

const NotReadable = () => <p className={classes.quiet}>{useTexts(browseTexts).notReadable}</p>

function Facts({ bundle, type }: { readonly bundle: FhirResource; readonly type: string }) {
  const texts = useTexts(browseTexts)
  const language = useLanguage()
  const total = typeof bundle['total'] === 'number' ? bundle['total'] : 0
  const meta = matchesOf(bundle, type)[0]?.['meta'] as { readonly lastUpdated?: unknown } | undefined
  const changed = textOf(meta?.lastUpdated)
  return (
    <>
      <p className={total === 0 ? classes.quiet : undefined}>
        {total === 0 ? texts.noRecords : <strong>{texts.records(total)}</strong>}
      </p>
      {changed && (
        <p className={classes.quiet}>
          {texts.lastChanged} <time dateTime={changed}>{instantText(changed, language)}</time>
        </p>
      )}
    </>
  )
}
