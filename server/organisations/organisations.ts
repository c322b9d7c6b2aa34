import type { Id } from '../../kernel/id.ts'
import {
  organisationChatDays,
  organisationClose,
  organisationInfo,
  organisationList,
  organisationsOfLogin,
  organisationUpdate,
} from '../../domain/organisation/operations.ts'
import { refuse } from '../../kernel/refusal.ts'
import { forgetDocumentNumbering } from '../documents/codes/documentCodes.ts'
import { defaultNumbering } from '../../domain/records/assetNumbering.ts'
import type { NumberPart } from '../../domain/rules/numbering.ts'
import { checkNumbering, type EpcNumbering, numberingFor } from '../../domain/rfid/epc.ts'
import { type StrangersSetting, strangersOff } from '../../domain/organisation/strangers.ts'
import { handle, handlePublic, type Handler } from '../call.ts'
import { fileLimitBytes } from '../files/files.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { NotFound } from '../httpError.ts'
import { attempt, networkOf, type Limit } from '../access/guard.ts'
import { administrators } from '../access/people.ts'
import { organisationRow, organisationsOf } from '../access/signIn.ts'
import { foreseenClearing, planRetention } from '../chat/retention.ts'
import { notify } from '../messaging/notify.ts'
import { closeOrganisation, takeFromChat } from './closeOrganisation.ts'
import { onlyRow } from '../db/rows.ts'
import { assertDefined } from '../../kernel/assert.ts'

type OrganisationRules = {
  duplicate_serials: 'warn' | 'refuse'
  direct_issue: boolean
  pool_first: boolean
  confirm_issue: boolean
  chat_days: number | null
  rfid: EpcNumbering | null
  asset_numbering: NumberPart<'category' | 'place' | 'department'>[] | null
  document_numbering: NumberPart<'kind' | 'department'>[] | null
  application_numbering: NumberPart<'department'>[] | null
  person_numbering: NumberPart<'department'>[] | null
  strangers: StrangersSetting | null
  invoicing: { title: string; taxNumber: string } | null
}
type Row = {
  name: string
  avatar: string | null
  created_at: string
  people: string
  file_bytes: string | null
} & OrganisationRules

/** What the organisation decides for itself, and what holds until it does. */
const rulesText = `coalesce(settings ->> 'duplicateSerials', 'warn') as duplicate_serials,
    coalesce((settings ->> 'directIssue')::boolean, false) as direct_issue,
    coalesce((settings ->> 'confirmIssue')::boolean, false) as confirm_issue,
    coalesce((settings ->> 'poolFirst')::boolean, true) as pool_first,
    (settings ->> 'chatDays')::int as chat_days,
    settings -> 'rfid' as rfid,
    nullif(settings -> 'assetNumbering', 'null') as asset_numbering,
    nullif(settings -> 'documentNumbering', 'null') as document_numbering,
    nullif(settings -> 'applicationNumbering', 'null') as application_numbering,
    nullif(settings -> 'personNumbering', 'null') as person_numbering,
    settings -> 'strangers' as strangers,
    settings -> 'invoicing' as invoicing`

const settingsOf = (orgId: Id, row: OrganisationRules) => ({
  duplicateSerials: row.duplicate_serials,
  directIssue: row.direct_issue,
  confirmIssue: row.confirm_issue,
  poolFirst: row.pool_first,
  chatDays: row.chat_days,
  rfid: numberingFor(orgId, row.rfid),
  assetNumbering: row.asset_numbering ?? [...defaultNumbering],
  documentNumbering: row.document_numbering,
  applicationNumbering: row.application_numbering,
  personNumbering: row.person_numbering,
  strangers: row.strangers ?? strangersOff,
  invoicing: row.invoicing ?? { title: '', taxNumber: '' },
})

const oneRow = `select name, avatar, created_at, (select count(*) from person p where p.org_id = $1 and p.deleted_at is null and p.state = 'active') as people,
    (select used_bytes from file_room r where r.org_id = $1) as file_bytes,
    ${rulesText}
  from organisation where org_id = $1`

const lookupLimit: Limit = { name: 'lookup', attempts: 60, windowSeconds: 600, lockSeconds: 600 }

const onePage = <R>(list: R[]) => ({
  totalCount: list.length,
  pageSize: Math.max(10, list.length),
  totalPage: list.length > 0 ? 1 : 0,
  currPage: 1,
  list,
})

export const organisationHandlers: readonly Handler[] = [
  handle(organisationList, async ({ tx }) => {
    const row = await onlyRow(tx.query<Row>(oneRow, [tx.orgId]))
    return onePage([organisationRow({ orgId: tx.orgId, ...row })])
  }),

  /**
   * The contract lets everyone ask. The organisations of a login name are answered to its person alone; to a stranger every name has none, and
   * the sign-in names them after the password or code was right.
   */
  handlePublic(organisationsOfLogin, async (call, input) => {
    await attempt(call.app.database, lookupLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    const login = assertDefined(input.username ?? input.loginName, 'the login')
    const candidates = await organisationsOf(call.app.database, login)
    const isOwn = candidates.some(({ orgId, uid }) => orgId === call.session?.orgId && uid === call.session.uid)
    return onePage(isOwn ? candidates.map(organisationRow) : [])
  }),

  handle(organisationInfo, async ({ app, tx, session }, input) => {
    if (input.id !== session.orgId) throw new NotFound()
    const row = await onlyRow(tx.query<Row>(oneRow, [tx.orgId]))
    return {
      ...organisationRow({ orgId: tx.orgId, ...row }),
      createdAt: row.created_at,
      people: Number(row.people),
      fileBytes: Number(row.file_bytes ?? 0),
      fileBytesLimit: fileLimitBytes(app.settings),
      ...settingsOf(tx.orgId, row),
    }
  }),

  handle(organisationUpdate, async ({ tx, session }, { operationName, operationAvatar, ...rules }) => {
    const isDefault = JSON.stringify(rules.assetNumbering) === JSON.stringify(defaultNumbering)
    const settings = isDefault ? { ...rules, assetNumbering: null } : rules
    if (settings.rfid) checkNumbering(settings.rfid)
    const before = await onlyRow(tx.query<Row>(`${oneRow} for no key update`, [tx.orgId]))
    await requireFiles(tx, session.uid, namedFiles('标志', true, [operationAvatar]), namedFiles('', true, [before.avatar]))
    const avatar = operationAvatar === undefined ? before.avatar : operationAvatar || null
    forgetDocumentNumbering(tx)
    const row = await onlyRow(
      tx.query<Pick<Row, 'name' | 'avatar'> & OrganisationRules>(
        `update organisation set name = $2, avatar = $3, settings = settings || $4::jsonb where org_id = $1 returning name, avatar, ${rulesText}`,
        [tx.orgId, operationName ?? before.name, avatar, JSON.stringify(settings)],
      ),
    )
    if (row.chat_days !== before.chat_days) {
      await planRetention(tx, row.chat_days)
      await notify(tx, {
        uids: await administrators(tx),
        msgType: 2,
        category: 'system',
        title: row.chat_days === null ? '{name}将聊天记录改为永久保留' : '{name}将聊天记录改为保留{days}天，一天后开始清除更早的消息',
        params: { name: session.userName, ...(row.chat_days !== null && { days: row.chat_days }) },
        link: '/pages/user/organisation',
      })
    }
    return {
      ...organisationRow({ orgId: tx.orgId, ...row }),
      ...settingsOf(tx.orgId, row),
    }
  }),

  handle(organisationChatDays, ({ tx }, { days }) => foreseenClearing(tx, tx.now(), days)),

  handle(organisationClose, async ({ tx }, { operationName }) => {
    const { name } = await onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId]))
    if (operationName.trim() !== name) refuse('organisation.name', '输入的名称与组织名称不一致')
    await takeFromChat(tx)
    await closeOrganisation(tx)
    return { closed: true as const }
  }),
]
