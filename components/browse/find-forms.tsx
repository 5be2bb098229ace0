// Ways to records: by id, by the search parameters that the server lists for the type, and by a query as it is written.
'use client'

import { Button, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { isResourceId } from '#lib/fhir/reference.ts'
import type { SearchField } from '#lib/fhir/search/search-fields.ts'
import classes from './browse.module.css'
import { searchQuery } from './list-address.ts'
import { recordHref } from './reference-target.ts'
import { SearchFields } from './search-fields.tsx'
import { browseTexts } from './texts.ts'
import { typedQuery } from './typed-query.ts'

interface FindFormsProps {
  readonly type: string
  readonly fields: readonly SearchField[]
  readonly search: URLSearchParams
  readonly go: (search: URLSearchParams) => void
}

export function FindForms({ type, fields, search, go }: FindFormsProps) {
  const texts = useTexts(browseTexts)
  return (
    <section className={classes.forms} aria-label={texts.find}>
      {fields.length > 0 && (
        // The fields are made anew from an address that was reached by Back.
        <SearchFields key={`${search}`} fields={fields} search={search} go={go} />
      )}
      <div className={classes.oneLine}>
        <OpenById type={type} />
        <Query key={`${search}`} type={type} search={search} go={go} />
      </div>
    </section>
  )
}

function OpenById({ type }: { readonly type: string }) {
  const texts = useTexts(browseTexts)
  const router = useRouter()
  const [problem, setProblem] = useState<string>()
  const submit = (id: string) => {
    if (isResourceId(id)) router.push(recordHref(type, id))
    else if (id !== '') setProblem(texts.badId)
  }
  return (
    <OneField label={texts.openById} button={texts.open} problem={problem} submit={submit} given="" maxLength={64} />
  )
}

/** The query as it is sent, to read, edit and copy. */
function Query({ type, search, go }: Omit<FindFormsProps, 'fields'>) {
  const texts = useTexts(browseTexts)
  const router = useRouter()
  const [problem, setProblem] = useState<string>()
  const submit = (query: string) => {
    const read = typedQuery(query)
    if ('bad' in read) return setProblem(texts.badQuery(read.bad))
    setProblem(undefined)
    if (read.type === undefined || read.type === type) go(read.search)
    else router.push(`/browse/${read.type}${searchQuery(read.search)}`)
  }
  const written = `${search}`.replace(/%(?:2F|7C|3A|2C)/g, decodeURIComponent)
  return (
    <OneField
      label={texts.query}
      before={<code>{`GET /${type}?`}</code>}
      button={texts.run}
      given={written}
      problem={problem}
      submit={submit}
      maxLength={2000}
    />
  )
}

interface OneFieldProps {
  readonly label: string
  readonly before?: ReactNode
  readonly button: string
  readonly problem?: string | undefined
  readonly given: string
  readonly maxLength: number
  readonly submit: (value: string) => void
}

function OneField({ label, before, button, problem, given, maxLength, submit }: OneFieldProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('value')
    if (typeof value === 'string') submit(value.trim())
  }
  return (
    <form onSubmit={send} autoComplete="off">
      <TextInput
        label={label}
        name="value"
        size="sm"
        defaultValue={given}
        maxLength={maxLength}
        autoCapitalize="off"
        error={problem}
        errorProps={{ role: 'alert' }}
        inputContainer={(input) => (
          <div className={classes.line}>
            {before}
            {input}
            <Button type="submit" variant="default">
              {button}
            </Button>
          </div>
        )}
      />
    </form>
  )
}
