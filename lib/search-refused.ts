// The error of a search or a history that is not carried out, or not to its end.
import { StorageUnavailable } from './storage-unavailable.ts'

/**
 * Why: it ran as long as a search may (`too-costly`), too many searches of its client or of all wait (`busy`), or nobody
 * waits for the answer any more (`gone`).
 */
export type SearchRefusal = 'too-costly' | 'busy' | 'gone'

/** A search that was refused or stopped. Nothing of it goes on. Where nobody knows better, the storage was busy. */
export class SearchRefused extends StorageUnavailable {
  readonly reason: SearchRefusal

  constructor(reason: SearchRefusal) {
    super(MESSAGES[reason])
    this.reason = reason
  }
}

const MESSAGES: Readonly<Record<SearchRefusal, string>> = {
  'too-costly': 'The search was stopped: it ran as long as a search may.',
  busy: 'Too many searches wait for their turn.',
  gone: 'The search was stopped: nobody waits for its answer.',
}
