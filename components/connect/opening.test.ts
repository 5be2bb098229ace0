import { describe, expect, it } from 'vitest'
import type { ComposeOptions } from '#lib/api/compose.ts'
import { openingIn } from './use-opening.ts'

const task = (reference: string, owner: string, ended = false) => ({
  ...{ reference, owner, title: reference, device: 'Device/diary' },
  ...(ended ? { ended } : {}),
})

const options = (tasks: ComposeOptions['tasks']): ComposeOptions => ({
  ...{ issuer: 'portal', key: { kid: 'k', alg: 'ES384' }, fhirBase: 'http://localhost:3000/fhir', people: [], tasks },
  apps: [{ clientId: 'diary', name: 'Diary', launchUrl: 'http://localhost:3000/launch', simulates: false }],
})

describe('the task that the sample of a portal opens', () => {
  it('is one of the person who looks, an open one if there is one, and nobody else’s', () => {
    const tasks = [
      task('Task/over', 'Patient/a', true),
      task('Task/review', 'Practitioner/d'),
      task('Task/of-a', 'Patient/a'),
      task('Task/of-b', 'Patient/b'),
    ]
    const app = { appId: 'diary', launchUrl: 'http://localhost:3000/launch' }
    expect(openingIn(options(tasks), 'Patient/a')).toEqual({ person: 'Patient/a', task: 'Task/of-a', ...app })
    expect(openingIn(options(tasks), 'Patient/b')).toEqual({ person: 'Patient/b', task: 'Task/of-b', ...app })
    expect(openingIn(options(tasks), 'Practitioner/d')).toEqual({
      person: 'Practitioner/d',
      task: 'Task/review',
      ...app,
    })
    const ended = openingIn(options(tasks.slice(0, 2)), 'Patient/a')
    expect(ended).toEqual({ person: 'Patient/a', task: 'Task/over', ...app })
    expect(openingIn(options(tasks), 'Patient/c')).toBeUndefined()
    expect(openingIn(options(tasks), undefined)).toBeUndefined()
  })
})
