// The head of a record: its title, the shown version, what can be copied, and for administrators the ways to change it.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import Link from 'next/link'
import { addressOf } from '#components/fhir-console/asked.ts'
import { resourceStatus, resourceText, textOf } from '#components/ui/fhir/resource-text.ts'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { CopyMenu } from './copy-menu.tsx'
import { DeleteRecord } from './delete-record.tsx'
import { showVersion } from './place-in-record.ts'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { editHref, recordHref } from './reference-target.ts'

interface RecordHeadProps {
  readonly record: RecordRef
  /** Undefined when there is nothing to show. */
  readonly resource: FhirResource | undefined
  readonly version: number
  readonly latest: number
}

export function RecordHead({ record, resource, version, latest }: RecordHeadProps) {
  const texts = useTexts(recordTexts)
  const language = useLanguage()
  const { mayChange } = useBrowse()
  const title = (resource && resourceText(inLanguage(resource, language))) ?? record.id
  const status = resource && resourceStatus(resource)
  const changed = textOf((resource?.['meta'] as { readonly lastUpdated?: unknown } | undefined)?.lastUpdated)
  const url = version === latest ? record.url : `${record.url}/_history/${version}`
  return (
    <div className={classes.recordHead}>
      <p className={classes.kicker}>{record.type}</p>
      <div className={classes.titleLine}>
        <h1>{title}</h1>
        {status && <StatusBadge status={status} />}
      </div>
      <p className={layout.quiet}>
        <code className={layout.code}>{`${record.type}/${record.id}`}</code>
        {changed && (
          <>
            {' · '}
            {texts.changed} <Moment at={changed} />
          </>
        )}
      </p>
      <div className={classes.headBar}>
        <Stepper version={version} latest={latest} />
        <div className={layout.actions}>
          <CopyMenu id={record.id} url={url} />
          <Button
            component="a"
            variant="default"
            size="sm"
            href={addressOf({ method: 'GET', path: pathOf(record, url), client: '' })}
          >
            {texts.tryIt}
          </Button>
          {mayChange && resource && version === latest && (
            <>
              <EditLink record={record} />
              <DeleteRecord record={record} name={title} version={version} />
            </>
          )}
        </div>
      </div>
      {version !== latest && (
        <Alert color="orange" role="note">
          {texts.earlier}{' '}
          <Link href={recordHref(record.type, record.id)} prefetch={false}>
            {texts.toCurrent}
          </Link>
        </Alert>
      )}
    </div>
  )
}

/** Below the FHIR base. */
const pathOf = ({ type, id, url }: RecordRef, shown: string): string => `${type}/${id}${shown.slice(url.length)}`

/** Nothing to press beside the only version. */
function Stepper({ version, latest }: { readonly version: number; readonly latest: number }) {
  const texts = useTexts(recordTexts)
  return (
    <nav className={classes.stepper} aria-label={texts.versions}>
      {latest > 1 && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={version <= 1}
          onClick={() => showVersion(version - 1)}
        >
          {texts.older}
        </Button>
      )}
      <span aria-live="polite">{texts.versionOf(version, latest)}</span>
      {latest > 1 && (
        <Button
          variant="default"
          size="sm"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={version >= latest}
          onClick={() => showVersion(version + 1)}
        >
          {texts.newer}
        </Button>
      )}
    </nav>
  )
}

function EditLink({ record }: { readonly record: RecordRef }) {
  const texts = useTexts(recordTexts)
  return (
    <Button
      component={Link}
      href={editHref(record.type, record.id)}
      prefetch={false}
      size="sm"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      {texts.edit}
    </Button>
  )
}
