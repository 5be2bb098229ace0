// Checks with their outcome by icon and word; a failed one shows the expected and the received value, and the remedy.
'use client'

import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { InspectedCheck } from '#lib/api/tools.ts'
import { toolChecks } from './check-texts.ts'
import { toolsTexts } from './texts.ts'
import classes from './tools.module.css'

const ICONS = { pass: IconCheck, fail: IconX, not_reached: IconMinus } as const

export function Checks({ checks }: { readonly checks: readonly InspectedCheck[] }) {
  return (
    <ol className={classes.checks}>
      {checks.map((check) => (
        <Check key={check.name} check={check} />
      ))}
    </ol>
  )
}

function Check({ check: { name, outcome, expected, received, error } }: { readonly check: InspectedCheck }) {
  const texts = useTexts(toolsTexts)
  const about = useTexts(toolChecks)[name]
  const Icon = ICONS[outcome]
  return (
    <li className={classes.check} data-outcome={outcome}>
      <span className={classes.mark}>
        <Icon size={18} aria-hidden />
      </span>
      <span>
        <strong>{about?.title ?? name}</strong>: {texts.outcomes[outcome]}
      </span>
      {outcome === 'fail' && (
        <dl>
          <dt>{texts.expected}</dt>
          <dd>{expected}</dd>
          {received !== null && (
            <>
              <dt>{texts.received}</dt>
              <dd className={layout.mono}>{received}</dd>
            </>
          )}
          <dt>{texts.mend}</dt>
          <dd>
            {about?.mend}{' '}
            {error && (
              <a href={`/docs/errors/${error}`}>
                {texts.more}
                <VisuallyHidden> {error}</VisuallyHidden>
              </a>
            )}
          </dd>
        </dl>
      )}
    </li>
  )
}
