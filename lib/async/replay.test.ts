import { describe, expect, it } from 'vitest'
import { type Answers, answerTo, replayed } from './replay.ts'

describe('work that asks', () => {
  it('begins anew with each answer, and asks each question once', async () => {
    const answers: Answers = new Map()
    const asked: string[] = []
    const ask = (question: string) =>
      answerTo(answers, question, async () => {
        asked.push(question)
        return question.length
      })
    let begun = 0
    const attempt = async () => {
      begun += 1
      return ask('one') + ask('three') + ask('one')
    }
    expect(await replayed(attempt, answers)).toBe(11)
    expect([asked, begun]).toEqual([['one', 'three'], 3])
  })

  it('leaves the questions of others, and other errors, to others', async () => {
    const inner = () => replayed(async () => answerTo(outer, 'outer', async () => 1), new Map())
    const outer: Answers = new Map()
    expect(await replayed(inner, outer)).toBe(1)
    await expect(replayed(() => Promise.reject(new Error('of the work')), new Map())).rejects.toThrow('of the work')
  })

  it('ends where its caller counts enough questions', async () => {
    const answers: Answers = new Map()
    const attempt = async () => answerTo(answers, String(answers.size), async () => answers.size)
    const counted = replayed(attempt, answers, (_, asked) => {
      if (asked === 5) throw new Error('enough')
    })
    await expect(counted).rejects.toThrow('enough')
    expect(answers.size).toBe(5)
  })
})
