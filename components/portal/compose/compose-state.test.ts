import { describe, expect, it } from 'vitest'
import type { ComposeOptions } from '#lib/api/compose.ts'
import {
  compositionOf,
  draftsOf,
  formOfFragment,
  formToFragment,
  hasNoOpenTask,
  initialForm,
  makeable,
  toldTrace,
  withChange,
} from './compose-state.ts'

const task = { patient: 'Patient/a', device: 'Device/demo', definition: 'ActivityDefinition/s' }
const [OTHER, DEMO] = [
  { clientId: 'other', name: 'Other', launchUrl: 'https://other.example', simulates: false },
  { clientId: 'demo', name: 'Demo', launchUrl: 'https://demo.example', simulates: true },
]
const OPTIONS: ComposeOptions = {
  issuer: 'portal',
  key: { kid: 'k1', alg: 'RS384' },
  fhirBase: 'https://domain.example/fhir',
  apps: [OTHER, DEMO],
  people: [
    { reference: 'Practitioner/d', name: 'Dora' },
    { reference: 'Patient/a', name: 'Anna' },
  ],
  tasks: [
    { ...task, reference: 'Task/1', title: 'One', owner: 'Patient/a' },
    { ...task, reference: 'Task/2', title: 'Two', owner: 'Practitioner/d', intent: 'order' },
  ],
}

const form = initialForm(OPTIONS)

describe('the form of the composer', () => {
  it('begins with a good launch: the demo app, a person and a task of theirs', () => {
    const claims = { sub: 'Practitioner/d', resource: 'Task/2', patient: 'Patient/a', intent: 'order' }
    expect(compositionOf(form)).toEqual({
      app: 'demo',
      claims: { ...claims, definition: 'ActivityDefinition/s' },
      delivery: 'shof',
    })
    const nobodys = { reference: 'Patient/none', name: 'None' }
    expect(initialForm({ ...OPTIONS, people: [nobodys, ...OPTIONS.people] })).toEqual(form)
    expect(initialForm({ ...OPTIONS, apps: [], people: [], tasks: [] })).toMatchObject({ app: '', sub: '' })
  })

  it('begins with a task that can be opened, of whomever it is', () => {
    const [ended, open] = [{ ...OPTIONS.tasks[1], ended: true }, OPTIONS.tasks[0]] as ComposeOptions['tasks']
    if (!ended || !open) throw new Error('no tasks')
    expect(initialForm({ ...OPTIONS, tasks: [ended, open] })).toMatchObject({ sub: 'Patient/a', resource: 'Task/1' })
    expect(initialForm({ ...OPTIONS, tasks: [ended] })).toMatchObject({ sub: 'Practitioner/d', resource: 'Task/2' })
  })

  it('follows app, person and task: no patient for the patient, no activity of another app', () => {
    expect(withChange(form, { sub: 'Patient/a' }, OPTIONS).patient).toBe('')
    expect(withChange(form, { app: 'other' }, OPTIONS).definition).toBe('')
    expect(withChange(form, { patient: 'Patient/x' }, OPTIONS)).toEqual({ ...form, patient: 'Patient/x' })
  })

  const week = { reference: 'Task/3', title: 'Week', owner: 'Patient/b', patient: 'Patient/b', device: 'Device/energy' }
  const ENERGY = { ...DEMO, clientId: 'energy' } as ComposeOptions['apps'][number]
  const TWO_APPS: ComposeOptions = {
    ...OPTIONS,
    apps: [...OPTIONS.apps, ENERGY],
    people: [...OPTIONS.people, { reference: 'Patient/b', name: 'Bert' }],
    tasks: [{ ...week, reference: 'Task/0', ended: true }, ...OPTIONS.tasks, week],
  }

  it('has an open task of the new app, and whose it is, when the app changes; a typed task stays', () => {
    const changed = withChange(form, { app: 'energy' }, TWO_APPS)
    expect(changed).toMatchObject({ app: 'energy', sub: 'Patient/b', resource: 'Task/3', patient: '' })
    expect(withChange(changed, { app: 'demo' }, TWO_APPS)).toMatchObject({ sub: 'Practitioner/d', resource: 'Task/2' })
    const typed = { ...form, resource: 'Task/none' }
    expect(withChange(typed, { app: 'energy' }, TWO_APPS)).toMatchObject({ sub: form.sub, resource: 'Task/none' })
  })

  it('begins with a task of the person who is signed in, and its app', () => {
    expect(initialForm(TWO_APPS, 'Patient/b')).toMatchObject({ app: 'energy', sub: 'Patient/b', resource: 'Task/3' })
    expect(initialForm(TWO_APPS, 'Patient/a')).toMatchObject({ app: 'demo', sub: 'Patient/a', resource: 'Task/1' })
  })

  it('keeps the person who is signed in, and says so, when their tasks have all ended or they have none', () => {
    const ended = { ...TWO_APPS, tasks: TWO_APPS.tasks.filter(({ reference }) => reference !== 'Task/3') }
    const over = initialForm(ended, 'Patient/b')
    expect(over).toMatchObject({ app: 'energy', sub: 'Patient/b', resource: 'Task/0' })
    expect(hasNoOpenTask(over, ended)).toBe(true)
    const without = initialForm(TWO_APPS, 'Patient/none')
    expect(without).toMatchObject({ app: 'demo', sub: 'Patient/none', resource: '', patient: '' })
    expect(hasNoOpenTask(without, TWO_APPS)).toBe(true)
    const elsewhere = withChange(without, { app: 'energy' }, TWO_APPS, 'Patient/none')
    expect(elsewhere, 'in another app').toMatchObject({ sub: 'Patient/none', resource: '' })
    expect(hasNoOpenTask({ ...over, resource: 'Task/typed' }, ended), 'what was typed may be open').toBe(false)
    expect(hasNoOpenTask(form, OPTIONS)).toBe(false)
  })

  it('keeps a person whose tasks of the new app have all ended', () => {
    const done = { ...week, reference: 'Task/4', owner: 'Patient/a', patient: 'Patient/a', ended: true }
    const both = { ...TWO_APPS, tasks: [...TWO_APPS.tasks, done] }
    const changed = withChange(initialForm(both, 'Patient/a'), { app: 'energy' }, both)
    expect(changed).toMatchObject({ app: 'energy', sub: 'Patient/a', resource: 'Task/4' })
    expect(hasNoOpenTask(changed, both)).toBe(true)
  })

  it('offers failures of the app for an app that plays along, and forgets one that cannot be made any more', () => {
    expect(makeable(OTHER)).not.toContain('pkce-mismatch')
    expect(makeable(DEMO)).toContain('pkce-mismatch')
    expect(makeable(DEMO)).not.toContain('idp-down')
    const failing = withChange(form, { fail: 'pkce-mismatch' }, OPTIONS)
    expect(withChange(failing, { app: 'other' }, OPTIONS).fail).toBe('')
  })

  it('reads a claim as JSON if it is JSON, and omits the claims that are switched off', () => {
    const extra = ['7', '{"a":[1]}', 'true', 'text', '{'].map((value, at) => ({ name: `c${at}`, value }))
    const { good } = draftsOf({ ...form, extra: [...extra, { name: ' ', value: 'x' }], without: ['iat'] }, OPTIONS, 100)
    expect(good.claims).toMatchObject({ c0: 7, c1: { a: [1] }, c2: true, c3: 'text', c4: '{', exp: 400 })
    expect(Object.keys(good.claims)).not.toContain('iat')
  })

  it('shows the token as the failure breaks it', () => {
    const { broken } = draftsOf({ ...form, fail: 'wrong-user' }, OPTIONS, 100)
    expect(broken.claims).toMatchObject({ sub: 'Patient/a' })
    expect(broken.claims).not.toHaveProperty('patient')
    expect(draftsOf({ ...form, fail: 'unsigned' }, OPTIONS, 100).broken.header.alg).toBe('none')
  })
})

describe('the link to the form', () => {
  it('restores all of it', () => {
    const extra = [
      { name: 'é&#', value: '1' },
      { name: 'iss', value: 'x', usual: true },
    ] as const
    const whole = { ...form, fail: 'expired', delivery: 'hti', without: ['aud'], extra } as const
    expect(formOfFragment(`#${formToFragment(whole)}`, form)).toEqual(whole)
  })

  it('is none without a form, and null where it cannot be read', () => {
    for (const none of ['', '#other']) expect(formOfFragment(none, form)).toBeUndefined()
    for (const bad of ['#form=%7B', '#form=null', '#form=%']) expect(formOfFragment(bad, form)).toBeNull()
  })

  it('ignores values of a wrong type, because anybody can write a link', () => {
    const strange = { app: 7, delivery: 'pigeon', fail: 'constructor', extra: 'x', without: {}, more: 1 }
    const empty = { sub: '', resource: '', patient: '', definition: '', intent: '' }
    expect(formOfFragment(`#form=${encodeURIComponent(JSON.stringify(strange))}`, form)).toEqual({ ...form, ...empty })
    expect(formOfFragment('#form=%7B%22extra%22%3A%5Bnull%5D%7D', form)?.extra).toEqual([{ name: '', value: '' }])
  })
})

describe('the trace that a hand-over told of', () => {
  const NOW = 1_800_000_000_000

  it('is a page of traces, of the last hour', () => {
    expect(toldTrace(`${NOW - 1000} /traces/l-abc_DEF-1`, NOW)).toBe('/traces/l-abc_DEF-1')
    expect(toldTrace(`${NOW} /traces?text=a%2Fb+c`, NOW)).toBe('/traces?text=a%2Fb+c')
    expect(toldTrace(`${NOW - 3_600_000} /traces/l-abc`, NOW)).toBeUndefined()
  })

  it.each([null, '', 'x', `${NOW} javascript:alert(1)`, `${NOW} //evil.example/traces/x`, `${NOW} /traces/a/../../b`])(
    'is never another address: %s',
    (told) => {
      expect(toldTrace(told, NOW)).toBeUndefined()
    },
  )
})
