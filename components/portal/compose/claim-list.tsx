// The claims of the token: usual ones can be left out or replaced, others added.
'use client'

import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { type LaunchDraft, USUAL_CLAIMS } from '#lib/launch/launch-token.ts'
import { claimTexts } from './claim-texts.ts'
import classes from './compose.module.css'
import type { ExtraClaim } from './compose-state.ts'
import type { FormPartProps } from './form-part.ts'

export interface ClaimListProps extends FormPartProps {
  readonly draft: LaunchDraft
}

export function ClaimList({ form, change, draft }: ClaimListProps) {
  const texts = useTexts(claimTexts)
  const usual = USUAL_CLAIMS.filter((name) => !form.without.includes(name))
  const override = (name: string) => form.extra.find((one) => one.usual && one.name === name)
  const others = form.extra.filter((one) => !one.usual)
  const set = (claim: ExtraClaim, changes: Partial<ExtraClaim>) =>
    change({ extra: form.extra.map((one) => (one === claim ? { ...one, ...changes } : one)) })
  const setUsual = (name: string, value: string) => {
    const before = override(name)
    if (before) set(before, { value })
    else change({ extra: [...form.extra, { name, value, usual: true }] })
  }
  return (
    <>
      <p className={layout.hint}>{texts.otherClaimsText}</p>
      <ul className={classes.claims}>
        {usual.map((name) => (
          <li key={name} className={classes.claim}>
            <code>{name}</code>
            <ClaimInput
              label={texts.valueOf(name)}
              value={override(name)?.value ?? (name === 'jti' ? '' : String(draft.claims[name]))}
              placeholder={name === 'jti' ? texts.madeThen : undefined}
              set={(value) => setUsual(name, value)}
            />
            <RemoveButton
              name={name}
              remove={() =>
                change({ extra: form.extra.filter((one) => one !== override(name)), without: [...form.without, name] })
              }
            />
          </li>
        ))}
        {others.map((claim, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is being typed, so only the place stays the same.
          <li key={at} className={classes.claim}>
            <ClaimInput label={texts.nameOf(at + 1)} value={claim.name} set={(name) => set(claim, { name })} />
            <ClaimInput label={texts.valueOf(claim.name)} value={claim.value} set={(value) => set(claim, { value })} />
            <RemoveButton
              name={claim.name}
              remove={() => change({ extra: form.extra.filter((one) => one !== claim) })}
            />
          </li>
        ))}
      </ul>
      <div className={classes.row}>
        <Button variant="default" size="sm" onClick={() => change({ extra: [...form.extra, { name: '', value: '' }] })}>
          {texts.addClaim}
        </Button>
        {form.without.map((name) => (
          <Button
            key={name}
            variant="default"
            size="sm"
            onClick={() => change({ without: form.without.filter((one) => one !== name) })}
          >
            {texts.restoreClaim(name)}
          </Button>
        ))}
      </div>
    </>
  )
}

interface ClaimInputProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string | undefined
  readonly set: (value: string) => void
}

const ClaimInput = ({ label, value, placeholder, set }: ClaimInputProps) => (
  <TextInput aria-label={label} value={value} placeholder={placeholder} onChange={({ target }) => set(target.value)} />
)

function RemoveButton({ name, remove }: { readonly name: string; readonly remove: () => void }) {
  const texts = useTexts(claimTexts)
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={texts.removeClaim(name)}
      title={texts.remove}
      onClick={remove}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  )
}
