// Data: a file to import; in a demo also its records put back, and sample data.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { DemoDifference, DemoPutBack, ImportReport, SampleCount } from '#lib/api/data.ts'
import { dataQuery } from './admin-queries.ts'
import { dataTexts } from './data-texts.ts'
import { ImportForm } from './import-form.tsx'
import { useOperations } from './use-operations.ts'

export function DataPage() {
  const texts = useTexts(dataTexts)
  const data = useQuery(dataQuery)
  if (!data.data) return <Unloaded query={data} />
  const { demo, samples } = data.data
  return (
    <div className={layout.page}>
      <h1>{texts.title}</h1>
      <RefetchFailed query={data} />
      <ImportForm />
      <div className={layout.pair}>
        {samples && <Samples samples={samples} />}
        {demo && <PutBack demo={demo} />}
      </div>
    </div>
  )
}

function Samples({ samples: { people, tasks, here } }: { readonly samples: SampleCount }) {
  const texts = useTexts(dataTexts)
  const operations = useOperations<ImportReport>()
  const add = () =>
    operations.run({
      path: 'data/samples',
      body: {},
      done: ({ created, updated, unchanged }) => ({ text: texts.samplesAdded(created + updated, unchanged) }),
    })
  return (
    <section className={layout.card} aria-labelledby="samples">
      <h2 id="samples">{texts.samplesTitle}</h2>
      <p>{texts.samplesText(people, tasks)}</p>
      {here === people + tasks ? (
        <p>{texts.samplesHere}</p>
      ) : (
        <div>
          <Button variant="default" loading={operations.busy} onClick={add}>
            {texts.addSamples(people)}
          </Button>
        </div>
      )}
      <Outcome {...operations.outcome} />
    </section>
  )
}

function PutBack({ demo: { records, changed, deleted } }: { readonly demo: DemoDifference }) {
  const texts = useTexts(dataTexts)
  const operations = useOperations<DemoPutBack>()
  const putBack = () =>
    operations.run({
      path: 'data/demo',
      body: {},
      done: (written) => ({ text: texts.putBackDone(written.changed, written.deleted) }),
    })
  return (
    <section className={layout.card} aria-labelledby="demo">
      <h2 id="demo">{texts.demoTitle}</h2>
      <p>{texts.demoText}</p>
      {changed + deleted === 0 ? (
        <p>{texts.demoSame(records)}</p>
      ) : (
        <>
          <p>{texts.demoDiffers(changed, deleted, records)}</p>
          <div>
            <AskButton
              size="sm"
              question={{
                title: texts.putBackAsk,
                children: <p>{texts.putBackText(changed, deleted)}</p>,
                confirm: texts.putBack,
              }}
              onSure={putBack}
            >
              {texts.putBack}
            </AskButton>
          </div>
        </>
      )}
      <Outcome {...operations.outcome} />
    </section>
  )
}
