import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readXml, writeXml } from './xml.ts'

const readable: [what: string, xml: string, fields: Record<string, string>][] = [
  ['a section after a blank', '<xml><InfoType> <![CDATA[suite_ticket]]></InfoType></xml>', { InfoType: 'suite_ticket' }],
  ['a section between lines', '<xml>\n<A>\n  <![CDATA[ b ]]>\n</A>\n</xml>\n', { A: ' b ' }],
  ['an empty element', '<xml><A/><B>1</B><C /></xml>', { A: '', B: '1', C: '' }],
  ['a declaration', '<?xml version="1.0" encoding="UTF-8"?>\n<xml><A>1</A></xml>', { A: '1' }],
  ['a byte order mark', '\uFEFF<?xml version="1.0"?><xml><A>1</A></xml>', { A: '1' }],
  ['a comment', '<!-- a --><xml><A>1<!-- <B> -->2</A><!----></xml>', { A: '12' }],
  ['attributes', `<xml a="1" b='&lt;"'><A c = "x>y">1</A></xml>`, { A: '1' }],
  ['blanks in tags', '<xml ><A\n>1</A ></xml >', { A: '1' }],
  ['references', '<xml><A>&lt;&amp;&gt;&quot;&apos;&#65;&#x4E2d;&#x1F600;</A></xml>', { A: `<&>"'A中😀` }],
  ['a reference in a section', '<xml><A><![CDATA[&lt;<b>]]></A></xml>', { A: '&lt;<b>' }],
  ['a section in two parts', '<xml><A><![CDATA[a]]]]><![CDATA[>b]]></A></xml>', { A: 'a]]>b' }],
  ['text around a section', '<xml><A> a <![CDATA[b]]> c </A></xml>', { A: 'a b c' }],
  ['further elements', '<xml><A><B>1</B><B>2</B></A><C>3</C></xml>', { A: '', C: '3' }],
  ['equal names', '<xml><A>1</A><A>2</A></xml>', { A: '1' }],
  ['an empty root', '<xml/>', {}],
  ['a name in Chinese', '<xml><票>1</票></xml>', { 票: '1' }],
]
for (const [what, xml, fields] of readable)
  test(`XML is read: ${what}`, () => {
    const found = readXml(xml)
    assert.ok(found, 'is not read')
    assert.deepEqual(Object.fromEntries(found), fields)
  })

const unreadable: [what: string, xml: string][] = [
  ['nothing', ''],
  ['no root', 'abc'],
  ['a root that does not end', '<xml><A>1</A>'],
  ['an element that does not end', '<xml><A>1</xml>'],
  ['ends that cross', '<xml><A><B></A></B></xml>'],
  ['two roots', '<xml/><xml/>'],
  ['text after the root', '<xml/>a'],
  ['a section after the root', '<xml/><![CDATA[]]>'],
  ['a document type', '<!DOCTYPE xml [<!ENTITY a "b">]><xml><A>&a;</A></xml>'],
  ['an entity of its own', '<xml><A>&a;</A></xml>'],
  ['a bare ampersand', '<xml><A>a&b</A></xml>'],
  ['a character that XML forbids', '<xml><A>&#0;</A></xml>'],
  ['half a surrogate', '<xml><A>&#xD800;</A></xml>'],
  ['a character beyond all', '<xml><A>&#x110000;</A></xml>'],
  ['an attribute without quotes', '<xml a=1/>'],
  ['an attribute twice', '<xml a="1" a="2"/>'],
  ['a wrong reference in an attribute', '<xml a="&a;"/>'],
  ['a declaration in the middle', '<xml><?xml version="1.0"?></xml>'],
  ['the end of a section in a text', '<xml><A>]]></A></xml>'],
  ['a section that does not end', '<xml><A><![CDATA[a</A></xml>'],
  ['elements without number', `<xml>${'<A/>'.repeat(2_000)}</xml>`],
  ['comments without number', `<xml>${'<!---->'.repeat(2_000)}</xml>`],
  ['a text without end', `<xml><A>${'a'.repeat(200_000)}</A></xml>`],
  ['elements in elements without end', '<a>'.repeat(9) + '</a>'.repeat(9)],
]
for (const [what, xml] of unreadable) test(`XML is refused: ${what}`, () => assert.equal(readXml(xml), undefined))

test('what is written is read again, whatever it holds', () => {
  const name = fc.stringMatching(/^[A-Za-z]\w{0,8}$/).filter((text) => text !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'binary' }), { noNullPrototype: true }), (fields) =>
      assert.deepEqual(Object.fromEntries(readXml(writeXml(fields)) ?? []), fields),
    ),
  )
})

test('a message of a megabyte that is meant to be slow is read in one go', () => {
  for (const part of ['<', '<a b="', '<!--', '<![CDATA[', '&', ' ', '<a ', '<?x '])
    assert.equal(readXml(`<xml>${part.repeat(1_000_000 / part.length)}`), undefined)
})
