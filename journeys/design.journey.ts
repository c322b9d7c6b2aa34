import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openStage, says, visit } from './stage.ts'

const stage = await openStage()
const { ask } = stage
const staff = await stage.windowOf('staff')

/** A form of two fields, published, with a flow that has not been designed yet. */
const newFlow = async (): Promise<string> => {
  const design = {
    schema: 1,
    items: [
      { t: 'field', key: 'subject', label: '事由', required: true, control: { type: 'text', max: 100, lines: 1 } },
      { t: 'field', key: 'amount', label: '金额', required: true, control: { type: 'money' } },
    ],
  }
  const { result: form } = await ask('admin', '/api/workflow/form/save', { formName: '费用申请', revision: 0, design })
  await ask('admin', '/api/workflow/form/publish', { formKey: form.formKey, revision: form.revision })
  const look = { flowName: '费用审批', flowIcon: 'file-text', color: '#0081ff', moduleCode: 'oa' }
  const { result: flow, msg } = await ask('admin', '/api/workflow/createFlow', { ...look, formKey: form.formKey })
  assert.ok(flow, msg)
  return flow.flowKey
}

const whoIs = async (username: string): Promise<{ id: string; userName: string }> => {
  const { page } = await ask('admin', '/api/pro/person/list', { likeQuery: username, pageSize: 50 })
  return page.list.find((each: { username: string }) => each.username === username)
}

/** A step put into the drawing after another one. */
const add = async (page: Page, after: string, kind: string): Promise<void> => {
  await page.getByRole('button', { name: `在“${after}”之后添加`, exact: true }).click()
  await page.getByRole('dialog', { name: '添加环节' }).last().getByRole('button', { name: kind, exact: true }).click()
}

/** The settings beside the drawing: what the step is called and who is asked there. */
const setUp = async (page: Page, name: string, people: readonly string[]): Promise<Locator> => {
  const panel = page.getByRole('complementary').last()
  await panel.getByLabel('名称').fill(name)
  for (const remove of await panel.getByRole('button', { name: /^移除“/ }).all()) await remove.click()
  await panel.getByRole('button', { name: '添加处理人' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^指定人员/ })
    .click()
  await panel.getByRole('button', { name: '请选择人员' }).click()
  const picker = page.getByRole('dialog', { name: '选择人员' })
  for (const person of people) {
    await picker.getByPlaceholder(/搜索/).fill(person)
    // The list has answered the word once its first row fits.
    const row = picker.locator('[data-pick]').first().filter({ hasText: person })
    await row.click()
  }
  await picker.getByRole('button', { name: '确定' }).click()
  return panel
}

const done = async (answer: Promise<{ code: number; msg: string; result: never }>): Promise<never> => {
  const { code, msg, result } = await answer
  assert.equal(code, 0, msg)
  return result
}

/** What a person has to do in an application. */
const taskOf = async (username: string, processId: string): Promise<{ taskId: string; formRev: number } | undefined> => {
  const { page } = await ask(username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100 })
  return page.list.find((each: { processId: string }) => each.processId === processId)
}
const act = async (username: string, processId: string, command: string, body: object = {}): Promise<void> => {
  const task = await taskOf(username, processId)
  assert.ok(task, `${username} is asked`)
  const { taskId, formRev } = task
  await done(ask(username, `/api/workflow/${command}`, { taskId, ...(command === 'flowApprove' ? { formRev } : {}), ...body }))
}

test('a flow is designed and published; applications run it as it was set up; it is changed and one moves along', async () => {
  const flowKey = await newFlow()
  const who = Object.fromEntries(
    await Promise.all(
      ['boss', 'keeper', 'stock', 'staff2', 'newadmin', 'admin'].map(async (username) => [username, await whoIs(username)] as const),
    ),
  ) as Record<string, { id: string; userName: string }>
  const named = (...usernames: string[]) => usernames.map((username) => who[username]!.userName)
  const admin = await stage.windowOf('admin', 'desk')
  const { page } = admin
  await visit(page, '/pages/flow/flowlist')
  await page.getByRole('button', { name: /费用审批/ }).click()
  await page.getByText('流程结束').waitFor()

  // Two ways at once after the head: one asks and then lets three vote, the other asks an administrator.
  await add(page, '部门负责人审批', '并行分支')
  await add(page, '分支1', '审批')
  await setUp(page, '财务初审', named('stock'))
  await add(page, '财务初审', '审批')
  const voters = await setUp(page, '财务会签', named('keeper', 'staff2', 'newadmin'))
  await voters.getByRole('radio', { name: /按比例/ }).click()
  await voters.getByRole('tab', { name: '高级设置' }).click()
  await voters.getByRole('button', { name: /发起人重新提交时/ }).click()
  await page.getByRole('option', { name: '直接回到退回的环节' }).getByRole('button').click()
  await add(page, '分支2', '审批')
  await setUp(page, '行政审批', named('admin'))

  // A large amount asks the head once more; then a person is told.
  await add(page, '并行分支', '条件分支')
  await page.getByRole('button', { name: /^条件分支，条件1，.*请设置条件$/ }).click()
  await page.getByText('1个问题').waitFor()
  const arm = page.getByRole('complementary').last()
  await arm.getByLabel('分支名称').fill('大额')
  await arm.getByRole('radio', { name: '金额' }).click()
  await arm.getByRole('textbox', { name: '值' }).fill('1000')
  await page.getByRole('button', { name: /^条件分支，大额，.*金额大于1000/ }).waitFor()
  await add(page, '大额', '审批')
  await setUp(page, '大额复核', named('boss'))
  await add(page, '条件分支', '抄送')
  await setUp(page, '抄送同事', named('staff2'))

  // What is dragged moves, and comes back.
  const order = () => page.locator('[data-key]').evaluateAll((all) => all.map((each) => each.textContent ?? '').join('|'))
  const before = await order()
  const grip = page.locator('[data-key]', { hasText: '部门负责人审批' }).first().getByTitle('拖动到别处')
  await page.getByRole('complementary').last().getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '显示全部' }).click()
  await grip.hover()
  const target = (await page.getByRole('button', { name: '在“行政审批”之后添加' }).boundingBox())!
  await page.mouse.down()
  await page.mouse.move(target.x, target.y - 60, { steps: 3 })
  await page.mouse.move(target.x, target.y, { steps: 5 })
  await page.getByText('放到这里').waitFor()
  await page.mouse.up()
  assert.notEqual(await order(), before)
  await page.getByRole('button', { name: '撤销' }).click()
  assert.equal(await order(), before)

  await page.getByText('已自动保存').waitFor()
  await page.getByText('检查通过').waitFor()
  await page.getByRole('button', { name: '试运行' }).click()
  const trial = page.getByRole('complementary').last()
  await trial.getByLabel('金额').fill('5000')
  await trial.getByRole('button', { name: '试运行' }).click()
  await trial.getByRole('list').getByText('大额复核').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: '发布' }).first().click()
  await page.getByRole('dialog', { name: '发布流程' }).getByLabel('版本说明').fill('第一版')
  await says(page.getByText('版本1已发布'), () =>
    page.getByRole('dialog', { name: '发布流程' }).getByRole('button', { name: '发布' }).click(),
  )

  const apply = async (amount: string): Promise<string> =>
    ((await done(ask('staff', '/api/workflow/startProcess', { flowKey, form: { subject: '团建', amount } }))) as { processId: string })
      .processId
  const large = await apply('5000')
  const small = await apply('200')

  const { nodes } = (await done(ask('admin', '/api/workflow/diagram', { flowKey }))) as { nodes: { id: string; name: string }[] }
  /** How the drawing on the screen stands, by the names of steps. */
  const drawn = async (states: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, state] of Object.entries(states)) {
      const { id } = nodes.find((node) => node.name === name)!
      await staff.page.locator(`[data-key="${id}"][data-state="${state}"]`).filter({ visible: true }).first().waitFor()
    }
  }
  const nodeId = (name: string): string => nodes.find((node) => node.name === name)!.id

  await visit(staff.page, `/pages/flow/progressDiagram?processId=${large}`)
  await drawn({ 部门负责人审批: 'active', 财务初审: 'expected', 大额复核: 'expected' })
  await act('boss', large, 'flowApprove')
  await act('stock', large, 'flowApprove')

  // Back inside its arm: the arm beside it goes on.
  await act('keeper', large, 'flowRollBack', { nodeId: nodeId('财务初审'), comment: '请补充依据' })
  await staff.page.reload()
  await drawn({ 部门负责人审批: 'done', 财务初审: 'active', 财务会签: 'returned', 行政审批: 'active' })
  await act('stock', large, 'flowApprove')

  // Back to the applicant, who lowers the amount and so comes straight back to the vote, as the step was set up to.
  await act('keeper', large, 'flowRollBack', { nodeId: 'START', comment: '金额有误' })
  await done(ask('staff', '/api/workflow/resubmit', { processId: large, formRev: 1, patch: { amount: '4800' } }))

  // Two of three are enough.
  for (const voter of ['keeper', 'staff2']) await act(voter, large, 'flowApprove')
  assert.equal(await taskOf('newadmin', large), undefined)
  await act('admin', large, 'flowApprove')
  await act('boss', large, 'flowApprove')
  await staff.page.reload()
  await drawn({ 财务会签: 'done', 行政审批: 'done', 大额复核: 'done', 抄送同事: 'done' })
  await visit(staff.page, `/pages/flow/progress?processId=${large}`)
  await staff.page.getByText('已通过').filter({ visible: true }).first().waitFor()
  await staff.page.getByText('财务会签').filter({ visible: true }).first().waitFor()

  // Changed while the small one waits for the head: it moves to the new version and passes the new step.
  await add(page, '部门负责人审批', '办理')
  await setUp(page, '登记', named('stock'))
  await page.getByText('已自动保存').waitFor()
  await page.getByRole('tab', { name: /版本/ }).click()
  await page.getByRole('button', { name: '对比' }).click()
  await page.getByRole('dialog', { name: '版本1与草稿的不同' }).getByText('“部门负责人审批”之后').waitFor()
  await page.getByRole('dialog', { name: '版本1与草稿的不同' }).getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '发布' }).first().click()
  await page.getByRole('dialog', { name: '发布流程' }).getByRole('button', { name: '发布' }).click()
  await page.getByText('还有1个申请按旧版本进行').waitFor()
  await page.getByRole('button', { name: '去升级' }).click()
  await page.waitForURL(/flowupgrade/)
  await page.getByRole('button', { name: /^升级/ }).last().click()
  await page.getByRole('button', { name: '开始升级' }).click()
  await page.getByText('已全部升级到版本2').waitFor()
  const { process } = (await done(ask('staff', '/api/workflow/diagram', { processId: small }))) as { process: { status: string } }
  assert.equal(process.status, 'running')
  await act('boss', small, 'flowApprove')
  await act('stock', small, 'flowApprove')
  await visit(staff.page, `/pages/flow/progressDiagram?processId=${small}`)
  await staff.page.getByText('登记').filter({ visible: true }).first().waitFor()
  assert.deepEqual(admin.complaints, [])
  assert.deepEqual(staff.complaints, [])
})

test('the first paint has its sizes before the whole style sheet and any answer are there', async () => {
  const { page } = await stage.windowOf('staff')
  const sizes = () =>
    page.evaluate(() => {
      const header = [...document.querySelectorAll('header')].find((candidate) => candidate.checkVisibility())
      const rows = [...(document.querySelector('[role=status][aria-label=加载中]')?.children ?? [])]
      return {
        header: header && [header.offsetHeight, getComputedStyle(header.firstElementChild ?? header).paddingLeft],
        rows: [rows.length, ...new Set(rows.map((row) => (row as HTMLElement).offsetHeight))],
        whole: [...document.styleSheets].some(({ href }) => href !== null),
      }
    })
  await page.waitForFunction(() =>
    ['client_menu', 'first_screen'].every((name) => Object.keys(localStorage).some((key) => key.endsWith(name))),
  )
  // Another screen brings the whole sheet.
  await visit(page, '/pages/home')
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href !== null))
  await visit(page, '/pages/index/index')
  await page.locator('header').filter({ visible: true }).first().waitFor()
  // Line heights follow the fonts of the machine: the finished page gives the height.
  const { header: finishedHeader } = await sizes()
  await page.route(/\/assets\/[^/]*\.css|\/(api|sys)\//, () => undefined)
  await page.goto(`${stage.base}/?again#/pages/index/index`)
  await page.locator('header').first().waitFor()
  const { header, whole } = await sizes()
  assert.deepEqual({ header, whole }, { header: finishedHeader, whole: false }, 'the workbench, whatever is kept of its answers')

  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key !== 'pro__Access-Token') localStorage.removeItem(key)
  })
  await page.goto(`${stage.base}/?anew#/pages/index/index`)
  await page.getByRole('status', { name: '加载中' }).waitFor()
  assert.deepEqual(await sizes(), { header: [52, '4px'], rows: [8, 72], whole: false }, 'whom nothing is known of yet')
})
