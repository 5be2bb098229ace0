// One visit of a page with an empty cache: the time until usable, the time that scripts blocked the browser, and the
// requests.
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { type Asked, type Step, steps, until } from './waterfall.ts'

export interface Visit {
  /** Milliseconds from the navigation until the page is usable: see `usable`. */
  readonly interactive: number
  /** Milliseconds of tasks longer than 50 ms, each without its first 50 ms. */
  readonly blocked: number
  /** The requests up to that time. */
  readonly steps: readonly Step[]
}

export interface Visited {
  readonly path: string
  /** A CSS selector for the content that a person came for, not for placeholders while it loads. */
  readonly content: string
  /** A page without scripts is usable when its content is there. */
  readonly isPlain: boolean
}

/** Notes taken within the page, in milliseconds since the navigation. */
interface Notes {
  content?: number
  reacted?: number
  readonly tasks: { readonly start: number; readonly duration: number }[]
  /** Fetches of scripts, in order. A single counter numbers calls and answers. */
  readonly fetched: Fetched[]
}

interface Fetched {
  readonly url: string
  readonly called: number
  told?: number
}

const LONG_TASK_MS = 50
/** The page is at rest after this time without requests and scripts. */
const REST_MS = 400
const MOST_MS = 20_000

/** Visits a page in a new tab of `context`. Times are milliseconds since the navigation. */
export async function visit(context: BrowserContext, origin: string, visited: Visited): Promise<Visit> {
  const page = await context.newPage()
  try {
    const requests = watch(await context.newCDPSession(page))
    await page.addInitScript(takeNotes, { content: visited.content, isPlain: visited.isPlain })
    await requests.ready
    await page.goto(origin + visited.path, { waitUntil: 'commit' })
    const notes = await settled(page, requests, visited)
    const interactive = usable(notes)
    const asked = withCalls(requests.asked(), notes.fetched)
    return { interactive, blocked: blockedBy(notes), steps: steps(until(asked, interactive)) }
  } finally {
    await page.close()
  }
}

/**
 * A page is usable once its main content is there, a real control of it has reacted to a click, and no long task from
 * before is still running.
 */
export function usable({ content = Number.NaN, reacted = content, tasks }: Omit<Notes, 'fetched'>): number {
  const there = Math.max(content, reacted)
  const ends = tasks.filter(({ start }) => start <= there).map(({ start, duration }) => start + duration)
  return Math.max(there, ...ends)
}

/**
 * For each data request, when a script made it. The first request to an address belongs to the first fetch of that
 * address.
 */
export function withCalls(all: readonly Asked[], fetched: readonly Fetched[]): readonly Asked[] {
  const left = [...fetched]
  return all.map((asked) => {
    const index = asked.kind === 'data' ? left.findIndex(({ url }) => url === asked.url) : -1
    const [call] = index < 0 ? [] : left.splice(index, 1)
    return call ? { ...asked, called: call.called, told: call.told } : asked
  })
}

const blockedBy = ({ tasks }: Notes): number => tasks.reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0)

/** The notes of a page that is usable and at rest. */
async function settled(page: Page, requests: Watch, { path, content }: Visited): Promise<Notes> {
  const giveUp = Date.now() + MOST_MS
  for (;;) {
    const notes = await page.evaluate(() => (window as never as { readonly visitNotes: Notes }).visitNotes)
    const isUsable = notes.content !== undefined && notes.reacted !== undefined
    if (isUsable && requests.idleMs() > REST_MS) return notes
    if (Date.now() > giveUp)
      throw new Error(
        `${path} does not come to rest: ${content} ${isUsable ? 'is there' : 'is not there or nothing reacts'}`,
      )
    await page.waitForTimeout(REST_MS / 10)
  }
}

/**
 * Runs in the page before its own scripts. Checks in every frame whether the content is there and the control reacts.
 */
function takeNotes({ content, isPlain }: { readonly content: string; readonly isPlain: boolean }): void {
  const notes: Notes = { tasks: [], fetched: [] }
  const { fetch } = window
  let count = 0
  const notedFetch: typeof fetch = (input, init) => {
    const { href: url } = new URL(input instanceof Request ? input.url : input, location.href)
    const fetched: Fetched = { url, called: count++ }
    notes.fetched.push(fetched)
    const answer = fetch(input, init)
    const note = () => {
      fetched.told = count++
    }
    answer.then(note, note) // Before the caller's own handlers.
    return answer
  }
  Object.assign(window, { visitNotes: notes, fetch: notedFetch })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) notes.tasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  let before: string | undefined
  const look = () => {
    const now = performance.now()
    if (notes.content === undefined && document.querySelector(content)) notes.content = now
    if (isPlain) notes.reacted = notes.content ?? notes.reacted ?? now
    // Every page with scripts has the colour switch, whose label names the current colours.
    const control = document.querySelector<HTMLElement>('button[aria-label*="Switch to"]')
    const label = control?.getAttribute('aria-label') ?? undefined
    if (before !== undefined && label !== undefined && label !== before) notes.reacted ??= now
    if (notes.reacted === undefined && control) {
      before = label
      control.click()
    }
    if (notes.content === undefined || notes.reacted === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

interface Watch {
  readonly ready: Promise<void>
  readonly asked: () => readonly Asked[]
  /** The time since the last request. */
  readonly idleMs: () => number
}

type Stack = { readonly callFrames: readonly { readonly url: string }[]; readonly parent?: Stack }

/** Listens to the network of a page. */
function watch(session: CDPSession): Watch {
  const asked: (Asked & { readonly id: string; done?: number })[] = []
  let last = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId: id, request, timestamp: at, type, initiator }) => {
    // Prefetches and streams of future changes do not delay the page.
    if (isAhead(request.headers) || type === 'EventSource' || /^(data|blob):/.test(request.url)) return
    const kind = type === 'Document' ? 'document' : ['Fetch', 'XHR'].includes(type ?? '') ? 'data' : 'other'
    const because = [initiator.url, ...framesOf(initiator.stack as Stack | undefined)].filter(
      (url) => url !== undefined,
    )
    last = Date.now()
    asked.push({ id, url: request.url, kind, at, because })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    for (const one of asked) if (one.id === requestId) one.done ??= timestamp
  })
  return {
    ready: session.send('Network.enable').then(() => undefined),
    asked: () => asked,
    idleMs: () => Date.now() - last,
  }
}

/** True for a prefetch of a page that may come next. */
const isAhead = (headers: Readonly<Record<string, string>>): boolean =>
  Object.entries(headers).some(
    ([name, value]) =>
      /^next-router-prefetch$/i.test(name) || (/^(sec-)?purpose$/i.test(name) && /prefetch/.test(value)),
  )

const framesOf = (stack: Stack | undefined): readonly string[] =>
  stack ? [...stack.callFrames.map(({ url }) => url), ...framesOf(stack.parent)] : []
