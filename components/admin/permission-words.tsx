// The permissions of a role in words: a sentence for each one that has an effect.
'use client'

import { useTexts } from '#components/i18n/language-context.tsx'
import { ACCEPTED_OPERATIONS, type RolePermission } from '#lib/oauth/permission-scope.ts'
import classes from './admin.module.css'
import { adminTexts } from './texts.ts'

export function PermissionWords({ permissions }: { readonly permissions: readonly RolePermission[] }) {
  const texts = useTexts(adminTexts)
  const sentences = permissions.flatMap(({ resourceType, operations, scope, grantedBy }) => {
    const verbs = ACCEPTED_OPERATIONS.filter((letter) => operations.includes(letter)).map((one) => texts.letters[one])
    const nobody = scope === 'granted' && grantedBy.length === 0
    return verbs.length === 0 || nobody ? [] : [texts.mayDo(verbs, resourceType, texts.whose[scope](grantedBy))]
  })
  if (sentences.length === 0) return <p>{texts.mayNothing}</p>
  return (
    <ul className={classes.list}>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
