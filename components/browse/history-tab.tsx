// The versions of a record from the FHIR API, newest first, and a comparison of any two (FHIR R4 http.html §3.1.0.13).
'use client'

import { Button, Skeleton } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { linkOf } from '#lib/fhir/bundle.ts'
import { historyEntries } from '#lib/fhir/history.ts'
import classes from './browse.module.css'
import { type FhirAnswer, isResource, shownQuery, writersQuery } from './browse-queries.ts'
import { ComparedVersions, VersionsForm } from './compare.tsx'
import { historyUrl } from './fhir-urls.ts'
import { Outcome } from './outcome.tsx'
import { ReadFailed } from './read-failed.tsx'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { VersionEntry } from './version-entry.tsx'

interface HistoryTabProps {
  readonly record: RecordRef
  readonly latest: number
}

export function HistoryTab({ record, latest }: HistoryTabProps) {
  const texts = useTexts(recordTexts)
  const [pair, setPair] = useState({ from: Math.max(1, latest - 1), to: latest })
  return (
    <div className={layout.page}>
      <Versions record={record} compare={(version) => setPair({ from: version - 1, to: version })} />
      {latest > 1 && (
        <section className={layout.section} aria-labelledby="compare">
          <h2 id="compare">{texts.compare}</h2>
          <VersionsForm key={`${pair.from} ${pair.to}`} pair={pair} latest={latest} choose={setPair} />
          <ComparedVersions record={record} pair={pair} />
        </section>
      )}
    </div>
  )
}

interface VersionsProps {
  readonly record: RecordRef
  readonly compare: (version: number) => void
}

/** All pages that were asked for, one below the other. */
function Versions({ record, compare }: VersionsProps) {
  const texts = useTexts(recordTexts)
  const [urls, setUrls] = useState<readonly string[]>([historyUrl(record.url)])
  const pages = useQueries({
    queries: urls.map((url) => ({ ...shownQuery(url), staleTime: Number.POSITIVE_INFINITY })),
  })
  const writers = useQuery(writersQuery(`${record.type}/${record.id}`)).data?.items ?? []
  const answers = pages.flatMap(({ data }) => data ?? [])
  const failed = pages.find(({ isError }) => isError)
  const refused = answers.find((answer) => !isResource(answer))
  const entries = answers.filter(isResource).flatMap(({ text }) => historyEntries(text))
  const next = nextOf(answers.at(-1))
  const isLoading = pages.some(({ isPending }) => isPending)
  return (
    <>
      <ol className={classes.versions} aria-label={texts.versions} aria-busy={isLoading}>
        {entries.map((entry, index) => (
          <VersionEntry
            key={entry.version}
            record={record}
            entry={entry}
            before={entries[index + 1]}
            current={entries[0] ?? entry}
            writer={writers.find(({ version }) => version === entry.version)}
            compare={() => compare(entry.version)}
          />
        ))}
      </ol>
      {isLoading && <Skeleton height={120} />}
      {failed?.error && <ReadFailed error={failed.error} retry={() => failed.refetch()} />}
      {refused && <Outcome answer={refused} />}
      {next && !isLoading && (
        <div>
          <Button variant="default" onClick={() => setUrls([...urls, next])}>
            {texts.olderVersions}
          </Button>
        </div>
      )}
    </>
  )
}

const nextOf = (answer: FhirAnswer | undefined): string | undefined => answer && linkOf(answer.resource, 'next')
