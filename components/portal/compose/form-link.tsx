// A link that restores the form. The input is in the fragment, which browsers do not send to servers.
'use client'

import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconLink } from '@tabler/icons-react'
import { whenHeard } from '#components/ui/address/when-heard.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { type ComposeForm, formToFragment } from './compose-state.ts'
import { composeTexts } from './texts.ts'

export function FormLink({ form }: { readonly form: ComposeForm }) {
  const texts = useTexts(composeTexts)
  const { copied, copy } = useClipboard({ timeout: 2000 })
  const fragment = `#${formToFragment(form)}`
  return (
    <Button
      variant="subtle"
      size="compact-md"
      title={texts.linkText}
      leftSection={<IconLink size={16} aria-hidden />}
      onClick={() => {
        whenHeard(() => window.history.replaceState(null, '', fragment))
        copy(`${window.location.origin}${window.location.pathname}${fragment}`)
      }}
    >
      {copied ? texts.copied : texts.copyLink}
    </Button>
  )
}
