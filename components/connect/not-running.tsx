// Says that an app does not answer where it is registered, while the rest of its guide is in use.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Breakable } from '#components/ui/address/breakable.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { OwnApp } from '#lib/api/connect.ts'
import { reachQuery } from './connect-queries.ts'
import { guideTexts } from './guide-texts.ts'

/** Nothing for an app that answers, or of which that cannot be known here. */
export function NotRunning({ app }: { readonly app: OwnApp }) {
  const texts = useTexts(guideTexts)
  const reach = useQuery(reachQuery(app))
  const silent = reach.data?.items.filter(({ answers }) => answers === false) ?? []
  return (
    <div role="status">
      {silent.length > 0 && (
        <Alert color="orange" variant="light" icon={<IconPlugConnectedX aria-hidden />} title={texts.notRunning}>
          {silent.map(({ url }) => (
            <p key={url}>
              <code>
                <Breakable text={url} />
              </code>
            </p>
          ))}
          <p>{texts.notRunningText}</p>
          <Button mt="sm" size="sm" variant="default" loading={reach.isFetching} onClick={() => reach.refetch()}>
            {texts.lookAgain}
          </Button>
        </Alert>
      )}
    </div>
  )
}
