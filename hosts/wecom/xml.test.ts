import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readXml, writeXml } from './xml.ts'

const read: [what: string, xml: string, fields: Record<string, string> | undefined][] = [
  ['CDATA and numbers', '<xml><A><![CDATA[a <b> &c;]]></A>\n<B>12</B></xml>', { A: 'a <b> &c;', B: '12' }],
  ['nothing', '<xml></xml>', {}],
  ['an empty element', '<xml><A></A></xml>', { A: '' }],
  ['further elements, which count as empty', '<xml><A><Item><Id>1</Id></Item></A><B>2</B></xml>', { A: '', B: '2' }],
  ['the first of equal names', '<xml><A>1</A><A>2</A></xml>', { A: '1' }],
  ['the entities of XML itself', '<xml><A>1 &lt; 2 &amp;lt;</A></xml>', { A: '1 < 2 &lt;' }],
  ['no entity of its own', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><xml><A>&a;</A></xml>', undefined],
  ['no entity by number', '<xml><A>&#65;</A></xml>', undefined],
  ['no declaration', '<?xml version="1.0"?><xml><A>1</A></xml>', undefined],
  ['no attribute', '<xml a="1"><A>1</A></xml>', undefined],
  ['no comment', '<xml><!-- --><A>1</A></xml>', undefined],
  ['nothing open', '<xml><A>1</A>', undefined],
  ['nothing crossed', '<xml><A><B></A></B></xml>', undefined],
  ['nothing after the end', '<xml></xml><xml></xml>', undefined],
  ['no words outside', 'a<xml></xml>', undefined],
  ['nothing deep', `${'<a>'.repeat(9)}${'</a>'.repeat(9)}`, undefined],
  ['no empty text', '', undefined],
  ['no JSON', '{"a":1}', undefined],
]
for (const [what, xml, fields] of read)
  test(`of an XML is read: ${what}`, () => assert.deepEqual(readXml(xml) && Object.fromEntries(readXml(xml)!), fields))

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[A-Z][A-Za-z]{0,9}$/), fc.string({ unit: 'grapheme' })), (fields) => {
      assert.deepEqual(Object.fromEntries(readXml(writeXml(fields))!), { ...fields })
    }),
  )
})
