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
    `${XHTML}<div xmlns="http://www.w3.org/1999/xhtml" xml:lang="nl" lang="nl"><p>&#160;&apos;</p></div></div >`,
    `<!-- by us --><div xmlns='http://www.w3.org/1999/xhtml'><!----><dl><dt>a</dt><dd>b</dd></dl><hr/></div>`,
    `${XHTML}<p style="padding-left: 25px; color: #fff">x</p><a name="top">x</a><a href="mailto:a@b.nl">x</a></div>`,
    `${XHTML}<table border="1"><colgroup><col width="10%"/></colgroup><tr><th colspan="2" scope="col">a</th></tr></table></div>`,
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
    [`${XHTML}</div>more`, 'has text after its div'],
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
    // Names of other namespaces, however they are written.
    [`${XHTML}<s:script xmlns:s="http://www.w3.org/1999/xhtml">x</s:script></div>`, 'has the element s:script'],
    [
      `${XHTML}<v:svg xmlns:v="http://www.w3.org/2000/svg"><v:script>x</v:script></v:svg></div>`,
      'has the element v:svg',
    ],
    [`${XHTML}<h:b xmlns:h="http://www.w3.org/1999/xhtml">x</h:b></div>`, 'has the element h:b'],
    [`${XHTML}<p x:onclick="x()" xmlns:x="u">x</p></div>`, 'has the attribute x:onclick'],
    [`${XHTML}<p xmlns:x="u">x</p></div>`, 'has the attribute xmlns:x'],
    [`${XHTML}<p xmlns="http://www.w3.org/2000/svg">x</p></div>`, 'is not in the namespace of XHTML'],
    [`${XHTML}<a xlink:href="x">x</a></div>`, 'has the attribute xlink:href'],
    ['<div>x</div>', 'is not in the namespace of XHTML'],
    ['<div xmlns="">x</div>', 'is not in the namespace of XHTML'],
    // Markup that R4 does not allow, known to be dangerous or not.
    ...[
      'svg',
      'math',
      'video',
      'audio',
      'details',
      'slot',
      'font',
      'center',
      'marquee',
      'custom-element',
      'B',
      'main',
    ].map((name) => [`${XHTML}<${name}>x</${name}></div>`, `has the element ${name.toLowerCase()}`]),
    [`${XHTML}<p contenteditable="true">x</p></div>`, 'has the attribute contenteditable'],
    [`${XHTML}<p CLASS="x">x</p></div>`, 'has the attribute class'],
    [`${XHTML}<img srcset="x"/></div>`, 'has the attribute srcset'],
    [`${XHTML}<p class="a" class="b">x</p></div>`, 'is not well-formed XHTML'],
    [
      `${XHTML}<p style="background:url(https://evil.example/)">x</p></div>`,
      'has a style that loads or runs something',
    ],
    [`${XHTML}<p style="background:u\\72l(x)">x</p></div>`, 'has a style that loads or runs something'],
    [`${XHTML}<p style="b:&#117;rl(x)">x</p></div>`, 'has a style that loads or runs something'],
    // Markup that an HTML parser reads differently from an XML parser.
    [`${XHTML}<!--><img src=x onerror=alert(1)>--></div>`, 'is not well-formed XHTML'],
    [`${XHTML}<!---><img src=x onerror=alert(1)>--></div>`, 'is not well-formed XHTML'],
    [`${XHTML}<!-- --!><img src=x onerror=alert(1)>--></div>`, 'is not well-formed XHTML'],
    [`${XHTML}<!-- x ---></div>`, 'is not well-formed XHTML'],
    [
      `${XHTML}<![CDATA[<script>x</script>]]></div>`,
      'has a CDATA section, a declaration or a processing instruction, which HTML reads differently',
    ],
    [
      `${XHTML}<?x <script>?></div>`,
      'has a CDATA section, a declaration or a processing instruction, which HTML reads differently',
    ],
    [
      `<!DOCTYPE div>${XHTML}</div>`,
      'has a CDATA section, a declaration or a processing instruction, which HTML reads differently',
    ],
    [`${XHTML}a ]]> b</div>`, 'is not well-formed XHTML'],
    [`${XHTML}&nbsp;</div>`, 'has the entity nbsp, which XML does not define'],
    [`${XHTML}<a href="?a=1&copy;">x</a></div>`, 'has the entity copy, which XML does not define'],
    [`${XHTML}<a href="?a=1&b=2">x</a></div>`, 'is not well-formed XHTML'],
    [`${XHTML}&#0;</div>`, 'is not well-formed XHTML'],
    [`${XHTML}&#xD800;</div>`, 'is not well-formed XHTML'],
    [`${XHTML}&#xFFFFFF;</div>`, 'is not well-formed XHTML'],
    // More than one div.
    [`${XHTML}</div>${XHTML}</div>`, 'has text after its div'],
    [`${XHTML}</div>&amp;`, 'has text outside of its div'],
    [`before${XHTML}</div>`, 'is not one closed div'],
    [`${XHTML}<p></p/></div>`, 'is not well-formed XHTML'],
  ])('cannot be %s', (div, problem) => {
    expect(narrativeProblem(div)).toBe(problem)
  })
})
