import assert from 'node:assert/strict'
import { type MergeRange, writeXlsx } from 'hucre/xlsx'
import { auditDatabase } from '../audit/audit.ts'
import { handlers } from '../routes.ts'
import { textOf } from '../records/import/encoding.ts'
import { isArchive, readSheet, sheetOfText } from '../records/import/sheet.ts'
import { type Company, testApp } from './app.ts'

export type Row = ReturnType<typeof JSON.parse>
export type Cells = readonly (string | number | Date | null)[]

export type Desk = {
  readonly company: Company
  readonly call: (path: string, body: unknown) => Promise<Row>
  /** Sends a file to be imported, with what is said of it; or to another step. */
  readonly upload: (path: string, name: string, bytes: Uint8Array, said?: Readonly<Record<string, string>>, step?: string) => Promise<Row>
  readonly get: (path: string, language?: 'zh' | 'en') => Promise<{ status: number; bytes: Buffer }>
}

export const workbook = async (rows: readonly Cells[], merges: readonly MergeRange[] = []): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: '表', rows: rows.map((row) => [...row]), merges: [...merges] }] })
export const csv = (rows: readonly Cells[]): string =>
  rows.map((row) => row.map((cell) => (cell === null ? '' : `"${String(cell).replaceAll('"', '""')}"`)).join(',')).join('\r\n')

export const rowsOf = async (bytes: Uint8Array): Promise<readonly (readonly string[])[]> =>
  (isArchive(bytes) ? await readSheet(bytes) : sheetOfText(textOf(bytes))).rows

/** A sheet as a browser sends it, with what is said beside it. */
export const sheetSent = (name: string, bytes: Uint8Array, said: Readonly<Record<string, string>> = {}) => {
  const boundary = 'zaice-test-boundary'
  const body = Buffer.concat([
    ...Object.entries(said).map(([key, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** A server with companies whose administrators import sheets. */
export const desks = async (options?: Parameters<typeof testApp>[1]) => {
  const app = await testApp(handlers, options)
  const newDesk = async (): Promise<Desk> => deskOf(await app.newCompany())
  const deskOf = async (company: Company): Promise<Desk> => {
    const token = await company.tokenOf(company.admin)
    return {
      company,
      call: async (path, body) => (await app.ask({ path: `/api/${path}`, body, token })).json,
      upload: async (path, name, bytes, said = {}, step = 'upload') =>
        (await app.ask({ path: `/api/${path}/import/${step}`, token, ...sheetSent(name, bytes, said) })).json,
      get: async (path, language = 'zh') => {
        const answer = await app.ask({ method: 'GET', path: `/api/${path}`, token, headers: { 'accept-language': language } })
        return { status: answer.status, bytes: answer.bytes }
      },
    }
  }

  const uploaded = async (desk: Desk, path: string, rows: readonly Cells[]): Promise<Row> => {
    const answer = await desk.upload(path, '登记表.xlsx', await workbook(rows))
    assert.equal(answer['code'], 0, answer['msg'])
    return answer['result']
  }
  const committed = async (desk: Desk, path: string, rows: readonly Cells[], more: Row = {}): Promise<Row> => {
    const { id } = await uploaded(desk, path, rows)
    const answer = await desk.call(`${path}/import/commit`, { id, ...more })
    assert.equal(answer['code'], 0, `${answer['msg']} ${JSON.stringify(answer['details'])}`)
    return answer['result']
  }
  const list = async (desk: Desk, path: string, body: Row = {}): Promise<Row[]> =>
    (await desk.call(`${path}/list`, { pageSize: 1000, ...body }))['page']['list']
  /** The stock of supplies as lines: name, place, quantity, value; then how many stock-ins brought it. */
  const stockOf = async (desk: Desk): Promise<string[]> => {
    const stock: Row[] = (await desk.call('consum/cslocstock/list', { pageSize: 100 }))['page']['list']
    const [, ...stockIns] = await rowsOf((await desk.get('consum/csinstockorder/export?format=csv')).bytes)
    return [
      ...stock.map((row) => `${row['goodsName']} ${row['locName']} ${row['onHand']} ${row['value']}`).toSorted(),
      `${stockIns.length} stock-ins`,
    ]
  }
  const faults = async () => (await auditDatabase(app.database)).filter((finding) => finding.count > 0)

  /** A company whose places, models and people have come in by sheets: they are brought in once, and every further one is a twin. */
  const furnished = async (): Promise<Desk> => {
    const makeTwin = await (twins ??= furnish())
    return deskOf(await makeTwin())
  }
  let twins: ReturnType<typeof app.readTwins> | undefined
  const furnish = async () => {
    const desk = await newDesk()
    await committed(desk, 'pro/sysdept', [
      ['部门编码', '部门名称', '上级部门'],
      ['D2', '采购组', '行政部'],
      ['D1', '行政部', null],
    ])
    await committed(desk, 'pro/person', [
      ['登录名', '姓名', '手机号码', '部门'],
      ['wang', '王芳', '138 0013 8000', '行政部/采购组'],
      ['Li', '李明', 13900139000, 'D1'],
    ])
    await committed(desk, 'goods/gsgoodsloc', [
      ['名称', '编码', '上级区域', '管理员'],
      ['3层', 'A-3', 'A座', '王芳'],
      ['A座', 'A', '园区', null],
      ['园区', 'P', null, 'wang'],
      ['3层', 'B-3', 'B座', null],
      ['B座', 'B', 'P', null],
    ])
    await committed(desk, 'goods/gsgoods', [
      ['型号编码', '型号名称', '单价'],
      ['M1', '联想笔记本', 4999.5],
      ['M2', '显示器', 899],
    ])
    return app.readTwins(desk.company)
  }

  return { app, newDesk, furnished, uploaded, committed, list, stockOf, faults }
}
