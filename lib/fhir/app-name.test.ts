import { describe, expect, it } from 'vitest'
import { appNameIn } from './app-name.ts'
import { withDutch } from './translation.ts'

const DEVICE = { deviceName: [{ ...withDutch('name', 'Sleep diary', 'Slaapdagboek'), type: 'user-friendly-name' }] }

describe('what an app is called', () => {
  it.each([
    ['in Dutch by the translation of its Device', DEVICE, 'Sleep diary', 'nl', 'Slaapdagboek'],
    ['in English as it is registered', DEVICE, 'Sleep diary', 'en', 'Sleep diary'],
    ['in Dutch as it is registered since it has another name', DEVICE, 'Sleep log', 'nl', 'Sleep log'],
    [
      'in Dutch as it is registered where its Device has no translation',
      { deviceName: [{ name: 'X' }] },
      'X',
      'nl',
      'X',
    ],
    ['in Dutch as it is registered without a Device', undefined, 'X', 'nl', 'X'],
  ] as const)('is %s', (_, device, registered, language, called) => {
    expect(appNameIn(device, registered, language)).toBe(called)
  })
})
