// What a developer chooses of an app: what it is, and what it may do beside reading.
'use client'

import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox } from '@mantine/core'
import { Choice } from '#components/ui/form/choice.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { APP_RIGHTS, type AppRight } from '#lib/oauth/app-rights.ts'
import { KINDS, type Kind } from './kinds.ts'
import { connectTexts } from './texts.ts'

const KIND_NAMES = Object.keys(KINDS) as Kind[]

export function KindChoice({ chosen, choose }: { readonly chosen: Kind; readonly choose: (kind: Kind) => void }) {
  const texts = useTexts(connectTexts)
  const options = KIND_NAMES.map((kind) => ({ value: kind, label: texts.kinds[kind] }))
  return <Choice label={texts.kind} options={options} value={chosen} onChange={choose} />
}

interface RightsChoiceProps {
  readonly chosen: readonly AppRight[]
  readonly choose: (rights: readonly AppRight[]) => void
}

export function RightsChoice({ chosen, choose }: RightsChoiceProps) {
  const texts = useTexts(connectTexts)
  return (
    <Checkbox.Group label={texts.rights} value={[...chosen]} onChange={(rights) => choose(rights as AppRight[])}>
      <div className={formClasses.options}>
        {APP_RIGHTS.map((right) => (
          <Checkbox key={right} value={right} label={texts.rightNames[right]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
