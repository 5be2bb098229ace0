// The records of one type, a page of the Bundle at a time, along the server's own links.
'use client'

import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BundlePages } from '#components/fhir/bundle-pages.tsx'
import { ResourceTable } from '#components/fhir/resource-table.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { matchesOf } from '#lib/fhir/bundle.ts'
import classes from './browse.module.css'
import { type ListPlace, useBrowse } from './browse-context.tsx'
import { type FhirAnswer, fhirQuery, isResource } from './browse-queries.ts'
import { Crumbs } from './crumbs.tsx'
import { FindForms } from './find-forms.tsx'
import { Outcome } from './outcome.tsx'
import { ReadFailed } from './read-failed.tsx'
import { recordHref } from './reference-target.ts'
import { browseTexts } from './texts.ts'

const PAGE_SIZES = [10, 20, 50, 100, 200] as const
const PAGE_SIZE = 20

export function TypeList({ type }: { readonly type: string }) {
  const texts = useTexts(browseTexts)
  const { fhirBase, places } = useBrowse()
  const firstPage = (size: number, filter: string): ListPlace => ({
    url: `${fhirBase}/${type}?_count=${size}${filter}`,
    size,
    filter,
  })
  const [place, setPlace] = useState(places.get(type) ?? firstPage(PAGE_SIZE, ''))
  const page = useQuery({ ...fhirQuery(place.url), placeholderData: keepPreviousData })
  const go = (to: ListPlace) => {
    places.set(type, to)
    setPlace(to)
  }
  const start = firstPage(place.size, place.filter)
  const startAgain = () => (place.url === start.url ? page.refetch() : go(start))
  const search = (parameter: string, value: string) =>
    go(firstPage(place.size, `&${new URLSearchParams({ [parameter]: value })}`))
  return (
    <>
      <Crumbs type={type} />
      <h1>{type}</h1>
      <FindForms type={type} search={search} />
      <div className={classes.listBar}>
        <PageSize size={place.size} change={(size) => go(firstPage(size, place.filter))} />
        {place.filter !== '' && (
          <Button variant="subtle" onClick={() => go(firstPage(place.size, ''))}>
            {texts.showAll}
          </Button>
        )}
      </div>
      {page.isPending ? (
        <Waiting />
      ) : page.isError ? (
        <ReadFailed error={page.error} retry={startAgain} />
      ) : isResource(page.data) ? (
        <ListPage
          type={type}
          answer={page.data}
          busy={page.isPlaceholderData}
          go={(url) => go({ ...place, url })}
          empty={place.filter === '' ? texts.emptyList(type) : texts.nothingFound}
        />
      ) : (
        <>
          <Outcome answer={page.data} />
          <div>
            <Button variant="default" onClick={startAgain}>
              {texts.startAgain}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

function Waiting() {
  const texts = useTexts(browseTexts)
  return (
    <div role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton height={44} mb="sm" />
      <Skeleton height={44} mb="sm" />
      <Skeleton height={44} />
    </div>
  )
}

function PageSize({ size, change }: { readonly size: number; readonly change: (size: number) => void }) {
  const texts = useTexts(browseTexts)
  return (
    <label className={classes.pageSize}>
      <span>{texts.pageSize}</span>
      <select value={size} onChange={(event) => change(Number(event.currentTarget.value))}>
        {PAGE_SIZES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ListPageProps {
  readonly type: string
  readonly answer: FhirAnswer
  readonly busy: boolean
  readonly go: (url: string) => void
  /** The text for a table without rows. */
  readonly empty: string
}

function ListPage({ type, answer, busy, go, empty }: ListPageProps) {
  const texts = useTexts(browseTexts)
  const resources = matchesOf(answer.resource, type)
  return (
    <div className={classes.section}>
      {resources.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ResourceTable
          label={texts.listOf(type)}
          resources={resources}
          busy={busy}
          hrefOf={(id) => recordHref(type, id)}
        />
      )}
      <BundlePages bundle={answer.resource} type={type} count={resources.length} busy={busy} go={go} showSelf />
    </div>
  )
}
