import { newId, type Id } from '../../kernel/id.ts'
import { assertDefined, entryOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ListRequest, OutputOf, Page } from '../../domain/operations/define.ts'
import {
  invitationAccept,
  invitationApply,
  invitationList,
  invitationLook,
  invitationOpen,
  invitationRevoke,
  invitationSave,
  type InvitationState,
  invitationSummary,
  type InvitationResult,
  joinDecide,
  joinRequests,
  peopleToInvite,
} from '../../domain/access/invitationOperations.ts'
import { person } from '../../domain/records/person.ts'
import { mobile } from '../../kernel/rule.ts'
import { type Call, handle, handleOneByOne, handlePublic, type Handler, type OneByOne, type SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { announce } from '../messaging/outbox.ts'
import { countLimit, numberedPartOf, pageFor, partOf } from '../page.ts'
import { Conditions, limitOf } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import { seekAnew } from '../search/recordSearch.ts'
import { likePattern } from '../search/searchText.ts'
import { NotFound } from '../httpError.ts'
import { attempt, networkOf, type Limit } from './guard.ts'
import { tokenAnswer } from './identity.ts'
import { hashPassword } from './passwords.ts'
import { createPerson, administrators } from './people.ts'
import { requireNotAbove } from './roles/roles.ts'
import { endSessions } from './sessions.ts'
import { type SignInResult, enterIn, requireGoodPassword } from './signIn.ts'
import { sendsLinks, smsGateway } from './sms.ts'
import { claimedOrganisation, newToken, tokenHash } from './tokens.ts'

/** A link opens this long. */
const daysOpen = 7
const lookLimit: Limit = { name: 'invitation', attempts: 30, windowSeconds: 600, lockSeconds: 600 }
const askLimit: Limit = { name: 'join-request', attempts: 20, windowSeconds: 3600, lockSeconds: 3600 }
/** How many may wait for a yes by one link: the person who passes it around fills no table. */
const waitingAtMost = 200
const sentAtOnce = 5

/** How an invitation `i` stands, whose person, where it has one, is `p`. A person who left is not let in by an old link. */
const stateText = `case when i.used_at is not null then 'used'
  when i.revoked_at is not null or i.uid is not null and (p.id is null or p.state <> 'active') then 'revoked'
  when i.expires_at <= now() then 'expired' else 'open' end`
const personOfInvitation = 'left join person p on p.org_id = $1 and p.id = i.uid and p.deleted_at is null'

const closedWords: Readonly<Record<Exclude<InvitationState, 'open'>, string>> = {
  used: '这个邀请已经使用过，请直接登录',
  revoked: '这个邀请已被撤回，请联系管理员',
  expired: '这个邀请已过期，请联系管理员重新邀请',
}

// -------------------------------------------------------------------------------------------------------- administrators

type NewInvitation = Omit<InvitationResult, 'link'> & { readonly token: string }

/**
 * Makes one link for each of these people, in the place of any they have; by no one of the organisation where the operator does. Unknown where
 * one of them is not in service.
 */
export const invite = async (tx: Tx, uids: readonly Id[], byUid: Id | null): Promise<NewInvitation[]> => {
  const people = await tx.query<{ uid: Id; userName: string; deptName: string | null; phone: string | null }>(
    `select p.id as uid, p.user_name as "userName", d.dept_name as "deptName", p.phone
     from person p left join department d on d.org_id = $1 and d.id = p.dept_id
     where p.org_id = $1 and p.id = any ($2::bigint[]) and p.deleted_at is null and p.state = 'active' order by p.id for no key update of p`,
    [tx.orgId, uids],
  )
  if (people.length < new Set(uids).size) throw new NotFound()
  await tx.query(
    `update invitation set revoked_at = now() where org_id = $1 and uid = any ($2::bigint[]) and used_at is null and revoked_at is null`,
    [tx.orgId, uids],
  )
  const newInvitations = people.map((person) => ({ ...person, id: newId(), token: newToken(tx.orgId) }))
  const rows = await tx.query<{ id: Id; expiresAt: string }>(
    `insert into invitation as new_row (org_id, id, token_hash, uid, created_by, expires_at)
     select o.org_id, n.id, n.hash, n.uid, $2, now() + make_interval(days => $6)
     from organisation o cross join unnest($3::bigint[], $4::text[], $5::bigint[]) as n (id, hash, uid) where o.org_id = $1 returning new_row.id, new_row.expires_at as "expiresAt"`,
    [
      tx.orgId,
      byUid,
      newInvitations.map(({ id }) => id),
      newInvitations.map(({ token }) => tokenHash(token)),
      newInvitations.map(({ uid }) => uid),
      daysOpen,
    ],
  )
  const expiry = new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]))
  return newInvitations.map((invitation) => ({ ...invitation, expiresAt: entryOf(expiry, invitation.id) }))
}

const inviteOpenly = async ({ tx, session }: SignedIn, deptId: Id | null): Promise<NewInvitation> => {
  const [department] = deptId === null ? [] : await departmentOf(tx, deptId)
  if (deptId !== null && !department) refuse('department.unknown', '没有这个部门')
  const token = newToken(tx.orgId)
  const id = newId()
  const row = await onlyRow(
    tx.query<{ expiresAt: string }>(
      `insert into invitation (org_id, id, token_hash, dept_id, created_by, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning expires_at as "expiresAt"`,
      [tx.orgId, id, tokenHash(token), deptId, session.uid, daysOpen],
    ),
  )
  return { id, token, uid: null, userName: null, deptName: department?.name ?? null, phone: null, expiresAt: row.expiresAt }
}

const departmentOf = (tx: Tx, deptId: Id) =>
  tx.query<{ name: string }>(
    'select dept_name as name from department where org_id = $1 and id = $2 and deleted_at is null for key share',
    [tx.orgId, deptId],
  )

/** The address of the page that opens a link, where people reach us: as set, or as the person who asks has reached us. */
export const linkOf = ({ app, headers }: Call, token: string): string => {
  const origin = String(headers['origin'] ?? '')
  const base =
    app.settings.publicUrl ?? (URL.canParse(origin) ? new URL(origin).origin : `http://${String(headers['host'] ?? 'localhost')}`)
  return `${base}/#/pages/join?token=${token}`
}

const invitedOf = (call: Call, { token, ...made }: NewInvitation): InvitationResult => ({ ...made, link: linkOf(call, token) })

/** Sends the links whose people have a phone, a few at once, and notes which the gateway took. No one waits for it. */
const sendAll = async (call: OneByOne, newInvitations: readonly NewInvitation[]): Promise<void> => {
  const gateway = smsGateway(call.app.settings, call.app.log)
  const phoneInvitations = newInvitations.flatMap(({ id, phone, token }) =>
    phone !== null && mobile.test(phone) ? [{ id, phone, token }] : [],
  )
  const lane = async () => {
    for (let next = phoneInvitations.shift(); next; next = phoneInvitations.shift()) {
      const { id, phone, token } = next
      try {
        await gateway.link(phone, linkOf(call, token))
        await call.inTransaction((tx) => tx.query('update invitation set sent_at = now() where org_id = $1 and id = $2', [tx.orgId, id]))
      } catch (error) {
        call.app.log.error({ requestId: call.requestId, operation: invitationSave.name, error })
      }
    }
  }
  await Promise.all(Array.from({ length: sentAtOnce }, lane))
}

const revoke = async ({ tx }: SignedIn, id: Id): Promise<InvitationState> => {
  const [row] = await tx.query<{ state: InvitationState }>(
    `select ${stateText} as state from invitation i ${personOfInvitation} where i.org_id = $1 and i.id = $2 for no key update of i`,
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  if (row.state === 'used') refuse('invitation.used', '这个邀请已经使用，不能再撤回')
  await tx.query('update invitation set revoked_at = coalesce(revoked_at, now()) where org_id = $1 and id = $2', [tx.orgId, id])
  return 'revoked'
}

type Decision = { readonly id: Id; readonly accept: boolean; readonly deptId?: Id | null | undefined }

/** A yes makes the person, who signs in by phone with the password they chose; answers their uid. The same decision again changes nothing. */
const decide = async ({ tx, session }: SignedIn, { id, accept, deptId }: Decision): Promise<Id | null> => {
  const [requestRow] = await tx.query<JoinRequestRow>(
    `select r.user_name, r.phone, r.password_hash, r.state, r.uid, i.dept_id
     from join_request r join invitation i on i.org_id = $1 and i.id = r.invitation_id
     where r.org_id = $1 and r.id = $2 for no key update of r`,
    [tx.orgId, id],
  )
  if (!requestRow) throw new NotFound()
  if (requestRow.state !== 'waiting') {
    if ((requestRow.state === 'accepted') === accept) return requestRow.uid
    return refuse('join.decided', '这个申请已经由他人处理')
  }
  const uid = accept ? await takeIn(tx, requestRow, deptId === undefined ? requestRow.dept_id : deptId) : null
  await tx.query(
    `update join_request set state = $3, decided_by = $4, decided_at = now(), uid = $5, password_hash = null where org_id = $1 and id = $2`,
    [tx.orgId, id, accept ? 'accepted' : 'declined', session.uid, uid],
  )
  return uid
}

type JoinRequestRow = {
  readonly user_name: string
  readonly phone: string
  readonly password_hash: string | null
  readonly state: 'waiting' | 'accepted' | 'declined'
  readonly uid: Id | null
  readonly dept_id: Id | null
}

const takeIn = async (tx: Tx, { user_name, phone, password_hash }: JoinRequestRow, deptId: Id | null): Promise<Id> => {
  if (deptId !== null && (await departmentOf(tx, deptId)).length === 0) refuse('department.unknown', '没有这个部门')
  const [holder] = await tx.query<{ name: string }>(
    'select user_name as name from person where org_id = $1 and phone = $2 and deleted_at is null',
    [tx.orgId, phone],
  )
  if (holder) refuse('join.known', '这个手机号码是{name}的，请改为邀请他本人', { name: holder.name })
  return createPerson(tx, {
    userName: user_name,
    phone,
    passwordHash: assertDefined(password_hash, 'the password'),
    deptId: deptId ?? undefined,
  })
}

// ------------------------------------------------------------------------------------------------------ the person who has a link

type InvitationRow = {
  readonly id: Id
  readonly orgId: Id
  readonly uid: Id | null
  readonly dept_id: Id | null
  readonly dept_name: string | null
  readonly created_by: Id | null
  readonly state: InvitationState
  readonly used_command: string | null
  readonly user_name: string | null
  readonly username: string | null
  readonly phone: string | null
  readonly has_password: boolean
  readonly org_name: string
  readonly org_avatar: string | null
}

/** What a token is for, whatever its state; locked where it is about to be used. Undefined for one that was never given out. */
const find = async (tx: Tx, token: string, lock = ''): Promise<InvitationRow | undefined> =>
  (
    await tx.query<InvitationRow>(
      `select i.id, i.org_id as "orgId", i.uid, i.dept_id, d.dept_name, i.created_by, ${stateText} as state, i.used_command,
         p.user_name, p.username, p.phone, p.password_hash is not null as has_password,
         o.name as org_name, o.avatar as org_avatar
       from invitation i join organisation o on o.org_id = $1 and o.state = 'active' ${personOfInvitation}
       left join department d on d.org_id = $1 and d.id = coalesce(p.dept_id, i.dept_id)
       where i.org_id = $1 and i.token_hash = $2 ${lock}`,
      [tx.orgId, tokenHash(token)],
    )
  )[0]

/** Finds what a token is for. Tokens cannot be guessed; the person who tries is counted all the same. */
const findByToken = async (call: Call, token: string): Promise<InvitationRow> => {
  const { database } = call.app
  const attemptMade = await attempt(database, lookLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const orgId = claimedOrganisation(token)
  const invitation = orgId === undefined ? undefined : await database.reading(orgId, (tx) => find(tx, token))
  if (!invitation) return refuse('invitation.unknown', '邀请链接无效，请核对是否完整，或联系管理员重新邀请')
  await attemptMade.giveBack()
  return invitation
}

const requireOpen = ({ state }: InvitationRow): void => {
  if (state !== 'open') refuse(`invitation.${state}`, closedWords[state])
}

/** What a person signs in with, for others to recognise. */
export const shownLogin = ({ username, phone }: Pick<InvitationRow, 'username' | 'phone'>): string | null =>
  username ?? (phone && `${phone.slice(0, 3)}****${phone.slice(-4)}`)

type AcceptInput = {
  readonly token: string
  readonly password: string
  readonly phone?: string | undefined
  readonly device_id?: string | undefined
}

const accept = async (call: Call, { token, password, phone, device_id: deviceId }: AcceptInput): Promise<SignInResult> => {
  const first = await findByToken(call, token)
  const isRepeated = (invitation: InvitationRow) => call.commandId !== undefined && invitation.used_command === call.commandId
  if (!isRepeated(first)) requireOpen(first)
  const { uid, orgId } = first
  if (uid === null) return refuse('invitation.open', '这个链接需要先申请加入')
  requireGoodPassword(password)
  const hash = await hashPassword(password, { network: networkOf(call.ip), login: uid })
  return call.app.database.inTransaction(orgId, async (tx) => {
    await tx.query('select from person where org_id = $1 and id = $2 for no key update', [orgId, uid])
    const invitation = assertDefined(await find(tx, token, 'for no key update of i'), 'the invitation')
    if (!isRepeated(invitation)) {
      requireOpen(invitation)
      await choose(tx, invitation, { uid, hash, phoneSent: phone })
      await tx.query('update invitation set used_at = now(), used_command = $3 where org_id = $1 and id = $2', [
        orgId,
        invitation.id,
        call.commandId ?? null,
      ])
      if (!invitation.has_password) await tellJoined(tx, invitation)
    }
    return enterIn(tx, call, uid, { client: 'app', deviceId })
  })
}

/** The password is theirs from now on, and whatever was open before is over. */
const choose = async (
  tx: Tx,
  invitation: InvitationRow,
  { uid, hash, phoneSent }: { readonly uid: Id; readonly hash: string; readonly phoneSent: string | undefined },
): Promise<void> => {
  const phone = invitation.phone ?? phoneSent ?? null
  if (invitation.username === null && phone === null) refuse('invitation.phone', '请填写手机号码，以后用它登录')
  if (invitation.phone === null && phone !== null) {
    const namesakes = await tx.query('select from person where org_id = $1 and phone = $2 and deleted_at is null', [tx.orgId, phone])
    if (namesakes.length > 0) refuse('person.phone', '{label}数据已经存在', { label: '手机' })
  }
  await tx.query(
    `update person set password_hash = $3, first_sign_in = false, phone = $4, version = version + 1, updated_at = now()
     where org_id = $1 and id = $2`,
    [tx.orgId, uid, hash, phone],
  )
  await seekAnew(tx, person, [uid])
  await endSessions(tx, uid)
}

const tellJoined = async (tx: Tx, { created_by, user_name }: InvitationRow): Promise<void> => {
  await notify(tx, {
    uids: created_by === null ? [] : [created_by],
    msgType: 2,
    category: 'system',
    title: '{name}已接受邀请并加入',
    params: { name: assertDefined(user_name, 'the name') },
    link: '/pages/addressbook/invite',
  })
  await announce(tx, { topic: 'joining', body: { uids: await administrators(tx) } })
}

type ApplyInput = { readonly token: string; readonly userName: string; readonly phone: string; readonly password: string }

/** Who asked first with a phone is who waits: the person who asks again with it changes nothing. */
const apply = async (call: Call, { token, userName, phone, password }: ApplyInput): Promise<void> => {
  const invitation = await findByToken(call, token)
  requireOpen(invitation)
  if (invitation.uid !== null)
    refuse('invitation.personal', '这个链接是给{name}本人的', { name: assertDefined(invitation.user_name, 'the name') })
  requireGoodPassword(password)
  await attempt(call.app.database, askLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const hash = await hashPassword(password, { network: networkOf(call.ip), login: phone })
  await call.app.database.inTransaction(invitation.orgId, async (tx) => {
    requireOpen(assertDefined(await find(tx, token, 'for no key update of i'), 'the invitation'))
    const figures = await onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from join_request where org_id = $1 and invitation_id = $2 and state = 'waiting'`,
        [tx.orgId, invitation.id],
      ),
    )
    if (figures.n >= waitingAtMost) refuse('join.full', '等待确认的人太多，请联系管理员')
    const requestRows = await tx.query(
      `insert into join_request (org_id, id, invitation_id, user_name, phone, password_hash) values ($1, $2, $3, $4, $5, $6)
       on conflict (org_id, phone) where state = 'waiting' do nothing returning id`,
      [tx.orgId, newId(), invitation.id, userName, phone, hash],
    )
    if (requestRows.length === 0) return
    const uids = await administrators(tx)
    await announce(tx, { topic: 'joining', body: { uids } })
    await notify(tx, {
      uids,
      msgType: 2,
      category: 'system',
      title: '{name}申请加入，等您确认',
      params: { name: userName },
      link: '/pages/addressbook/invite?view=asking',
    })
  })
}

// ------------------------------------------------------------------------------------------------------------------ lists

type InvitationListRow = OutputOf<typeof invitationList>['list'][number]
const listInvitations = async ({ tx }: SignedIn, input: ListRequest): Promise<Page<InvitationListRow>> => {
  const part = partOf(input)
  const c = new Conditions(tx.orgId)
  c.add('i.org_id = $1')
  if (input.likeQuery?.trim()) c.add(`p.search like ${c.place(likePattern(input.likeQuery))}`)
  const counting = { text: c.texts.join(' and '), values: [...c.values] }
  if (part.after !== undefined) c.add(`i.id < ${c.place(part.after)}`)
  const [matchCount, list] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from invitation i ${personOfInvitation} where ${counting.text} limit ${countLimit + 1}) c`,
        counting.values,
      ),
    ),
    tx.query<InvitationListRow>(
      `select i.id, i.uid, p.user_name as "userName", d.dept_name as "deptName", p.phone, i.expires_at as "expiresAt", ${stateText} as state,
         i.created_at as "createdAt", b.user_name as "createdByName", i.sent_at as "sentAt", i.used_at as "usedAt",
         (select count(*)::int from join_request r where r.org_id = $1 and r.invitation_id = i.id and r.state = 'accepted') as joined,
         (select count(*)::int from join_request r where r.org_id = $1 and r.invitation_id = i.id and r.state = 'waiting') as waiting
       from invitation i ${personOfInvitation} left join person b on b.org_id = $1 and b.id = i.created_by
       left join department d on d.org_id = $1 and d.id = coalesce(p.dept_id, i.dept_id)
       where ${c.texts.join(' and ')} order by i.id desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, matchCount.n)
}

/** In service and without a password. The person who signs in by SMS alone has none either, and may be given a link all the same. */
const toInvite = `p.org_id = $1 and p.deleted_at is null and p.state = 'active' and p.password_hash is null`

type Missing = OutputOf<typeof peopleToInvite>['list'][number]
const listMissing = async ({ tx }: SignedIn, input: ListRequest): Promise<Page<Missing>> => {
  const part = partOf(input)
  const c = new Conditions(tx.orgId)
  c.add(toInvite)
  if (input.likeQuery?.trim()) c.add(`p.search like ${c.place(likePattern(input.likeQuery))}`)
  const counting = { text: c.texts.join(' and '), values: [...c.values] }
  if (part.after !== undefined) c.add(`p.id < ${c.place(part.after)}`)
  const [matchCount, list] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from person p where ${counting.text} limit ${countLimit + 1}) c`,
        counting.values,
      ),
    ),
    tx.query<Missing>(
      `select p.id, p.id as uid, p.user_name as "userName", p.avatar, d.dept_name as "deptName", p.phone, p.username,
         i.id as "invitationId", case when i.id is not null then ${stateText} end as state, i.sent_at as "sentAt", i.expires_at as "expiresAt"
       from person p left join department d on d.org_id = $1 and d.id = p.dept_id
       left join lateral (select * from invitation i where i.org_id = $1 and i.uid = p.id order by i.id desc limit 1) i on true
       where ${c.texts.join(' and ')} order by p.id desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, matchCount.n)
}

type Request = OutputOf<typeof joinRequests>['list'][number]
const listRequests = async ({ tx }: SignedIn, input: ListRequest): Promise<Page<Request>> => {
  const part = numberedPartOf(input)
  const c = new Conditions(tx.orgId)
  const [matchCount, list] = await Promise.all([
    onlyRow(tx.query<{ n: number }>('select count(*)::int as n from join_request where org_id = $1', [tx.orgId])),
    tx.query<Request>(
      `select r.id, r.user_name as "userName", r.phone, d.id as "deptId", d.dept_name as "deptName", r.state, r.created_at as "createdAt",
         b.user_name as "decidedByName",
         case when r.state = 'waiting' and p.id is not null then json_build_object('uid', p.id::text, 'userName', p.user_name) end as known
       from join_request r join invitation i on i.org_id = $1 and i.id = r.invitation_id
       left join department d on d.org_id = $1 and d.id = i.dept_id
       left join person b on b.org_id = $1 and b.id = r.decided_by
       left join person p on p.org_id = $1 and p.phone = r.phone and p.deleted_at is null
       where r.org_id = $1 order by r.state <> 'waiting', r.id desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, matchCount.n)
}

const summaryOf = async ({ tx, app }: SignedIn): Promise<OutputOf<typeof invitationSummary>> => {
  const row = await onlyRow(
    tx.query<{ joined: number; missing: number; invited: number; asking: number }>(
      `select (select count(*)::int from person p where p.org_id = $1 and p.deleted_at is null and p.state = 'active' and p.password_hash is not null) as joined,
       (select count(*)::int from person p where ${toInvite}) as missing,
       (select count(*)::int from person p where ${toInvite} and exists (
          select from invitation i where i.org_id = $1 and i.uid = p.id and i.used_at is null and i.revoked_at is null and i.expires_at > now())) as invited,
       (select count(*)::int from join_request r where r.org_id = $1 and r.state = 'waiting') as asking`,
      [tx.orgId],
    ),
  )
  return { ...row, sms: sendsLinks(app.settings) }
}

export const invitationHandlers: readonly Handler[] = [
  handleOneByOne(invitationSave, async (call, { uids, sms = false }) => {
    const newInvitations = await call.inTransaction(async (tx) => {
      await requireNotAbove(tx, call.session, uids)
      return invite(tx, uids, call.session.uid)
    })
    const smsInvitations = sms ? newInvitations.filter(({ phone }) => phone !== null) : []
    void sendAll(call, smsInvitations)
    return { list: newInvitations.map((invitation) => invitedOf(call, invitation)), sending: smsInvitations.length }
  }),
  handle(invitationOpen, async (call, { deptId = null }) => invitedOf(call, await inviteOpenly(call, deptId))),
  handle(invitationRevoke, async (call, { id }) => ({ state: await revoke(call, id) })),
  handle(invitationList, listInvitations),
  handle(peopleToInvite, listMissing),
  handle(invitationSummary, summaryOf),
  handle(joinRequests, listRequests),
  handle(joinDecide, async (call, input) => ({ uid: await decide(call, input) })),

  handlePublic(invitationLook, async (call, { token }) => {
    const invitation = await findByToken(call, token)
    requireOpen(invitation)
    return {
      operationName: invitation.org_name,
      operationAvatar: invitation.org_avatar ?? '',
      userName: invitation.user_name,
      deptName: invitation.dept_name,
      login: shownLogin(invitation),
      again: invitation.has_password,
    }
  }),
  handlePublic(invitationAccept, async (call, input) => {
    const { token, identity } = await accept(call, input)
    return tokenAnswer(token, identity)
  }),
  handlePublic(invitationApply, async (call, input) => {
    await apply(call, input)
    return { waiting: true as const }
  }),
]
