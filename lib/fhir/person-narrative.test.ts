import { describe, expect, it } from 'vitest'
import { narrativeProblem } from './narrative.ts'
import { narrativeAnew, personNarrative } from './person-narrative.ts'

describe('the narrative of a person', () => {
  it('says it in each language, and marks which', () => {
    const { div } = personNarrative('Anna', '1986-04-12', 'anna')
    expect(div).toContain('<div lang="en"><p><b>Anna</b>, born 1986-04-12</p>')
    expect(div).toContain('<div lang="nl"><p><b>Anna</b>, geboren op 12-04-1986</p>')
    expect(div).toContain('<tr><td>Gebruikersnaam</td><td>anna</td></tr>')
  })

  it('is a narrative that a server accepts, whatever the name', () => {
    const { div } = personNarrative('<b>& "Bos"', '1986-04-12')
    expect(narrativeProblem(div)).toBeUndefined()
    expect(div).toContain('&lt;b&gt;&amp;')
  })

  it('is made anew of a changed record where it was made of the record, and no other is', () => {
    const anna = {
      name: [{ given: ['Anna'], family: 'Bos' }],
      birthDate: '1986-04-12',
      identifier: [{ value: 'anna' }],
    }
    const born = { ...anna, birthDate: '1986-04-13' }
    for (const username of [undefined, 'anna']) {
      const text = personNarrative('Anna Bos', '1986-04-12', username)
      expect(narrativeAnew({ ...anna, text }, born)).toBe(personNarrative('Anna Bos', '1986-04-13', username).div)
      expect(narrativeAnew({ ...anna, text }, { ...anna, birthDate: '1986' }), 'no whole day').toBeUndefined()
    }
    const elsewhere = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Anna</div>' }
    for (const before of [anna, { ...anna, text: elsewhere }, { text: elsewhere }])
      expect(narrativeAnew(before, born)).toBeUndefined()
  })
})
