// The choice of how the launch reaches the app.
'use client'

import { ChoiceField } from '#components/ui/form/field.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { COMPOSE_DELIVERIES } from '#lib/api/compose-words.ts'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

export function DeliveryChoice({ form, change }: FormPartProps) {
  const texts = useTexts(composeTexts)
  return (
    <section className={layout.card} aria-labelledby="how">
      <h2 id="how">{texts.how}</h2>
      <ChoiceField
        label={texts.how}
        labelledBy="how"
        value={form.delivery}
        hint={texts.deliveryNotes[form.delivery]}
        options={COMPOSE_DELIVERIES.map((delivery) => [delivery, texts.deliveries[delivery]] as const)}
        onChange={(delivery) => change({ delivery })}
      />
    </section>
  )
}
