import { newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { catalogueList, documentBeginning } from '../../domain/documents/catalogueOperations.ts'
import { lineLists } from '../../domain/documents/lineOperations.ts'
import { lineAreas } from '../../domain/documents/lineTable.ts'
import { documentOperations, openRequests, receipts } from '../../domain/documents/operations.ts'
import { policyFindings } from '../../domain/documents/policyOperations.ts'
import { type Handler, handle, type SignedIn } from '../call.ts'
import { beginningOf } from './beginning.ts'
import { listCatalogue } from './catalogue.ts'
import { advance } from './receipts/advance.ts'
import { deleteDrafts, requireVisible, saveDraft, submit, updateDraft, withdraw } from './engine.ts'
import { reverse } from './reverse.ts'
import type { Flows } from './flows.ts'
import { findingsFor } from './policies/findings.ts'
import { giveUp } from './posting/givingUp.ts'
import { describeDocument } from './describe.ts'
import { askedDocument, organisationDocument } from './ownLines/organisationDocument.ts'
import { readLines } from './store.ts'
import { listLines } from './lines/lineList.ts'
import { listDocuments, listOpenRequests, listReceipts } from './list.ts'

/** What answers the calls of all document kinds: one set for all of them. */
export const documentHandlers = (flows: Flows): Handler[] => [
  ...documentKinds.flatMap((kind) => handlersOf(kind, flows)),
  handle(openRequests, ({ tx, session }, input) => listOpenRequests(tx, session, input)),
  ...lineAreas.map((area) => handle(lineLists[area], ({ tx, session }, input) => listLines(tx, session, { area, verb: 'list' }, input))),
  handle(catalogueList, listCatalogue),
  handle(documentBeginning, beginningOf),
  handle(policyFindings, findingsFor),
  handle(receipts, ({ tx, session }, input) => listReceipts(tx, session, input)),
]

const handlersOf = (kind: DocumentKind, flows: Flows): Handler[] => {
  const operations = documentOperations(kind)
  const answer = async (call: SignedIn, id: string) => {
    const ownKind = await organisationDocument(call.tx, kind, call.language)
    return describeDocument(call, ownKind, await requireVisible(call, flows, ownKind, id))
  }
  return [
    handle(operations.list, ({ tx, session }, input) => listDocuments(tx, session, kind, input)),
    handle(operations.info, (call, { id }) => answer(call, id)),
    handle(operations.save, async (call, { id = newId(), deptId, ...body }) => {
      const ownKind = await askedDocument(call.tx, kind, body.lines ?? [])
      await Promise.all([flows.requireStarter(call, kind.flowKey), saveDraft(call, { kind: ownKind, id, raw: body }, deptId)])
      return answer(call, id)
    }),
    handle(operations.update, async (call, { id, version, deptId, ...body }) => {
      const ownKind = await askedDocument(call.tx, kind, body.lines ?? [])
      await updateDraft(call, flows, { kind: ownKind, id, raw: body }, { version, deptId })
      return answer(call, id)
    }),
    handle(operations.delete, async (call, { ids }) => ({ deleted: await deleteDrafts(call, kind, ids) })),
    handle(operations.checkFieldValue, async ({ tx }, { fieldValue, id }) => {
      const rows = await tx.query('select from document where org_id = $1 and code = $2 and id is distinct from $3::bigint', [
        tx.orgId,
        fieldValue,
        id ?? null,
      ])
      if (rows.length > 0) refuse('field.exists', '{label}数据已经存在', { label: '单号' })
      return { exists: false }
    }),
    handle(operations.submit, async (call, { id, version, deptId, chosen, direct, header, lines, sourceId }) => {
      const raw = header || lines ? { header, lines, sourceId } : undefined
      const rawLines = raw?.lines ?? (kind.ownLines ? (await readLines(call.tx, id)).map(({ data }) => data) : [])
      const ownKind = await askedDocument(call.tx, kind, rawLines)
      return submit(call, flows, { kind: ownKind, id, raw }, { version, deptId, chosen, direct })
    }),
    handle(operations.withdraw, async (call, { id, comment }) => ({ id, state: await withdraw(call, flows, { kind, id, comment }) })),
    handle(operations.reverse, async (call, { id, reason }) => ({
      id,
      state: await reverse(call, await organisationDocument(call.tx, kind), id, reason),
    })),
    handle(operations.giveUp, async (call, { id, reason }) => {
      await giveUp(call, kind, id, reason)
      return { id }
    }),
    handle(operations.advance, async (call, { id, stage, signature, receiver, part }) => ({
      id,
      ...(await advance(call, await organisationDocument(call.tx, kind), { id, key: stage, signature, receiver, part })),
    })),
  ]
}
