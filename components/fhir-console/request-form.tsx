// The form of a FHIR request: token, method, address, headers and body.
'use client'

import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import formClasses from '#components/ui/form/form.module.css'
import { TokenField } from '#components/ui/form/token-field.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import layout from '#components/ui/page/page.module.css'
import type { FhirConsoleMe } from '#lib/api/fhir-console.ts'
import { FHIR_HEADERS, FHIR_METHODS, type FhirHeader, type FhirMethod } from '#lib/api/fhir-console-words.ts'
import { type Asked, hasBody, NO_TOKEN, OWN_TOKEN, withMethod } from './asked.ts'
import classes from './fhir-console.module.css'
import { fhirConsoleTexts } from './texts.ts'

interface RequestFormProps {
  readonly me: FhirConsoleMe
  readonly pathField: RefObject<HTMLInputElement | null>
  readonly asked: Asked
  readonly change: (asked: Asked) => void
  readonly token: string
  readonly changeToken: (token: string) => void
  readonly sending: boolean
  readonly send: () => void
}

/** The headers shown in the form; the others are folded. */
const FIRST: readonly FhirHeader[] = ['if-match', 'prefer']
const EXAMPLES: Readonly<Partial<Record<FhirHeader, string>>> = {
  'if-match': 'W/"1"',
  prefer: 'return=minimal',
  'if-none-exist': 'identifier=system|value',
  'if-none-match': 'W/"1"',
  'if-modified-since': 'Sun, 22 Nov 2026 08:00:00 GMT',
  accept: 'application/fhir+json',
}

export function RequestForm({ pathField, me, asked, change, token, changeToken, sending, send }: RequestFormProps) {
  const texts = useTexts(fhirConsoleTexts)
  const withBody = hasBody(asked.method)
  const first = withBody ? (['content-type', ...FIRST] as const) : FIRST
  const clients = [
    ...me.clients.map(({ clientId, name }) => ({ value: clientId, label: called(name, clientId) })),
    { value: OWN_TOKEN, label: texts.ownToken },
    { value: NO_TOKEN, label: texts.noToken },
  ]
  return (
    <form
      className={layout.card}
      aria-labelledby="request"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2 id="request">{texts.request}</h2>
      <NativeSelect
        label={texts.client}
        description={me.clients.length > 0 && (me.demoPeople.length > 0 ? texts.demoHint : texts.clientHint)}
        value={asked.client}
        data={clients}
        onChange={({ target }) => change({ ...asked, client: target.value })}
      />
      {me.known && me.clients.length === 0 && <NoClients />}
      {asked.client === OWN_TOKEN && (
        <TokenField label={texts.token} description={texts.tokenHint} value={token} change={changeToken} />
      )}
      <div className={classes.line}>
        <NativeSelect
          label={texts.method}
          value={asked.method}
          data={[...FHIR_METHODS]}
          onChange={({ target }) => change(withMethod(asked, target.value as FhirMethod))}
        />
        <TextInput
          ref={pathField}
          label={texts.path}
          description={texts.pathHint(me.fhirBase)}
          value={asked.path}
          onChange={({ target }) => change({ ...asked, path: target.value })}
        />
      </div>
      <fieldset className={classes.headers}>
        <legend className={formClasses.legend}>{texts.headers}</legend>
        <Headers names={first} asked={asked} change={change} />
        <details
          className={layout.more}
          open={FHIR_HEADERS.some((name) => !isAmong(first, name) && asked.headers[name])}
        >
          <summary>{texts.otherHeaders}</summary>
          <Headers
            names={FHIR_HEADERS.filter((name) => !isAmong(first, name) && name !== 'content-type')}
            asked={asked}
            change={change}
          />
        </details>
      </fieldset>
      {withBody && <BodyField asked={asked} change={change} send={send} />}
      <div>
        <Button type="submit" loading={sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

function BodyField({ asked, change, send }: Pick<RequestFormProps, 'asked' | 'change' | 'send'>) {
  const texts = useTexts(fhirConsoleTexts)
  return (
    <Textarea
      label={texts.body}
      description={texts.bodyHint}
      rows={Math.min(24, Math.max(6, asked.body.split('\n').length))}
      value={asked.body}
      wrap="off"
      onChange={({ target }) => change({ ...asked, body: target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
      }}
    />
  )
}

const isAmong = (names: readonly FhirHeader[], name: FhirHeader): boolean => names.includes(name)

interface HeadersProps extends Pick<RequestFormProps, 'asked' | 'change'> {
  readonly names: readonly FhirHeader[]
}

const Headers = ({ names, asked, change }: HeadersProps) => (
  <div className={classes.fields}>
    {names.map((name) => (
      <TextInput
        key={name}
        label={titled(name)}
        value={asked.headers[name] ?? ''}
        placeholder={EXAMPLES[name]}
        onChange={({ target }) => change({ ...asked, headers: { ...asked.headers, [name]: target.value } })}
      />
    ))}
  </div>
)

/** As RFC 9110 writes it: If-Match. */
const titled = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** The way forward for people who may use no token of the domain. */
function NoClients() {
  const texts = useTexts(fhirConsoleTexts)
  return (
    <p className={layout.hint}>
      {texts.notForYou} <a href="/connect">{texts.toConnect}</a>
    </p>
  )
}
