// Waits by turns of the event loop. expect.poll advances the timers that a test has faked.

/** Resolves when it is true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}
