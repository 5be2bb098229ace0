// The form of a record: a control for each common element, with its problems below.
'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Edits } from '#components/browse/form-edits.ts'
import { shownAt } from '#components/browse/form-edits.ts'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { TextProblem } from '#lib/fhir/validation/text-problems.ts'
import classes from './edit.module.css'
import { type FormField, type FormList, formOf, pointerOf } from './form-fields.ts'
import { ProblemWords } from './problem-words.tsx'
import { editTexts } from './texts.ts'

interface RecordFormProps {
  readonly type: string
  /** The record as the form was opened with it, parsed. */
  readonly source: unknown
  readonly edits: Edits
  readonly problems: readonly TextProblem[]
  readonly edit: (edits: Edits) => void
}

export function RecordForm({ type, source, edits, problems, edit }: RecordFormProps) {
  const texts = useTexts(editTexts)
  const form = formOf(type)
  if (!form) return null
  const shared: Shared = {
    shown: (pointer) => edits.get(pointer) ?? shownAt(source, pointer),
    type: (pointer, value) => edit(new Map(edits).set(pointer, value)),
    problemAt: (pointer) => problems.find(({ expression }) => pointerOf(expression) === pointer)?.diagnostics,
  }
  return (
    <div className={classes.form}>
      <p className={classes.lead}>{texts.formLead}</p>
      {form.lists.map((list) => (
        <List key={list.pointer} list={list} source={source} edits={edits} edit={edit} shared={shared} />
      ))}
      <div className={classes.fields}>
        {form.fields.map((field) => (
          <Control key={field.pointer} field={field} shared={shared} />
        ))}
      </div>
    </div>
  )
}

interface Shared {
  readonly shown: (pointer: string) => string
  readonly type: (pointer: string, value: string) => void
  readonly problemAt: (pointer: string) => string | undefined
}

interface ListProps extends Pick<RecordFormProps, 'source' | 'edits' | 'edit'> {
  readonly list: FormList
  readonly shared: Shared
}

function List({ list, source, edits, edit, shared }: ListProps) {
  const texts = useTexts(editTexts)
  const label = texts.lists[list.label]
  const items = itemsAt(source, list.pointer)
  const numbers = numbersOf(list.pointer, items.length, edits)
  const next = Math.max(-1, ...allNumbers(list.pointer, items.length, edits)) + 1
  const remove = (pointer: string) => {
    const others = [...edits].filter(([edited]) => !edited.startsWith(`${pointer}/`))
    edit(new Map<string, string | null>([...others, [pointer, null]]))
  }
  return (
    <>
      {numbers.map((number, index) => {
        const pointer = `${list.pointer}/${number}`
        return (
          <fieldset key={pointer} className={classes.item}>
            <legend>{texts.itemNumber(label, index + 1)}</legend>
            <div className={classes.fields}>
              {list.fields(pointer, items[number]).map((field) => (
                <Control key={field.pointer} field={field} shared={shared} />
              ))}
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.removeItem(label, index + 1)}
              onClick={() => remove(pointer)}
            >
              {texts.remove}
            </Button>
          </fieldset>
        )
      })}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => edit(new Map(edits).set(`${list.pointer}/${next}/${FIRST_TYPED[list.label]}`, ''))}
        >
          {texts.addItem[list.label]}
        </Button>
      </div>
    </>
  )
}

/** The field that represents an added item before anything is typed. */
const FIRST_TYPED = { name: 'family', telecom: 'system' } as const

function itemsAt(source: unknown, pointer: string): readonly unknown[] {
  const list = (source as Readonly<Record<string, unknown>>)[pointer.slice(1)]
  return Array.isArray(list) ? list : []
}

function allNumbers(pointer: string, length: number, edits: Edits): readonly number[] {
  const added = [...edits.keys()].flatMap((edited) => {
    const [, number] = edited.startsWith(`${pointer}/`) ? (/^\/[^/]+\/(\d+)/.exec(edited) ?? []) : []
    return number === undefined ? [] : [Number(number)]
  })
  return [...new Set([...Array.from({ length }).keys(), ...added])].sort((one, other) => one - other)
}

/** The numbers of the items that are shown: those that are there and those that were added, without those that were taken away. */
const numbersOf = (pointer: string, length: number, edits: Edits): readonly number[] =>
  allNumbers(pointer, length, edits).filter((number) => edits.get(`${pointer}/${number}`) !== null)

function Control({ field, shared }: { readonly field: FormField; readonly shared: Shared }) {
  const texts = useTexts(editTexts)
  const value = shared.shown(field.pointer)
  const problem = shared.problemAt(field.pointer)
  const common = {
    label: texts.fields[field.label],
    description: texts.hints[field.label],
    error: problem === undefined ? undefined : <ProblemWords diagnostics={problem} />,
    value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => shared.type(field.pointer, target.value),
  }
  if (!field.codes) return <TextInput {...common} />
  return (
    <NativeSelect {...common}>
      <Codes codes={field.codes} value={value} field={field} />
    </NativeSelect>
  )
}

interface CodesProps {
  readonly codes: readonly string[]
  readonly value: string
  readonly field: FormField
}

/** The codes in words, including a code of the record that is not in the value set. */
function Codes({ codes, value, field }: CodesProps) {
  const texts = useTexts(editTexts)
  const { status, gender } = useTexts(fhirCodeTexts)
  const words = field.label === 'status' ? status : field.label === 'gender' ? gender : texts.codes
  const all = value === '' || codes.includes(value) ? codes : [...codes, value]
  return (
    <>
      <option value="">{texts.none}</option>
      {all.map((code) => (
        <option key={code} value={code}>
          {words[code] ?? code}
        </option>
      ))}
    </>
  )
}
