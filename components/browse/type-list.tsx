// The records of one type, a page of the Bundle at a time, along the server's own links.
'use client'

import { Alert, Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAddress } from '#components/ui/address/use-address.ts'
import { BundlePages } from '#components/ui/fhir/bundle-pages.tsx'
import { ResourceTable } from '#components/ui/fhir/resource-table.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { linkOf, matchesOf, remarksOf } from '#lib/fhir/bundle.ts'
import { passedOver } from '#lib/fhir/search/ignored-parameters.ts'
import type { SearchField } from '#lib/fhir/search/search-fields.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { browseTypesQuery, type FhirAnswer, isResource, shownQuery } from './browse-queries.ts'
import { Crumbs } from './crumbs.tsx'
import { FindForms } from './find-forms.tsx'
import { isFiltered, pageQuery, placeOf, searchQuery, sizeOf, withParameter } from './list-address.ts'
import { useNamed } from './named.ts'
import { LikeTypes } from './not-understood.tsx'
import { Outcome } from './outcome.tsx'
import { ReadFailed } from './read-failed.tsx'
import { recordHref } from './reference-target.ts'
import { browseTexts } from './texts.ts'

const NOT_FOUND = 404
const PAGE_SIZES = [10, 20, 50, 100, 200] as const

interface TypeListProps {
  readonly type: string
  /** None when the type is not served. */
  readonly fields: readonly SearchField[]
}

/** Type, search and page are in the address: reload and Back show the same. */
export function TypeList({ type, fields }: TypeListProps) {
  const texts = useTexts(browseTexts)
  const { fhirBase } = useBrowse()
  const { query, go: show } = useAddress()
  const { search, url } = placeOf(fhirBase, type, query)
  const page = useQuery({ ...shownQuery(url), placeholderData: keepPreviousData })
  const start = searchQuery(search)
  const startAgain = () => (url === placeOf(fhirBase, type, search).url ? page.refetch() : show(start))
  if (page.data?.status === NOT_FOUND) return <NoSuchType type={type} answer={page.data} />
  return (
    <>
      <Crumbs type={type} />
      <h1>{type}</h1>
      <FindForms type={type} fields={fields} search={search} go={(to) => show(searchQuery(to))} />
      {page.isRefetchError && <ReadFailed error={page.error} retry={startAgain} />}
      {page.isPending ? (
        <Waiting label={texts.loading} />
      ) : page.isLoadingError ? (
        <ReadFailed error={page.error} retry={startAgain} />
      ) : isResource(page.data) ? (
        <ListPage
          type={type}
          answer={page.data}
          unknown={passedOver(search, type, linkOf(page.data.resource, 'self'))}
          known={fields.map(({ name }) => name)}
          without={(names) =>
            show(searchQuery(new URLSearchParams([...search].filter(([name]) => !names.includes(name)))))
          }
          busy={page.isPlaceholderData}
          go={(link) => show(pageQuery(fhirBase, search, link))}
          empty={isFiltered(search) ? texts.nothingFound : texts.emptyList(type)}
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
      <div className={classes.listBar}>
        <PageSize
          size={sizeOf(search)}
          change={(size) => show(searchQuery(withParameter(search, '_count', String(size))))}
        />
      </div>
    </>
  )
}

/** Nothing to search, but a link to the types that exist. */
function NoSuchType({ type, answer }: Pick<ListPageProps, 'type' | 'answer'>) {
  const texts = useTexts(browseTexts)
  const served = useQuery(browseTypesQuery)
  return (
    <>
      <Crumbs type={type} />
      <h1>{type}</h1>
      <Outcome answer={answer} of="type" />
      <LikeTypes type={type} types={(served.data?.items ?? []).map((one) => one.type)} texts={texts} />
    </>
  )
}

function PageSize({ size, change }: { readonly size: number; readonly change: (size: number) => void }) {
  const texts = useTexts(browseTexts)
  return (
    <NativeSelect
      className={classes.pageSize ?? ''}
      label={texts.pageSize}
      size="sm"
      value={size}
      data={[...new Set([...PAGE_SIZES, size])].map(String)}
      onChange={(event) => change(Number(event.currentTarget.value))}
    />
  )
}

interface ListPageProps {
  readonly type: string
  readonly answer: FhirAnswer
  /** Names of the search that the server does not know. */
  readonly unknown: readonly string[]
  /** Names that it knows. */
  readonly known: readonly string[]
  /** Searches without some names. */
  readonly without: (names: readonly string[]) => void
  readonly busy: boolean
  readonly go: (url: string) => void
  /** The text for a table without rows. */
  readonly empty: string
}

function ListPage({ type, answer, unknown, known, without, busy, go, empty }: ListPageProps) {
  const texts = useTexts(browseTexts)
  const resources = useNamed(matchesOf(answer.resource, type))
  return (
    <div className={layout.section}>
      {unknown.length > 0 && (
        <Alert color="red" classNames={{ message: layout.section }}>
          <p>{texts.passedOver(unknown.join(', '))}</p>
          <div>
            <Button size="compact-sm" variant="default" onClick={() => without(unknown)}>
              {texts.searchWithout(unknown.join(', '))}
            </Button>
          </div>
          {known.length > 0 && (
            <details className={layout.more}>
              <summary>{texts.searchedBy(type)}</summary>
              <p className={layout.mono}>{known.join(', ')}</p>
            </details>
          )}
        </Alert>
      )}
      {remarksOf(answer.resource).map((remark) => (
        <Alert key={remark} color="gray" lang="en">
          {remark}
        </Alert>
      ))}
      {resources.length === 0 ? (
        <p className={layout.empty}>{empty}</p>
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
