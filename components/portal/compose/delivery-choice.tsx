// The choice of how the launch reaches the app.
'use client'

import { NativeSelect } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { COMPOSE_DELIVERIES } from '#lib/api/compose-words.ts'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

export function DeliveryChoice({ form, change }: FormPartProps) {
  const texts = useTexts(composeTexts)
  return (
    <NativeSelect
      label={texts.how}
      value={form.delivery}
      description={texts.deliveryNotes[form.delivery]}
      data={COMPOSE_DELIVERIES.map((delivery) => ({ value: delivery, label: texts.deliveries[delivery] }))}
      onChange={({ target }) => change({ delivery: target.value as typeof form.delivery })}
    />
  )
}
