import { describe, expect, it } from 'vitest'
import { AUDIT_WORDS } from './audit-texts.ts'
import { saidOf } from './said.ts'

const END = '_elements=name,deviceName,description,title&_count=5'
const person = { role: 'person', name: 'daan@demo.test', address: null } as const
const app = { role: 'app', name: 'demo-app', address: null } as const

describe('what an event is about, in a row of the audit log', () => {
  it('is the text that somebody looked for with Ctrl-K, once for all types that were searched', () => {
    const what = [`Patient?name=sleep&name=diary&${END}`, `Practitioner?name=sleep&name=diary&${END}`]
    expect(saidOf({ who: [app, person], what }, AUDIT_WORDS.en)).toEqual(['looked for “sleep diary” with Ctrl-K'])
    expect(saidOf({ who: [person], what: [`Task?_id=t-1&${END}`] }, AUDIT_WORDS.nl)).toEqual(['zocht ‘t-1’ met Ctrl-K'])
  })

  it('is the search as it was of an app by itself, or one that asks for anything else', () => {
    const by = { who: [app], what: [`Patient?name=sleep&${END}`] }
    expect(saidOf(by, AUDIT_WORDS.en)).toEqual(by.what)
    const what = ['Patient?name=sleep', `Patient?name=sleep&birthdate=2000&${END}`, `Patient?${END}`, 'Patient/7']
    expect(saidOf({ who: [person], what }, AUDIT_WORDS.en)).toEqual(what)
  })

  it('is a name where there is one, and else in words what a made-up id is of', () => {
    const uuid = '3f0c6a52-2a51-4a42-9d3e-0a3bb1f2c111'
    const what = ['Patient/7/_history/1', `Task/${uuid}`, `Task/${uuid}/_history/2`, 'Task/diary', `Basic/${uuid}`]
    const named = { 'Patient/7/_history/1': 'Marijke Jansen' }
    expect(saidOf({ who: [person], what, named }, AUDIT_WORDS.en)).toEqual([
      'Marijke Jansen',
      'a task',
      'Task/diary',
      'Basic',
    ])
    const tasks = { [`Task/${uuid}`]: 'Sleep diary', 'Task/diary': 'Sleep diary' }
    expect(saidOf({ who: [person], what, named: tasks }, AUDIT_WORDS.en).slice(1, 4)).toEqual([
      'Sleep diary (a task)',
      'a task',
      'Sleep diary (Task/diary)',
    ])
    const hook = { [`Subscription/${uuid}`]: 'Changes of tasks' }
    expect(saidOf({ who: [person], what: Object.keys(hook), named: hook }, AUDIT_WORDS.en)).toEqual([
      'Changes of tasks (a Subscription)',
    ])
    expect(saidOf({ who: [person], what: ['a@demo.test'], named: { 'a@demo.test': 'Anna' } }, AUDIT_WORDS.en)).toEqual([
      'Anna (a@demo.test)',
    ])
    expect(saidOf({ who: [person], what: ['l-OZosHKS29RLisx47'], kind: 'trace' }, AUDIT_WORDS.nl)).toEqual([
      'een trace',
    ])
    const log = { who: [person], kind: 'audit log' }
    expect(saidOf({ ...log, what: ['events'] }, AUDIT_WORDS.en)).toEqual(['the audit log'])
    expect(saidOf({ ...log, what: ['audit.0mi0v3k2f.1b67'] }, AUDIT_WORDS.nl)).toEqual(['een gebeurtenis'])
    expect(saidOf({ who: [person], what: [uuid] }, AUDIT_WORDS.nl)).toEqual([uuid])
  })

  it('says that refusals like it were left out', () => {
    expect(saidOf({ who: [app], what: ['Patient/7', 'left out'] }, AUDIT_WORDS.en)).toEqual([
      'Patient/7',
      'and refusals like it, left out',
    ])
  })
})
