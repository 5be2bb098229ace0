// The frame of a tool's page: links to the others, its title, and a note about where the input goes.
'use client'

import { Alert } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import adminClasses from '../admin/admin.module.css'
import { frameTexts } from './frame-texts.ts'
import { TOOLS } from './tool-names.ts'

interface ToolsFrameProps {
  readonly title: string
  /** The note about where input on this page goes. */
  readonly where: string
  readonly children: ReactNode
}

export function ToolsFrame({ title, where, children }: ToolsFrameProps) {
  const texts = useTexts(frameTexts)
  const pathname = usePathname()
  return (
    <div className={layout.page}>
      <nav className={adminClasses.places} aria-label={texts.navigation}>
        {TOOLS.map((tool) => (
          <a key={tool} href={`/tools/${tool}`} aria-current={pathname === `/tools/${tool}` ? 'page' : undefined}>
            {texts.names[tool]}
          </a>
        ))}
      </nav>
      <h1>{title}</h1>
      <Alert role="note" icon={<IconShieldLock aria-hidden />}>
        {where}
      </Alert>
      {children}
    </div>
  )
}
