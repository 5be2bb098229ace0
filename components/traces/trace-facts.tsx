// The facts of a trace as a whole, and its exports.
'use client'

import { Button } from '@mantine/core'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { TraceDetail } from '#lib/api/traces.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import table from './member-table.module.css'
import { tracesTexts } from './texts.ts'
import classes from './traces.module.css'

const IDS = ['id', 'traceId'] as const
const NAMES = ['platform', 'app', 'user', 'task'] as const

/** A name with its id; undefined for what the reader knows no name of. */
function namedIn(
  { appName, platformName, names, ...trace }: TraceDetail,
  fact: (typeof NAMES)[number],
): string | undefined {
  const name = { platform: platformName, app: appName, user: names?.user, task: names?.task }[fact]
  return name === undefined ? undefined : `${name} (${trace[fact]})`
}

export function TraceFactList({ trace }: { readonly trace: TraceDetail }) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  const address = `/traces/api/${trace.id}`
  return (
    <section className={layout.section} aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
      <dl className={table.members}>
        {IDS.map((name) => (
          <Fact key={name} label={words.fact[name]}>
            {trace[name] === null ? words.absent : <CopyText value={trace[name]} label={words.fact[name]} />}
          </Fact>
        ))}
        {NAMES.map((name) => (
          <Fact key={name} label={words.fact[name]}>
            {namedIn(trace, name) ?? trace[name] ?? words.absent}
          </Fact>
        ))}
        {trace.outcome !== 'answered' && (
          <Fact label={words.fact.proof}>{trace.verified ? words.proven : words.notProven}</Fact>
        )}
        <Fact label={words.fact.startedAt}>
          <Moment at={new Date(trace.startedAt).toISOString()} seconds />
        </Fact>
      </dl>
      <p className={layout.quiet}>{words.redacted}</p>
      <div className={`${layout.actions} ${classes.noPrint}`}>
        <Button component="a" variant="default" href={`${address}?download=json`}>
          {texts.exportJson}
        </Button>
        <Button component="a" variant="default" href={`${address}?download=html`}>
          {texts.exportPage}
        </Button>
        <Button component="a" variant="default" href={`${address}?download=har`} title={texts.exportHarHint}>
          {texts.exportHar}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
    </section>
  )
}
