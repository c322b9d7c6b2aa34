import * as v from 'valibot'
import { mobileInput, tokenAnswer } from './signInOperations.ts'
import { byId, idInput, listInput, nothing, operation, pageOf } from '../operations/define.ts'

const basePath = '/api/pro/invitation'

const name = v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '必填'), v.maxLength(30, '不能超过{max}个字'))
const token = v.pipe(v.string('应为文字'), v.trim(), v.maxLength(200))
const password = v.pipe(v.string('应为文字'), v.maxLength(200))

/** How a link stands; only an open one lets in. */
export const invitationStates = ['open', 'used', 'revoked', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]
const state = v.picklist(invitationStates)

/** A person who was given a link. The link is told once; the person who lost it makes another. */
const invited = v.object({
  id: v.string(),
  uid: v.nullable(v.string()),
  userName: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  link: v.nullable(v.string()),
  expiresAt: v.string(),
})
export type InvitationResult = v.InferOutput<typeof invited>

/**
 * Links for people of the organisation, one for each, by which they choose a password: their first, or another where they forgot theirs. An
 * earlier link of the same person is over. With `sms` the links are sent to their phones as well.
 */
export const invitationSave = operation({
  name: 'invitation.save',
  withoutLicence: true,
  path: `${basePath}/save`,
  title: '邀请人员',
  changes: ['invitation', 'person', 'sysuser', 'addressbook', 'sysoperation.beginning'],
  access: ['invitation:save'],
  input: v.strictObject({
    uids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(500, '最多{max}项')),
    sms: v.optional(v.boolean('应为是或否')),
  }),
  output: v.object({ list: v.array(invited), sending: v.number() }),
  secrets: ['link'],
})

/** A link for the person who gets it, into a department or none. The person who asks by it waits for an administrator's yes. */
export const invitationOpen = operation({
  name: 'invitation.open',
  path: `${basePath}/open`,
  title: '公开邀请',
  changes: ['invitation', 'person', 'sysuser', 'addressbook', 'sysoperation.beginning'],
  access: ['invitation:save'],
  input: v.strictObject({ deptId: v.optional(v.nullable(idInput)) }),
  output: invited,
  secrets: ['link'],
})

export const invitationRevoke = operation({
  name: 'invitation.revoke',
  withoutLicence: true,
  path: `${basePath}/revoke`,
  title: '撤回邀请',
  changes: ['invitation', 'person', 'sysuser', 'addressbook', 'sysoperation.beginning'],
  access: ['invitation:save'],
  input: byId,
  output: v.object({ state }),
})

/** All links, newest first; `joined` counts who came in by it, `waiting` who asks to. */
export const invitationList = operation({
  name: 'invitation.list',
  path: `${basePath}/list`,
  title: '邀请记录',
  access: ['invitation:save'],
  input: v.strictObject(listInput),
  output: pageOf(
    v.object({
      ...v.omit(invited, ['link']).entries,
      state,
      createdAt: v.string(),
      /** Null where the operator made it. */
      createdByName: v.nullable(v.string()),
      sentAt: v.nullable(v.string()),
      usedAt: v.nullable(v.string()),
      joined: v.number(),
      waiting: v.number(),
    }),
  ),
  answer: 'page',
  reads: true,
})

/** People in service who cannot sign in with a password yet, and how their newest link stands. */
export const peopleToInvite = operation({
  name: 'invitation.people',
  path: `${basePath}/people`,
  title: '待加入的人员',
  access: ['invitation:save'],
  input: v.strictObject(listInput),
  output: pageOf(
    v.object({
      id: v.string(),
      uid: v.string(),
      userName: v.string(),
      avatar: v.nullable(v.string()),
      deptName: v.nullable(v.string()),
      phone: v.nullable(v.string()),
      username: v.nullable(v.string()),
      invitationId: v.nullable(v.string()),
      state: v.nullable(state),
      sentAt: v.nullable(v.string()),
      expiresAt: v.nullable(v.string()),
    }),
  ),
  answer: 'page',
  reads: true,
})

/** How far it is: who can sign in, who cannot yet, who of them has a link that is open, who asks. `sms`: links can be sent to phones. */
export const invitationSummary = operation({
  name: 'invitation.summary',
  method: 'GET',
  path: `${basePath}/summary`,
  title: '邀请概况',
  access: ['invitation:save'],
  input: nothing,
  output: v.object({ joined: v.number(), missing: v.number(), invited: v.number(), asking: v.number(), sms: v.boolean() }),
  reads: true,
})

/** Who asks to be taken in, those who wait first. `known`: the phone is a person's who is here already. */
export const joinRequests = operation({
  name: 'invitation.requests',
  path: `${basePath}/requests`,
  title: '加入申请',
  access: ['invitation:save'],
  input: v.strictObject(listInput),
  output: pageOf(
    v.object({
      id: v.string(),
      userName: v.string(),
      phone: v.string(),
      deptId: v.nullable(v.string()),
      deptName: v.nullable(v.string()),
      state: v.picklist(['waiting', 'accepted', 'declined']),
      createdAt: v.string(),
      decidedByName: v.nullable(v.string()),
      known: v.nullable(v.object({ uid: v.string(), userName: v.string() })),
    }),
  ),
  answer: 'page',
  reads: true,
})

/** Takes a person in who asked, as an employee of the department that the link named or another, or declines. */
export const joinDecide = operation({
  name: 'invitation.decide',
  path: `${basePath}/decide`,
  title: '处理加入申请',
  changes: ['invitation', 'person', 'sysuser', 'addressbook', 'sysoperation.beginning'],
  access: ['invitation:save'],
  input: v.strictObject({ id: idInput, accept: v.boolean('应为是或否'), deptId: v.optional(v.nullable(idInput)) }),
  output: v.object({ uid: v.nullable(v.string()) }),
})

/** What a link is for; refused in words where it no longer lets in. Says nothing of anyone but the one it is for. */
export const invitationLook = operation({
  name: 'invitation.look',
  path: `${basePath}/look`,
  title: '查看邀请',
  access: 'public',
  input: v.strictObject({ token }),
  output: v.object({
    operationName: v.string(),
    operationAvatar: v.string(),
    /** Who it is for; null for the person who gets it. */
    userName: v.nullable(v.string()),
    deptName: v.nullable(v.string()),
    /** What will be typed to sign in, a phone with its middle hidden; null where there is none yet. */
    login: v.nullable(v.string()),
    /** There is a password already, which is to be replaced. */
    again: v.boolean(),
  }),
  secrets: ['token'],
  reads: true,
})

/** Chooses the password and comes in; the person who has nothing to sign in by gives a phone number as well. The same command again comes in again. */
export const invitationAccept = operation({
  name: 'invitation.accept',
  path: `${basePath}/accept`,
  title: '接受邀请',
  access: 'public',
  input: v.strictObject({ token, password, phone: v.optional(mobileInput), device_id: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  output: tokenAnswer,
  answer: 'merged',
  secrets: ['token', 'password', 'access_token'],
})

/** Asks to be taken in by an open link. The answer is the same the person who has that phone. */
export const invitationApply = operation({
  name: 'invitation.apply',
  path: `${basePath}/apply`,
  title: '申请加入',
  access: 'public',
  input: v.strictObject({ token, userName: name, phone: mobileInput, password }),
  output: v.object({ waiting: v.literal(true) }),
  secrets: ['token', 'password'],
})
