// The last resort, when the shell itself failed: no provider and no request to ask a language of, so both languages.
'use client'

import { shellTexts } from '#components/shell/texts.ts'

export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>{shellTexts.en.failed}</h1>
          <p>{shellTexts.en.failedText}</p>
          <p lang="nl">{shellTexts.nl.failedText}</p>
          <button type="button" onClick={() => window.location.reload()}>
            {shellTexts.en.retry}
          </button>
        </main>
      </body>
    </html>
  )
}
