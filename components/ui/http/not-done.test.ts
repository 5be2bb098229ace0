import { describe, expect, it } from 'vitest'
import { HttpError } from './get-json.ts'
import { notDoneText } from './not-done.ts'
import { httpTexts } from './texts.ts'

const said = (error: Error) => notDoneText(error, httpTexts.en)

describe('what a page says of a change that failed', () => {
  it.each([
    [{ problems: ['One.', 'Two.'], error_description: 'Both.' }, ['One.', 'Two.']],
    [{ problems: [], error_description: 'The name is taken.' }, ['The name is taken.']],
    [undefined, ['The server answered with status 502.']],
    ['<html>', ['The server answered with status 502.']],
  ])('is what the server said, or its status: %j', (body, sentences) => {
    expect(said(new HttpError(502, body))).toEqual({ title: 'That did not work', sentences })
  })

  it('does not claim that nothing was done when there was no answer', () => {
    const { title, sentences } = said(new TypeError('Failed to fetch'))
    expect(title).toBe('No response arrived')
    expect(sentences.join(' ')).toBe(
      'There is no connection to the server. Check whether it was done before you try again.',
    )
  })
})
