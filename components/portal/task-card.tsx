// One task. Open is a real form: the launch works without script.
'use client'

import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { PersonField } from '#components/ui/session/person-field.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import { NOT_LAUNCHABLE_TEXTS } from '#lib/api/not-launchable-words.ts'
import type { PortalTask, PortalTaskWritten } from '#lib/api/portal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { DueDay } from './due-day.tsx'
import { NotDone } from './not-done.tsx'
import classes from './portal.module.css'
import { TASK_CHANGES } from './portal-queries.ts'
import { type PortalTexts, portalTexts } from './texts.ts'

export interface TaskCardProps {
  readonly task: PortalTask
  /** A reference. */
  readonly patient: string
  /** True for the one that a list led to: it is read first. */
  readonly isChosen: boolean
  /** The address at which the reader sees what apps did with a task; undefined where that is not theirs to see. */
  readonly happenedAt: ((reference: string) => string) | undefined
}

export function TaskCard({ task, patient, isChosen, happenedAt }: TaskCardProps) {
  const texts = useTexts(portalTexts)
  const reasons = useTexts(NOT_LAUNCHABLE_TEXTS)
  const button = buttonOf(task, texts)
  return (
    <>
      <div className={classes.taskHead}>
        <h3 {...(isChosen ? { ref: readFirst, tabIndex: -1 } : {})}>{task.title}</h3>
        <StatusBadge status={task.status} />
      </div>
      <dl className={classes.facts}>
        <Fact label={texts.owner}>{task.owner}</Fact>
        {![task.title, task.app].some((said) => said?.includes(task.activity ?? '')) && (
          <Fact label={texts.activity}>{task.activity}</Fact>
        )}
        <Fact label={texts.opensIn}>{task.app}</Fact>
        <Fact label={texts.until}>{task.until && <DueDay until={task.until} status={task.status} />}</Fact>
        <Fact label={texts.givenBy}>{task.givenBy}</Fact>
        <Fact label={texts.assigned}>{task.authoredOn && <Moment at={task.authoredOn} />}</Fact>
        <Fact label={task.status === 'completed' ? texts.completed : texts.ended}>
          {task.endedAt && (
            <>
              <Moment at={task.endedAt} />
              {task.status === 'completed' && task.owner && `, ${texts.by(task.owner)}`}
            </>
          )}
        </Fact>
      </dl>
      {task.message !== undefined && (
        <figure className={classes.message}>
          <figcaption>{task.messageBy === undefined ? texts.message : texts.messageBy(task.messageBy)}</figcaption>
          <p>{task.message}</p>
        </figure>
      )}
      <div className={classes.foot}>
        {task.launchable || task.answers || task.review ? (
          <form method="post" action="/portal/launch">
            <PersonField />
            <input type="hidden" name="task" value={parseReference(task.review ?? task.reference)?.id} />
            <input type="hidden" name="patient" value={parseReference(patient)?.id} />
            <Button
              type="submit"
              variant={task.answers || task.ofOther ? 'default' : 'filled'}
              aria-label={button.named(task.title)}
              rightSection={<IconArrowRight size={16} aria-hidden />}
            >
              {button.text}
            </Button>
          </form>
        ) : (
          task.reason && (
            <p className={layout.quiet}>
              {reasons[task.reason]} {task.review === null && texts.answersByReview}
            </p>
          )
        )}
        <CancelTask task={task} />
        {happenedAt && BEGUN.includes(task.status) && (
          <a
            className={classes.happened}
            href={happenedAt(task.reference)}
            aria-label={texts.whatHappenedTo(task.title)}
          >
            {texts.whatHappened}
          </a>
        )}
      </div>
    </>
  )
}

function readFirst(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.closest('li')?.scrollIntoView({ block: 'center' })
}

/** Of a task that an app has opened. */
const BEGUN = ['in-progress', 'completed']

/** What the button that opens a task does, in words; `named` with the title. */
export function buttonOf(
  { answers, review, ofOther, status }: Pick<PortalTask, 'answers' | 'review' | 'ofOther' | 'status'>,
  texts: PortalTexts,
) {
  if (answers || review) return { text: texts.answers, named: texts.answersOf }
  if (ofOther) return { text: texts.look, named: texts.lookAt }
  return status === 'in-progress'
    ? { text: texts.goOn, named: texts.goOnWith }
    : { text: texts.open, named: texts.openTask }
}

/** Cancels a task in the version on the screen, so that an app's change is shown first. */
function CancelTask({ task }: { readonly task: PortalTask }) {
  const texts = useTexts(portalTexts)
  const client = useQueryClient()
  const change = useChangeAt<PortalTaskWritten>(TASK_CHANGES)
  const { reference, title, cancellable: version } = task
  const cancel = () =>
    change.mutate(
      { path: 'tasks/cancel', body: { task: reference, version } },
      { onError: () => void client.invalidateQueries({ queryKey: TASK_CHANGES.queryKey }) },
    )
  return (
    <>
      {version !== undefined && (
        <AskButton
          size="sm"
          label={texts.cancelTask(title)}
          question={{
            title: texts.cancelQuestion(title),
            children: <p>{texts.cancelText}</p>,
            confirm: texts.cancelYes,
            dismiss: texts.cancelNo,
            dangerous: true,
          }}
          onSure={cancel}
        >
          {texts.cancel}
        </AskButton>
      )}
      <NotDone error={change.error} />
    </>
  )
}
