import * as v from 'valibot'
import type { LookupValue, OptionSource } from '../../../../kernel/fields/lookup.ts'
import { keepRecent } from '../../../../kernel/recent.ts'
import { refuse } from '../../../../kernel/refusal.ts'
import { type FormOption, formOptionsOperations } from '../../../../domain/approval/operations/formOptions.ts'
import type { ListRequest, Page } from '../../../../domain/operations/define.ts'
import { calledOf } from '../../../../domain/records/define.ts'
import { handleOneByOne, type Handler, type OneByOne } from '../../../call.ts'
import { Forbidden, NotFound } from '../../../httpError.ts'
import { pageOfShort } from '../../../page.ts'
import { listAssets } from '../../../records/assetList.ts'
import { listRecords } from '../../../records/list.ts'
import { post, signatureOf } from './servicesPost.ts'
import { proofOf, readableKind, wordOptions } from '../../form/lookups.ts'

/** So many options come at once. */
const optionsAtMost = 50

/** The options of forms. A service is asked outside of any transaction. */
export const formOptionsHandlers: readonly Handler[] = [
  handleOneByOne(formOptionsOperations.formOptions, (call, { source, ...request }) =>
    source.from === 'service' ? askService(call, source.service, request) : readOptions(call, source, request),
  ),
]

const readOptions = (
  { session, inTransaction }: OneByOne,
  source: Exclude<OptionSource, { from: 'service' }>,
  request: ListRequest & { likeQuery?: string | undefined },
): Promise<Page<FormOption>> =>
  inTransaction(async (tx) => {
    if (source.from === 'words') {
      const needle = request.likeQuery?.trim().toLowerCase() ?? ''
      const words = (await wordOptions(tx, source.list)).filter((option) => option.words.toLowerCase().includes(needle))
      return pageOfShort({ ...request, after: undefined }, words.map(plainOption))
    }
    const reader = { tx, session }
    const kind = await readableKind(reader, source.noun)
    const question = { ...request, pageSize: Math.min(request.pageSize ?? optionsAtMost, optionsAtMost) }
    const page = await (kind.noun === 'asset' ? listAssets(reader, question) : listRecords(reader, kind, question))
    return { ...page, list: page.list.map((row) => ({ id: row.id, words: calledOf(kind, row) })) }
  })

const plainOption = ({ id, words }: LookupValue): FormOption => ({ id, words })

type Service = { name: string; url: string; secret: string; headers: Record<string, string>; timeoutSeconds: number; isAsked: boolean }

/** What a service answers: options by their ids, and from where it goes on. */
const answerSchema = v.object({
  options: v.pipe(
    v.array(
      v.object({
        id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(100)),
        label: v.pipe(v.string(), v.maxLength(200)),
      }),
    ),
    v.maxLength(500),
  ),
  next: v.optional(v.nullable(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(1000)))),
})
type ServiceAnswer = v.InferOutput<typeof answerSchema>

type RememberedAnswer = { readonly answer: ServiceAnswer; readonly untilMs: number }

/** What services answered within the last minute, by organisation, service and question. */
const answers = new Map<string, RememberedAnswer>()
const answersAtMost = 2000
const rememberedMs = 60_000
/** A person waits for the answer. */
const secondsAtMost = 10

const askService = async (
  call: OneByOne,
  serviceKey: string,
  { likeQuery = '', after = '' }: ListRequest & { likeQuery?: string | undefined },
): Promise<Page<FormOption>> => {
  const service = await call.inTransaction(async (tx) => {
    const [row] = await tx.query<Service>(
      `select name, url, secret, headers, timeout_seconds as "timeoutSeconds", exists (
         select from wf_form f join wf_form_version d on d.org_id = $1 and d.form_key = f.form_key
         where f.org_id = $1 and jsonb_path_exists(d.body, '$.** ? (@.from == "service" && @.service == $key)', jsonb_build_object('key', $2::text))
       ) as "isAsked" from wf_service where org_id = $1 and service_key = $2`,
      [tx.orgId, serviceKey],
    )
    return row
  })
  if (!service) throw new NotFound()
  if (!service.isAsked && !call.session.codes.has('workflow:design')) throw new Forbidden()
  const key = JSON.stringify([call.session.orgId, serviceKey, service.url, likeQuery, after])
  const answer = await rememberedAnswer(key, () => ask(call, service, serviceKey, { query: likeQuery, after }))
  const list = answer.options.map(({ id, label }) => ({
    id,
    words: label,
    proof: proofOf(service.secret, serviceKey, { id, words: label }),
  }))
  const next = answer.next ?? undefined
  return {
    totalCount: list.length,
    pageSize: list.length,
    totalPage: 1,
    currPage: 1,
    list,
    ...(next !== undefined && next !== '' && { more: true, next }),
  }
}

const rememberedAnswer = async (key: string, read: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> => {
  const existingAnswer = answers.get(key)
  if (existingAnswer && existingAnswer.untilMs > performance.now()) return existingAnswer.answer
  const answer = await read()
  keepRecent(answers, key, { answer, untilMs: performance.now() + rememberedMs }, answersAtMost)
  return answer
}

/** Asks as flows ask: signed, with the organisation's headers, within its reach and its time. */
const ask = async (
  { app, at }: OneByOne,
  { name, url, secret, headers, timeoutSeconds }: Service,
  serviceKey: string,
  question: { readonly query: string; readonly after: string },
): Promise<ServiceAnswer> => {
  const fail = (): never => refuse('form.optionsFailed', '外部服务“{name}”没有给出选项，请稍后再试', { name })
  const body = JSON.stringify({ type: 'options', service: serviceKey, ...question })
  const timestamp = String(Math.floor(at / 1000))
  const sentHeaders = { ...headers, 'user-agent': 'Zaice', 'x-timestamp': timestamp, 'x-signature': signatureOf(secret, timestamp, body) }
  try {
    const seconds = Math.min(timeoutSeconds, secondsAtMost)
    const { status, text } = await post({ url, headers: sentHeaders, body, timeoutSeconds: seconds }, app.settings.serviceReach)
    const read = status >= 200 && status < 300 ? v.safeParse(answerSchema, JSON.parse(text)) : undefined
    return read?.success ? read.output : fail()
  } catch (error) {
    app.log.info({ error, service: serviceKey }, 'A service gave no options')
    return fail()
  }
}
