// A file to import: chosen, checked or imported, with its progress and the report.
'use client'

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { MOST_IMPORT_BYTES, MOST_IMPORT_RESOURCES } from '#lib/api/data-words.ts'
import classes from './admin.module.css'
import { dataTexts } from './data-texts.ts'
import { ImportReportView } from './import-report.tsx'
import { type Importing, useImport } from './use-import.ts'

const MEGABYTE = 1024 * 1024
const ACCEPTED = '.ndjson,.jsonl,.json,application/json,application/fhir+json,application/fhir+ndjson'

export function ImportForm() {
  const texts = useTexts(dataTexts)
  const importing = useImport()
  const [file, setFile] = useState<File>()
  const { current, start } = importing
  const isRunning = current?.state === 'running'
  const isTooLarge = (file?.size ?? 0) > MOST_IMPORT_BYTES
  return (
    <form
      className={layout.card}
      aria-labelledby="import"
      onSubmit={(event) => {
        event.preventDefault()
        if (file) start(file, false)
      }}
    >
      <h2 id="import">{texts.importTitle}</h2>
      <p>
        {texts.importText} <a href="/docs/explanation/import">{texts.howItWorks}</a>
      </p>
      <TextInput
        label={texts.file}
        description={texts.fileHint(MOST_IMPORT_BYTES / MEGABYTE, MOST_IMPORT_RESOURCES)}
        type="file"
        accept={ACCEPTED}
        disabled={isRunning}
        // A browser says in its own language that no file is chosen.
        inputContainer={(input) => (
          <div className={classes.file}>
            {input}
            <span aria-hidden>{file?.name ?? texts.chooseFile}</span>
          </div>
        )}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      {isTooLarge && (
        <p role="alert" className={classes.problem}>
          {texts.tooLarge}
        </p>
      )}
      <div className={layout.actions}>
        <Button type="submit" disabled={!file || isTooLarge || isRunning}>
          {texts.run}
        </Button>
        <Button variant="default" disabled={!file || isTooLarge || isRunning} onClick={() => file && start(file, true)}>
          {texts.check}
        </Button>
      </div>
      <Progress {...importing} />
      <Outcome error={current?.error ?? null} done={doneText(importing, texts)} />
      {current?.report && !isRunning && <ImportReportView report={current.report} check={current.check} />}
    </form>
  )
}

/** The sentence for an import that is through, or was stopped. */
function doneText({ current }: Importing, texts: (typeof dataTexts)['en']): string | undefined {
  if (current?.state === 'stopped') return current.check ? texts.stoppedCheck : texts.stopped
  if (current?.state !== 'done') return undefined
  if (current.report?.stopped) return texts.partly(MOST_IMPORT_RESOURCES)
  return current.check ? texts.checked(current.name) : texts.imported(current.name, current.report?.failed ?? 0)
}

function Progress({ current, stop }: Importing) {
  const texts = useTexts(dataTexts)
  if (current?.state !== 'running') return null
  const { report } = current
  return (
    <>
      <progress className={classes.progress} aria-label={texts.importTitle} />
      <p role="status">{report ? texts.progress(report.read, report.failed) : texts.sending}</p>
      <p className={layout.hint}>{texts.stay}</p>
      <div>
        <Button variant="default" onClick={stop}>
          {texts.stop}
        </Button>
      </div>
    </>
  )
}
