// A record that somebody else changed meanwhile: your version, theirs and the original, with a choice for each element.
'use client'

import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useId, useState } from 'react'
import { fhirQuery, isResource } from '#components/browse/browse-queries.ts'
import type { Base } from '#components/browse/draft.ts'
import { Outcome } from '#components/browse/outcome.tsx'
import { ReadFailed } from '#components/browse/read-failed.tsx'
import type { RecordRef } from '#components/browse/record-ref.ts'
import { recordHref } from '#components/browse/reference-target.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { type JsonNode, minifiedJson, parseJsonTree, writeJsonTree } from '#lib/fhir/json-tree.ts'
import { type Divergence, divergences, merged, type Side } from '#lib/fhir/three-way-merge.ts'
import classes from './edit.module.css'
import { StepTitle } from './step-title.tsx'
import { editTexts } from './texts.ts'

interface ConflictProps {
  readonly record: RecordRef
  readonly base: Base
  /** Your edited version of the base. */
  readonly text: string
  /** Continues with a text based on another version. */
  readonly goOn: (base: Base, text: string) => void
}

export function Conflict({ record, base, text, goOn }: ConflictProps) {
  const texts = useTexts(editTexts)
  const theirs = useQuery({ ...fhirQuery(record.url), staleTime: 0, refetchOnMount: 'always' })
  if (theirs.isError) return <ReadFailed error={theirs.error} retry={() => theirs.refetch()} />
  if (!theirs.data || theirs.isFetching) return <Skeleton height={160} role="status" aria-label={texts.loadingTheirs} />
  const { version } = theirs.data
  if (version !== undefined && isResource(theirs.data))
    return (
      <Choices
        record={record}
        base={base}
        text={text}
        theirs={{ version, text: theirs.data.text, isDeleted: false }}
        goOn={goOn}
      />
    )
  if (version === undefined) return <Outcome answer={theirs.data} />
  return (
    <section className={layout.section}>
      <StepTitle>{texts.deletedTitle}</StepTitle>
      <p>{texts.deletedText(version)}</p>
      <div>
        <Button onClick={() => goOn({ ...base, version, isDeleted: true }, text)}>{texts.bringBack}</Button>
      </div>
    </section>
  )
}

interface ChoicesProps extends ConflictProps {
  readonly theirs: Base
}

function Choices({ record, base, text, theirs, goOn }: ChoicesProps) {
  const texts = useTexts(editTexts)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map())
  const versions = { base: parseJsonTree(base.text), yours: parseJsonTree(text), theirs: parseJsonTree(theirs.text) }
  const found = divergences(versions)
  const open = found.filter(({ path, changedBy }) => !changedBy && !chosen.has(path)).length
  return (
    <section className={layout.section}>
      <StepTitle>{texts.conflictTitle}</StepTitle>
      <p>{texts.conflictText(base.version, theirs.version)}</p>
      {found.length === 0 && <p className={layout.empty}>{texts.sameChange}</p>}
      {found.map((one) => (
        <Choice
          key={one.path}
          divergence={one}
          chosen={chosen.get(one.path) ?? one.changedBy}
          choose={(side) => setChosen(new Map(chosen).set(one.path, side))}
        />
      ))}
      <p className={layout.quiet} aria-live="polite">
        {open > 0 && texts.stillToChoose(open)}
      </p>
      <div className={layout.actions}>
        <Button disabled={open > 0} onClick={() => goOn(theirs, minifiedJson(merged(versions, chosen)))}>
          {texts.useThese}
        </Button>
        <Button component={Link} href={recordHref(record.type, record.id)} prefetch={false} variant="default">
          {texts.cancel}
        </Button>
      </div>
    </section>
  )
}

const SIDES: readonly Side[] = ['yours', 'theirs', 'base']

interface ChoiceProps {
  readonly divergence: Divergence
  readonly chosen: Side | undefined
  readonly choose: (side: Side) => void
}

function Choice({ divergence, chosen, choose }: ChoiceProps) {
  const texts = useTexts(editTexts)
  const id = useId()
  const { path, changedBy, isOutdated } = divergence
  const who = { yours: texts.changedByYou, theirs: texts.changedByThem, none: texts.bothChanged }[changedBy ?? 'none']
  return (
    <fieldset className={classes.choice} data-open={chosen === undefined}>
      <legend>
        <code className={layout.code}>{path}</code> <span>{isOutdated ? texts.outdated : who}</span>
      </legend>
      <div className={classes.sides}>
        {SIDES.map((side) => (
          <label key={side} data-chosen={chosen === side}>
            <input type="radio" name={id} checked={chosen === side} onChange={() => choose(side)} />
            <span>
              <strong>{texts.sides[side]}</strong>
              <Value node={divergence[side]} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Value({ node }: { readonly node: JsonNode | undefined }) {
  const texts = useTexts(editTexts)
  return node ? <code>{writeJsonTree(node)}</code> : <em>{texts.absent}</em>
}
