import type { Id } from '../../kernel/id.ts'
import type { DigestRhythm, MailChoices } from '../../domain/mail/mail.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'

/** A person to whom mail may go at this moment, and what this person wants. */
export type Recipient = {
  readonly uid: Id
  readonly address: string
  readonly language: 'zh' | 'en'
  readonly stopToken: string | null
  readonly ownChoices: MailChoices
  readonly byDefault: MailChoices
  readonly rhythm: DigestRhythm | null
  readonly hour: number | null
}

/**
 * Of these people those to whom mail may go: in service, with an address that is proven and still the one of their record, that has refused
 * nothing, and who have not stopped it.
 */
export const recipientsAmong = (tx: Tx, uids: readonly Id[]): Promise<Recipient[]> =>
  tx.query<Recipient>(
    `select a.uid, a.address, a.language, a.stop_token as "stopToken", coalesce(s.wanted, '{}') as "ownChoices",
            coalesce(d.wanted, '{}') as "byDefault", s.rhythm, s.hour
     from mail_address a
     join person p on p.org_id = $1 and p.id = a.uid and p.state = 'active' and p.deleted_at is null and lower(p.email) = lower(a.address)
     left join mail_setting s on s.org_id = $1 and s.uid = a.uid
     left join mail_default d on d.org_id = $1
     where a.org_id = $1 and a.uid = any ($2::bigint[]) and a.verified_at is not null and a.stopped_at is null and a.bounced_at is null`,
    [tx.orgId, [...new Set(uids)]],
  )

/** Whether mail may still go to this address of the person. */
export const recipientAt = async (tx: Tx, uid: Id, address: string): Promise<Recipient | undefined> =>
  (await recipientsAmong(tx, [uid])).find((recipient) => recipient.address === address)

export const noteSent = async (tx: Tx, uid: Id, address: string): Promise<void> => {
  await tx.query('update mail_address set sent_at = now() where org_id = $1 and uid = $2 and address = $3', [tx.orgId, uid, address])
}

/** Stops mail to an address that its server refused, and tells the person once: of several mails that were refused the first. */
export const noteBounce = async (
  tx: Tx,
  uid: Id,
  { address, reason }: { readonly address: string; readonly reason: string },
): Promise<void> => {
  const bouncedRows = await tx.query(
    `update mail_address set bounced_at = now(), bounce = left($4, 300)
     where org_id = $1 and uid = $2 and address = $3 and bounced_at is null and verified_at is not null returning 1`,
    [tx.orgId, uid, address, reason],
  )
  if (bouncedRows.length === 0) return
  await notify(tx, {
    uids: [uid],
    msgType: messageTypes.system,
    category: 'system',
    title: '邮箱{address}退回了邮件，已停止向它发送',
    params: { address },
    content: reason,
    link: '/pages/message/settings',
  })
}

/** Stops all mail to the person whose mail has this token; false where there is none. */
export const stopMail = async (tx: Tx, token: string): Promise<boolean> => {
  const stoppedRows = await tx.query(
    'update mail_address set stopped_at = coalesce(stopped_at, now()) where org_id = $1 and stop_token = $2 returning 1',
    [tx.orgId, token],
  )
  return stoppedRows.length > 0
}
