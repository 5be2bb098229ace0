// Checks a developer's assertion with the checks of the token endpoint.
'use client'

import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import formClasses from '#components/ui/form/form.module.css'
import { Form } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AssertionVerdict } from '#lib/api/admin.ts'
import { adminTexts } from './texts.ts'
import { useChange } from './use-change.ts'

export function TestAssertion() {
  const texts = useTexts(adminTexts)
  const [assertion, setAssertion] = useState('')
  const test = useChange<AssertionVerdict>()
  return (
    <Form
      className={layout.card}
      aria-labelledby="test-assertion"
      send={() => test.mutate({ path: 'test-assertion', body: { assertion } })}
    >
      <h2 id="test-assertion">{texts.testAssertion}</h2>
      <p className={layout.quiet}>{texts.testAssertionText}</p>
      <TextArea
        label={texts.assertion}
        value={assertion}
        onChange={({ target }) => setAssertion(target.value)}
        rows={3}
        required
      />
      <div>
        <Button type="submit" variant="default" loading={test.isPending}>
          {texts.test}
        </Button>
      </div>
      <Outcome error={test.error} />
      <div aria-live="polite" className={formClasses.live}>
        {test.data && <Verdict verdict={test.data} />}
      </div>
    </Form>
  )
}

function Verdict({ verdict: { failed, expected, clientId } }: { readonly verdict: AssertionVerdict }) {
  const texts = useTexts(adminTexts)
  if (!failed) return <Alert color="teal">{texts.assertionGood(clientId ?? '')}</Alert>
  return (
    <Alert color="red" title={texts.checkFails(texts.checks[failed])}>
      <span lang="en">{expected}</span>
    </Alert>
  )
}
