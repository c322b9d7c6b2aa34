import { secretAfter } from '../../domain/access/savedSecret.ts'
import { inWords } from '../../domain/english/all.ts'
import { letterOf } from '../../domain/mail/letter.ts'
import { mailChoiceOf, mailPorts, type MailChoices, usualDigestTime } from '../../domain/mail/mail.ts'
import {
  mailBounce,
  mailDeleteServer,
  mailOrganisation,
  mailSaveDefaults,
  mailSaveServer,
  mailSaveSettings,
  mailSendCode,
  mailSettings,
  type MailStanding,
  mailStop,
  mailTest,
  mailVerify,
  type OrganisationMail,
} from '../../domain/mail/operations.ts'
import { messageCategories, type MessageCategory } from '../../domain/rules/messageCategories.ts'
import type { Id } from '../../kernel/id.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { recordOf } from '../../kernel/recordOf.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type App, handle, handleOneByOne, handlePublic, type Handler, type OneByOne, type ParsedInput, type SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { isAllowedHost } from './allowedHost.ts'
import { isProvenBy, newCodeMail } from './codes.ts'
import { planDigest } from './digests.ts'
import { mailServerOf, storedServer } from './mailServer.ts'
import { noteBounce, recipientsAmong } from './recipients.ts'
import { sendBy, smtpSeconds, tryServer } from './smtp.ts'
import { stopByToken } from './stopRoute.ts'

type StandingRow = Omit<MailStanding, 'isSent' | 'choices'> & { readonly ownChoices: MailChoices; readonly byDefault: MailChoices }

/** What comes to a person by mail, and whether it arrives. */
const standingOf = async (tx: Tx, settings: App['settings'], uid: Id): Promise<MailStanding> => {
  const [server, { ownChoices, byDefault, ...row }] = await Promise.all([
    mailServerOf(tx, settings),
    onlyRow(
      tx.query<StandingRow>(
        `select p.email as address, a.code_hash is not null as "isCodeSent", a.verified_at is not null as "isVerified",
                a.stopped_at is not null as "isStopped", a.sent_at as "sentAt", a.bounced_at as "bouncedAt", a.bounce,
                coalesce(s.wanted, '{}') as "ownChoices", coalesce(d.wanted, '{}') as "byDefault",
                coalesce(s.rhythm, $3) as rhythm, coalesce(s.hour, $4) as hour
         from person p
         left join mail_address a on a.org_id = $1 and a.uid = p.id and lower(a.address) = lower(p.email)
         left join mail_setting s on s.org_id = $1 and s.uid = p.id
         left join mail_default d on d.org_id = $1
         where p.org_id = $1 and p.id = $2`,
        [tx.orgId, uid, usualDigestTime.rhythm, usualDigestTime.hour],
      ),
    ),
  ])
  return { ...row, address: row.address || null, isSent: server !== undefined, choices: choicesOf(ownChoices, byDefault) }
}

const choicesOf = (ownChoices: MailChoices, byDefault: MailChoices) =>
  recordOf(keysOf(messageCategories), (category: MessageCategory) => mailChoiceOf(category, ownChoices, byDefault))

const organisationMailOf = async (tx: Tx, settings: App['settings']): Promise<OrganisationMail> => {
  const [ownServer, server, counts, defaults] = await Promise.all([
    storedServer(tx),
    mailServerOf(tx, settings),
    onlyRow(
      tx.query<{ verifiedCount: number; bouncedCount: number }>(
        `select count(*)::int as "verifiedCount", count(a.bounced_at)::int as "bouncedCount" from mail_address a
         join person p on p.org_id = $1 and p.id = a.uid and p.state = 'active' and p.deleted_at is null and lower(p.email) = lower(a.address)
         where a.org_id = $1 and a.verified_at is not null`,
        [tx.orgId],
      ),
    ),
    tx.query<{ choices: MailChoices }>('select wanted as choices from mail_default where org_id = $1', [tx.orgId]),
  ])
  const sender = ownServer ? 'organisation' : 'installation'
  return {
    by: server ? sender : 'none',
    fromAddress: server?.fromAddress ?? null,
    server: ownServer ? shownServer(ownServer) : null,
    choices: choicesOf({}, defaults[0]?.choices ?? {}),
    ...counts,
  }
}

const shownServer = ({ password, ...server }: NonNullable<Awaited<ReturnType<typeof storedServer>>>) => ({
  ...server,
  isKeyed: password !== null,
})

export const mailHandlers: readonly Handler[] = [
  handle(mailSettings, ({ tx, app, session }) => standingOf(tx, app.settings, session.uid)),
  handle(mailSaveSettings, (call, input) => changeSettings(call, input)),
  handleOneByOne(mailSendCode, (call) => sendCode(call)),
  handleOneByOne(mailVerify, async ({ app, session, language, at, inTransaction }, { code }) => {
    const isProven = await inTransaction((tx) => isProvenBy(tx, session.uid, { code, language, at }))
    if (!isProven) refuse('mail.code', '验证码不对或已失效')
    return inTransaction((tx) => standingOf(tx, app.settings, session.uid))
  }),
  handlePublic(mailStop, async ({ app }, { token }) => {
    if (!(await stopByToken(app, token))) throw new NotFound()
    return { stopped: true }
  }),
  handle(mailBounce, async ({ tx, session }, { uid }) => {
    const none = { bouncedAt: null, bounce: null }
    if (uid !== session.uid && !session.codes.has('sysuser:update')) return none
    const [row] = await tx.query<{ bouncedAt: string | null; bounce: string | null }>(
      `select a.bounced_at as "bouncedAt", a.bounce from mail_address a
       join person p on p.org_id = $1 and p.id = a.uid and lower(p.email) = lower(a.address)
       where a.org_id = $1 and a.uid = $2 and a.bounced_at is not null`,
      [tx.orgId, uid],
    )
    return row ?? none
  }),
  handle(mailOrganisation, ({ tx, app }) => organisationMailOf(tx, app.settings)),
  handle(mailSaveDefaults, async ({ tx, app }, { choices }) => {
    await tx.query(
      `insert into mail_default (org_id, wanted) values ($1, $2)
       on conflict (org_id) do update set wanted = mail_default.wanted || excluded.wanted`,
      [tx.orgId, choices],
    )
    return organisationMailOf(tx, app.settings)
  }),
  handle(mailSaveServer, (call, input) => saveServer(call, input)),
  handle(mailDeleteServer, async ({ tx, app }) => {
    await tx.query('delete from mail_server where org_id = $1', [tx.orgId])
    return organisationMailOf(tx, app.settings)
  }),
  handleOneByOne(mailTest, (call) => testServer(call)),
]

const changeSettings = async (
  { tx, app, session, language }: SignedIn,
  input: ParsedInput<typeof mailSaveSettings>,
): Promise<MailStanding> => {
  const { choices, rhythm, hour, isStopped } = input
  if (choices !== undefined || rhythm !== undefined || hour !== undefined) {
    await tx.query(
      `insert into mail_setting as s (org_id, uid, wanted, rhythm, hour) values ($1, $2, $3, coalesce($4, $6), coalesce($5::int, $7))
       on conflict (org_id, uid) do update set wanted = s.wanted || excluded.wanted, rhythm = coalesce($4, s.rhythm), hour = coalesce($5::int, s.hour)`,
      [tx.orgId, session.uid, choices ?? {}, rhythm ?? null, hour ?? null, usualDigestTime.rhythm, usualDigestTime.hour],
    )
    await planDigest(tx, session.uid)
  }
  if (isStopped !== undefined)
    await tx.query(
      `update mail_address set stopped_at = case when $3::boolean then coalesce(stopped_at, now()) end, language = $4 where org_id = $1 and uid = $2`,
      [tx.orgId, session.uid, isStopped, language],
    )
  return standingOf(tx, app.settings, session.uid)
}

const sendCode = async ({ app, session, language, at, inTransaction }: OneByOne): Promise<MailStanding> => {
  const { server, mail } = await inTransaction((tx) => newCodeMail(tx, session.uid, { settings: app.settings, language, at }))
  const answer = await sendBy(server, mail, AbortSignal.timeout(smtpSeconds * 1000))
  if (answer.t !== 'sent') {
    // Nothing arrived: the next one may be asked for at once, as often as a day allows.
    await inTransaction((tx) =>
      tx.query(`update mail_address set code_hash = null, code_at = code_at - interval '1 minute' where org_id = $1 and uid = $2`, [
        tx.orgId,
        session.uid,
      ]),
    )
    refuse('mail.failed', answer.words, answer.params)
  }
  return inTransaction((tx) => standingOf(tx, app.settings, session.uid))
}

const saveServer = async ({ tx, app }: SignedIn, input: ParsedInput<typeof mailSaveServer>): Promise<OrganisationMail> => {
  const { host, port, security, username, password, fromAddress, fromName, version } = input
  const { serviceReach } = app.settings
  if (!isAllowedHost(host, serviceReach)) refuse('mail.server', '邮件服务器的地址不能指向内部网络')
  if (serviceReach !== 'local' && !mailPorts.some((mailPort) => mailPort === port))
    refuse('mail.server', '邮件服务器的端口应为{ports}', { ports: mailPorts.join(', ') })
  const before = await storedServer(tx, true)
  requireUnchanged('邮件服务器', version, before?.version ?? 0)
  const placeOf = (server: { host: string; port: number; security: string; username: string }) =>
    [server.host, server.port, server.security, server.username].join(' ')
  const passwordNow = secretAfter({
    saved: before?.password,
    entered: password === '' ? null : password,
    from: before && placeOf(before),
    to: placeOf({ host, port, security, username }),
  })
  await tx.query(
    `insert into mail_server as s (org_id, host, port, security, username, password, from_address, from_name) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (org_id) do update
     set host = $2, port = $3, security = $4, username = $5, password = $6, from_address = $7, from_name = $8, version = s.version + 1`,
    [tx.orgId, host, port, security, username, passwordNow, fromAddress, fromName],
  )
  return organisationMailOf(tx, app.settings)
}

const testServer = async ({ app, session, language, at, inTransaction }: OneByOne): Promise<{ isWorking: boolean; words: string }> => {
  const { server, recipient, company } = await inTransaction(async (tx) => ({
    server: await mailServerOf(tx, app.settings),
    recipient: (await recipientsAmong(tx, [session.uid]))[0],
    company: (await onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId]))).name,
  }))
  if (!server) return { isWorking: false, words: inWords(language, '这里还没有设置邮件服务器，暂不能发送邮件') }
  const signal = AbortSignal.timeout(smtpSeconds * 1000)
  if (!recipient) {
    const answer = await tryServer(server, signal)
    return answer.t === 'sent'
      ? { isWorking: true, words: inWords(language, '连接和登录成功。验证自己的邮箱后再测试，可以收到一封测试邮件。') }
      : { isWorking: false, words: inWords(language, answer.words, answer.params) }
  }
  const subject = inWords(language, '在册测试邮件')
  const content = inWords(language, '邮件服务器已连通。')
  const letter = letterOf({ language, company, subject, entries: [{ title: subject, content, link: app.address() }] })
  const answer = await sendBy(server, { to: recipient.address, letter, key: `${session.orgId}/${session.uid}/test/${at}` }, signal)
  if (answer.t === 'sent') return { isWorking: true, words: inWords(language, '测试邮件已发到{address}', { address: recipient.address }) }
  if (answer.t === 'bounced')
    await inTransaction((tx) => noteBounce(tx, session.uid, { address: recipient.address, reason: String(answer.params['why']) }))
  return { isWorking: false, words: inWords(language, answer.words, answer.params) }
}
