// One record: the current version, an earlier one, or the reason that it cannot be shown.
'use client'

import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import { useBrowse } from './browse-context.tsx'
import { type FhirAnswer, fhirQuery, isResource, shownQuery, versionQuery } from './browse-queries.ts'
import { Crumbs } from './crumbs.tsx'
import { recordUrl } from './fhir-urls.ts'
import { LeftOutNote } from './left-out-note.tsx'
import { Outcome } from './outcome.tsx'
import { ReadFailed } from './read-failed.tsx'
import { RecordHead } from './record-head.tsx'
import type { RecordRef } from './record-ref.ts'
import { RecordTabs } from './record-tabs.tsx'
import { recordTexts } from './record-texts.ts'
import { recordHref } from './reference-target.ts'
import { SavedNote } from './saved-note.tsx'

interface RecordPageProps {
  readonly type: string
  readonly id: string
}

export function RecordPage({ type, id }: RecordPageProps) {
  const { fhirBase } = useBrowse()
  const record = { type, id, url: recordUrl(fhirBase, type, id) }
  const current = useQuery(shownQuery(record.url))
  const isMounted = useMounted()
  const latest = current.data?.version
  const version = useAskedVersion()
  // True also while the number of the current version is unknown.
  const isEarlier = version !== undefined && (latest === undefined || version < latest)
  const earlier = useQuery({ ...versionQuery(record.url, version ?? 0), enabled: isEarlier })
  return (
    <>
      <Crumbs type={type} id={id} />
      {current.isRefetchError && <ReadFailed error={current.error} retry={() => current.refetch()} />}
      {/* Prefetched answers may be there in the browser although they were not on the server. */}
      {!isMounted || current.isPending ? (
        <LoadingPage />
      ) : current.isLoadingError ? (
        <ReadFailed error={current.error} retry={() => current.refetch()} />
      ) : latest === undefined ? (
        <NoRecord record={record} answer={current.data} />
      ) : version !== undefined && version > latest ? (
        <NoVersion record={record} version={version} latest={latest} />
      ) : !isEarlier ? (
        <Version record={record} answer={current.data} version={latest} latest={latest} />
      ) : earlier.isPending ? (
        <LoadingPage />
      ) : earlier.isError ? (
        <ReadFailed error={earlier.error} retry={() => earlier.refetch()} />
      ) : (
        <Version record={record} answer={earlier.data} version={version} latest={latest} />
      )}
    </>
  )
}

/** The number of the version that the address names. */
function useAskedVersion(): number | undefined {
  const versionParam = useSearchParams().get('version')
  return versionParam !== null && /^[1-9]\d{0,9}$/.test(versionParam) ? Number(versionParam) : undefined
}

function NoRecord({ record, answer }: { readonly record: RecordRef; readonly answer: FhirAnswer }) {
  return (
    <>
      <h1>{`${record.type}/${record.id}`}</h1>
      <Outcome answer={answer} />
    </>
  )
}

function NoVersion({ record, version, latest }: Omit<VersionProps, 'answer'>) {
  const texts = useTexts(recordTexts)
  return (
    <>
      <h1>{`${record.type}/${record.id}`}</h1>
      <p>{texts.noVersion(version, latest)}</p>
      <p>
        <Link href={recordHref(record.type, record.id)} prefetch={false}>
          {texts.toCurrent}
        </Link>
      </p>
    </>
  )
}

interface VersionProps {
  readonly record: RecordRef
  readonly answer: FhirAnswer
  readonly version: number
  readonly latest: number
}

function Version({ record, answer: shown, version, latest }: VersionProps) {
  const [wanted, setWanted] = useState<string>()
  const url = version === latest ? record.url : `${record.url}/_history/${version}`
  const whole = useQuery({ ...fhirQuery(url), enabled: wanted === `${url} ${version}` })
  const answer = (wanted === `${url} ${version}` && whole.data) || shown
  return (
    <>
      <RecordHead
        record={record}
        resource={isResource(answer) ? answer.resource : undefined}
        version={version}
        latest={latest}
      />
      {version === latest && <SavedNote record={record} latest={latest} />}
      {!isResource(answer) && <Outcome answer={answer} of="record" />}
      {isResource(answer) && (
        <LeftOutNote
          resource={answer.resource}
          isLoading={whole.isLoading}
          load={() => setWanted(`${url} ${version}`)}
        />
      )}
      {whole.isLoadingError && <ReadFailed error={whole.error} retry={() => whole.refetch()} />}
      <RecordTabs record={record} answer={answer} latest={latest} />
    </>
  )
}
