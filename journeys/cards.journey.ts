import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

test('an application is sent to a chat, decided there by whoever it waits for, and its card says so to whoever sent it', async () => {
  const tasks = (await ask('boss', '/api/workflow/listRuntimeTask', { pageSize: 50 })).page.list
  const me = (await ask('staff', '/api/goods/gsgoodsinstance/mine', { pageSize: 1 })).page.list[0].holderUid
  const task = tasks.find(({ batch, initiator }: { batch: boolean; initiator: { uid: string } }) => batch && initiator.uid === me)
  const pair = (await ask('staff', '/api/msg/msgchat/open', { uid: task.assignee.uid })).result
  const sent = await ask('staff', '/api/msg/msgchatmessage/save', {
    id: newId(),
    chatId: pair.chatId,
    content: { kind: 'card', body: { noun: 'process', id: task.processId } },
  })
  assert.equal(sent.code, 0)

  const [{ page: boss }, { page: staff }] = [await windowOf('boss'), await windowOf('staff')]
  await visit(boss, `/pages/message/chat?uid=${me}`)
  await visit(staff, `/pages/message/chat?uid=${task.assignee.uid}`)
  const [his, mine] = [boss.getByRole('article').last(), staff.getByRole('article').last()]
  await mine.getByText('审批中').waitFor()
  await mine.getByText(task.assignee.userName).waitFor()
  assert.equal(await mine.getByRole('button', { name: '同意' }).count(), 0)
  await his.getByRole('button', { name: '同意' }).tap()
  await his.getByRole('button', { name: '同意' }).waitFor({ state: 'detached' })
  // What it waits for now, or that it is approved, stands there without anyone having asked again.
  await mine.getByText(task.assignee.userName).waitFor({ state: 'detached' })
})
