import { describe, expect, it } from 'vitest'
import { bundleTexts } from './bundle-texts.ts'
import { resourceStatus, resourceText, whoseText } from './resource-text.ts'

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
    const { whose } = bundleTexts.nl
    expect(whoseText({ resourceType: 'Task', for: patient, owner }, whose)).toBe('voor Patient/1, eigenaar Daan')
    expect(whoseText({ resourceType: 'Patient', subject: 'x', owner: [] }, whose)).toBe('')
  })
})
