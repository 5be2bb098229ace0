// Sends a file to import or check, and follows the server's progress reports (lib/api/data.ts).
import { HttpError, jsonOf, ofThisPage } from '#components/ui/http/get-json.ts'
import type { ImportEventName, ImportReport } from '#lib/api/data.ts'

interface Sending {
  readonly file: File
  /** True to check it only. */
  readonly check: boolean
  /** Ends it after the group in hand. */
  readonly signal: AbortSignal
  readonly progress: (report: ImportReport) => void
}

/** The end of a long name identifies the file. */
const LONGEST_NAME = 200
const EVENT = /^event: (\w+)\ndata: (.*)$/m

/** The final report. Throws HttpError when the server refuses or breaks off, and another error when the network fails. */
export async function importFile({ file, check, signal, progress }: Sending): Promise<ImportReport> {
  const query = new URLSearchParams({ name: file.name.slice(-LONGEST_NAME), check: String(check) })
  const response = await fetch(`/admin/api/data/import?${query}`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/octet-stream', ...ofThisPage() },
    body: file,
    signal,
  })
  if (!response.ok || !response.body) return jsonOf(response)
  for await (const { name, data } of eventsIn(response.body)) {
    if (name === 'report') return data as ImportReport
    if (name === 'failed') throw new HttpError(500, data)
    progress(data as ImportReport)
  }
  throw new TypeError('The answer broke off.')
}

async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const [, name, data] = EVENT.exec(part) ?? []
      if (name && data) yield { name: name as ImportEventName, data: JSON.parse(data) as unknown }
    }
  }
}
