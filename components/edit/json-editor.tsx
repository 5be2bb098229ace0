// A JSON editor for a record: numbered lines, with problems marked and shown after their line.
'use client'

import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { TextProblem } from '#lib/fhir/validation/text-problems.ts'
import classes from './edit.module.css'
import { ProblemWords } from './problem-words.tsx'
import { editTexts } from './texts.ts'

interface JsonEditorProps {
  readonly text: string
  readonly problems: readonly TextProblem[]
  /** id of the list of the problems. */
  readonly describedBy: string
  /** The line to begin with, from 1. */
  readonly line: number | undefined
  readonly edit: (text: string) => void
  readonly area: RefObject<HTMLTextAreaElement | null>
}

export function JsonEditor({ text, problems, describedBy, line, edit, area }: JsonEditorProps) {
  const texts = useTexts(editTexts)
  const id = useId()
  const layer = useRef<HTMLDivElement>(null)
  const lines = text.split('\n')
  const follow = () => {
    const { scrollLeft = 0, scrollTop = 0 } = area.current ?? {}
    layer.current?.style.setProperty('--left', `${-scrollLeft}px`)
    layer.current?.style.setProperty('--top', `${-scrollTop}px`)
  }
  useLayoutEffect(() => {
    if (line !== undefined) goToLine(area.current, line)
  }, [area, line])
  return (
    <div
      className={classes.json}
      style={{ height: `min(62vh, calc(${Math.max(lines.length, 8)} * var(--row) + 2.5rem))` }}
    >
      <div ref={layer} className={classes.layer} aria-hidden>
        <div className={classes.marks}>
          {problems.map((problem, index) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity
              key={index}
              className={classes.mark}
              style={{ top: `calc(${problem.line - 1} * var(--row))` }}
            >
              <span style={{ left: `calc(var(--begin) + ${(lines[problem.line - 1]?.length ?? 0) + 3}ch)` }}>
                <ProblemWords diagnostics={problem.diagnostics} />
              </span>
            </p>
          ))}
        </div>
        <pre className={classes.numbers}>{lines.map((_, index) => index + 1).join('\n')}</pre>
      </div>
      <label htmlFor={id} className={classes.hidden}>
        {texts.jsonLabel}
      </label>
      <textarea
        id={id}
        ref={area}
        value={text}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={problems.length > 0}
        aria-describedby={describedBy}
        onChange={({ target }) => edit(target.value)}
        onScroll={follow}
      />
    </div>
  )
}

/** Puts the caret at the beginning of a line, and the line into view. */
export function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return
  const before = area.value.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, { length }) => sum + length + 1, 0)
  area.focus()
  area.setSelectionRange(at, at)
  const height = Number.parseFloat(getComputedStyle(area).lineHeight)
  area.scrollTo({ top: Math.max(0, (line - 4) * height), left: 0 })
}
