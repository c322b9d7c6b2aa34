import { createHash } from 'node:crypto'
import { newId, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import { pushDelete, pushDevices, pushKey, pushSave, pushSettings, pushTest, pushWishes } from '../../domain/push/operations.ts'
import { usualRingSettings } from '../../domain/push/ringing.ts'
import { handle, handleOneByOne, type Handler, type Session } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { ringSettingsOf } from '../deliveries/ringing.ts'
import { unreadCount } from '../messaging/messages.ts'
import { pushSubjectOf } from '../settings.ts'
import { NotFound } from '../httpError.ts'
import { pushKeys } from './keys.ts'
import { payloadOf } from './payload.ts'
import { realWorld, sendPush, type Subscription } from './send.ts'
import { isOfService } from './services.ts'
import { hasSession, noteOutcome } from './webPush.ts'

/** More devices than anyone carries; the oldest makes room. */
const devicesAtMost = 10

export const pushHandlers: readonly Handler[] = [
  handle(pushKey, async ({ app, language }) => {
    if (pushSubjectOf(app.settings) === undefined)
      return { t: 'off' as const, why: inWords(language, '这个安装还没有外部可访问的 https 地址，暂不能推送。请联系管理员。') }
    const { publicKey, keyId } = await pushKeys(app.database)
    return { t: 'on' as const, key: publicKey, keyId }
  }),

  handle(pushSave, async ({ tx, session, language }, { endpoint, p256dh, auth, keyId, device }) => {
    if (!isOfService(endpoint)) refuse('push.service', '不支持这个浏览器的推送服务')
    const hash = createHash('sha256').update(endpoint).digest('hex')
    const { id } = await onlyRow(
      tx.query<{ id: Id }>(
        `insert into push_subscription as s (org_id, id, uid, session_hash, endpoint_hash, endpoint, p256dh, auth, key_id, device, language)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (org_id, endpoint_hash) do update
         set uid = excluded.uid, session_hash = excluded.session_hash, p256dh = excluded.p256dh, auth = excluded.auth, key_id = excluded.key_id,
             device = excluded.device, language = excluded.language
         returning s.id`,
        [tx.orgId, newId(), session.uid, session.tokenHash, hash, endpoint, p256dh, auth, keyId, device, language],
      ),
    )
    // A browser has one subscription at a time, and people have only so many browsers.
    await tx.query(
      `delete from push_subscription where org_id = $1 and uid = $2 and id <> $3
         and (session_hash = $4 or id not in
           (select id from push_subscription where org_id = $1 and uid = $2 order by created_at desc, id desc limit ${devicesAtMost}))`,
      [tx.orgId, session.uid, id, session.tokenHash],
    )
    return { id }
  }),

  handle(pushDelete, async ({ tx, session }, { id }) => {
    const removedRows = await tx.query(
      `delete from push_subscription where org_id = $1 and uid = $2 and case when $3::bigint is null then session_hash = $4 else id = $3 end returning 1`,
      [tx.orgId, session.uid, id ?? null, session.tokenHash],
    )
    return { deleted: removedRows.length }
  }),

  handle(pushDevices, async ({ tx, session, app }) => {
    const { keyId } = await pushKeys(app.database)
    const rows = await tx.query<{
      id: Id
      device: string
      session_hash: string
      key_id: string
      created_at: string
      delivered_at: string | null
      failed_at: string | null
      failure: string | null
    }>(
      `select s.id, s.device, s.session_hash, s.key_id, s.created_at, s.delivered_at, s.failed_at, s.failure from push_subscription s
       where s.org_id = $1 and s.uid = $2 and ${hasSession} order by s.created_at desc, s.id desc`,
      [tx.orgId, session.uid],
    )
    return rows.map((row) => ({
      id: row.id,
      device: row.device,
      isThis: row.session_hash === session.tokenHash,
      createdAt: row.created_at,
      deliveredAt: row.delivered_at,
      failedAt: row.failed_at,
      failure: row.failure,
      isOutdated: row.key_id !== keyId,
    }))
  }),

  handleOneByOne(pushTest, async ({ app, session, language, inTransaction }, { id }) => {
    const subject = pushSubjectOf(app.settings)
    if (subject === undefined) return refuse('push.off', '暂不能推送')
    const [subscription, badge] = await inTransaction(async (tx) => {
      const [row] = await tx.query<Subscription>(
        `select s.endpoint, s.p256dh, s.auth from push_subscription s where s.org_id = $1 and s.id = $2 and s.uid = $3 and ${hasSession}`,
        [tx.orgId, id, session.uid],
      )
      return [row, await unreadCount(tx, session.uid)] as const
    })
    if (!subscription) throw new NotFound()
    const testMessage = {
      title: inWords(language, '测试推送'),
      content: inWords(language, '这台设备能收到推送。'),
      link: '/pages/message/settings',
    }
    const outcome = await noteOutcome({ database: app.database, orgId: session.orgId, id }, async () =>
      sendPush({
        subject,
        keys: await pushKeys(app.database),
        world: realWorld,
        subscription,
        payload: payloadOf(testMessage, 'test', badge),
        isUrgent: true,
      }),
    )
    if (outcome.t === 'delivered') return { delivered: true, why: null }
    return { delivered: false, why: outcome.t === 'gone' ? inWords(language, '浏览器已取消订阅，请重新开启') : outcome.why }
  }),

  handle(pushWishes, async ({ tx, session }) => {
    const settings = await ownRingSettings(tx, session)
    return { ...settings, wanted: { ...settings.wanted } }
  }),

  handle(pushSettings, async ({ tx, session }, input) => {
    const before = await ownRingSettings(tx, session)
    if (Object.keys(input).length === 0) return { ...before, wanted: { ...before.wanted } }
    const after = {
      wanted: { ...before.wanted, ...input.wanted },
      quiet: input.quiet === undefined ? before.quiet : input.quiet,
      hides: input.hides ?? before.hides,
    }
    await tx.query(
      `insert into push_setting (org_id, uid, wanted, quiet_from, quiet_until, hides) values ($1, $2, $3, $4, $5, $6)
       on conflict (org_id, uid) do update
       set wanted = push_setting.wanted || excluded.wanted, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, hides = excluded.hides`,
      [tx.orgId, session.uid, after.wanted, after.quiet?.from ?? null, after.quiet?.until ?? null, after.hides],
    )
    return after
  }),
]

const ownRingSettings = async (tx: Tx, { uid }: Session) => (await ringSettingsOf(tx, [uid])).get(uid) ?? usualRingSettings
