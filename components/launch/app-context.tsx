// Which of the demo apps a page is: they share all of their code but what is in faces.ts and app-texts.ts.
'use client'

import { createContext, type ReactNode, use } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { DemoAppName } from '#lib/launch/demo-paths.ts'
import { APP_TEXTS } from './app-texts.ts'

const AppContext = createContext<DemoAppName>('sleep')

interface AppProviderProps {
  readonly app: DemoAppName
  readonly children: ReactNode
}

export const AppProvider = ({ app, children }: AppProviderProps) => <AppContext value={app}>{children}</AppContext>

export const useApp = (): DemoAppName => use(AppContext)

/** The app's own words and questions. */
export const useAppTexts = () => useTexts(APP_TEXTS[useApp()])
