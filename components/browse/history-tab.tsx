// The versions of a record, newest first, and the differences between any two. The API has no history interaction: versions are
// numbered from 1 to the current one, and each is read by vread (FHIR R4 http.html §3.1.0.3).
'use client'

import { Button, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instantText } from '#components/fhir/dates.ts'
import { textOf } from '#components/fhir/resource-text.ts'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import classes from './browse.module.css'
import { isResource, versionQuery } from './browse-queries.ts'
import { ComparedVersions, VersionsForm } from './compare.tsx'
import { differences } from './differences.ts'
import { showVersion } from './place-in-record.ts'
import type { RecordRef } from './record-ref.ts'
import { browseTexts } from './texts.ts'

const VERSIONS_AT_ONCE = 10

interface HistoryTabProps {
  readonly record: RecordRef
  readonly latest: number
}

export function HistoryTab({ record, latest }: HistoryTabProps) {
  const texts = useTexts(browseTexts)
  const [shown, setShown] = useState(VERSIONS_AT_ONCE)
  const [pair, setPair] = useState({ from: Math.max(1, latest - 1), to: latest })
  const count = Math.min(shown, latest)
  return (
    <div className={classes.page}>
      <ScrollingTable label={texts.versions}>
        <TableThead>
          <TableTr>
            <TableTh scope="col">{texts.version}</TableTh>
            <TableTh scope="col">{texts.sincePrevious}</TableTh>
            <TableTh scope="col">{texts.changed}</TableTh>
            <TableTh scope="col">{texts.view}</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {Array.from({ length: count }, (_, index) => latest - index).map((version) => (
            <VersionRow
              key={version}
              record={record}
              version={version}
              latest={latest}
              compare={() => setPair({ from: version - 1, to: version })}
            />
          ))}
        </TableTbody>
      </ScrollingTable>
      {count < latest && (
        <div>
          <Button variant="default" onClick={() => setShown(count + VERSIONS_AT_ONCE)}>
            {texts.olderVersions}
          </Button>
        </div>
      )}
      {latest > 1 && (
        <section className={classes.section} aria-labelledby="compare">
          <h2 id="compare">{texts.compare}</h2>
          <VersionsForm key={`${pair.from} ${pair.to}`} pair={pair} latest={latest} choose={setPair} />
          <ComparedVersions record={record} pair={pair} />
        </section>
      )}
    </div>
  )
}

interface VersionRowProps {
  readonly record: RecordRef
  readonly version: number
  readonly latest: number
  readonly compare: () => void
}

function VersionRow({ record, version, latest, compare }: VersionRowProps) {
  const texts = useTexts(browseTexts)
  const language = useLanguage()
  const own = useQuery(versionQuery(record.url, version))
  const before = useQuery({ ...versionQuery(record.url, version - 1), enabled: version > 1 })
  const meta = own.data?.resource['meta'] as { readonly lastUpdated?: unknown } | undefined
  const changed = textOf(meta?.lastUpdated)
  const deleted = own.data !== undefined && !isResource(own.data)
  const comparable = own.data && before.data && isResource(own.data) && isResource(before.data)
  return (
    <TableTr>
      <TableTh scope="row">
        {version} {version === latest && <span className={classes.tag}>{texts.current}</span>}
      </TableTh>
      <TableTd>
        {deleted ? texts.deleted : version === 1 || (before.data && !isResource(before.data)) ? texts.created : null}
        {comparable && texts.changes(differences(before.data.text, own.data.text).filter(isContent).length)}
      </TableTd>
      <TableTd className={classes.changed}>
        {changed && <time dateTime={changed}>{instantText(changed, language)}</time>}
      </TableTd>
      <TableTd>
        <div className={classes.rowActions}>
          <Button
            variant="default"
            size="xs"
            aria-label={texts.viewVersion(version)}
            onClick={() => showVersion(version)}
          >
            {texts.view}
          </Button>
          {comparable && (
            <Button variant="default" size="xs" aria-label={texts.comparePrevious(version)} onClick={compare}>
              {texts.compare}
            </Button>
          )}
        </div>
      </TableTd>
    </TableTr>
  )
}

/** Every version has its own number and time: they say nothing about what changed. */
const isContent = ({ path }: { readonly path: string }): boolean =>
  path !== 'meta.versionId' && path !== 'meta.lastUpdated'
