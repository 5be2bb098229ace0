// The doctor's findings on the overview: problems of the installation and their remedies, and the keys of apps on
// request.
'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { sendJson } from '#components/ui/http/send-json.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AdminFinding, AdminFindings } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { doctorQuery } from './admin-queries.ts'
import { overviewTexts } from './overview-texts.ts'

export function Doctor() {
  const texts = useTexts(overviewTexts)
  const language = useLanguage()
  const inside = useQuery(doctorQuery(language))
  return (
    <section className={layout.card} aria-labelledby="doctor">
      <h2 id="doctor">{texts.doctor}</h2>
      {inside.data ? (
        <Findings items={inside.data.items} />
      ) : (
        <p role="status" className={layout.quiet}>
          {inside.isError ? texts.doctorUnknown : texts.loading}
        </p>
      )}
      {/* Findings are in the language of the request. */}
      <Others key={language} />
      <p className={layout.quiet}>
        {texts.onServer} <code>./bin/slipway doctor</code>.
      </p>
    </section>
  )
}

/** The keys of apps are fetched only on request, because each is a request to another server. */
function Others() {
  const texts = useTexts(overviewTexts)
  const asking = useMutation({ mutationFn: () => sendJson<AdminFindings>('POST', '/admin/api/doctor', {}) })
  const items = asking.data?.items
  return (
    <>
      <div className={layout.actions}>
        <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
          {texts.askOthers}
        </Button>
        <span className={layout.hint}>{texts.othersText}</span>
      </div>
      <Outcome
        error={asking.error}
        done={items && (items.length === 0 ? texts.nobodyToAsk : texts.othersAsked(items.length))}
      />
      {items && items.length > 0 && <Findings items={items} />}
    </>
  )
}

function Findings({ items }: AdminFindings) {
  const texts = useTexts(overviewTexts)
  const well = items.filter(({ level }) => level === 'ok')
  const others = items.filter(({ level }) => level !== 'ok')
  return (
    <>
      {others.length > 0 ? <FindingList items={others} /> : <p>{texts.nothingWrong}</p>}
      {well.length > 0 && (
        <details className={layout.more}>
          <summary>{texts.wellDone(well.length)}</summary>
          <FindingList items={well} />
        </details>
      )}
    </>
  )
}

const ICONS = { ok: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX } as const

function FindingList({ items }: { readonly items: readonly AdminFinding[] }) {
  const texts = useTexts(overviewTexts)
  return (
    <ul className={classes.findings}>
      {items.map(({ check, level, message, remedy }) => {
        const Icon = ICONS[level]
        return (
          <li key={check + message} data-level={level}>
            <Icon size={18} role="img" aria-label={texts.levels[level]} />
            <div>
              <p>{message}</p>
              {remedy && <p className={layout.hint}>→ {remedy}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
