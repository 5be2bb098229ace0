// What others than administrators see of the composer outside of the demo.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { SignInAsOther } from '#components/ui/session/sign-in-as-other.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import portal from '../portal.module.css'
import { composeTexts } from './texts.ts'

export function ForAdmins({ signedIn }: { readonly signedIn: boolean }) {
  const texts = useTexts(composeTexts)
  return (
    <div className={layout.page}>
      <div className={portal.head}>
        <h1>{texts.forAdmins}</h1>
        <p>{texts.forAdminsText}</p>
      </div>
      {signedIn ? <SignInAsOther /> : <SignInCard />}
    </div>
  )
}
