// Runs in every test file: a test that writes to the console fails unless it expects that.
import { afterEach, expect, vi } from 'vitest'

const error = vi.spyOn(console, 'error')

afterEach(() => {
  const calls = error.mock.calls.map((call) => call.join(' '))
  error.mockClear()
  expect(calls, 'console.error was called').toEqual([])
})
