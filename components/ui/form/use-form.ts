// The values of a form, each bound to its field by its name.
'use client'

import { type ChangeEvent, useState } from 'react'

export function useForm<Form extends object>(initial: Form | (() => Form)) {
  const [form, setForm] = useState(initial)
  const set = (changes: Partial<Form>) => setForm((last) => ({ ...last, ...changes }))
  const bind = <Name extends keyof Form>(name: Name) => ({
    value: form[name],
    onChange: ({ target }: ChangeEvent<{ readonly value: string }>) =>
      setForm((last) => ({ ...last, [name]: target.value })),
  })
  return { form, set, bind }
}
