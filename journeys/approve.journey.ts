import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { answered, openStage, says, visit } from './stage.ts'

const stage = await openStage()
const { ask, windowOf } = stage
const boss = await windowOf('boss')
const desk = await windowOf('boss', 'desk')

type Task = { taskId: string; processId: string; title: string; batch: boolean; nodeName: string }
const tasksOf = async (username: string, status = 1): Promise<Task[]> =>
  (await ask(username, '/api/workflow/listRuntimeTask', { status, pageSize: 50 })).page.list

test('a head reads what it does to the stock, names a colleague, signs, approves, goes on, and takes a batch back', async () => {
  const { page } = boss
  const before = await tasksOf('boss')
  assert.ok(before.length >= 3, 'the demo gives the head three tasks')
  const first = before.find(({ title }) => title.includes('耗材领用'))
  await visit(page, '/pages/personal/myapprove')
  await page.getByRole('button', { name: first!.title }).first().click()
  await page
    .getByText(/^(闲置|可用)$/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await page.getByText('申请人近况').waitFor()

  await page.getByRole('button', { name: '写评论' }).click()
  const comment = page.getByRole('dialog', { name: '评论' })
  await comment.getByLabel('内容').fill('请')
  await comment.getByLabel('内容').pressSequentially('@')
  const people = page.getByRole('dialog', { name: '提到同事' })
  await people.getByPlaceholder(/搜索/).fill('周明')
  await people.getByRole('button', { name: /周明/ }).first().click()
  await people.getByRole('button', { name: '确定' }).click()
  await comment.getByRole('button', { name: '发表' }).click()
  await page.getByText('@周明').waitFor()

  await page.getByRole('button', { name: '签名', exact: true }).click()
  await page.getByRole('button', { name: '手写签名' }).click()
  const paper = page.getByRole('img', { name: '签名区域' })
  // Once it stands still.
  await paper.hover()
  const { x, y } = (await paper.boundingBox())!
  for (const points of [
    [
      [60, 60],
      [120, 90],
      [90, 150],
    ],
    [
      [150, 60],
      [220, 140],
    ],
  ]) {
    await page.mouse.move(x + points[0]![0]!, y + points[0]![1]!)
    await page.mouse.down()
    for (const [right, down] of points.slice(1)) await page.mouse.move(x + right!, y + down!, { steps: 8 })
    await page.mouse.up()
  }
  await page.getByRole('dialog', { name: '手写签名' }).getByRole('button', { name: '完成' }).click()
  await page.getByRole('button', { name: '重新签名' }).waitFor()
  await page.getByRole('button', { name: '同意', exact: true }).last().click()
  await page.getByText(`还有${before.length - 1}项待处理`).waitFor()

  // What he has at hand for an opinion is his, wherever he is; what an earlier version kept on a device goes along.
  await desk.page.evaluate(() => {
    const { value } = JSON.parse(localStorage.getItem('pro__login_user_info')!) as { value: { 'X-UID': string } }
    localStorage.setItem(`pro___opinion_approve_${value['X-UID']}`, JSON.stringify({ value: ['同意', '按计划采购'], expire: null }))
  })
  await visit(desk.page, `/pages/flow/formApprove?taskId=${before.find(({ taskId }) => taskId !== first!.taskId)!.taskId}`)
  await desk.page.getByRole('button', { name: '按计划采购' }).waitFor()
  // A window, and the bar of the chat around it, are called by what is approved.
  const heading = await desk.page.getByRole('heading', { level: 1 }).filter({ visible: true }).innerText()
  assert.equal(await desk.page.title(), `${heading} - 在册`)
  await visit(desk.page, '/pages/personal/myapprove')
  assert.equal(await desk.page.title(), '我的审批 - 在册')
  await desk.page.goBack()
  await desk.page.waitForFunction((title) => document.title === title, `${heading} - 在册`)
  assert.deepEqual(await desk.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('_opinion_'))), [])
  await desk.page.getByRole('button', { name: '签名', exact: true }).click()
  await desk.page.getByRole('button', { name: '使用上次签名' }).click()
  await desk.page.getByRole('button', { name: '重新签名' }).waitFor()
  const { result: atHand } = await ask('boss', '/api/workflow/opinionSettings', {})
  assert.deepEqual(atHand.presets.approve, ['同意', '按计划采购'])
  assert.deepEqual(desk.complaints, [])

  const { result: detail } = JSON.parse(JSON.stringify(await ask('boss', '/api/workflow/progress', { processId: first!.processId }))) as {
    result: { progress: { people: { signature: string | null; userName: string }[] }[] }
  }
  assert.ok(
    detail.progress.some((row) => row.people.some(({ signature }) => signature?.endsWith('.png'))),
    'the signature is kept with the decision',
  )

  await visit(page, `/pages/flow/print?processId=${first!.processId}`)
  const sheet = page.frameLocator('iframe')
  await sheet.getByRole('heading', { name: first!.title.replace(/^.+提交的/, '') }).waitFor()
  await sheet.getByText('已同意').filter({ visible: true }).first().waitFor()
  assert.equal(await sheet.locator('img.signature').count(), 1)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载PDF' }).click()
  const file = await downloading
  assert.equal(file.suggestedFilename(), `${first!.title}.pdf`)
  assert.match(
    readFileSync(await file.path())
      .subarray(0, 8)
      .toString('latin1'),
    /^%PDF-1/,
  )

  await visit(page, '/pages/personal/myapprove')
  const waiting = await tasksOf('boss')
  await page.getByText(`共 ${waiting.length} 项`).filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: '选择', exact: true }).click()
  await page.getByRole('button', { name: '选择已载入的行' }).click()
  const offered = waiting.filter(({ batch }) => batch)
  await page.getByRole('button', { name: `同意（${offered.length}）` }).click()
  await page.getByText(`已同意${offered.length}项`).waitFor()
  await says(page.getByText(/已撤销\d+项/), () => page.getByRole('button', { name: '撤销' }).click())
  // What was over with this approval stays so; whatever goes on is back.
  const back = new Set((await tasksOf('boss')).map(({ processId }) => processId))
  assert.ok(
    offered.filter(({ title }) => title.includes('资产')).every(({ processId }) => back.has(processId)),
    'those with a keeper to come are back',
  )
  assert.deepEqual(boss.complaints, [])
})

test('on a wide window a task is rejected beside the list, and a rejection asks for its reason', async () => {
  const { page } = desk
  const [task] = await tasksOf('boss')
  await visit(page, '/pages/personal/myapprove')
  await page.getByRole('row').filter({ hasText: task!.title }).first().click()
  await page.getByRole('button', { name: '驳回' }).first().click()
  const rejecting = page.getByRole('dialog', { name: '驳回' })
  await rejecting.getByRole('button', { name: '确认驳回' }).click()
  await rejecting.getByText('请填写意见').filter({ visible: true }).first().waitFor()
  await rejecting.getByRole('button', { name: '暂不需要' }).click()
  await answered(page, '/flowReject', () => rejecting.getByRole('button', { name: '确认驳回' }).click())
  assert.ok(!(await tasksOf('boss')).some(({ taskId }) => taskId === task!.taskId))
  assert.deepEqual(desk.complaints, [])
})

test('what somebody is told leads to it, an opinion that was asked for comes back, and a signer is taken out where he stands', async () => {
  const uid = (await ask('keeper', '/api/workflow/listRuntimeTask', { status: 1 })).page.list[0].assignee.uid
  const [keeper, staff] = [await windowOf('keeper'), await windowOf('staff')]
  const task = (await tasksOf('boss')).find(({ title }) => title.startsWith('王小雨'))!
  const opened = `/pages/flow/formApprove?taskId=${task.taskId}`

  // His own screen is open while he hands the task on elsewhere.
  await visit(boss.page, opened)
  await boss.page.getByRole('button', { name: '同意', exact: true }).last().waitFor()
  await ask('boss', '/api/workflow/delegate', { taskId: task.taskId, toUid: uid, comment: '请核对库存' })
  await boss.page.getByText('这项任务现在由周明处理').waitFor()

  await visit(keeper.page, opened)
  await keeper.page.getByText('林志强委派给周明').waitFor()
  await keeper.page.getByRole('button', { name: '交回委派' }).click()
  const returning = keeper.page.getByRole('dialog', { name: '交回委派' })
  await returning.getByLabel('说明').fill('库存够用')
  await returning.getByRole('button', { name: '交回委派' }).click()
  await boss.page.getByText('库存够用', { exact: true }).waitFor()

  await ask('boss', '/api/workflow/addSign', { taskId: task.taskId, uids: [uid], where: 'before' })
  await boss.page.getByText('还没有轮到您').waitFor()
  await boss.page.getByRole('button', { name: '减签' }).click()
  await boss.page.getByRole('alertdialog').getByRole('button', { name: '减签' }).click()
  await boss.page.getByRole('button', { name: '同意', exact: true }).last().waitFor()

  await ask('boss', '/api/workflow/comment', { processId: task.processId, body: '请尽快' })
  await visit(staff.page, '/pages/message/msglist')
  // To the person who asked it is called without a name.
  const own = task.title.replace(/^.+提交的/, '')
  await staff.page
    .getByRole('button', { name: new RegExp(`新评论：${own}`) })
    .first()
    .waitFor()
  await visit(staff.page, '/pages/message/notify?category=approval')
  await staff.page
    .getByRole('button', { name: new RegExp(`新评论：${own}`) })
    .first()
    .click()
  await staff.page.getByRole('heading', { name: own, exact: true }).waitFor()
  await staff.page.getByText('请尽快').filter({ visible: true }).last().waitFor()
  for (const { complaints } of [boss, keeper, staff]) assert.deepEqual(complaints, [])
})
