// The steps of a launch: taken, failed, or not reached, each with the time since the launch arrived.
'use client'

import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Breakable } from '#components/ui/address/breakable.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { LaunchStep, LaunchStepName } from '#lib/api/launch-session.ts'
import { LAUNCH_STEPS } from '#lib/api/launch-words.ts'
import classes from './step-rail.module.css'
import { launchTexts } from './texts.ts'

interface StepRailProps {
  readonly steps: readonly LaunchStep[]
  /** The step that stopped the launch, and its explanation. */
  readonly failed?: { readonly step: LaunchStepName; readonly children: ReactNode }
}

const ICONS = { done: IconCheck, failed: IconX, waiting: IconMinus } as const

export function StepRail({ steps, failed }: StepRailProps) {
  const texts = useTexts(launchTexts)
  return (
    <ol className={classes.rail} data-failed={failed !== undefined}>
      {LAUNCH_STEPS.map((name) => {
        const taken = steps.find(({ step }) => step === name)
        const state = name === failed?.step ? 'failed' : taken?.ok ? 'done' : 'waiting'
        const Icon = ICONS[state]
        return (
          <li key={name} data-state={state}>
            <span className={classes.mark}>
              <Icon size={14} stroke={2.5} aria-hidden />
            </span>
            <span className={classes.name}>{texts.steps[name]}</span>
            {state === 'done' ? (
              <VisuallyHidden>{texts.stepState.done}</VisuallyHidden>
            ) : (
              <span className={classes.state}>{texts.stepState[state]}</span>
            )}
            {taken && (
              <span className={classes.ms} title={texts.msTitle}>
                {texts.ms(taken.ms)}
              </span>
            )}
            {taken?.detail && (
              <code className={classes.detail}>
                <Breakable text={taken.detail} />
              </code>
            )}
            {state === 'failed' && <div className={classes.opened}>{failed?.children}</div>}
          </li>
        )
      })}
    </ol>
  )
}
