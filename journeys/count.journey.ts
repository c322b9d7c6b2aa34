import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Id, newId, newUuid } from '../kernel/id.ts'
import { type Answer, openStage, says, visit } from './stage.ts'

const { ask, windowOf } = await openStage()
const admin = await windowOf('admin', 'desk')
const staff = await windowOf('staff')

const done = async (username: string, path: string, body: unknown): Promise<Answer> => {
  const answer = await ask(username, path, body)
  assert.equal(answer.code, 0, `${path}: ${answer.msg}`)
  return answer
}
const task = (verb: string) => `/api/goods/gsinventorytask/${verb}`

/** A phone of a person that sends what it reads, as a gun at work does. */
const phoneOf = async (username: string, taskId: string) => {
  const device = newUuid()
  let seq = 0
  await done(username, task('join'), { taskId, device })
  return async (seen: readonly { item: string; place: string }[]) => {
    const from = seq + 1
    const events = seen.map(({ item, place }) => ({
      id: newUuid(),
      seq: (seq += 1),
      kind: 'seen',
      source: 'gun',
      itemKind: 'asset',
      item,
      place,
      at: new Date().toISOString(),
      clock: { offsetMs: 0, uncertaintyMs: 20 },
    }))
    const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
    const { result } = await done(username, task('push'), { taskId, device, from, events, digest, clientAt: new Date().toISOString() })
    assert.equal(result.acked, seq)
  }
}

/** Lets everyone agree who is asked about such applications. */
const agree = async (isMeant: (row: { processId: string; flowKey: string }) => boolean): Promise<void> => {
  for (let step = 0; step < 10; step++) {
    let moved = false
    for (const username of ['admin', 'keeper', 'boss']) {
      const { page } = await done(username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100 })
      for (const { taskId, formRev } of page.list.filter(isMeant)) {
        await done(username, '/api/workflow/flowApprove', { taskId, formRev })
        moved = true
      }
    }
    if (!moved) return
  }
}

test('a count is begun in a few taps, two people count while a piece moves away, and after the decisions the books are the shelf', async () => {
  const { page } = admin
  await page.getByRole('button', { name: '开始盘点' }).click()
  await page.waitForURL(/GsInventoryOrder\/index/)
  const start = page.getByRole('dialog', { name: '开始盘点' })
  await start.getByRole('button', { name: '请选择盘点区域' }).click()
  const places = page.getByRole('dialog', { name: '选择盘点区域' })
  await places.getByPlaceholder(/搜索/).fill('数据机房')
  await places.getByRole('button', { name: /数据机房/ }).click()
  await places.getByRole('button', { name: '确定' }).click()
  await start.getByText('件资产').waitFor()
  await start.getByRole('button', { name: '开始盘点' }).click()
  await page.waitForURL(/gsinventorytask/)
  const taskId = new URLSearchParams(page.url().split('?')[1]).get('id')!
  const { page: lines } = await done('admin', task('lines'), { taskId, pageSize: 100 })
  const pieces = lines.list.map(({ itemId, place }: { itemId: string; place: { id: string } }) => ({ item: itemId, place: place.id }))
  assert.ok(pieces.length >= 10)
  const room = pieces[0].place
  const { page: found } = await done('admin', '/api/goods/gsgoodsloc/list', { pageSize: 100 })
  const elsewhere = found.list.find((each: { locName: string }) => each.locName === '会议中心').id
  const who = async (username: string) => {
    const { page: people } = await done('admin', '/api/pro/person/list', { likeQuery: username, pageSize: 50 })
    return people.list.find((each: { username: string }) => each.username === username).id
  }
  const shares = await Promise.all(
    ['staff', 'staff2'].map(async (username) => ({ kind: 'place', refId: room, personId: await who(username) })),
  )
  await done('admin', task('share'), { taskId, shares })

  // The person who only counts finds his part from the workbench.
  await staff.page.getByRole('button', { name: /扫码盘点/ }).waitFor()

  const [missing, misplaced, movedAway, ...others] = pieces
  const half = Math.ceil(others.length / 2)
  const [first, second] = [await phoneOf('staff', taskId), await phoneOf('staff2', taskId)]
  await first(others.slice(0, half))
  await second([...others.slice(half), { ...misplaced, place: elsewhere }])
  // The board of the office has heard of it.
  await page
    .getByText(`已盘${others.length + 1}/${pieces.length}`)
    .first()
    .waitFor()
  // Meanwhile a piece moves with its papers: no one sees it here, and nothing is wrong.
  const { result: move } = await done('admin', '/api/goods/gsajustorder/submit', {
    id: newId(),
    header: { reason: '移至会议中心' },
    lines: [{ asset: movedAway.item, place: elsewhere }],
  })
  await agree(({ processId }) => processId === move.processId)

  await page.getByRole('button', { name: '结束盘点' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '结束盘点' }).click()
  await page.getByRole('button', { name: /处理.*差异/ }).click()
  await page.waitForURL(/gsinventoryprofit/)
  for (const group of [/盘亏/, /位置与使用人/]) {
    await page.getByRole('tab', { name: group }).click()
    await page.getByRole('button', { name: '全部一次处理' }).click()
    const sheet = page.getByRole('dialog', { name: '处理差异' })
    await sheet.getByRole('button', { name: '确定' }).click()
    await sheet.waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: '生成处理单' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '生成' }).click()

  const until = async <T>(asked: () => Promise<T | undefined>, what: string): Promise<T> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
      const answer = await asked()
      if (answer !== undefined) return answer
    }
    throw new Error(what)
  }
  const documents = await until(async () => {
    const { result } = await done('admin', task('documents'), { taskId })
    return result.length > 0 ? (result as { kind: string }[]) : undefined
  }, 'no document was made')
  assert.deepEqual([...new Set(documents.map(({ kind }) => kind))], ['GsInventoryOrder'])
  await until(async () => {
    // Documents are made one after the other.
    await agree(({ flowKey }) => flowKey === 'gsinventory')
    const { page: counts } = await done('admin', task('list'), { likeQuery: '数据机房' })
    return counts.list[0].state === 'closed' ? true : undefined
  }, 'the count was not closed')

  const cardOf = async (id: string) => {
    const { page: cards } = await done('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 200, locId: elsewhere })
    return cards.list.find((each: { id: string }) => each.id === id)
  }
  assert.equal((await cardOf(misplaced.item))?.locId, elsewhere)
  const { page: lost } = await done('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 200, state: 'lost' })
  assert.ok(lost.list.some(({ id }: { id: string }) => id === missing.item))
  assert.ok((await cardOf(movedAway.item)) && !lost.list.some(({ id }: { id: string }) => id === movedAway.item))

  await visit(page, `/pages/goods/GsInventoryOrder/gsinventoryreport?id=${taskId}`)
  await page.getByText('账实相符率').waitFor()
  await page.getByText('结果指纹').waitFor()
  assert.deepEqual(admin.complaints, [])
  assert.deepEqual(staff.complaints, [])
})

const selfCountName = '员工年终自盘'
const taskScreen = '/pages/goods/GsInventoryOrder/gsinventorytask'

const picture = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    canvas.getContext('2d')!.fillRect(10, 10, Math.random() * 20, 20)
    return canvas.toDataURL('image/png')
  })
  return { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1]!, 'base64') }
}

test('a holder counts what is his by photo and says what he has not; who has not answered is seen by department and reminded', async () => {
  const { page: own } = await ask('staff', '/api/goods/gsgoodsinstance/list', { mine: true, state: 'inUse', pageSize: 50 })
  const held = own.list as { holderUid: Id; instanceCode: string }[]
  const { result: plan } = await ask('admin', '/api/goods/gsinventoryplan/save', {
    plan: { name: selfCountName, methods: ['self'], photo: 'always', scope: { kinds: ['asset'], holders: [held[0]!.holderUid] } },
  })
  const { result: opened } = await ask('admin', '/api/goods/gsinventorytask/open', { planId: plan.id })

  const { page: phone } = staff
  await visit(phone, '/pages/goods/mainpage/mygoods?jumpType=page')
  await phone.getByText(/有 \d+ 件资产等您盘点/).waitFor()
  await phone.getByRole('button', { name: '去盘点' }).click()
  const section = phone.locator('section').filter({ has: phone.getByRole('heading', { name: selfCountName }) })
  const pieces = section.getByRole('listitem')
  await pieces.first().waitFor()
  const amount = await pieces.count()
  assert.ok(amount > 1, `${amount} pieces`)
  const isDone = (count: number) => section.locator(`[role=progressbar][aria-valuenow="${count}"]`).waitFor()

  // A photo out of the camera is the proof: his word alone is not offered.
  const photographed = async (count: number): Promise<void> => {
    const openPiece = pieces.filter({ hasNotText: /已拍照|已经归还/ }).first()
    const [code = ''] = /ZC\d+/.exec(await openPiece.innerText()) ?? []
    // The list is put in another order by each answer.
    const piece = pieces.filter({ hasText: code })
    const chooser = phone.waitForEvent('filechooser')
    await piece.getByText('在我这里，拍照').click()
    await (await chooser).setFiles(await picture(phone))
    await piece.filter({ hasText: '已拍照' }).waitFor()
    await isDone(count)
  }
  assert.equal(await section.getByRole('button', { name: '在我这里', exact: true }).count(), 0)
  await photographed(1)

  const { page: desk } = admin
  await visit(desk, `${taskScreen}?id=${opened.id}`)
  await desk.getByText('0/1人已盘完').waitFor()
  await desk.getByRole('button', { name: /1人未完.*剩\d+件/s }).waitFor()
  await says(desk.getByText('已提醒1人'), () => desk.getByRole('button', { name: '催办', exact: true }).click())
  const { page: told } = await ask('staff', '/api/msg/msgmessage/list', { pageSize: 20 })
  assert.ok(JSON.stringify(told.list).includes(`${selfCountName}：请盘点您名下的 ${amount - 1} 件资产`))

  await pieces.filter({ hasNotText: '已拍照' }).first().getByRole('button', { name: '不在我这里' }).click()
  const why = phone.getByRole('dialog', { name: '不在我这里' })
  await why.getByLabel('原因').click()
  await phone.getByRole('option', { name: '已经归还' }).getByRole('button').click()
  await why.getByLabel('说明').fill('上周交回总部仓库')
  await why.getByRole('button', { name: '提交' }).click()
  await section.getByText('已经归还：上周交回总部仓库').waitFor()
  await isDone(2)
  for (let count = 3; count <= amount; count++) await photographed(count)

  await section.getByText('全部盘完了').waitFor()
  await desk.getByText('1/1人已盘完').waitFor({ timeout: 60_000 })
  assert.equal(await desk.getByRole('button', { name: '催办', exact: true }).count(), 0)
})
