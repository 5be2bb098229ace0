// The views of a version of a record. A deleted record has only its history.
'use client'

import { Tabs } from '@mantine/core'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { Narrative } from '#components/ui/fhir/narrative.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { JsonText } from '#components/ui/json/json-text.tsx'
import layout from '#components/ui/page/page.module.css'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import { parseJsonTree } from '#lib/fhir/json-tree.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { type FhirAnswer, isResource } from './browse-queries.ts'
import { CopyAction } from './copy-action.tsx'
import { HistoryTab } from './history-tab.tsx'
import { JsonTree } from './json-tree.tsx'
import { showTab } from './place-in-record.ts'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { referenceHref } from './reference-target.ts'
import { ReferencesTab } from './references-tab.tsx'

/** A record opens on its fields: a narrative is what its source made of some of them, or is none. */
const TABS = ['tree', 'narrative', 'json', 'history', 'references'] as const

interface RecordTabsProps {
  readonly record: RecordRef
  readonly answer: FhirAnswer
  readonly latest: number
}

export function RecordTabs({ record, answer, latest }: RecordTabsProps) {
  const texts = useTexts(recordTexts)
  const tabParam = useSearchParams().get('tab')
  const shown: readonly (typeof TABS)[number][] = isResource(answer) ? TABS : ['history']
  const tab = shown.find((one) => one === tabParam) ?? shown[0] ?? null
  const tree = useMemo(() => parseJsonTree(answer.text), [answer.text])
  return (
    <Tabs value={tab} onChange={(chosen) => chosen && showTab(chosen)} keepMounted={false} variant="pills" radius="xl">
      <Tabs.List aria-label={texts.tabsLabel} className={classes.tabs}>
        {shown.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {texts.tabs[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="narrative" pt="lg">
        <Narrative resource={answer.resource} title={texts.narrative} />
      </Tabs.Panel>
      <Tabs.Panel value="tree" pt="lg">
        <JsonTree tree={tree} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="lg">
        <JsonTab text={answer.text} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="lg">
        <HistoryTab record={record} latest={latest} />
      </Tabs.Panel>
      <Tabs.Panel value="references" pt="lg">
        <ReferencesTab record={record} tree={tree} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The text of a resource as the server sent it: nothing but white space is added (conformance RDR-15). */
function JsonTab({ text }: { readonly text: string }) {
  const texts = useTexts(recordTexts)
  const { fhirBase } = useBrowse()
  const laidOut = pretty(minify(text))
  const link = (member: string, value: string, shown: string) => {
    const href = member === 'reference' ? referenceHref(value, fhirBase) : undefined
    if (!href) return undefined
    return (
      <Link href={href} prefetch={false}>
        {shown}
      </Link>
    )
  }
  return (
    <div className={layout.section}>
      <div className={classes.headBar}>
        <p className={layout.quiet}>{texts.jsonText}</p>
        <CopyAction value={laidOut} label={texts.copyJson} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={classes.json} aria-label="JSON" tabIndex={0}>
        <pre>
          <JsonText text={laidOut} link={link} />
        </pre>
      </section>
    </div>
  )
}
