import { describe, expect, it } from 'vitest'
import { narrativeProblem } from './narrative.ts'

const XHTML = '<div xmlns="http://www.w3.org/1999/xhtml">'

describe('RDR-18 a narrative', () => {
  it.each([
    `${XHTML}Jan <b>DE VRIES </b></div>`,
    `${XHTML}&lt;script&gt;alert(1)&lt;/script&gt; &amp;nbsp; &quot;x&quot; &#x1F600;<br/></div>`,
    ` ${XHTML}<!-- note --><table><tbody><tr><td class='x'>a</td></tr></tbody></table></div>\n`,
    `${XHTML}<a href="https://example.org/?a=1&amp;b=2">x</a><img src="#img1" alt=""/></div>`,
    `${XHTML}<img src="data:image/png;base64,AAAA"/></div>`,
  ])('can be %s', (div) => {
    expect(narrativeProblem(div)).toBeUndefined()
  })

  it.each([
    ['', 'is not one closed div'],
    ['plain', 'is not one closed div'],
    [`${XHTML}`, 'is not one closed div'],
    [`${XHTML}<b></div></b>`, 'is not well-formed XHTML'],
    [`${XHTML}<br></div>`, 'is not well-formed XHTML'],
    [`${XHTML}a & b</div>`, 'is not well-formed XHTML'],
    [`${XHTML}a < b</div>`, 'is not well-formed XHTML'],
    [`${XHTML}<b class=x></b></div>`, 'is not well-formed XHTML'],
    [`${XHTML}</div>more`, 'has text behind its div'],
    ['<p>x</p>', 'does not begin with a div'],
    [`${XHTML}<script>alert(1)</script></div>`, 'has the element script'],
    [`${XHTML}<ScRiPt src="x"/></div>`, 'has the element script'],
    [`${XHTML}<iframe src="x"></iframe></div>`, 'has the element iframe'],
    [`${XHTML}<form></form></div>`, 'has the element form'],
    [`${XHTML}<b onclick="x()">x</b></div>`, 'has the event attribute onclick'],
    [`${XHTML}<img src="x" ONERROR='x()'/></div>`, 'has the event attribute onerror'],
    [`${XHTML}<a href="javascript:x()">x</a></div>`, 'has an address that runs code in href'],
    [`${XHTML}<a href=" java&#x0a;script&#58;x()">x</a></div>`, 'has an address that runs code in href'],
    [`${XHTML}<a href="javascript&colon;x()">x</a></div>`, 'has an address that runs code in href'],
    [`${XHTML}<img src="data:text/html,x"/></div>`, 'has an address that runs code in src'],
  ])('cannot be %s', (div, problem) => {
    expect(narrativeProblem(div)).toBe(problem)
  })
})
