// Two versions compared: their choice, each difference with an icon and a word, and both of them whole.
'use client'

import { Badge, Button, Skeleton, TextInput } from '@mantine/core'
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { type JsonNode, minifiedJson, parseJsonTree, writeJsonTree } from '#lib/fhir/json-tree.ts'
import type { Change } from '#lib/fhir/structural-diff.ts'
import classes from './browse.module.css'
import { isResource, versionQuery } from './browse-queries.ts'
import { differences } from './differences.ts'
import { ReadFailed } from './read-failed.tsx'
import type { RecordRef } from './record-ref.ts'
import { recordTexts } from './record-texts.ts'
import { SideBySideTable } from './side-by-side-table.tsx'

interface Pair {
  readonly from: number
  readonly to: number
}

interface VersionsFormProps {
  readonly pair: Pair
  readonly latest: number
  readonly choose: (pair: Pair) => void
}

export function VersionsForm({ pair, latest, choose }: VersionsFormProps) {
  const texts = useTexts(recordTexts)
  const [problem, setProblem] = useState(false)
  const version = { type: 'number', min: 1, max: latest, size: 'sm' } as const
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [Number(form.get('from')), Number(form.get('to'))]
    const known = (version: number) => Number.isInteger(version) && version >= 1 && version <= latest
    setProblem(!known(from) || !known(to))
    if (known(from) && known(to)) choose({ from, to })
  }
  return (
    <form className={classes.compareForm} onSubmit={submit} noValidate>
      <TextInput label={texts.from} name="from" {...version} defaultValue={pair.from} />
      <TextInput label={texts.to} name="to" {...version} defaultValue={pair.to} />
      <Button type="submit" variant="default">
        {texts.compare}
      </Button>
      <p className={classes.problem} aria-live="polite">
        {problem && texts.badVersions(latest)}
      </p>
    </form>
  )
}

export function ComparedVersions({ record, pair }: { readonly record: RecordRef; readonly pair: Pair }) {
  const texts = useTexts(recordTexts)
  const was = useQuery(versionQuery(record.url, pair.from))
  const now = useQuery(versionQuery(record.url, pair.to))
  const failed = [was, now].find(({ isError }) => isError)
  if (failed?.error) return <ReadFailed error={failed.error} retry={() => failed.refetch()} />
  if (!was.data || !now.data) return <Skeleton height={120} />
  if (!isResource(was.data) || !isResource(now.data)) return <p className={layout.empty}>{texts.notComparable}</p>
  const [before, after] = [parseJsonTree(was.data.text), parseJsonTree(now.data.text)]
  const changes = differences(before, after)
  if (changes.length === 0) return <p className={layout.empty}>{texts.same}</p>
  return (
    <>
      <p aria-live="polite">
        {texts.differences(pair.from, pair.to)}: {texts.changes(changes.length)}
      </p>
      <ChangeList label={texts.differences(pair.from, pair.to)} changes={changes} />
      {changes.some(isNarrativeLeftOut) && <p className={layout.hint}>{texts.narrativeLeftOut}</p>}
      <Whole key={`${pair.from} ${pair.to}`} pair={pair} was={before} now={after} />
    </>
  )
}

/** True for a narrative that was generated and is not there any more. */
const isNarrativeLeftOut = (change: Change): boolean =>
  change.path === 'text' && change.kind === 'removed' && minifiedJson(change.was).includes('"status":"generated"')

interface ChangeListProps {
  readonly label: string
  /** True for changes that are not saved yet: the text that was generated from the others is folded below them. */
  readonly planned?: boolean
  readonly changes: readonly Change[]
}

/** Differences, an item for each element. */
export function ChangeList({ label, planned = false, changes }: ChangeListProps) {
  const texts = useTexts(recordTexts)
  const others = changes.filter((change) => !ofText(change))
  const folds = planned && others.length > 0 && others.length < changes.length
  const list = (shown: readonly Change[], name: string) => (
    <ul className={classes.changes} aria-label={name}>
      {shown.map((change) => (
        <Difference key={change.path} change={change} planned={planned} />
      ))}
    </ul>
  )
  return (
    <>
      {list(folds ? others : changes, label)}
      {folds && (
        <details className={classes.whole}>
          <summary>{texts.textChanges}</summary>
          {list(changes.filter(ofText), texts.textChanges)}
        </details>
      )}
    </>
  )
}

/** Of the narrative, the text that people read in place of the record. */
const ofText = ({ path }: Change): boolean => path === 'text' || path.startsWith('text.')

/** Both complete versions, rendered when opened. */
function Whole({ pair, was, now }: { readonly pair: Pair; readonly was: JsonNode; readonly now: JsonNode }) {
  const texts = useTexts(recordTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.whole} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.sideBySide}</summary>
      {isOpen && <SideBySideTable from={pair.from} to={pair.to} was={was} now={now} />}
    </details>
  )
}

const ICONS = { added: IconPlus, removed: IconMinus, changed: IconPencil } as const
const COLOURS = { added: 'teal', removed: 'red', changed: 'indigo' } as const

function Difference({ change, planned }: { readonly change: Change; readonly planned: boolean }) {
  const texts = useTexts(recordTexts)
  const Icon = ICONS[change.kind]
  return (
    <li className={classes.change}>
      <p className={classes.changeHead}>
        <Badge component="span" color={COLOURS[change.kind]} leftSection={<Icon size={15} aria-hidden />}>
          {texts.change[change.kind]}
        </Badge>
        <code className={layout.code}>{change.path}</code>
      </p>
      <dl>
        {change.kind !== 'added' && <Value name={texts.was} node={change.was} side="was" />}
        {change.kind !== 'removed' && <Value name={planned ? texts.willBe : texts.now} node={change.now} side="now" />}
      </dl>
    </li>
  )
}

interface ValueProps {
  readonly name: string
  readonly node: JsonNode
  readonly side: 'was' | 'now'
}

const Value = ({ name, node, side }: ValueProps) => (
  <div className={classes.side} data-side={side}>
    <dt>{name}</dt>
    <dd>{writeJsonTree(node)}</dd>
  </div>
)
