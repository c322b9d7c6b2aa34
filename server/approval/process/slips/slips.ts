import { documentKind } from '../../../../domain/documents/all.ts'
import { documentLink, titleFor } from '../../../../domain/documents/define.ts'
import { inWords } from '../../../../domain/english/all.ts'
import { type Slip, slips, slipsPdf } from '../../../../domain/paper/slipOperations.ts'
import { deliveredTemplate, type SlipTemplate } from '../../../../domain/paper/slipTemplate.ts'
import { slipTemplateList, slipTemplateSave, slipTemplateTry } from '../../../../domain/paper/slipTemplateOperations.ts'
import { organisationDocument } from '../../../documents/ownLines/organisationDocument.ts'
import type { ProgressRow } from '../../../../domain/approval/operations/process.ts'
import { documentPaper } from '../../../../domain/approval/process/slip.ts'
import type { PaperSize } from '../../../../domain/paper/paper.ts'
import { moneyInCapitals } from '../../../../domain/rules/moneyCapitals.ts'
import { moneyInEnglish } from '../../../../domain/rules/moneyInEnglish.ts'
import { assertDefined, firstOf } from '../../../../kernel/assert.ts'
import type { Id } from '../../../../kernel/id.ts'
import type { Params } from '../../../../kernel/refusal.ts'
import { openProcess, progressFor } from '../detail.ts'
import { handle, handleOneByOne, type Handler, type ParsedInput, type SignedIn } from '../../../call.ts'
import { onlyRow, requireUnchanged } from '../../../db/rows.ts'
import { requireVisible } from '../../../documents/engine.ts'
import type { Flows } from '../../../documents/flows.ts'
import { describeDocument } from '../../../documents/describe.ts'
import { keeps } from '../../../documents/scope.ts'
import { NotFound } from '../../../httpError.ts'
import { addressOf } from '../../../paper/address.ts'
import { pdfOf } from '../../../paper/pdf.ts'
import { withPrintedCards } from './cardColumns.ts'

type SlipsInput = { readonly ids: readonly Id[]; readonly size?: PaperSize | undefined; readonly template?: SlipTemplate }

export const slipHandlers = (flows: Flows): readonly Handler[] => [
  handle(slips, (call, input) => slipsFor(call, flows, input)),
  handleOneByOne(slipsPdf, async (call, input) => {
    const slips = await call.inTransaction((tx) => slipsFor({ ...call, tx }, flows, input))
    return pdfOf(call, slips, slips.length === 1 ? firstOf(slips).paper.title : inWords(call.language, '单据'))
  }),
  handle(slipTemplateList, async ({ tx }) => ({
    list: await tx.query<StoredTemplate>(`select kind, template, version from slip_template where org_id = $1 order by kind`, [tx.orgId]),
  })),
  handle(slipTemplateSave, saveTemplate),
  handle(slipTemplateTry, async (call, { kind, template, id }) => {
    const shownId = id ?? (await newestOf(call, kind))
    if (shownId === undefined) return null
    const slips = await ifThere(() => slipsFor(call, flows, { ids: [shownId], template }))
    return slips?.[0] ?? null
  }),
]

type StoredTemplate = { kind: string; template: SlipTemplate; version: number }

const saveTemplate = async ({ tx, session }: SignedIn, { kind, template, version }: ParsedInput<typeof slipTemplateSave>) => {
  const [before] = await tx.query<{ version: number }>('select version from slip_template where org_id = $1 and kind = $2 for update', [
    tx.orgId,
    kind,
  ])
  if (before) requireUnchanged('打印模板', version, before.version)
  if (template === null) {
    await tx.query('delete from slip_template where org_id = $1 and kind = $2', [tx.orgId, kind])
    return { kind, version: null }
  }
  const newRow = await onlyRow(
    tx.query<{ version: number }>(
      `insert into slip_template as t (org_id, kind, template, updated_by, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (org_id, kind) do update set template = $3, version = t.version + 1, updated_by = $4, updated_at = $5 returning version`,
      [tx.orgId, kind, JSON.stringify(template), session.uid, new Date(tx.now()).toISOString()],
    ),
  )
  return { kind, version: newRow.version }
}

/** The newest document of a kind that is more than a draft. */
const newestOf = async ({ tx }: SignedIn, kind: string): Promise<Id | undefined> => {
  const [newest] = await tx.query<{ id: Id }>(
    `select id from document where org_id = $1 and kind = $2 and submitted_at is not null order by id desc limit 1`,
    [tx.orgId, kind],
  )
  return newest?.id
}

/** Documents as slips, with what the reader may see of them; refused where there is none. */
const slipsFor = async (call: SignedIn, flows: Flows, { ids, size, template }: SlipsInput): Promise<Slip[]> => {
  const { tx } = call
  const [organisation, kinds, templates] = await Promise.all([
    onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId])),
    tx.query<{ id: Id; kind: string }>('select id, kind from document where org_id = $1 and id = any ($2::bigint[])', [tx.orgId, ids]),
    tx.query<StoredTemplate>('select kind, template, version from slip_template where org_id = $1', [tx.orgId]),
  ])
  const templateOf = (kind: string) => template ?? templates.find((row) => row.kind === kind)?.template ?? deliveredTemplate
  const kindOf = new Map(kinds.map(({ id, kind }) => [id, kind]))
  const slipsMade: Slip[] = []
  for (const id of new Set(ids)) {
    const name = kindOf.get(id)
    const slip =
      name === undefined
        ? undefined
        : await ifThere(() => slipOf(call, flows, { name, id }, { organisation: organisation.name, template: templateOf(name), size }))
    if (slip) slipsMade.push(slip)
  }
  if (slipsMade.length === 0) throw new NotFound()
  return slipsMade
}

type SlipOptions = { readonly organisation: string; readonly template: SlipTemplate; readonly size: PaperSize | undefined }

const slipOf = async (
  call: SignedIn,
  flows: Flows,
  { name, id }: { readonly name: string; readonly id: Id },
  { organisation, template, size }: SlipOptions,
): Promise<Slip> => {
  const { tx, session, language } = call
  const plainKind = await organisationDocument(tx, assertDefined(documentKind(name), `the kind ${name}`), language)
  const plainDocument = await describeDocument(call, plainKind, await requireVisible(call, flows, plainKind, id))
  const say = (words: string, params?: Params) => inWords(language, words, params)
  const { kind, document } = await withPrintedCards(call, { kind: plainKind, document: plainDocument }, template, say)
  const { processId } = document
  const [progress, [dept]] = await Promise.all([
    processId === null ? [] : ifThere(() => progressOf(call, processId)),
    tx.query<{ name: string }>('select dept_name as name from department where org_id = $1 and id = $2', [tx.orgId, document.deptId]),
  ])
  const names: Readonly<Record<string, string>> = { ...document.names, ...(document.deptId && dept && { [document.deptId]: dept.name }) }
  const paper = documentPaper(
    kind,
    document,
    { say, nameOf: (ref) => names[ref] ?? '' },
    {
      title: say(kind.form?.title ?? '{title}单', { title: say(titleFor(kind, keeps(session, kind))) }),
      organisation,
      by: session.userName,
      at: new Date(call.at).toISOString(),
      progress: progress ?? [],
      template,
      size,
      amountInWords: language === 'zh' ? moneyInCapitals : moneyInEnglish,
    },
  )
  return { paper, link: `${addressOf(call)}/#${documentLink(kind, id)}` }
}

const progressOf = async (call: SignedIn, processId: Id): Promise<ProgressRow[]> =>
  progressFor(call, await openProcess(call, { processId }))

/** What is not there, or not the reader's to see, is undefined. */
const ifThere = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}
