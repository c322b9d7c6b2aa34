import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { settingsWith } from '../settings.ts'
import { openDoor } from '../testing/app.ts'
import { until } from '../testing/until.ts'
import { openMailHouse } from './testing/mailHouse.ts'
import { headOf, readMail } from './testing/sink.ts'

const { app, ask, door, sink, startProcess, office, database, url } = await openMailHouse()
const stop = await startProcess()

const codeIn = (text: string): string => /\d{6}/.exec(text)?.[0] ?? ''

test('nothing but the code goes to an address before the code was entered', async () => {
  const { hire, setEmail, post, tell, settle, mailsTo } = await office()
  const uid = await hire(`u${newId()}`, [], { userName: '张三' })
  const address = `zhang${uid}@example.com`
  assert.equal((await post(uid, 'sendCode')).reason, 'mail.address')
  await setEmail(uid, address)
  await tell([uid], '请审批采购')
  await settle()
  assert.equal(mailsTo(address).length, 0)
  assert.deepEqual((await post(uid, 'sendCode')).result.isCodeSent, true)
  assert.equal((await post(uid, 'sendCode')).reason, 'mail.often')
  const [mail] = mailsTo(address)
  const code = codeIn(mail?.text ?? '')
  assert.equal((await post(uid, 'verify', { code: code === '111111' ? '222222' : '111111' })).reason, 'mail.code')
  await tell([uid], '请审批领用')
  await settle()
  assert.equal(mailsTo(address).length, 1)
  const { result } = await post(uid, 'verify', { code })
  assert.deepEqual([result.isVerified, result.isSent, result.choices.approval, result.choices.asset], [true, true, 'each', 'digest'])
  assert.equal((await post(uid, 'verify', { code })).reason, 'mail.code', 'a code is good once')
  await tell([uid], '请审批调拨')
  await settle()
  assert.deepEqual(
    mailsTo(address).map((each) => headOf(each, 'subject')[0]),
    ['在册邮箱验证码', '请审批调拨'],
  )
  await setEmail(uid, `other${uid}@example.com`)
  await tell([uid], '请审批报废')
  await settle()
  assert.equal(mailsTo(address).length + mailsTo(`other${uid}@example.com`).length, 2, 'another address is another proof')
})

test('five wrong codes end a code; so does time', async () => {
  const { hire, setEmail, post, query, mailsTo } = await office()
  const uid = await hire(`u${newId()}`)
  const address = `w${uid}@example.com`
  await setEmail(uid, address)
  await post(uid, 'sendCode')
  const code = codeIn(mailsTo(address)[0]?.text ?? '')
  const wrong = code === '000000' ? '000001' : '000000'
  for (let n = 0; n < 5; n++) assert.equal((await post(uid, 'verify', { code: wrong })).reason, 'mail.code')
  assert.equal((await post(uid, 'verify', { code })).reason, 'mail.code')
  await query(`update mail_address set code_tries = 0, code_at = now() - interval '16 minutes' where org_id = $1`)
  assert.equal((await post(uid, 'verify', { code })).reason, 'mail.code')
})

test('a mail is said in text and in HTML without pictures, leads to the screen, and can be stopped by a POST alone', async () => {
  const { reader, tell, settle, mailsTo, query, post } = await office('星河 <b>科技</b>')
  const address = `li${newId()}@example.com`
  const uid = await reader(address)
  await tell([uid], '请审批<script>采购', { content: '金额 & 数量\n第二行' })
  await settle()
  const [mail, ...furtherMails] = mailsTo(address)
  assert.ok(mail && furtherMails.length === 0)
  assert.match(mail.text, /请审批<script>采购\n金额 & 数量\n第二行\nhttps:\/\/zaice\.example\/#\/pages\/news\/newslist\?id=1/)
  assert.ok(!mail.html.includes('<script>') && !mail.html.includes('<b>') && !/<img|url\(|src=/.test(mail.html))
  assert.deepEqual(headOf(mail, 'auto-submitted'), ['auto-generated'])
  assert.deepEqual(headOf(mail, 'list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
  const link = /^<https:\/\/zaice\.example(\/mail\/stop\/[^>]+)>$/.exec(headOf(mail, 'list-unsubscribe')[0] ?? '')?.[1] ?? ''
  const isStoppedNow = async () => (await post(uid, 'settings')).result.isStopped
  for (let n = 0; n < 2; n++) {
    const redirection = await door.inject({ method: 'GET', url: link })
    assert.equal(redirection.statusCode, 302)
    assert.match(String(redirection.headers.location), /^\/#\/pages\/mailstop\?token=/)
  }
  assert.equal(await isStoppedNow(), false, 'a GET changes nothing')
  const act = (url: string) =>
    door.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  assert.equal((await act(`${link.slice(0, -1)}y`)).statusCode, 404)
  assert.equal((await act('/mail/stop/nothing')).statusCode, 404)
  assert.deepEqual([(await act(link)).statusCode, (await act(link)).statusCode], [200, 200])
  assert.equal(await isStoppedNow(), true)
  await tell([uid], '请审批第二次')
  await settle()
  assert.equal(mailsTo(address).length, 1)
  assert.equal((await post(uid, 'saveSettings', { isStopped: false })).result.isStopped, false)
  assert.equal((await query('select stopped_at from mail_address where org_id = $1'))[0]?.['stopped_at'], null)
})

test('the page that stops mail acts on its token alone', async () => {
  const { reader, post, query } = await office()
  const uid = await reader(`p${newId()}@example.com`)
  const [row] = await query<{ token: string }>('select stop_token as token from mail_address where org_id = $1')
  assert.equal((await ask({ path: '/api/msg/msgmail/stop', body: { token: 'x' } })).status, 404)
  assert.deepEqual((await ask({ path: '/api/msg/msgmail/stop', body: { token: row?.token } })).json.result, { stopped: true })
  assert.equal((await post(uid, 'settings')).result.isStopped, true)
})

const hostile = [
  '标题\r\nBcc: victim@example.com',
  '标题\nX-Evil: 1\n\n<html>',
  '标题\u2028Bcc: victim@example.com',
  '标题\u0000\u0007 =?utf-8?Q?=0D=0ABcc:_victim@example.com?=',
]
for (const title of hostile)
  test(`no line of the head begins in a title: ${JSON.stringify(title)}`, async () => {
    const { reader, tell, settle, mailsTo } = await office(`公司\r\nBcc: victim@example.com`)
    const address = `h${newId()}@example.com`
    // A NUL cannot be stored at all.
    await tell([await reader(address)], title.replace('\u0000', ''))
    await settle()
    const [mail] = mailsTo(address)
    assert.ok(mail)
    assert.deepEqual(mail.head.map(([name]) => name.toLowerCase()).toSorted(), [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    assert.equal(sink.mails.filter(({ to }) => to === 'victim@example.com').length, 0)
  })

const answers: [name: string, attempts: number, mails: number, isBounced: boolean, isTold: boolean][] = [
  ['plain', 1, 1, false, false],
  ['busy', 2, 1, false, false],
  ['drop', 2, 1, false, false],
  ['unknown', 1, 0, true, false],
  ['full', 1, 0, true, false],
  ['policy', 1, 0, false, true],
  ['spam', 1, 0, false, true],
]
test('what a server answers, and what becomes of the mail and of the address', async (t) => {
  await Promise.all(
    answers.map(([name, attempts, mails, isBounced, isTold]) =>
      t.test(name, async () => {
        const { reader, tell, settle, query, admin } = await office()
        const address = `${name}${newId()}@example.com`
        const uid = await reader(address)
        await tell([uid], '请审批一')
        await settle()
        assert.equal(sink.addressees.filter((each) => each === address).length, attempts)
        assert.equal(sink.mails.filter(({ to }) => to === address).length, mails)
        const [row] = await query('select bounced_at, bounce from mail_address where org_id = $1')
        assert.equal(row?.['bounced_at'] !== null, isBounced)
        if (isBounced) assert.match(String(row?.['bounce']), /^55\d 5\.\d\.\d /)
        const notices = await query('select title from message where org_id = $1 and uid = $2 and title like $3', uid, '%退回%')
        assert.equal(notices.length, isBounced ? 1 : 0)
        const admins = await query('select title from message where org_id = $1 and uid = $2', admin)
        assert.equal(admins.length, isTold ? 1 : 0)
        await tell([uid], '请审批二')
        await settle()
        if (isBounced) assert.equal(sink.addressees.filter((each) => each === address).length, attempts, 'nothing more goes there')
        assert.equal(
          (await query('select 1 from message where org_id = $1 and uid = $2 and title like $3', uid, '%退回%')).length,
          notices.length,
        )
      }),
    ),
  )
})

test('a digest has each notice once, without what was read, at the hour that its reader chose', async () => {
  const { reader, tell, settle, mailsTo, query, post } = await office()
  const address = `d${newId()}@example.com`
  const uid = await reader(address)
  await post(uid, 'saveSettings', { choices: { asset: 'digest', stock: 'none' }, rhythm: 'daily', hour: 9 })
  for (const title of ['一', '二', '三']) await tell([uid], `资产${title}`, { category: 'asset' })
  await tell([uid], '耗材', { category: 'stock' })
  await until('all three wait', async () => (await query('select 1 from mail_digest where org_id = $1')).length === 3)
  const due = async () => String((await query(`select due_at from job where org_id = $1 and kind = 'mail.digest'`))[0]?.['due_at'])
  assert.equal(new Date(await due()).toISOString().slice(11, 16), '01:00', 'nine in China')
  await post(uid, 'saveSettings', { hour: 18 })
  assert.equal(new Date(await due()).toISOString().slice(11, 16), '10:00')
  assert.equal(mailsTo(address).length, 0)
  await query(`update message set read_at = now() where org_id = $1 and title = '资产二'`)
  await settle()
  const [digest, ...more] = mailsTo(address)
  assert.ok(digest && more.length === 0)
  assert.deepEqual(headOf(digest, 'subject'), ['2条未读消息'])
  assert.ok(
    digest.text.includes('资产一') && digest.text.includes('资产三') && !digest.text.includes('资产二') && !digest.text.includes('耗材'),
  )
  await tell([uid], '资产四', { category: 'asset' })
  await settle()
  const second = mailsTo(address)[1]
  assert.ok(second?.text.includes('资产四') && !second.text.includes('资产一'), second?.text)
  assert.notDeepEqual(second && headOf(second, 'message-id'), headOf(digest, 'message-id'))
})

test('what the organisation has as a default holds until a person chooses', async () => {
  const { reader, tell, settle, mailsTo, admin, post } = await office()
  const [firstAddress, secondAddress] = [`f${newId()}@example.com`, `s${newId()}@example.com`]
  const uids = [await reader(firstAddress), await reader(secondAddress)]
  assert.equal((await post(uids[0] ?? '', 'saveDefaults', { choices: { news: 'each' } })).code, 403)
  assert.equal((await post(admin, 'saveDefaults', { choices: { news: 'each', approval: 'none' } })).result.choices.news, 'each')
  await post(uids[1] ?? '', 'saveSettings', { choices: { news: 'none' } })
  await tell(uids, '公告', { category: 'news' })
  await tell(uids, '审批')
  await settle(['deliver.mail'])
  assert.deepEqual([mailsTo(firstAddress).length, mailsTo(secondAddress).length], [1, 0])
})

test('an organisation sends by its own server; its password is told to nobody and goes nowhere else', async () => {
  const { reader, tell, settle, mailsTo, admin, post } = await office()
  const address = `o${newId()}@example.com`
  const uid = await reader(address)
  sink.users.set('sender', 'geheim')
  const server = {
    version: 0,
    host: '127.0.0.1',
    port: sink.port,
    security: 'none',
    username: 'sender',
    fromAddress: 'assets@own.example',
    fromName: '资产\r\nBcc: x@y.example',
  }
  const savedAnswer = await post(admin, 'saveServer', { ...server, password: 'falsch' })
  assert.deepEqual(
    [savedAnswer.result.by, savedAnswer.result.server.isKeyed, JSON.stringify(savedAnswer).includes('falsch')],
    ['organisation', true, false],
  )
  const testAnswer = (await post(admin, 'test')).result
  assert.equal(testAnswer.isWorking, false)
  assert.match(testAnswer.words, /^邮件服务器不接受用户名或密码：535/)
  assert.equal((await post(admin, 'saveServer', { ...server, version: 1, port: 2525 })).reason, 'secret.address')
  assert.equal((await post(admin, 'saveServer', { ...server, version: 9, password: 'geheim' })).reason, 'changed-meanwhile')
  await post(admin, 'saveServer', { ...server, version: 1, password: 'geheim' })
  assert.equal((await post(admin, 'test')).result.isWorking, true)
  await tell([uid], '自己的服务器')
  await settle()
  const [mail] = mailsTo(address)
  assert.ok(mail && headOf(mail, 'from')[0]?.endsWith('<assets@own.example>'))
  assert.equal(headOf(mail, 'bcc').length, 0)
  assert.equal((await post(admin, 'deleteServer')).result.by, 'installation')
  sink.users.clear()
})

test('a server that upgrades no line, and one that is not there, are said in words', async () => {
  const { admin, post } = await office()
  const server = {
    version: 0,
    host: '127.0.0.1',
    port: sink.port,
    security: 'starttls',
    username: '',
    fromAddress: 'a@own.example',
    fromName: '',
  }
  await post(admin, 'saveServer', server)
  assert.match((await post(admin, 'test')).result.words, /^与邮件服务器的加密连接没有建立/)
  await post(admin, 'saveServer', { ...server, version: 1, security: 'none', port: 1 })
  assert.match((await post(admin, 'test')).result.words, /请检查端口/)
})

test('without a server nothing is sent and screens say so', async () => {
  const { hire, setEmail, tokenOf } = await office()
  const uid = await hire(`u${newId()}`)
  await setEmail(uid, `n${uid}@example.com`)
  const doorWithoutServer = await openDoor({ ...app, settings: settingsWith(app.settings, { SMTP_HOST: '' }) }, handlers)
  const token = await tokenOf(uid)
  assert.equal((await doorWithoutServer({ method: 'GET', path: '/api/msg/msgmail/settings', token })).json.result.isSent, false)
  assert.equal((await doorWithoutServer({ path: '/api/msg/msgmail/sendCode', body: {}, token })).json.reason, 'mail.off')
})

test('an organisation of three hundred receivers, and one whose mail hangs, keep no other waiting', async () => {
  const [crowd, hangingOffice, otherOffice] = [await office(), await office(), await office()]
  const stuckUids = [await hangingOffice.reader(`hang${newId()}@example.com`)]
  for (let n = 0; n < 15; n++) stuckUids.push(await hangingOffice.reader(`hang${newId()}@example.com`))
  const crowdUids = await database.inTransaction(crowd.orgId, async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `with p as (
         insert into person (org_id, id, username, user_name, email)
         select $1, $2::bigint + n, 'm' || ($2::bigint + n), '员工', 'm' || n || '-' || $3 || '@example.com' from generate_series(1, 300) n returning id, email
       )
       insert into mail_address (org_id, uid, address, language, verified_at) select $1, id, email, 'zh', now() from p returning uid as id`,
      [tx.orgId, newId(), tx.orgId],
    )
    return rows.map(({ id }) => id)
  })
  const address = `quick${newId()}@example.com`
  const uid = await otherOffice.reader(address)
  await hangingOffice.tell(stuckUids, '挂起')
  await crowd.tell(crowdUids, '全员')
  await until('many are on their way', () => sink.mails.some(({ to }) => to.endsWith(`-${crowd.orgId}@example.com`)))
  await otherOffice.tell([uid], '别人')
  await until('the other has arrived', () => sink.mails.some(({ to }) => to === address))
  const crowdMails = () => sink.mails.filter(({ to }) => to.endsWith(`-${crowd.orgId}@example.com`))
  assert.ok(crowdMails().length < 300, 'the crowd still waits')
  await until('the crowd has all', () => crowdMails().length >= 300)
  assert.equal(new Set(crowdMails().map(({ to }) => to)).size, crowdMails().length, 'each once')
  await hangingOffice.query(`update job set done_at = now() where org_id = $1 and kind = 'deliver.mail' and done_at is null`)
  const [sample] = crowdMails()
  assert.ok(sample && readMail(sample).text.includes('全员'))
})

/** Another process that sends. */
const childSource = `
  import { startMailProcess } from ${JSON.stringify(join(import.meta.dirname, 'testing/mailHouse.ts'))}
  await startMailProcess(process.env.CHILD_DATABASE, Number(process.env.CHILD_PORT))
  console.log('ready')
`

test('a process that is killed between sending and marking: the mail comes again under the same Message-ID, and no other does', async (t) => {
  sink.cut()
  await stop()
  const children: ChildProcess[] = []
  t.after(() => children.forEach((child) => child.kill('SIGKILL')))
  const startChild = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', childSource], {
      env: { ...process.env, CHILD_DATABASE: url, CHILD_PORT: String(sink.port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    await once(child.stdout, 'data')
    return child
  }
  const { reader, tell, settle, mailsTo, query } = await office()
  const [heldAddress, plainAddress] = [`held${newId()}@example.com`, `plain${newId()}@example.com`]
  const uids = [await reader(heldAddress), await reader(plainAddress)]
  const firstChild = await startChild()
  await tell(uids, '一次')
  await until('one is taken and not marked, the other is', async () => {
    const open = await query(`select 1 from job where org_id = $1 and kind = 'deliver.mail' and done_at is null`)
    return sink.heldCount() === 1 && mailsTo(plainAddress).length === 1 && open.length === 1
  })
  firstChild.kill('SIGKILL')
  await once(firstChild, 'exit')
  sink.letGo()
  await query('update job set lease_until = null where org_id = $1 and done_at is null')
  await Promise.all([startChild(), startChild()])
  await settle()
  const ids = mailsTo(heldAddress).map((mail) => headOf(mail, 'message-id')[0])
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
  assert.equal(mailsTo(plainAddress).length, 1)
})
