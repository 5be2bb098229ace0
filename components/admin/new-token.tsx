// The form for a token, and the new token: its secret is only on this page, until the person leaves it.
'use client'

import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Alert, Button, Checkbox, NativeSelect } from '@mantine/core'
import { CopyButton } from '#components/ui/copy/copy-button.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { LAUNCH_SCOPES, TOKEN_SCOPES, type TokenScope } from '#lib/api/token-words.ts'
import type { MadeToken } from '#lib/api/tokens.ts'
import classes from './admin.module.css'
import { tokenTexts } from './token-texts.ts'
import { useChange } from './use-change.ts'

const LIVES = ['1', '7', '30', '90', '365'] as const
type Life = (typeof LIVES)[number]

/** The least that a token may do, for a short time: more is chosen. */
const EMPTY = { name: '', scopes: ['apps:read'] as readonly TokenScope[], life: '30' as Life }

export function NewToken() {
  const texts = useTexts(tokenTexts)
  const { form: wanted, set, bind } = useForm(EMPTY)
  const change = useChange<MadeToken>()
  const { name, scopes, life } = wanted
  return (
    <Form
      className={layout.card}
      aria-labelledby="new-token"
      send={() => {
        const body = { name, scopes, days: Number(life) }
        change.mutate({ path: 'tokens', body }, { onSuccess: () => set(EMPTY) })
      }}
    >
      <h2 id="new-token">{texts.newToken}</h2>
      <div className={layout.pair}>
        <div className={layout.section}>
          <TextField label={texts.name} description={texts.nameHint} {...bind('name')} required />
          <NativeSelect
            label={texts.life}
            data={LIVES.map((days) => ({ value: days, label: texts.lives[days] }))}
            {...bind('life')}
          />
        </div>
        <Scopes scopes={scopes} onChange={(scopes) => set({ scopes })} />
      </div>
      <div>
        <Button type="submit" loading={change.isPending}>
          {texts.make}
        </Button>
      </div>
      <Outcome error={change.error} done={change.data && texts.made(change.data.name)} />
      {change.data && <Secret made={change.data} />}
    </Form>
  )
}

interface ScopesProps {
  readonly scopes: readonly TokenScope[]
  readonly onChange: (scopes: readonly TokenScope[]) => void
}

function Scopes({ scopes, onChange }: ScopesProps) {
  const texts = useTexts(tokenTexts)
  return (
    <Checkbox.Group
      label={texts.may}
      value={[...scopes]}
      onChange={(chosen) => onChange(TOKEN_SCOPES.filter((one) => chosen.includes(one)))}
    >
      <div className={formClasses.options}>
        {TOKEN_SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope} label={texts.scopes[scope]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function Secret({ made: { token, scopes } }: { readonly made: MadeToken }) {
  const texts = useTexts(tokenTexts)
  const command = LAUNCH_SCOPES.every((one) => scopes.includes(one)) ? 'launch --app my-app' : 'app list'
  const line = `SLIPWAY_TOKEN=${token} slipway ${command} --url ${window.location.origin}`
  return (
    <Alert color="yellow">
      <p>{texts.copyNow}</p>
      <p>
        <code className={classes.wrapped}>{token}</code> <CopyButton value={token} label={texts.token} />
      </p>
      <p>{texts.use}</p>
      <code className={classes.wrapped}>{line}</code>
    </Alert>
  )
}
