// What a developer chooses of an app: what it is, and what it may do beside reading.
'use client'

import formClasses from '#components/ui/form/form.module.css'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { APP_RIGHTS, type AppRight } from '#lib/oauth/app-rights.ts'
import { connectTexts } from './texts.ts'

const KINDS = ['module', 'platform'] as const

interface KindChoiceProps {
  readonly chosen: (typeof KINDS)[number]
  readonly choose: (kind: (typeof KINDS)[number]) => void
}

export function KindChoice({ chosen, choose }: KindChoiceProps) {
  const texts = useTexts(connectTexts)
  return (
    <fieldset className={formClasses.ways}>
      <legend className={formClasses.legend}>{texts.kind}</legend>
      {KINDS.map((kind) => (
        <label key={kind}>
          <input type="radio" name="own-kind" checked={chosen === kind} onChange={() => choose(kind)} />
          {texts.kinds[kind]}
        </label>
      ))}
    </fieldset>
  )
}

interface RightsChoiceProps {
  readonly chosen: readonly AppRight[]
  readonly choose: (rights: readonly AppRight[]) => void
}

export function RightsChoice({ chosen, choose }: RightsChoiceProps) {
  const texts = useTexts(connectTexts)
  return (
    <fieldset className={formClasses.ways}>
      <legend className={formClasses.legend}>{texts.rights}</legend>
      <label>
        <input type="checkbox" checked disabled />
        {texts.readsAll}
      </label>
      {APP_RIGHTS.map((right) => (
        <label key={right}>
          <input
            type="checkbox"
            checked={chosen.includes(right)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, right] : chosen.filter((other) => other !== right))
            }
          />
          {texts.rightNames[right]}
        </label>
      ))}
    </fieldset>
  )
}
