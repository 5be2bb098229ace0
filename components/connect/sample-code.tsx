// The sample apps: a tab for each language, with its requirements and the command that starts it.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { download } from '#components/keys/make-key.ts'
import layout from '#components/page/page.module.css'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { CodeText } from '../tools/code-text.tsx'
import { sampleQuery } from './connect-queries.ts'
import { connectTexts } from './texts.ts'

const READ_ENV = 'set -a; . ./app.env; set +a'

const SAMPLES = {
  node: { files: ['app.mjs'], run: 'node --env-file=app.env app.mjs' },
  python: { files: ['app.py'], run: `${READ_ENV}; python3 app.py` },
  java: { files: ['App.java'], run: `${READ_ENV}; java App.java` },
  dotnet: { files: ['Program.cs', 'App.csproj'], run: `${READ_ENV}; dotnet run` },
} as const
type Language = keyof typeof SAMPLES

export function SampleCode() {
  const texts = useTexts(connectTexts)
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
      <CodeText label={texts.run} text={run} />
      {files.map((file) => (
        <SampleFile key={file} file={file} />
      ))}
    </>
  )
}

function SampleFile({ file }: { readonly file: string }) {
  const texts = useTexts(connectTexts)
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
