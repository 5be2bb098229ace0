// The sample apps: a tab for each language, with its requirements and the command that starts it.
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

const SAMPLES = {
  node: { files: ['app.mjs'], run: 'node --env-file=app.env app.mjs' },
  python: { files: ['app.py'], run: 'python3 app.py' },
  java: { files: ['App.java'], run: 'java App.java' },
  dotnet: { files: ['Program.cs', 'App.csproj'], run: 'dotnet run' },
} as const
type Language = keyof typeof SAMPLES

interface SampleCodeProps {
  /** The lines of app.env. */
  readonly env: string
  /** The pair that was made on this page, if any. */
  readonly pair: KeyPair | undefined
}

export function SampleCode({ env, pair }: SampleCodeProps) {
  const texts = useTexts(guideTexts)
  const [language, setLanguage] = useState<Language>('node')
  const { files, run } = SAMPLES[language]
  return (
    <>
      <p className={layout.hint}>{texts.codeText}</p>
      <div className={layout.actions}>
        {(Object.keys(SAMPLES) as Language[]).map((one) => (
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
      <Everything files={files} env={env} pair={pair} />
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
function Everything({ files, env, pair }: EverythingProps) {
  const texts = useTexts(guideTexts)
  const samples = useQueries({ queries: files.map(sampleQuery) })
  const code = samples.map(({ data }, index) => ({ name: files[index] ?? '', text: data ?? '', mode: 0o644 }))
  const all = [
    ...(pair ? [{ name: 'private.pem', text: pair.privatePem, mode: 0o600 }] : []),
    { name: 'app.env', text: env, mode: 0o644 },
    ...code,
  ]
  return (
    <>
      <div>
        <Button
          variant="default"
          disabled={samples.some(({ data }) => data === undefined)}
          onClick={() => download(zipOf(all, new Date()), 'sample-app.zip')}
        >
          {texts.download('sample-app.zip')}
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
