// What a practitioner sees first: their own open tasks, and below the search the patients whose tasks changed last.
'use client'

import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { isSignedOut } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { PersonField } from '#components/ui/session/person-field.tsx'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { dateText } from '#components/ui/time/dates.ts'
import { SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { PortalListedTask, PortalWork } from '#lib/api/portal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { DueDay } from './due-day.tsx'
import { Pages } from './pages.tsx'
import { PlaceLink } from './place-link.tsx'
import classes from './portal.module.css'
import type { PortalPlace } from './portal-place.ts'
import { workQuery } from './portal-queries.ts'
import { StatusMeanings } from './status-meanings.tsx'
import { buttonOf } from './task-card.tsx'
import { portalTexts } from './texts.ts'
import { useWorkNews } from './use-task-news.ts'

interface WorkProps {
  readonly place: PortalPlace
  readonly go: (to: Partial<PortalPlace>) => void
}

const idOf = (reference: string): string => parseReference(reference)?.id ?? ''

interface OwnWorkProps extends Pick<WorkProps, 'go'> {
  /** The page of the list below, which comes with them; empty beside another list. */
  readonly next: string
}

export function OwnWork({ next, go }: OwnWorkProps) {
  const texts = useTexts(portalTexts)
  const { data } = useQuery(workQuery(next))
  useWorkNews()
  return (
    <section className={layout.section} aria-labelledby="own-tasks">
      <h2 id="own-tasks">{texts.tasks}</h2>
      {data === undefined ? (
        <Waiting label={texts.loading} height={80} bars={1} />
      ) : data.own.length === 0 ? (
        <p className={layout.quiet}>{texts.noOwnTasks}</p>
      ) : (
        <ScrollingTable label={texts.tasks} heads={[texts.task, texts.patient, texts.status, texts.until, '']} grouped>
          {data.own.map((task) => (
            <Row key={task.reference}>
              <RowHead>
                <TaskLink task={task} patient={task.patient} go={go} />
              </RowHead>
              <Cell>
                <PatientLink reference={task.patient} name={task.patientName} birthDate={task.birthDate} go={go} />
              </Cell>
              <Cell>
                <StatusBadge status={task.status} />
              </Cell>
              <Cell className={classes.born}>{task.until && <DueDay until={task.until} status={task.status} />}</Cell>
              <Cell>{task.launchable && <OpenTask task={task} />}</Cell>
            </Row>
          ))}
        </ScrollingTable>
      )}
      {data?.hasMoreOwn && <p className={layout.quiet}>{texts.moreOwn(data.own.length)}</p>}
    </section>
  )
}

interface PatientLinkProps extends Pick<WorkProps, 'go'>, Pick<PortalWork['patients'][number], 'reference' | 'name'> {
  readonly birthDate: string | undefined
}

/** To the patient's tasks; the birth date tells two of the same name apart. */
function PatientLink({ reference, name, birthDate, go }: PatientLinkProps) {
  const texts = useTexts(portalTexts)
  const language = useLanguage()
  return (
    <>
      <PlaceLink to={{ patient: idOf(reference) }} go={go} aria-label={texts.showTasksOf(name)}>
        {name}
      </PlaceLink>
      {birthDate && <small className={classes.bornBelow}>{texts.born(dateText(birthDate, language, 'medium'))}</small>}
    </>
  )
}

interface TaskLinkProps extends Pick<WorkProps, 'go'> {
  readonly task: PortalListedTask
  readonly patient: string
}

/** To the task among those of its patient, where it says what can be done with it. */
const TaskLink = ({ task, patient, go }: TaskLinkProps) => (
  <PlaceLink to={{ patient: idOf(patient), task: idOf(task.reference) }} go={go}>
    {task.title}
  </PlaceLink>
)

function OpenTask({ task }: { readonly task: PortalWork['own'][number] }) {
  const texts = useTexts(portalTexts)
  const button = buttonOf(task, texts)
  return (
    <form method="post" action="/portal/launch">
      <PersonField />
      <input type="hidden" name="task" value={idOf(task.reference)} />
      <input type="hidden" name="patient" value={idOf(task.patient)} />
      <Button
        type="submit"
        size="xs"
        aria-label={button.named(task.title)}
        rightSection={<IconArrowRight size={14} aria-hidden />}
      >
        {button.text}
      </Button>
    </form>
  )
}

export function PatientsWithTasks({ place, go }: WorkProps) {
  const texts = useTexts(portalTexts)
  const work = useQuery(workQuery(place.next))
  if (work.isPending) return <Waiting label={texts.loading} />
  const failed = work.error && (
    <LoadFailed error={work.error} retry={() => (place.next === '' ? void work.refetch() : go({}))} />
  )
  if (work.isLoadingError || isSignedOut(work.error)) return failed
  const { own, patients, next, previous } = work.data
  if (patients.length === 0 && place.page === 1)
    return (
      <div className={layout.empty}>
        <h3>{own.length === 0 ? texts.noWork : texts.noOtherWork}</h3>
        <p>{texts.noWorkText}</p>
      </div>
    )
  return (
    <>
      {failed}
      <ScrollingTable
        label={texts.withTasks}
        heads={[texts.patient, texts.task, texts.owner, texts.status, texts.until, texts.changed]}
        busy={work.isPlaceholderData}
        grouped
      >
        {patients.flatMap(({ reference, name, birthDate, tasks }) =>
          tasks.map((task, at) => (
            <Row key={task.reference} data-same={at > 0 || undefined}>
              <RowHead className={classes.name}>
                {at === 0 ? (
                  <PatientLink {...{ reference, name, birthDate, go }} />
                ) : (
                  <span className={classes.beside}>{name}</span>
                )}
              </RowHead>
              <Cell>
                <TaskLink task={task} patient={reference} go={go} />
              </Cell>
              <Cell className={classes.name}>{task.owner}</Cell>
              <Cell>
                <StatusBadge status={task.status} />
              </Cell>
              <Cell className={classes.born}>{task.until && <DueDay until={task.until} status={task.status} />}</Cell>
              <Cell className={classes.born}>
                {task.changed && (
                  <SentenceWithMoments
                    sentence={task.status === 'completed' ? texts.completedAt : (when = '') => when}
                    at={[task.changed]}
                  />
                )}
              </Cell>
            </Row>
          )),
        )}
      </ScrollingTable>
      <StatusMeanings of={patients.flatMap(({ tasks }) => tasks)} />
      <Pages place={place} go={go} following={next} previous={previous} isBusy={work.isPlaceholderData} />
    </>
  )
}
