import { dayAt, daysBetween, type Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { MemberLicence, Workplace, WorkplaceName } from '../../hosts/workplace.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { administrators } from '../access/people.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { personOf } from '../directory/links.ts'
import { notify } from '../messaging/notify.ts'
import { writeDown } from './inbox.ts'

/** As it is kept and shown: whether the chat checks, from when on, and whether members get a licence by themselves. */
export type MemberLicenceStanding = {
  readonly isChecked: boolean
  /** The last day on which members without a licence are let in; null where the chat names none. */
  readonly endsOn: Day | null
  readonly isAssignedByItself: boolean
}

export const standingOf = ({ isChecked, trialEndMs, checkedFromMs, isAssignedByItself }: MemberLicence): MemberLicenceStanding => {
  const ends = [trialEndMs, checkedFromMs].filter((ms) => ms !== undefined)
  return { isChecked, endsOn: isChecked && ends.length > 0 ? dayAt(Math.max(...ends)) : null, isAssignedByItself }
}

/** How many days before the end the administrators are told, and on the day after it. */
const warningDays = [30, 7, 1, -1] as const

/** Keeps what the chat said of its licence, and tells the administrators as its end comes near; each time once. */
export const takeMemberLicence = async (
  tx: Tx,
  { chat, corpId, title }: { readonly chat: WorkplaceName; readonly corpId: string; readonly title: string },
  licence: MemberLicence | undefined,
): Promise<void> => {
  const standingShown = licence ? standingOf(licence) : null
  const warning = warningOf(standingShown, dayAt(tx.now()))
  const [row] = await tx.query<{ told: string | null }>(
    'select member_licence_told as told from workplace_corp where chat = $1 and corp_id = $2 for update',
    [chat, corpId],
  )
  await tx.query(
    `update workplace_corp set member_licence = $3::jsonb, member_licence_at = $4, member_licence_told = coalesce($5, member_licence_told)
     where chat = $1 and corp_id = $2`,
    [chat, corpId, standingShown && JSON.stringify(standingShown), new Date(tx.now()).toISOString(), warning ?? null],
  )
  if (warning === undefined || warning === row?.told || !standingShown?.endsOn) return
  const isOver = warning.endsWith(':-1')
  await notify(tx, {
    uids: await administrators(tx),
    msgType: messageTypes.system,
    category: 'system',
    title: isOver
      ? '{chat}接口许可的试用已于{day}结束，没有许可的成员无法使用应用，请联系服务商购买'
      : '{chat}接口许可的试用将于{day}结束，之后没有许可的成员无法使用应用，请联系服务商购买',
    params: { chat: title, day: standingShown.endsOn },
    link: '/pages/user/organisation',
  })
}

/** Which warning is due, named by the end that it warns of; undefined where none is. */
export const warningOf = (licenceStanding: MemberLicenceStanding | null, today: Day): string | undefined => {
  if (!licenceStanding?.endsOn) return undefined
  const days = daysBetween(today, licenceStanding.endsOn)
  if (days < 0) return `${licenceStanding.endsOn}:-1`
  const due = warningDays.filter((day) => day >= 0 && days <= day).at(-1)
  return due === undefined ? undefined : `${licenceStanding.endsOn}:${due}`
}

/** The chat refused a person who has no licence of its own: the administrators learn who it is. */
export const tellUnlicensed = async (tx: Tx, { name, title }: Workplace, personId: string): Promise<void> => {
  const uid = await personOf(tx, name, personId)
  if (uid === undefined) return
  const [person] = await tx.query<{ name: string }>('select user_name as name from person where org_id = $1 and id = $2', [tx.orgId, uid])
  await notify(tx, {
    uids: await administrators(tx),
    msgType: messageTypes.system,
    category: 'system',
    title: '{person}没有{chat}的接口许可，无法使用应用，请联系服务商购买并激活',
    params: { person: person?.name ?? personId, chat: title },
    link: '/pages/user/organisation',
    merge: {
      kind: 'memberUnlicensed',
      about: uid,
      crowd: { from: 3, title: '有 {n} 名成员没有工作平台的接口许可，无法使用应用', link: '/pages/user/organisation' },
    },
  })
}

/** As it stands for an organisation of a chat; null where the chat says nothing of it. */
export const readMemberLicence = async (
  tx: Pick<Tx, 'query'>,
  { chat, corpId }: { readonly chat: WorkplaceName; readonly corpId: string },
): Promise<MemberLicenceStanding | null> => {
  const [row] = await tx.query<{ licence: MemberLicenceStanding | null }>(
    'select member_licence as licence from workplace_corp where chat = $1 and corp_id = $2',
    [chat, corpId],
  )
  return row?.licence ?? null
}

/** Has the licences asked for that were not asked for within a day: as events, which are tried again. */
export const askForMemberLicences = async (database: Database, names: readonly WorkplaceName[]): Promise<void> => {
  const now = database.now()
  const due = await database.gate<{ chat: WorkplaceName; corpId: string; organisation: Id }>(
    `select chat, corp_id as "corpId", organisation from workplace_corp
     where chat = any ($1) and granted and running and organisation is not null and (member_licence_at is null or member_licence_at < $2)`,
    [names, new Date(now - dayMs).toISOString()],
  )
  for (const name of names)
    await writeDown(
      database,
      name,
      due.flatMap(({ chat, corpId }) => (chat === name ? [{ t: 'memberLicence', key: 'memberLicence', corpId, atMs: now } as const] : [])),
    )
}
const dayMs = 86_400_000
