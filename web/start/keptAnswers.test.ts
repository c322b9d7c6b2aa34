import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../testing/browserStorage.ts'

const { keepAnswer, keptAnswer } = await import('./keptAnswers.ts')
const { changeUserInfo, clear, signedIn, stored } = await import('../session/session.ts')

const counts = ['workbench.counts', {}] as const
const signIn = (token: string, uid: string) => signedIn({ access_token: token, 'X-UID': uid })

const meanwhile: [title: string, change: () => void, known: boolean][] = [
  ['to the same person', () => undefined, true],
  ['when something else of the session changed', () => changeUserInfo({ 'X-Avatar': 'b.png' }), true],
  ['to nobody once the session is over', () => clear(), false],
  ['to the same person after another sign-in', () => signIn('b', '7'), false],
  ['to somebody else', () => signIn('b', '8'), false],
  ['in another view', () => changeUserInfo({ 'X-ROLES': '[{"roleCode":"gs_ordinary_emp_1","roleName":"普通员工"}]' }), false],
]
for (const [title, change, known] of meanwhile)
  test(`what was answered is ${known ? 'shown' : 'not shown'} ${title}`, (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    clear()
    signIn('a', '7')
    keepAnswer(counts, { unreadCount: 2 })
    assert.equal(stored('first_screen'), undefined)
    context.mock.timers.tick(1000)
    change()
    assert.deepEqual(keptAnswer(counts), known ? { unreadCount: 2 } : undefined)
    assert.equal(keptAnswer(['workbench.home', {}]), undefined)
  })

test('what is kept is what the next start asks before its code is there, with who is signed in and the menu', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  clear()
  signIn('a', '7')
  keepAnswer(counts, { unreadCount: 2 })
  context.mock.timers.tick(1000)
  assert.deepEqual(stored('first_questions'), {
    language: 'zh-CN',
    questions: ['auth.getCurUser', 'auth.resources', 'workbench.counts'].map((name) => ({ name, input: {} })),
  })
})
