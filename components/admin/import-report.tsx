// The result of an import or a check: counts, what was left out, and what was refused and why.
'use client'

import formClasses from '#components/ui/form/form.module.css'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { ImportReport } from '#lib/api/data.ts'
import classes from './admin.module.css'
import { dataTexts } from './data-texts.ts'

/** The number read, and its parts: the others add up to the first. */
const COUNTS = ['read', 'created', 'updated', 'unchanged', 'leftOut', 'failed'] as const

interface ImportReportProps {
  readonly report: ImportReport
  /** True when nothing was written. */
  readonly check: boolean
}

export function ImportReportView({ report, check }: ImportReportProps) {
  const texts = useTexts(dataTexts)
  const types = Object.entries(report.skipped)
  const counts = { ...report, leftOut: types.reduce((sum, [, count]) => sum + count, 0) }
  return (
    <section className={layout.section} aria-label={texts.report}>
      <dl className={classes.report}>
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{(check ? texts.wouldBe : texts.counts)[name]}</dt>
            <dd>{counts[name]}</dd>
          </div>
        ))}
        {types.length > 0 && (
          <div className={classes.wide}>
            <dt>{texts.leftOutTypes}</dt>
            <dd>{types.map(([type, count]) => `${count} ${type}`).join(', ')}</dd>
          </div>
        )}
      </dl>
      {report.lostLogins.length > 0 && <LostLogins report={report} check={check} />}
      {report.errors.length > 0 && <Refused report={report} />}
    </section>
  )
}

/** The people as whom nobody can log in any more. */
function LostLogins({ report: { lostLogins }, check }: ImportReportProps) {
  const texts = useTexts(dataTexts)
  return (
    <>
      <h3>{check ? texts.wouldLoseTitle : texts.lostTitle}</h3>
      <p>{texts.lostText}</p>
      <ul className={formClasses.list}>
        {lostLogins.map(({ resource, system, value }) => (
          <li key={`${resource} ${value}`}>
            <a href={`/browse/${resource}`}>{resource}</a>:{' '}
            <code className={classes.wrapped}>{`${system}|${value}`}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

function Refused({ report: { errors, failed } }: Pick<ImportReportProps, 'report'>) {
  const texts = useTexts(dataTexts)
  return (
    <>
      <h3>{texts.refusedTitle}</h3>
      <ul className={formClasses.list}>
        {errors.map(({ line, path, reason }) => (
          <li key={`${line} ${path} ${reason}`}>
            {texts.line(line)}
            {path && (
              <>
                , <code className={classes.wrapped}>{path}</code>
              </>
            )}
            : <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
      {failed > errors.length && <p>{texts.more(failed - errors.length)}</p>}
    </>
  )
}
