import { describe, expect, it } from 'vitest'
import { openingIn } from './use-opening.ts'

const opens = { clientId: 'diary', launchUrl: 'http://localhost:3000/launch' }
const app = { appId: 'diary', launchUrl: 'http://localhost:3000/launch' }

describe('the task that the sample of a portal opens', () => {
  it('is the first of the person who looks that can be opened', () => {
    const patient = 'Patient/a'
    const tasks = [
      { reference: 'Task/over', patient },
      { reference: 'Task/open', patient, opens },
      { reference: 'Task/later', patient, opens },
    ]
    expect(openingIn(tasks, 'Patient/a')).toEqual({ person: 'Patient/a', task: 'Task/open', ...app })
    expect(openingIn(tasks.slice(0, 1), 'Patient/a')).toBeUndefined()
    expect(openingIn(tasks, undefined)).toBeUndefined()
  })

  it('names its patient where that is somebody else than who opens it', () => {
    const task = { reference: 'Task/help', patient: 'Patient/a', opens }
    const opening = openingIn([task], 'RelatedPerson/e')
    expect(opening).toEqual({ person: 'RelatedPerson/e', task: 'Task/help', patient: 'Patient/a', ...app })
  })
})
