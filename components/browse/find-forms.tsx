// Ways to a record without paging: by its id, and by the simple search parameters that the server lists for its type.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, type InputHTMLAttributes, useId, useState } from 'react'
import { useTexts } from '#components/i18n/language-context.tsx'
import { servedTypes } from '#lib/fhir/capabilities.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import classes from './browse.module.css'
import { useBrowse } from './browse-context.tsx'
import { fhirQuery, isResource } from './browse-queries.ts'
import { recordHref } from './reference-target.ts'
import { browseTexts } from './texts.ts'

interface FindFormsProps {
  readonly type: string
  /** Shows what a search by one parameter finds. */
  readonly search: (parameter: string, value: string) => void
}

export function FindForms({ type, search }: FindFormsProps) {
  const texts = useTexts(browseTexts)
  const { fhirBase } = useBrowse()
  const metadata = useQuery(fhirQuery(`${fhirBase}/metadata`))
  const served = metadata.data && isResource(metadata.data) ? servedTypes(metadata.data.resource) : []
  const listed = served.find((one) => one.type === type)?.searchParameters.map(({ name }) => name) ?? []
  return (
    <section className={classes.forms} aria-label={texts.find}>
      <OpenById type={type} />
      {listed.includes('identifier') && (
        <SearchBy
          label={texts.byIdentifier}
          placeholder={texts.byIdentifierHint}
          search={(value) => search('identifier', value)}
        />
      )}
      {listed.includes('name') && <SearchBy label={texts.byName} search={(value) => search('name', value)} />}
    </section>
  )
}

function OpenById({ type }: { readonly type: string }) {
  const texts = useTexts(browseTexts)
  const router = useRouter()
  const [problem, setProblem] = useState<string>()
  const submit = (id: string) => {
    if (isResourceId(id)) router.push(recordHref(type, id))
    else setProblem(texts.badId)
  }
  return <OneField label={texts.openById} button={texts.open} problem={problem} submit={submit} maxLength={64} />
}

interface SearchByProps {
  readonly label: string
  readonly placeholder?: string
  readonly search: (value: string) => void
}

function SearchBy({ label, search, ...input }: SearchByProps) {
  const texts = useTexts(browseTexts)
  return <OneField label={label} button={texts.search} submit={search} {...input} />
}

interface OneFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder' | 'maxLength'> {
  readonly label: string
  readonly button: string
  readonly problem?: string | undefined
  readonly submit: (value: string) => void
}

function OneField({ label, button, problem, submit, ...input }: OneFieldProps) {
  const id = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('value')
    if (typeof value === 'string' && value.trim() !== '') submit(value.trim())
  }
  return (
    <form className={classes.field} onSubmit={send} autoComplete="off">
      <label htmlFor={id}>{label}</label>
      <div>
        <input id={id} name="value" required spellCheck={false} aria-describedby={`${id}-problem`} {...input} />
        <Button type="submit" variant="default">
          {button}
        </Button>
      </div>
      <p id={`${id}-problem`} className={classes.problem} aria-live="polite">
        {problem}
      </p>
    </form>
  )
}
