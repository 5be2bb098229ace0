import { describe, expect, it } from 'vitest'
import { hasNarrative, resourceStatus, resourceText, whoseText } from './resource-text.ts'

const LOINC = 'http://loinc.org'

describe('a record in one line', () => {
  it.each([
    ['Observation', { code: { text: 'Heart rate', coding: [{ system: LOINC, code: '8867-4' }] } }, 'Heart rate'],
    ['Observation', { code: { coding: [{ system: LOINC, code: '8867-4', display: 'Pulse' }] } }, 'Pulse'],
    ['Observation', { code: { coding: [{ system: LOINC, code: '8867-4' }] } }, '8867-4'],
    ['Goal', { description: { text: 'Sleep seven hours' } }, 'Sleep seven hours'],
    ['CarePlan', { title: 'Sleep', category: [{ text: 'other' }] }, 'Sleep'],
    ['Appointment', { serviceType: [{ text: 'Intake' }] }, 'Intake'],
    ['QuestionnaireResponse', { questionnaire: 'https://a.example/q|2' }, 'https://a.example/q|2'],
    ['Person', { name: [{ text: 'Zoë' }] }, 'Zoë'],
    ['Communication', { category: [], topic: null }, undefined],
  ])('is what names it: %s %j', (resourceType, more, expected) => {
    expect(resourceText({ resourceType, ...more })).toBe(expected)
  })

  it.each([
    [{ status: 'final' }, 'final'],
    [{ lifecycleStatus: 'active' }, 'active'],
    [{ clinicalStatus: { coding: [{ code: 'resolved' }] } }, 'resolved'],
    [{ clinicalStatus: { text: 'over' } }, undefined],
  ])('has a status as a code: %j', (more, expected) => {
    expect(resourceStatus({ resourceType: 'Condition', ...more })).toBe(expected)
  })

  it('has whose it is and who is to do it, by display or reference', () => {
    const [patient, owner] = [{ reference: 'Patient/1' }, { reference: 'Practitioner/2', display: 'Daan' }]
    expect(whoseText({ resourceType: 'Task', for: patient, owner })).toBe('for: Patient/1, owner: Daan')
    expect(whoseText({ resourceType: 'Patient', subject: 'x', owner: [] })).toBe('')
  })
})

describe('whether a record has a narrative to open on', () => {
  const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
  it.each([
    ['is that its text says something', `<div ${XHTML}><p>Marijke</p></div>`, true],
    ['is that it shows a picture', `<div ${XHTML}><img src="#one" alt=""/></div>`, true],
    ['is not that it has an empty one', `<div ${XHTML}></div>`, false],
    ['is not that it has paragraphs of nothing', `<div ${XHTML}><p> </p><p>&#160;\n</p></div>`, false],
    ['is not that it has something else in its place', 7, false],
    ['is not that it has none', undefined, false],
  ])('%s', (_, div, expected) => {
    expect(hasNarrative({ resourceType: 'Patient', text: { status: 'generated', div } })).toBe(expected)
  })
})
