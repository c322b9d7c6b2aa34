import { randomBytes } from 'node:crypto'
import type { Id } from '../../../../kernel/id.ts'
import { RefusalError, refuse } from '../../../../kernel/refusal.ts'
import type { Event } from '../../../../domain/approval/flow/event.ts'
import { secretAfter } from '../../../../domain/access/savedSecret.ts'
import { serviceOperations as calls, type ServiceRow } from '../../../../domain/approval/operations/services.ts'
import { handle, handlePublic, type Handler } from '../../../call.ts'
import type { Tx } from '../../../db/tx.ts'
import { NotFound, notSignedIn } from '../../../httpError.ts'
import { commandIdOf } from '../commandId.ts'
import { outsideKey } from '../key.ts'
import type { DocumentPort } from '../../../documents/port.ts'
import { answerService, formOf } from './servicesJob.ts'
import { isSignedBy, urlRefusal } from './servicesPost.ts'

/** The services of an organisation that its flows may ask, and the door for what they answer later. */
export const serviceHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(calls.list, async ({ tx }) => {
    const rows = await tx.query<Omit<ServiceRow, 'flows'>>(
      `select service_key as "serviceKey", name, url, array(select jsonb_object_keys(headers) order by 1) as "headerNames",
              timeout_seconds as "timeoutSeconds", updated_at as "updatedAt"
       from wf_service where org_id = $1 order by service_key`,
      [tx.orgId],
    )
    return { list: await Promise.all(rows.map(async (row) => ({ ...row, flows: await flowsAsking(tx, row.serviceKey) }))) }
  }),

  handle(calls.save, async ({ tx, app, session }, input) => {
    const { serviceKey, name, url, timeoutSeconds } = input
    const wrong = urlRefusal(url, app.settings.serviceReach)
    if (wrong) throw new RefusalError(wrong)
    const [knownRow] = await tx.query<{ url: string; headers: Record<string, string> }>(
      'select url, headers from wf_service where org_id = $1 and service_key = $2 for update',
      [tx.orgId, serviceKey],
    )
    const headers = Object.fromEntries(
      Object.entries(input.headers).map(([key, value]) => [
        key,
        secretAfter({ saved: knownRow?.headers[key], entered: value, from: knownRow?.url, to: url }) ?? '',
      ]),
    )
    const newSecretText = knownRow || input.secret ? null : newSecret()
    const values = [tx.orgId, serviceKey, name, url, input.secret ?? newSecretText, headers, timeoutSeconds, session.uid]
    await tx.query(
      knownRow
        ? `update wf_service set name = $3, url = $4, secret = coalesce($5, secret), headers = $6, timeout_seconds = $7, updated_by = $8, updated_at = now()
           where org_id = $1 and service_key = $2`
        : `insert into wf_service (org_id, service_key, name, url, secret, headers, timeout_seconds, updated_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values,
    )
    return { serviceKey, secret: newSecretText }
  }),

  handle(calls.renewSecret, async ({ tx, session }, { serviceKey }) => {
    const secret = newSecret()
    const renewedRows = await tx.query(
      'update wf_service set secret = $3, updated_by = $4, updated_at = now() where org_id = $1 and service_key = $2 returning 1',
      [tx.orgId, serviceKey, secret, session.uid],
    )
    if (renewedRows.length === 0) throw new NotFound()
    return { serviceKey, secret }
  }),

  handle(calls.delete, async ({ tx }, { serviceKey }) => {
    const [flow] = await flowsAsking(tx, serviceKey)
    if (flow) refuse('approval.serviceInUse', '流程“{flow}”还在使用这个外部服务', { flow: flow.flowName })
    const [form] = await formsAsking(tx, serviceKey)
    if (form) refuse('approval.serviceInForm', '表单“{form}”的选项取自这个外部服务', { form: form.name })
    const [book] = await tx.query<{ name: string }>(
      'select book_name as name from book where org_id = $1 and voucher_service = $2 and deleted_at is null limit 1',
      [tx.orgId, serviceKey],
    )
    if (book) refuse('approval.serviceInBook', '账簿“{book}”的凭证还推送到这个外部服务', { book: book.name })
    const removedRows = await tx.query('delete from wf_service where org_id = $1 and service_key = $2 returning 1', [tx.orgId, serviceKey])
    if (removedRows.length === 0) throw new NotFound()
    return { deleted: true }
  }),

  handlePublic(calls.callback, async (call, { correlation, patch, error }) => {
    const [orgId = '', processId = '', seq] = correlation.split(':')
    const { database } = call.app
    const timestamp = headerOf(call.headers['x-timestamp'])
    const signature = headerOf(call.headers['x-signature'])
    const serviceRequest = await database.reading(orgId, (tx) => requestAt(tx, processId, Number(seq)))
    const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(call.at / 1000 - Number(timestamp)) <= windowSeconds
    if (!serviceRequest || !isFresh || !isSignedBy(serviceRequest.secret, timestamp, call.text ?? '', signature))
      throw notSignedIn('签名有误或已过期')
    const answer =
      error === undefined ? { t: 'done' as const, ...(patch ? { patch: formOf(patch) } : {}) } : { t: 'failed' as const, error }
    const request = { processId, step: serviceRequest.step }
    const { repeated } = await answerService(database, documents, orgId, {
      request,
      answer,
      commandId: commandIdOf(correlation, signature),
    })
    return { accepted: true, repeated }
  }),
]

const newSecret = (): string => randomBytes(32).toString('base64url')

/** How far the clock of a service may be off, either way. */
const windowSeconds = 300

const headerOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** What was asked at this place of the log and with which secret the answer is signed. */
const requestAt = async (tx: Tx, processId: Id, seq: number): Promise<{ step: string; secret: string } | undefined> => {
  const [row] = await tx.query<{ event: Event | null }>(
    `select events -> ($3::int - seq) as event from wf_event
     where org_id = $1 and instance_id = $2 and seq <= $3 order by seq desc limit 1`,
    [tx.orgId, processId, seq],
  )
  const event = row?.event
  if (event?.t !== 'ServiceRequested') return undefined
  const [service] = await tx.query<{ secret: string }>('select secret from wf_service where org_id = $1 and service_key = $2', [
    tx.orgId,
    event.service,
  ])
  return service && { step: event.step, secret: service.secret }
}

/** The forms that take options from a service. */
const formsAsking = (tx: Tx, serviceKey: string): Promise<{ name: string }[]> =>
  tx.query<{ name: string }>(
    `select f.name from wf_form f where f.org_id = $1 and exists (
       select from wf_form_version d where d.org_id = $1 and d.form_key = f.form_key
         and jsonb_path_exists(d.body, '$.** ? (@.from == "service" && @.service == $key)', jsonb_build_object('key', $2::text)))
     order by f.form_key limit 1`,
    [tx.orgId, serviceKey],
  )

/** The flows that ask a service in the version in use, or in one at which something still runs. */
const flowsAsking = async (tx: Tx, serviceKey: string): Promise<ServiceRow['flows']> => {
  const rows = await tx.query<{ flow_key: string; name: string }>(
    `select f.flow_key, f.name from wf_flow f where f.org_id = $1 and exists (
       select from wf_definition d where d.org_id = $1 and d.flow_key = f.flow_key
         and (d.version = f.active_version or exists (select from wf_instance i where i.org_id = $1 and i.flow_key = d.flow_key
              and i.version = d.version and i.status in ('running', 'returned', 'posting')))
         and jsonb_path_exists(d.body, '$.** ? (@.t == "service" && @.service == $key)', jsonb_build_object('key', $2::text)))
     order by f.sort_order, f.flow_key`,
    [tx.orgId, serviceKey],
  )
  return rows.map((row) => ({ flowKey: outsideKey(tx.orgId, row.flow_key), flowName: row.name }))
}
