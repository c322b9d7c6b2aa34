import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { RefusalError } from '../../../kernel/refusal.ts'
import { sumNotes } from '../../../domain/invoices/invoice.ts'
import { archivedXml, digitalXml, laptops, ofdParts, pdfOf, taggedParts, zipOf } from '../testing/samples.ts'
import { type ReadInvoice, run } from './readTask.ts'

/** What invoices say in each layout, and what is refused of files that mean harm or are broken. */
const folder = await mkdtemp(join(tmpdir(), 'invoices-'))
after(() => rm(folder, { recursive: true }))
const read = async (content: string | Buffer): Promise<ReadInvoice> => {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return run({ path })
}
const factsOf = async (content: string | Buffer) => {
  const result = await read(content)
  return result.facts ?? assert.fail('nothing was read')
}
const reasonOf = async (content: string | Buffer): Promise<string> => {
  try {
    await read(content)
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.reason
    throw error
  }
  return 'read'
}

describe('layouts', () => {
  test('a digital invoice is read archive, prices to six places', async () => {
    const result = await read(digitalXml())
    const { lines, ...facts } = result.facts ?? assert.fail()
    assert.deepEqual(facts, {
      code: '',
      number: '26317000000123456701',
      kind: '电子发票（增值税专用发票）',
      issuedOn: '2026-08-05',
      seller: { name: '上海示例电脑有限公司', taxNumber: '91310000MA1K000001' },
      buyer: { name: '在册示例科技有限公司', taxNumber: '91320500MA1X000002' },
      amount: '13274.34',
      tax: '1725.66',
      total: '15000',
      remark: '',
      isRed: false,
      blueNumber: '',
    })
    assert.deepEqual(lines, [
      {
        lineNo: 1,
        taxClass: '电子计算机',
        name: '笔记本电脑',
        spec: 'T14',
        unit: '台',
        quantity: '3',
        price: '4424.778761',
        amount: '13274.34',
        taxRate: '13%',
        tax: '1725.66',
        discountOf: null,
      },
    ])
    assert.deepEqual(sumNotes(result.facts ?? assert.fail()), [])
    assert.deepEqual('source' in result && [result.source, result.signature], ['xml', 'unchecked'])
  })

  test('the layout of 2019 has a code, and a discount lowers the line before it', async () => {
    const facts = await factsOf(archivedXml())
    assert.deepEqual([facts.code, facts.number, facts.issuedOn, facts.total], ['031002600111', '12345678', '2026-08-05', '113'])
    assert.deepEqual(
      facts.lines.map(({ name, amount, discountOf }) => [name, amount, discountOf]),
      [
        ['复印纸', '110', null],
        ['复印纸', '-10', 1],
      ],
    )
  })

  test('an OFD file says it by its attachment, and its digests fit', async () => {
    const result = await read(await zipOf(ofdParts(digitalXml())))
    assert.deepEqual('source' in result && [result.source, result.signature, result.facts.total], ['ofd', 'intact', '15000'])
  })

  test('without an attachment it says it by the tags of its page, long names included', async () => {
    const result = await read(await zipOf(taggedParts()))
    const facts = result.facts ?? assert.fail()
    assert.deepEqual(
      [facts.number, facts.kind, facts.issuedOn, facts.seller.name, facts.buyer.taxNumber, facts.total],
      ['26322000000987654321', '电子发票（普通发票）', '2026-09-12', '苏州家具厂', '91320500MA1X000002', '2020'],
    )
    assert.deepEqual(
      facts.lines.map(({ name, spec, unit, quantity, price, amount, taxRate, tax }) => [
        name,
        spec,
        unit,
        quantity,
        price,
        amount,
        taxRate,
        tax,
      ]),
      [
        ['办公桌', '1.4m', '张', '2', '500', '1000', '1%', '10'],
        ['升降办公椅（带扶手）', '', '把', '4', '250', '1000', '1%', '10'],
      ],
    )
    assert.equal('signature' in result && result.signature, 'unchecked')
  })

  test('a PDF is read where data is attached, and says so where none is', async () => {
    assert.equal((await factsOf(await pdfOf(digitalXml()))).number, '26317000000123456701')
    assert.equal((await factsOf(await pdfOf(await zipOf(ofdParts(digitalXml())), 'x.ofd'))).total, '15000')
    assert.deepEqual(await read(await pdfOf()), {
      facts: undefined,
      words: 'PDF 里没有内嵌发票数据，文件已保存，请手工填写；有 XML 或 OFD 原件时请改传原件',
    })
    assert.equal((await read(await pdfOf('<note>no invoice</note>'))).facts, undefined)
  })

  test('a red-letter invoice is negative and names the one that it takes back', async () => {
    const facts = await factsOf(
      digitalXml({ red: { blue: '26317000000123456701' }, lines: [{ ...laptops, quantity: '-1', amount: '-4424.78', tax: '-575.22' }] }),
    )
    assert.deepEqual([facts.isRed, facts.blueNumber, facts.total, facts.lines[0]?.quantity], [true, '26317000000123456701', '-5000', '-1'])
  })

  test('the name of a line without a class stays as it is', async () => {
    const facts = await factsOf(digitalXml({ lines: [{ ...laptops, name: '电脑*2' }] }))
    assert.deepEqual([facts.lines[0]?.taxClass, facts.lines[0]?.name], ['', '电脑*2'])
  })
})

describe('encodings', () => {
  const gbk = (text: string) => Buffer.concat([...text].map((sign) => (sign.charCodeAt(0) < 128 ? Buffer.from(sign) : gbkOf(sign))))
  test('GBK is read where it is declared, UTF-8 whatever is declared', async () => {
    assert.equal((await factsOf(gbk(digitalXml({ encoding: 'GBK' })))).lines[0]?.name, '笔记本电脑')
    assert.equal((await factsOf(digitalXml({ encoding: 'GBK' }))).lines[0]?.name, '笔记本电脑')
    assert.equal((await factsOf(Buffer.from(`\ufeff${digitalXml({ encoding: 'UTF-16' })}`, 'utf16le'))).lines[0]?.name, '笔记本电脑')
  })
  test('bytes that do not fit what is declared are refused', async () => {
    assert.equal(await reasonOf(gbk(digitalXml({ encoding: 'UTF-8' }))), 'invoice.encoding')
  })
})

describe('files that mean harm or are broken', () => {
  test('entities and document types are reasonOf, however they are written', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    assert.equal(await reasonOf(digitalXml({ prolog: bomb, seller: '&b;' })), 'invoice.entities')
    assert.equal(await reasonOf(digitalXml({ prolog: '<!DOCTYPE x SYSTEM "file:///etc/passwd">' })), 'invoice.entities')
    assert.equal(await reasonOf(Buffer.from(`\ufeff${digitalXml({ prolog: bomb })}`, 'utf16le')), 'invoice.entities')
    assert.equal(await reasonOf(await zipOf(ofdParts(digitalXml({ prolog: bomb })))), 'invoice.entities')
    assert.equal(await reasonOf(await pdfOf(digitalXml({ prolog: bomb }))), 'invoice.entities')
  })

  test('depth, elements and sizes have an end', async () => {
    assert.equal(await reasonOf(`<EInvoice>${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}</EInvoice>`), 'invoice.tooLarge')
    assert.equal(await reasonOf(`<EInvoice>${'<a/>'.repeat(200_000)}</EInvoice>`), 'invoice.tooLarge')
    assert.equal(await reasonOf(digitalXml({ lines: Array.from({ length: 2001 }, () => laptops) })), 'invoice.tooLarge')
  })

  test('an archive that unpacks to more than it says, or to too much, is refused', async () => {
    const parts = ofdParts(digitalXml())
    assert.equal(
      await reasonOf(await zipOf({ ...parts, 'Doc_0/Attachs/original_invoice.xml': Buffer.alloc(60_000_000, 32) })),
      'invoice.tooLarge',
    )
    assert.equal(await reasonOf(lyingArchive(deflateRawSync(Buffer.alloc(80_000_000, 32)))), 'invoice.unreadable')
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`p${index}`, 'x']))
    assert.equal(await reasonOf(await zipOf({ ...parts, ...many })), 'invoice.tooLarge')
  })

  test('an archive with two parts of one name is refused', async () => {
    const parts = await zipOf({ ...ofdParts(digitalXml()), 'doc_0/attachs/ORIGINAL_INVOICE.xml': digitalXml({ total: '1.00' }) })
    assert.equal(await reasonOf(parts), 'invoice.unreadable')
  })

  test('what was changedArchive after it was signed is reasonOf: a part, the list of digests, a part that is gone', async () => {
    const parts = ofdParts(digitalXml())
    const changedArchive = (path: string, change: (text: string) => string) => zipOf({ ...parts, [path]: change(String(parts[path])) })
    assert.equal(
      await reasonOf(await changedArchive('Doc_0/Attachs/original_invoice.xml', (text) => text.replaceAll('15000.00', '16000.00'))),
      'invoice.changed',
    )
    assert.equal(
      await reasonOf(
        await changedArchive('Doc_0/Signs/Sign_0/Signature.xml', (text) => text.replace('ProviderName="x"', 'ProviderName="y"')),
      ),
      'invoice.changed',
    )
    const { 'Doc_0/Pages/Page_0/Content.xml': _, ...without } = parts
    assert.equal(await reasonOf(await zipOf(without)), 'invoice.changed')
    const { 'Doc_0/Signs/Signatures.xml': __, ...unsignedParts } = parts
    assert.equal(await reasonOf(await zipOf(unsignedParts)), 'invoice.changed')
  })

  test('a signature by a method that is not known is said to be unchecked, never to fit', async () => {
    const parts = ofdParts(digitalXml())
    const path = 'Doc_0/Signs/Sign_0/Signature.xml'
    const result = await read(await zipOf({ ...parts, [path]: String(parts[path]).replace('1.2.156.10197.1.401', '1.2.3') }))
    assert.equal('signature' in result && result.signature, 'unchecked')
  })

  test('truncated files, NUL and other control signs are refused', async () => {
    const [xml, ofd, pdf] = [digitalXml(), await zipOf(ofdParts(digitalXml())), await pdfOf(digitalXml())]
    assert.equal(await reasonOf(xml.slice(0, xml.length / 2)), 'invoice.unreadable')
    assert.equal(await reasonOf(ofd.subarray(0, ofd.length / 2)), 'invoice.unreadable')
    assert.match(await reasonOf(pdf.subarray(0, pdf.length / 3)), /^(?:invoice.unreadable|read)$/)
    assert.equal(await reasonOf(xml.replace('笔记本', '笔\0记本')), 'invoice.unreadable')
    assert.equal(await reasonOf(''), 'file.empty')
    assert.equal(await reasonOf('号码,金额\n1,2'), 'invoice.unreadable')
    assert.equal(await reasonOf('<html></html>'), 'invoice.layout')
  })

  test('numbers that no invoice has and facts that none lacks are refused', async () => {
    for (const amount of ['1e308', '99999999999999', '0x10', '１２', 'NaN', '1.2.3'])
      assert.equal(await reasonOf(digitalXml({ lines: [{ ...laptops, amount }], amount: '1.00', tax: '0.13' })), 'invoice.number', amount)
    assert.equal(await reasonOf(digitalXml({ number: '12' })), 'invoice.missing')
    assert.equal(await reasonOf(digitalXml({ seller: '' })), 'invoice.missing')
    assert.equal(await reasonOf(digitalXml({ issuedOn: '2026-02-30' })), 'invoice.missing')
    assert.equal(await reasonOf(digitalXml({ lines: [{ name: '电脑' }], amount: '1.00', tax: '0', total: '1.00' })), 'invoice.missing')
  })

  test('whatever bytes arrive, they are read or reasonOf in words', async () => {
    const archive = await zipOf(ofdParts(digitalXml()))
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const broken = Buffer.from(archive)
        broken[at] = byte
        await reasonOf(broken)
      }),
      { numRuns: 60 },
    )
  })
})

/** A few characters in GBK. */
const gbkOf = (sign: string): Buffer => {
  const decoder = new TextDecoder('gbk')
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++)
      if (decoder.decode(Buffer.from([lead, trail])) === sign) return Buffer.from([lead, trail])
  return Buffer.from('?')
}

/** An archive whose one part says that it is ten bytes long and unpacks to many. */
const lyingArchive = (packedBytes: Buffer): Buffer => {
  const name = Buffer.from('OFD.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packedBytes.length, 18)
  local.writeUInt32LE(10, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packedBytes.length, 20)
  entry.writeUInt32LE(10, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packedBytes.length, 16)
  return Buffer.concat([local, name, packedBytes, entry, name, end])
}
