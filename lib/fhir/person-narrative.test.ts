import { describe, expect, it } from 'vitest'
import { narrativeProblem } from './narrative.ts'
import { personNarrative } from './person-narrative.ts'

describe('the narrative of a person', () => {
  it('says it in each language, and marks which', () => {
    const { div } = personNarrative('Anna', '1986-04-12', [[{ en: 'User name', nl: 'Gebruikersnaam' }, 'anna']])
    expect(div).toContain('<div lang="en"><p><b>Anna</b>, born 1986-04-12</p>')
    expect(div).toContain('<div lang="nl"><p><b>Anna</b>, geboren op 12-04-1986</p>')
    expect(div).toContain('<tr><td>Gebruikersnaam</td><td>anna</td></tr>')
  })

  it('is a narrative that a server accepts, whatever the name', () => {
    const { div } = personNarrative('<b>& "Bos"', '1986-04-12')
    expect(narrativeProblem(div)).toBeUndefined()
    expect(div).toContain('&lt;b&gt;&amp;')
  })
})
