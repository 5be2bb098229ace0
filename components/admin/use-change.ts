// A change by /admin/api.
'use client'

import { useChangeAt } from '#components/ui/http/use-change-at.ts'

export const BY_CONSOLE = { api: '/admin/api', queryKey: ['admin'] } as const

export const useChange = <Shape = unknown>() => useChangeAt<Shape>(BY_CONSOLE)
