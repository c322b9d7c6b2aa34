import { writeXlsx } from 'hucre/xlsx'
import { join } from 'node:path'
import { copyDatabase, dropDatabase } from './databases.ts'
import type { Place } from './data.ts'
import { peakMegabytes } from './memory.ts'
import { printBar } from './report.ts'
import { type Measuring, serve } from './serving.ts'

/** Takes over registers of two sizes, each by a server of its own: how fast, and what memory the larger one needs over the smaller. Answers how many bars were missed. */
export const measureImport = async ({ url, dir, data: { empty } }: Measuring): Promise<number> => {
  const database = await copyDatabase(url, 'bench_import')
  const take = async (rows: number): Promise<{ rowsPerSecond: number; peak: number }> => {
    const sheet = await sheetOf(empty, rows)
    const { port, process, stop } = await serve(database, join(dir, 'import'))
    const idle = peakMegabytes(process.pid!)
    const ask = asking(port, empty.admin.token)
    const started = performance.now()
    const { id } = await ask<{ id: string }>('upload', sheet)
    const uploaded = performance.now()
    const { errorCount, errors } = await ask<{ errorCount: number; errors: readonly unknown[] }>('check', { id })
    if (errorCount > 0) throw new Error(`the sheet has errors: ${JSON.stringify(errors[0])}`)
    const checked = performance.now()
    const { doneCount } = await ask<{ doneCount: number }>('commit', { id })
    if (doneCount !== rows) throw new Error(`${doneCount} of ${rows} rows were imported`)
    const done = performance.now()
    const peak = peakMegabytes(process.pid!)
    await stop()
    const steps = [uploaded - started, checked - uploaded, done - checked].map((ms) => `${(ms / 1000).toFixed(2)} s`)
    console.log(
      `import of ${rows} assets: upload ${steps[0]}, check ${steps[1]}, commit ${steps[2]}; memory of the server ${idle.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`,
    )
    return { rowsPerSecond: rows / ((done - started) / 1000), peak }
  }
  const small = await take(2000)
  const large = await take(10_000)
  await dropDatabase(database)
  const bars = [
    printBar('import of 10,000 assets, rows/s from upload to commit', large.rowsPerSecond, { atLeast: 1000 }),
    printBar('most memory with 10,000 rows over that with 2,000', large.peak / small.peak, { atMost: 1.5 }),
  ]
  return bars.filter((met) => !met).length
}

const headers = ['资产编码', '资产名称', '资产型号', '序列号', '原值', '购置日期', '所在区域', '备注']

const sheetOf = async ({ locations }: Place, count: number): Promise<FormData> => {
  const rows = Array.from({ length: count }, (_, n) => [
    `IM${count}-${n}`,
    '联想笔记本电脑',
    `M${1 + (n % 12)}`,
    `PF${n * 7919}`,
    4999 + (n % 100),
    `2024-0${1 + (n % 9)}-15`,
    `L${1 + (n % locations.length)}`,
    '从旧台账转入',
  ])
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(await writeXlsx({ sheets: [{ name: '资产', rows: [headers, ...rows] }] }))]), '资产台账.xlsx')
  return form
}

/** Asks one step of the import of assets; the data of the answer. */
const asking =
  (port: number, token: string) =>
  async <D>(step: 'upload' | 'check' | 'commit', body: FormData | object): Promise<D> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`http://127.0.0.1:${port}/api/goods/gsgoodsinstance/import/${step}`, {
      method: 'POST',
      headers: { authorization: `bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const { success, data, msg } = (await answer.json()) as { success: boolean; data: D; msg: string }
    if (!success) throw new Error(`${step}: ${msg}`)
    return data
  }
