// The last resort, when the shell itself failed: no provider and no request to ask a language of, so both languages, and the look of
// the pages that work without script.
'use client'

import { shellTexts } from '#components/shell/texts.ts'

const { en, nl } = shellTexts

export default function GlobalError() {
  return (
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${en.failed} · Slipway`}</title>
        <link rel="stylesheet" href="/plain.css" />
      </head>
      <body>
        <main>
          <section className="card narrow">
            <h1>{en.failed}</h1>
            <p>{en.failedText}</p>
            <p lang="nl">{nl.failedText}</p>
            <button type="button" onClick={() => window.location.reload()}>
              <span>
                {en.retry} · <span lang="nl">{nl.retry}</span>
              </span>
            </button>
            <p>
              <a href="/">
                {en.toStart} · <span lang="nl">{nl.toStart}</span>
              </a>
            </p>
          </section>
        </main>
      </body>
    </html>
  )
}
