// The console's home: the server's health, its contents, pending work, and the latest refusals.
'use client'

import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import classes from './admin.module.css'
import { appsQuery, healthQuery, keysQuery, refusalsQuery, rolesQuery, usersQuery } from './admin-queries.ts'
import { Doctor } from './doctor.tsx'
import { frameTexts } from './frame-texts.ts'
import { overviewTexts } from './overview-texts.ts'

export function Overview({ version }: { readonly version: string }) {
  const texts = useTexts(overviewTexts)
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <h1>{texts.title}</h1>
      </div>
      <Counts />
      <div className={classes.beside}>
        <Health version={version} />
        <Refusals />
        <Doctor />
      </div>
      <AuditHint />
    </div>
  )
}

function AuditHint() {
  const texts = useTexts(overviewTexts)
  const { users } = useTexts(frameTexts)
  const [before, after] = texts.auditHint
  return (
    <p className={layout.quiet}>
      {before}
      <a href="/admin/users">{users}</a>
      {after}
    </p>
  )
}

function Health({ version }: { readonly version: string }) {
  const texts = useTexts(overviewTexts)
  const health = useQuery(healthQuery)
  const apps = useQuery(appsQuery)
  const failing = health.data?.checks.filter(({ ok }) => !ok) ?? []
  const waiting = apps.data?.items.filter(({ status }) => status === 'pending') ?? []
  const warnings = [
    ...(health.isError ? [{ key: 'unknown', text: texts.healthUnknown, href: undefined }] : []),
    ...failing.map(({ name }) => ({ key: name, text: texts.failing(texts.checks[name] ?? name), href: undefined })),
    ...waiting.map(({ clientId, name }) => ({
      key: clientId,
      text: texts.waits(name),
      href: `/admin/apps/${clientId}`,
    })),
  ]
  const isWell = health.data !== undefined && failing.length === 0
  return (
    <section className={layout.card} aria-labelledby="health">
      <h2 id="health">{texts.health}</h2>
      <p role="status" className={classes.state} data-good={isWell}>
        {isWell && <IconCircleCheck size={18} aria-hidden />}
        {isWell ? texts.well(version) : health.isPending ? texts.loading : texts.notWell(version)}
      </p>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label={texts.attention}>
          {warnings.map(({ key, text, href }) => (
            <li key={key}>
              <IconAlertTriangle size={16} aria-hidden /> {href ? <a href={href}>{text}</a> : text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Counts() {
  const texts = useTexts(overviewTexts)
  const apps = useQuery(appsQuery).data?.items
  const roles = useQuery(rolesQuery).data?.items
  const users = useQuery(usersQuery('')).data
  const signing = useQuery(keysQuery).data?.items.filter(({ status }) => status === 'active')
  const disabled = apps?.filter(({ status }) => status === 'disabled').length ?? 0
  const counts = [
    { href: '/admin/apps', name: texts.apps, count: apps?.length, note: disabled > 0 ? texts.disabled(disabled) : '' },
    { href: '/admin/roles', name: texts.roles, count: roles?.length },
    { href: '/admin/users', name: texts.users, count: users?.items.length, more: users?.more ? '+' : '' },
    { href: '/admin/keys', name: texts.keys, count: signing?.length },
  ]
  return (
    <ul className={`${layout.cards} ${classes.counts}`} aria-label={texts.there}>
      {counts.map(({ href, name, count, more = '', note = '' }) => (
        <li key={href}>
          <a href={href}>
            <strong>{count === undefined ? '…' : `${count}${more}`}</strong> {name(count ?? 0)}
          </a>
          {note && <span className={layout.quiet}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Refusals that the list has. */
const MOST_REFUSALS = 5

function Refusals() {
  const texts = useTexts(overviewTexts)
  const language = useLanguage()
  const refusals = useQuery(refusalsQuery)
  const items = refusals.data?.items.slice(0, MOST_REFUSALS) ?? []
  return (
    <section className={layout.card} aria-labelledby="refusals">
      <h2 id="refusals">{texts.refusals}</h2>
      {items.length === 0 ? (
        <p className={layout.quiet} role="status">
          {refusals.isPending ? texts.loading : refusals.isError ? texts.refusalsUnknown : texts.noRefusals}
        </p>
      ) : (
        <>
          <ul className={classes.refusals}>
            {items.map((trace) => (
              <li key={trace.id}>
                <a href={`/traces/${trace.id}`}>{TRACE_TEXTS[language].sentence(trace)}</a>
                <span className={layout.quiet}>
                  <code className={layout.code}>{trace.failed ?? texts.noCheck}</code>{' '}
                  <Moment at={new Date(trace.startedAt).toISOString()} seconds />
                </span>
              </li>
            ))}
          </ul>
          <p>
            <a href="/traces?outcome=refused">{texts.allRefusals}</a>
          </p>
        </>
      )}
    </section>
  )
}
