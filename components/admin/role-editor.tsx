// The editor of a role: permissions as type, operations and owner of the resources, with the resulting scope.
'use client'

import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import formClasses from '#components/ui/form/form.module.css'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AdminRole } from '#lib/api/admin.ts'
import { OPERATIONS, PERMISSION_SCOPES, permissionScopes, type RolePermission } from '#lib/oauth/permission-scope.ts'
import { formatSystemScope } from '#lib/oauth/smart-scope.ts'
import classes from './admin.module.css'
import { operationTexts } from './operation-texts.ts'
import { cautionsOf } from './permission-effects.ts'
import { PermissionWords } from './permission-words.tsx'
import { adminTexts } from './texts.ts'
import { useOperations } from './use-operations.ts'

const NEW: RolePermission = { resourceType: '*', scope: 'all', operations: 'rs', grantedBy: [] }

/** The widest scope of a token of an app with these permissions. */
export const scopeOf = (permissions: readonly RolePermission[]): string =>
  permissionScopes('my-app', permissions).map(formatSystemScope).join(' ')

interface RoleEditorProps {
  readonly role: AdminRole
  readonly resourceTypes: readonly string[]
  /** Names of the roles that there are. */
  readonly taken: readonly string[]
  readonly close: () => void
}

/** A permission on the screen; the number makes its controls unique. */
interface Row {
  readonly row: number
  readonly permission: RolePermission
}

export function RoleEditor({ role, resourceTypes, taken, close }: RoleEditorProps) {
  const texts = useTexts(adminTexts)
  const [name, setName] = useState(role.name)
  const [rows, setRows] = useState<readonly Row[]>(() =>
    role.permissions.map((permission, row) => ({ row, permission })),
  )
  const asks = useTexts(operationTexts)
  const operations = useOperations()
  const isTaken = !role.name && taken.includes(name)
  const permissions = rows.map(({ permission }) => permission)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.focus(), []) // It opens below what was pressed.
  const nextRow = Math.max(0, ...rows.map(({ row }) => row + 1))
  return (
    <Form
      ref={form}
      tabIndex={-1}
      className={layout.card}
      aria-label={texts.role}
      send={() => {
        const body = { name, permissions }
        operations.run({ method: 'PUT', path: 'roles', body, done: () => ({ text: asks.roleSaved(name) }) })
      }}
    >
      {role.name ? (
        <h2>{role.name}</h2>
      ) : (
        <TextField label={texts.name} value={name} onChange={({ target }) => setName(target.value)} required />
      )}
      <p aria-live="polite" className={classes.problem}>
        {isTaken && asks.roleTaken(name)}
      </p>
      <div>
        {rows.map(({ row, permission }, index) => (
          <PermissionRow
            key={row}
            number={index + 1}
            permission={permission}
            resourceTypes={resourceTypes}
            set={(changed) => setRows(rows.map((one) => (one.row === row ? { row, permission: changed } : one)))}
            remove={() => setRows(rows.filter((one) => one.row !== row))}
          />
        ))}
        {rows.length === 0 && <p className={layout.quiet}>{texts.noPermissions}</p>}
      </div>
      <div>
        <Button variant="default" onClick={() => setRows([...rows, { row: nextRow, permission: NEW }])}>
          {texts.addPermission}
        </Button>
      </div>
      <div className={layout.section} aria-live="polite">
        <strong>{texts.preview}</strong>
        <PermissionWords permissions={permissions} />
        <p className={layout.hint}>{texts.previewText}</p>
        <code className={classes.scope}>{scopeOf(permissions) || texts.none}</code>
      </div>
      <div className={layout.actions}>
        <Button type="submit" loading={operations.busy} disabled={isTaken}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
      </div>
      <Outcome {...operations.outcome} />
    </Form>
  )
}

interface PermissionRowProps {
  readonly number: number
  readonly permission: RolePermission
  readonly resourceTypes: readonly string[]
  readonly set: (permission: RolePermission) => void
  readonly remove: () => void
}

function PermissionRow({ number, permission, resourceTypes, set, remove }: PermissionRowProps) {
  const texts = useTexts(adminTexts)
  const { resourceType, operations, scope, grantedBy } = permission
  return (
    <fieldset className={classes.permission} aria-label={texts.permissionOf(number, resourceType)}>
      <NativeSelect
        label={texts.type}
        data={['*', ...resourceTypes.filter((type) => type !== '*')]}
        value={resourceType}
        onChange={(event) => set({ ...permission, resourceType: event.target.value })}
      />
      <Checkbox.Group
        label={texts.operations}
        value={[...operations]}
        onChange={(chosen) =>
          set({ ...permission, operations: OPERATIONS.filter((one) => chosen.includes(one)).join('') })
        }
      >
        <Group gap="sm">
          {OPERATIONS.map((letter) => (
            <Checkbox key={letter} value={letter} label={texts.letters[letter]} />
          ))}
        </Group>
      </Checkbox.Group>
      <NativeSelect
        label={texts.of}
        data={PERMISSION_SCOPES.map((one) => ({ value: one, label: texts.scopes[one] }))}
        value={scope}
        onChange={(event) =>
          set({ ...permission, scope: event.target.value as RolePermission['scope'], grantedBy: [] })
        }
      />
      {scope === 'granted' && (
        <TextInput
          label={texts.grantedBy}
          value={grantedBy.join(',')}
          onChange={(event) => set({ ...permission, grantedBy: clientIds(event.target.value) })}
        />
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={texts.removePermission(resourceType)}
        onClick={remove}
      >
        {texts.delete}
      </Button>
      <ul className={`${formClasses.list} ${classes.cautions}`} aria-live="polite">
        {cautionsOf(permission).map((caution) => (
          <li key={caution}>{texts.cautions[caution]}</li>
        ))}
      </ul>
    </fieldset>
  )
}

const clientIds = (text: string): readonly string[] => (text === '' ? [] : text.split(',').map((id) => id.trim()))
