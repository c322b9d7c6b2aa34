import { isRecord } from '../../kernel/isRecord.ts'
import { isId } from '../../kernel/id.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { titleFor } from '../../domain/documents/define.ts'
import type { Form, Json } from '../../domain/approval/form/form.ts'
import type { DocumentPort, Holdings } from './port.ts'
import { NotFound } from '../httpError.ts'
import { amountIn } from './body.ts'
import { closeUnposted, patchInApproval, postApproved, submit } from './engine.ts'
import type { Flows } from './flows.ts'
import { organisationDocument } from './ownLines/organisationDocument.ts'
import { outlookOf } from './posting/outlook.ts'
import { lookUp, referencesOf } from './references.ts'
import { documentKindOf, readDocument, readDocumentWithLines } from './store.ts'

/** Documents as the approval engine sees them. `flows` is asked for late: the two know each other only through their ports. */
export const documentPort = (flows: () => Flows): DocumentPort => ({
  load: async (tx, id) => {
    const record = await readDocumentWithLines(tx, id)
    if (!record) throw new NotFound()
    const kind = documentKindOf(record)
    return {
      id,
      kind: record.kind,
      code: record.code,
      form: { ...record.header, ...(record.amount !== null && { amount: record.amount }), lines: record.lineValues } as Form,
      title: titleFor(kind, false),
      summary: record.summary,
      amount: record.amount,
    }
  },
  amountOf: (kindName, form) => {
    const kind = documentKind(kindName)
    const { lines, amount: _, ...header } = form
    return kind ? amountIn(kind, { header, lines: rowsIn(lines) }) : null
  },
  patch: (tx, id, patch, actor) => patchInApproval(tx, id, { patch, actor, atMs: tx.now() }),
  approved: async (tx, id, _processId, actor) => ({ code: await postApproved(tx, id, actor, tx.now()) }),
  closed: (tx, id, outcome, actor) =>
    closeUnposted(tx, id, { state: outcome === 'terminated' ? 'rejected' : outcome, actor, atMs: tx.now() }),
  submit: async (call, id, choice) => {
    const record = await readDocument(call.tx, id)
    if (!record) throw new NotFound()
    return submit(call, flows(), { kind: await organisationDocument(call.tx, documentKindOf(record)), id, raw: undefined }, choice)
  },
  names: async (tx, kindName, form) => {
    const deliveredKind = documentKind(kindName)
    if (!deliveredKind) return { names: {}, pictures: {} }
    const kind = await organisationDocument(tx, deliveredKind)
    const lines = rowsIn(form['lines'])
    const names = await lookUp(
      tx,
      referencesOf([{ fields: kind.header, values: form }, ...lines.map((values) => ({ fields: kind.line, values }))]),
    )
    return {
      names: Object.fromEntries(names.map(({ id, name }) => [id, name])),
      pictures: Object.fromEntries(names.flatMap(({ id, picture }) => (picture ? [[id, picture]] : []))),
    }
  },
  namesIn: async (tx, parts) => Object.fromEntries((await lookUp(tx, referencesOf(parts))).map(({ id, name }) => [id, name])),
  effects: async (tx, { kind: kindName, documentId, form }, say) => {
    const kind = documentKind(kindName)
    const lines = rowsIn(form['lines'])
    return kind ? outlookOf(tx, kind, { documentId, header: form, lines }, say) : { lines: [], lost: [] }
  },
  holdings: async (tx, kindName, form, author) => {
    const subject = documentKind(kindName)?.subject
    const ownerUid = subject === undefined ? undefined : form[subject]
    const [row] = await tx.query<Holdings>(holdingsText, [tx.orgId, isId(ownerUid) ? ownerUid : author])
    return row ?? null
  },
})

/** The rows of a table of a form; none where it holds no table. */
const rowsIn = (value: Json | undefined): Form[] => (Array.isArray(value) ? value.filter((row) => isRecord(row)) : [])

const holdingsText = `
  select p.user_name as "userName", h."inUse", h.lent
  from person p cross join lateral (
    select count(*) filter (where a.state = 'inUse')::int as "inUse", count(*) filter (where a.state = 'lent')::int as lent
    from asset a where a.org_id = $1 and a.holder_uid = p.id and a.deleted_at is null) as h
  where p.org_id = $1 and p.id = $2`
