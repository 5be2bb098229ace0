// The document of every page. Each is rendered per request: the nonce of its policy, the language and who is named
// in its header depend on it.
import '#components/shell/mantine-styles.ts'
import { ColorSchemeScript } from '@mantine/core'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { EarlyPressScript } from '#components/shell/early-press.tsx'
import { Providers } from '#components/shell/providers.tsx'
import { requestLanguage } from '#components/shell/request-language.ts'
import { Shell } from '#components/shell/shell.tsx'
import { shellTexts } from '#components/shell/texts.ts'
import { BackAfterReloadScript } from '#components/ui/address/back-after-reload.tsx'
import { hasOwnFace } from '#lib/launch/own-face.ts'
import { accountOfPage, domainFacts, whereToAsk } from '#server/next/page-data.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { template: '%s · Slipway', default: 'Slipway' },
  description: shellTexts[await requestLanguage()].tagline,
  icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
  referrer: 'no-referrer',
})

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const request = await headers()
  const language = await requestLanguage()
  const nonce = request.get('x-nonce') ?? ''
  const { demo, demoPasswords, version } = await domainFacts()
  const account = await accountOfPage(request)
  // An app of its own face keeps its own session.
  const ask = account || hasOwnFace(request) ? undefined : await whereToAsk(request)
  if (ask) redirect(ask)
  return (
    // The scheme for browsers without script; ColorSchemeScript puts in what the person wishes before anything is painted.
    <html lang={language} data-mantine-color-scheme="light" data-person={account?.person} suppressHydrationWarning>
      <head>
        <link rel="preload" href="/inter.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" suppressHydrationWarning />
        <EarlyPressScript nonce={nonce} />
        <BackAfterReloadScript nonce={nonce} />
      </head>
      <body>
        <Providers language={language} nonce={nonce} account={account}>
          {hasOwnFace(request) ? (
            children
          ) : (
            <Shell language={language} demo={demo} demoPasswords={demoPasswords} version={version}>
              {children}
            </Shell>
          )}
        </Providers>
      </body>
    </html>
  )
}
