// Why a FHIR request was refused: the server's sentence, the check, and the remedy.
'use client'

import { Alert, Button } from '@mantine/core'
import { issuesOf } from '#components/ui/fhir/issues.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { FHIR_CHECKS } from '#lib/checks/fhir.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { isObject, parsedJson } from '#lib/json.ts'
import { answerTexts } from './answer-texts.ts'
import type { Answered } from './send.ts'

interface RefusalProps {
  readonly answer: Answered
  /** Uses the current version for If-Match. */
  readonly takeVersion: (etag: string) => void
}

export function Refusal({ answer, takeVersion }: RefusalProps) {
  const texts = useTexts(answerTexts)
  const language = useLanguage()
  const check = checkOf(answer)
  const about = check && FHIR_CHECKS[check][language]
  const headers = Object.fromEntries(answer.headers)
  const scope = /scope="([^"]+)"/.exec(headers['www-authenticate'] ?? '')?.[1]
  const current = answer.status === 412 ? headers['etag'] : undefined
  return (
    <Alert color="red" role="region" aria-label={texts.whyNot} classNames={{ message: layout.section }}>
      <h3>{texts.whyNot}</h3>
      <ul>
        {issuesOf(outcomeOf(answer.body)).map(({ code, element, words }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: issues have no identity and never change place
          <li key={index}>
            <code className={layout.code}>{code}</code> {element && <code className={layout.code}>{element}</code>}{' '}
            <span lang="en">{words}</span>
          </li>
        ))}
      </ul>
      {scope && <p>{texts.scope(scope)}</p>}
      {current && (
        <p className={layout.actions}>
          {texts.current(current)}
          <Button size="compact-sm" variant="default" onClick={() => takeVersion(current)}>
            {texts.takeVersion}
          </Button>
        </p>
      )}
      {about && (
        <p>
          <code className={layout.code}>{check}</code> {about.meaning} {texts.mend} {about.mend}{' '}
          <a href={`/docs/errors/${check}`}>{texts.more}</a>
        </p>
      )}
    </Alert>
  )
}

/** The check that refuses with such a status; undefined for a refusal without one, such as 404 of a read. */
function checkOf({ status, asked }: Answered): keyof typeof FHIR_CHECKS | undefined {
  if (status === 401) return 'fhir.bearer'
  if (status === 403) return 'fhir.permission'
  return asked.method !== 'GET' && [400, 409, 412, 422].includes(status) ? 'fhir.write' : undefined
}

function outcomeOf(text: string): FhirResource {
  const parsed = parsedJson(text)
  return isObject(parsed) ? parsed : {}
}
