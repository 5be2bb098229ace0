// A reader of Server-Sent Events, without a browser.

export interface ServerSentEvent {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: string | undefined
}

export interface EventReader {
  /** The next event, comments left out; undefined at the end of the stream. */
  readonly next: () => Promise<ServerSentEvent | undefined>
  /** The next block as it came. */
  readonly block: () => Promise<string | undefined>
  readonly cancel: () => Promise<void>
}

export function eventReader(response: Response): EventReader {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''

  const block = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const { value, done } = await reader.read()
      if (done) return undefined
      text += decoder.decode(value, { stream: true })
    }
  }

  const next = async (): Promise<ServerSentEvent | undefined> => {
    for (;;) {
      const found = await block()
      if (found === undefined) return undefined
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(found)?.[1]
      if (field('data') !== undefined) return { id: field('id'), event: field('event'), data: field('data') }
    }
  }
  return { next, block, cancel: () => reader.cancel() }
}
