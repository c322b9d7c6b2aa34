import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importColumns } from '../../../domain/records/columns.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import { desks, workbook } from '../../testing/desk.ts'

const { newDesk } = await desks()

test('a sheet of any kind of record comes in or is refused in words', async () => {
  const desk = await newDesk()
  for (const kind of recordKinds) {
    const columns = importColumns(kind)
    const rows = [
      columns.map(({ label }) => label),
      columns.map((_, index) => `值${index}`),
      columns.map(() => null),
      columns.map(() => '1'),
    ]
    const upload = await desk.upload(kind.path, `${kind.title}.xlsx`, await workbook(rows))
    if (upload['code'] === 404) continue
    assert.equal(upload['code'], 0, `${kind.title}: ${upload['msg']}`)
    for (const step of ['check', 'commit']) {
      const answer = await desk.call(`${kind.path}/import/${step}`, { id: upload['result']['id'], createMissing: true })
      assert.notEqual(answer['reason'], 'fault', `${kind.title} ${step}: ${answer['msg']}`)
      assert.doesNotMatch(String(answer['msg']), /系统出错/, `${kind.title} ${step}`)
    }
  }
})
