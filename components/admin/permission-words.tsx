// The permissions of a role in words: a sentence for each kind of thing that an app with the role may do.
'use client'

import formClasses from '#components/ui/form/form.module.css'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'
import { effectsOf, together } from './permission-effects.ts'
import { adminTexts, listed } from './texts.ts'

export function PermissionWords({ permissions }: { readonly permissions: readonly RolePermission[] }) {
  const texts = useTexts(adminTexts)
  const sentences = together(permissions.flatMap(effectsOf)).map(({ operations, types, except, of }) => {
    const verbs = listed(
      operations.map((letter) => texts.letters[letter]),
      texts.and,
    )
    if (of === 'all' && types[0] !== '*') return texts.mayDoAll(verbs, types)
    const what = types[0] === '*' ? texts.everyTypeBut(listed(except, texts.and)) : listed(types, texts.and)
    return texts.mayDo(verbs, what, typeof of === 'string' ? of : listed(of, texts.and))
  })
  if (sentences.length === 0) return <p>{texts.mayNothing}</p>
  return (
    <ul className={formClasses.list}>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
