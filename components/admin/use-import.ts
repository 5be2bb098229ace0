// An import from this page: under way, through, stopped or failed. It ends with the page.
'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportReport } from '#lib/api/data.ts'
import { importFile } from './import-stream.ts'

interface Import {
  readonly name: string
  readonly check: boolean
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  /** The progress so far; undefined while the file is being sent. */
  readonly report?: ImportReport
  readonly error?: Error
}

export interface Importing {
  readonly current: Import | undefined
  readonly start: (file: File, check: boolean) => void
  readonly stop: () => void
}

export function useImport(): Importing {
  const client = useQueryClient()
  const [current, setCurrent] = useState<Import>()
  const leaving = useRef<AbortController>(undefined)
  const stop = () => leaving.current?.abort()
  useEffect(() => () => leaving.current?.abort(), [])
  const start = async (file: File, check: boolean) => {
    const controller = new AbortController()
    leaving.current = controller
    const { signal } = controller
    const begun = { name: file.name, check }
    let last: { readonly report?: ImportReport } = {}
    const set = (more: Pick<Import, 'state'> & Partial<Import>) => setCurrent({ ...begun, ...last, ...more })
    set({ state: 'running' })
    const progress = (report: ImportReport) => {
      last = { report }
      set({ state: 'running' })
    }
    try {
      set({ report: await importFile({ file, check, signal, progress }), state: 'done' })
    } catch (error) {
      set(signal.aborted ? { state: 'stopped' } : { state: 'failed', error: error as Error })
    }
    if (!check) await client.invalidateQueries({ queryKey: ['admin'] })
  }
  return { current, start: (file, check) => void start(file, check), stop }
}
