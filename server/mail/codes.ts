import { createHash, randomInt } from 'node:crypto'
import { inWords } from '../../domain/english/all.ts'
import { letterOf } from '../../domain/mail/letter.ts'
import { email } from '../../kernel/rule.ts'
import { dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { newToken } from '../access/tokens.ts'
import type { App } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { mailServerOf } from './mailServer.ts'
import { type MailServer, type OutgoingMail } from './smtp.ts'

const codeMinutes = 15
const codesADayAtMost = 10
const secondsBetweenCodes = 60
const triesAtMost = 5

/** Makes a code for the address of a person's record; what is to be sent, and by which server. */
export const newCodeMail = async (
  tx: Tx,
  uid: Id,
  { settings, language, at }: { readonly settings: App['settings']; readonly language: 'zh' | 'en'; readonly at: number },
): Promise<{ readonly server: MailServer; readonly mail: OutgoingMail }> => {
  const server = await mailServerOf(tx, settings)
  if (!server) return refuse('mail.off', '这里还没有设置邮件服务器，暂不能发送邮件')
  const { email: address, company } = await onlyRow(
    tx.query<{ email: string | null; company: string }>(
      `select p.email, o.name as company from person p join organisation o on o.org_id = $1
       where p.org_id = $1 and p.id = $2 for no key update of p`,
      [tx.orgId, uid],
    ),
  )
  if (address === null || !email.test(address)) return refuse('mail.address', '请先在个人信息里填写邮箱')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await keepCode(tx, { uid, address, language, at }, code)
  const words = inWords(language, '验证码 {code}，{minutes}分钟内有效。如果不是您本人操作，请忽略这封邮件。', {
    code,
    minutes: codeMinutes,
  })
  const letter = letterOf({
    language,
    company,
    subject: inWords(language, '在册邮箱验证码'),
    entries: [{ title: words, content: '', link: null }],
  })
  return { server, mail: { to: address, letter, key: `${tx.orgId}/${uid}/code/${at}` } }
}

type CodeRequest = { readonly uid: Id; readonly address: string; readonly language: 'zh' | 'en'; readonly at: number }

const keepCode = async (tx: Tx, { uid, address, language, at }: CodeRequest, code: string): Promise<void> => {
  const [before] = await tx.query<{ codeAt: string | null; codesSent: number }>(
    'select code_at as "codeAt", codes_sent as "codesSent" from mail_address where org_id = $1 and uid = $2 for update',
    [tx.orgId, uid],
  )
  const lastMs = before?.codeAt ? Date.parse(before.codeAt) : 0
  if (at - lastMs < secondsBetweenCodes * 1000) refuse('mail.often', '刚刚发送过，请稍后再试')
  const sentToday = dayAt(lastMs) === dayAt(at) ? (before?.codesSent ?? 0) : 0
  if (sentToday >= codesADayAtMost) refuse('mail.often', '今天发送的验证码过多，请明天再试')
  await tx.query(
    `insert into mail_address as a (org_id, uid, address, language, code_hash, code_at, codes_sent, stop_token)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (org_id, uid) do update
     set verified_at = case when lower(a.address) = lower(excluded.address) then a.verified_at end,
         bounced_at = case when lower(a.address) = lower(excluded.address) then a.bounced_at end,
         bounce = case when lower(a.address) = lower(excluded.address) then a.bounce end,
         address = excluded.address, language = excluded.language, code_hash = excluded.code_hash, code_at = excluded.code_at, code_tries = 0,
         codes_sent = excluded.codes_sent, stop_token = coalesce(a.stop_token, excluded.stop_token)`,
    [tx.orgId, uid, address, language, hashOf(tx.orgId, uid, code), new Date(at).toISOString(), sentToday + 1, newToken(tx.orgId)],
  )
}

/** Whether the code is right; a right one proves the address, takes its bounce away and lets mail begin again. A wrong one counts. */
export const isProvenBy = async (
  tx: Tx,
  uid: Id,
  { code, language, at }: { readonly code: string; readonly language: 'zh' | 'en'; readonly at: number },
): Promise<boolean> => {
  const [row] = await tx.query<{ hash: string | null; codeAt: string | null; tries: number; isOwn: boolean }>(
    `select a.code_hash as hash, a.code_at as "codeAt", a.code_tries as tries, lower(p.email) is not distinct from lower(a.address) as "isOwn"
     from mail_address a join person p on p.org_id = $1 and p.id = a.uid where a.org_id = $1 and a.uid = $2 for update of a`,
    [tx.orgId, uid],
  )
  if (!row?.hash || !row.codeAt || !row.isOwn || row.tries >= triesAtMost || at - Date.parse(row.codeAt) > codeMinutes * 60_000)
    return false
  const isRight = row.hash === hashOf(tx.orgId, uid, code)
  await tx.query(
    isRight
      ? `update mail_address set verified_at = now(), code_hash = null, bounced_at = null, bounce = null, stopped_at = null, language = $3
         where org_id = $1 and uid = $2`
      : `update mail_address set code_tries = code_tries + 1, language = coalesce(language, $3) where org_id = $1 and uid = $2`,
    [tx.orgId, uid, language],
  )
  return isRight
}

const hashOf = (orgId: Id, uid: Id, code: string): string => createHash('sha256').update(`${orgId}/${uid}/${code}`).digest('hex')
