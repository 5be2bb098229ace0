// The samples of an app and of a portal: a tab for each language, with its requirements and the command that starts it.
'use client'

import { Button } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { KeyPair } from '#components/ui/keys/key-pair.ts'
import { download } from '#components/ui/keys/make-key.ts'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { zipOf } from '#lib/files/zip.ts'
import { CodeText } from '../tools/code-text.tsx'
import { sampleQuery } from './connect-queries.ts'
import { guideTexts } from './guide-texts.ts'
import { KINDS, type Kind, type SampleLanguage } from './kinds.ts'

interface SampleCodeProps {
  readonly kind: Kind
  /** The lines of its file with settings; undefined until they are known. */
  readonly env: string | undefined
  /** The pair that was made on this page, if any. */
  readonly pair: KeyPair | undefined
}

export function SampleCode({ kind, env, pair }: SampleCodeProps) {
  const texts = useTexts(guideTexts)
  const [language, setLanguage] = useState<SampleLanguage>('node')
  const { files, run } = KINDS[kind].samples[language]
  return (
    <>
      <p className={layout.hint}>{texts.of[kind].code}</p>
      <div className={layout.actions}>
        {(Object.keys(KINDS[kind].samples) as SampleLanguage[]).map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={one === language ? 'light' : 'default'}
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
          >
            {texts.languages[one]}
          </Button>
        ))}
      </div>
      <p>{texts.needs[language]}</p>
      <Everything files={files} kind={kind} env={env} pair={pair} />
      <CodeText label={texts.run} text={run} />
      {files.map((file) => (
        <SampleFile key={file} file={file} />
      ))}
    </>
  )
}

interface EverythingProps extends SampleCodeProps {
  readonly files: readonly string[]
}

/** The sample with its settings and, where it was made on this page, its key: to be unpacked and started. */
function Everything({ files, kind, env, pair }: EverythingProps) {
  const texts = useTexts(guideTexts)
  const { envFile, zip } = KINDS[kind]
  const samples = useQueries({ queries: files.map(sampleQuery) })
  const code = samples.map(({ data }, index) => ({ name: files[index] ?? '', text: data ?? '', mode: 0o644 }))
  const all = [
    ...(pair ? [{ name: 'private.pem', text: pair.privatePem, mode: 0o600 }] : []),
    { name: envFile, text: env ?? '', mode: 0o644 },
    ...code,
  ]
  return (
    <>
      <div>
        <Button
          variant="default"
          disabled={env === undefined || samples.some(({ data }) => data === undefined)}
          onClick={() => download(zipOf(all, new Date()), zip)}
        >
          {texts.download(zip)}
        </Button>
      </div>
      <p className={layout.hint}>
        {texts.zipText(
          all.map(({ name }) => name),
          pair !== undefined,
        )}
      </p>
    </>
  )
}

function SampleFile({ file }: { readonly file: string }) {
  const texts = useTexts(guideTexts)
  const sample = useQuery(sampleQuery(file))
  if (sample.isPending) return <LoadingPage />
  if (sample.isError) return <LoadFailed error={sample.error} retry={() => sample.refetch()} />
  return (
    <>
      <CodeText label={file} text={sample.data} />
      <div>
        <Button variant="default" onClick={() => download(sample.data, file)}>
          {texts.download(file)}
        </Button>
      </div>
    </>
  )
}
