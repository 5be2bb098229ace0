// The problems for which the server would refuse a text, as a list of links to their lines.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { TextProblem } from '#lib/fhir/validation/text-problems.ts'
import classes from './edit.module.css'
import { ProblemWords } from './problem-words.tsx'
import { editTexts } from './texts.ts'

interface ProblemsProps {
  readonly id: string
  readonly problems: readonly TextProblem[]
  readonly goTo: (line: number) => void
}

export function Problems({ id, problems, goTo }: ProblemsProps) {
  const texts = useTexts(editTexts)
  return (
    <section id={id} className={classes.problems} aria-label={texts.problemsTitle}>
      <p aria-live="polite" data-good={problems.length === 0}>
        {texts.problems(problems.length)}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ line, diagnostics }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity
            <li key={index}>
              <Button
                size="compact-xs"
                variant="default"
                radius="xl"
                aria-label={texts.goToLine(line)}
                onClick={() => goTo(line)}
              >
                {texts.line(line)}
              </Button>{' '}
              <ProblemWords diagnostics={diagnostics} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
