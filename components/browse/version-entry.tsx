// One version in the history of a record: its interaction, its time, its application, and its changes.
'use client'

import { Badge, Button } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import Link from 'next/link'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { BrowseWriter } from '#lib/api/browse.ts'
import type { HistoryEntry } from '#lib/fhir/history.ts'
import type { JsonNode } from '#lib/fhir/json-tree.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import type { Change } from '#lib/fhir/structural-diff.ts'
import { BringBack } from './bring-back.tsx'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { differences } from './differences.ts'
import { showVersion } from './place-in-record.ts'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { recordHref } from './reference-target.ts'

const ICONS = { created: IconPlus, changed: IconPencil, deleted: IconTrash, restored: IconArrowBackUp } as const

interface VersionEntryProps {
  readonly record: RecordRef
  readonly entry: HistoryEntry
  /** The previous version, if it was loaded. */
  readonly before: HistoryEntry | undefined
  readonly current: HistoryEntry
  readonly writer: BrowseWriter | undefined
  readonly compare: () => void
}

export function VersionEntry({ record, entry, before, current, writer, compare }: VersionEntryProps) {
  const texts = useTexts(recordTexts)
  const { mayChange } = useBrowse()
  const { version, kind, at, resource } = entry
  const isCurrent = version === current.version
  const Icon = ICONS[kind]
  const changes = changesSince(entry, before)
  return (
    <li className={classes.versionEntry} data-kind={kind}>
      <span className={classes.versionMark}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={classes.versionBody}>
        <p className={classes.versionHead} data-heading={isCurrent || undefined}>
          <strong>{texts.versionNumber(version)}</strong> <span>{texts.made[kind]}</span>{' '}
          {isCurrent && (
            <Badge component="span" color="blue">
              {texts.current}
            </Badge>
          )}
        </p>
        <p className={layout.quiet}>
          {at && <Moment at={at} />}
          {writer && <Writer writer={writer} />}
          {writer?.atStart && `, ${texts.atStart}`}
          {writer?.trace && (
            <>
              {' · '}
              <a href={`/traces/${encodeURIComponent(writer.trace)}`}>{texts.howItHappened}</a>
            </>
          )}
        </p>
        {changes && changes.length > 0 && (
          <p className={classes.versionChanges}>
            {texts.changes(changes.length)}: <ChangedElements changes={changes} />
          </p>
        )}
        <div className={layout.actions}>
          <Button
            variant="default"
            size="xs"
            aria-label={texts.viewVersion(version)}
            onClick={() => showVersion(version)}
          >
            {texts.view}
          </Button>
          {changes && (
            <Button variant="default" size="xs" aria-label={texts.comparePrevious(version)} onClick={compare}>
              {texts.compare}
            </Button>
          )}
          {mayChange && resource && saysOtherThan(resource, current) && (
            <BringBack
              record={record}
              version={version}
              current={{ version: current.version, isDeleted: current.resource === undefined }}
            />
          )}
        </div>
      </div>
    </li>
  )
}

/** The person, where that is known, and the application. */
function Writer({ writer: { person, name, device, isRecord } }: { readonly writer: BrowseWriter }) {
  const texts = useTexts(recordTexts)
  const app = isRecord ? parseReference(device) : undefined
  return (
    <>
      {` · ${texts.by} `}
      {person && `${person}, ${texts.through} `}
      {app ? (
        <Link href={recordHref(app.type, app.id)} prefetch={false}>
          {name ?? device}
        </Link>
      ) : (
        (name ?? device)
      )}
    </>
  )
}

/** Elements that are named for a version; the comparison has all. */
const MOST_NAMED = 3

const ChangedElements = ({ changes }: { readonly changes: readonly Change[] }) => (
  <>
    {changes.slice(0, MOST_NAMED).map(({ path }, index) => (
      <span key={path}>
        {index > 0 && ', '}
        <code className={layout.code}>{path}</code>
      </span>
    ))}
    {changes.length > MOST_NAMED && ' …'}
  </>
)

/** The changes of a version; undefined when it or the previous one has no content, or the previous one was not loaded. */
function changesSince({ version, resource }: HistoryEntry, before: HistoryEntry | undefined) {
  if (!resource || !before?.resource || before.version !== version - 1) return undefined
  return differences(before.resource, resource)
}

/** True for a version that can be restored: it differs from the current one. */
const saysOtherThan = (resource: JsonNode, current: HistoryEntry): boolean =>
  !current.resource || differences(current.resource, resource).length > 0
