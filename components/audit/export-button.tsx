// Saves the filtered events as a file for a spreadsheet.
'use client'

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { getJson } from '#components/ui/http/get-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AuditExport } from '#lib/api/audit.ts'
import type { AuditFilters } from '#lib/api/audit-words.ts'
import { filterText } from './audit-queries.ts'
import { auditTexts } from './texts.ts'

type State = 'idle' | 'busy' | 'failed' | AuditExport

export function ExportButton({ filters }: { readonly filters: AuditFilters }) {
  const texts = useTexts(auditTexts)
  const [state, setState] = useState<State>('idle')
  const save = async () => {
    setState('busy')
    try {
      const file = await getJson<AuditExport>(`/admin/api/audit/export${filterText(filters)}`)
      download(file.csv)
      setState(file)
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={layout.actions}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={state === 'busy'}
        onClick={save}
      >
        {texts.export}
      </Button>
      <span className={layout.quiet} role="status">
        {state === 'failed' && texts.exportFailed}
        {typeof state === 'object' && texts.exported(state.count, state.more)}
      </span>
    </div>
  )
}

/** Starts with a byte order mark: without it, Excel assumes another encoding. */
function download(csv: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `audit-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
