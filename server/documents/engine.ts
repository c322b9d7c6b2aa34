import { requireChoices } from './choices.ts'
import { declaredField, type FieldProblem } from '../../kernel/field.ts'
import { idsIn, refersTo } from '../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError, refusal, refuse } from '../../kernel/refusal.ts'
import { type Account, accountKindOf } from '../../domain/ledger/ledger.ts'
import type { FieldPermissions } from '../../domain/approval/form/form.ts'
import { type DocumentKind, type DocumentState, documentStates, editableStates } from '../../domain/documents/define.ts'
import type { Direct } from '../../domain/documents/operations.ts'
import { keptHidden } from '../../domain/approval/form/hiddenFields.ts'
import { Forbidden, NotFound } from '../httpError.ts'
import type { WriteContext, Session, SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { release } from '../ledger/ledger.ts'
import { dayAt } from '../../kernel/day.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { takeFiles } from './ownFiles.ts'
import { nextDocumentCode, readDocumentNumbering } from './codes/documentCodes.ts'
import { requireNotMade, tellMaker } from './maker.ts'
import { Incomplete } from './port.ts'
import { checkSerials } from '../ledger/serials.ts'
import { type Body, hashOf, headerOf, keepSources, type RawBody, readBody, requireComplete, requireDays, valuesOf } from './body.ts'
import { type DocumentAction, postEffects, requireCards, requireWritable, reserveEffects, serialsOf } from './posting/effects.ts'
import type { Flows, StartedFlow, SubmitChoice } from './flows.ts'
import { awaitReceivers, stillOpen } from './receipts/awaiting.ts'
import { recordHandover } from './receipts/handedAtOnce.ts'
import { receives } from './receipts/receipts.ts'
import { requireReasons } from './policies/findings.ts'
import { organisationDocument, requireFreeOwnValues } from './ownLines/organisationDocument.ts'
import type { ReferenceName } from './references.ts'
import { hiddenOfDocument } from '../access/hidden.ts'
import { inScope, isManaged, keeps, notHeld, requireFillable, requireKeeper, requireOwnDepartment, requireReach } from './scope.ts'
import { requireUnmoved, seenBy } from './seenVersions.ts'
import { carriesOut, requireSource, withSourceLines } from './sources.ts'
import {
  bodyOf,
  claimDocument,
  type DocumentRecord,
  insertDocument,
  documentKindOf,
  lockDocument,
  lockForPosting,
  namedBody,
  noteProcess,
  peopleOf,
  readDocument,
  readLines,
  readReferenceNames,
  readState,
  rewriteDocument,
  setState,
  raiseState,
  stateParts,
  tellScreens,
} from './store.ts'

/** A document by its kind and id, and what is to stand in it. */
type DocumentInput<R = RawBody> = { readonly kind: DocumentKind; readonly id: Id; readonly raw: R }

/**
 * Stores a draft, for one of the author's departments, the main one if none is named. The same id with the same content again changes
 * nothing; with other content it is refused.
 */
export const saveDraft = async (call: SignedIn, { kind, id, raw }: DocumentInput, deptId?: Id): Promise<void> => {
  const { tx, session, at } = call
  requireOwnDepartment(session, deptId)
  const sentBody = await withSourceLines(tx, kind, readBody(kind, raw))
  const [existing, numberParts, namesOfSent, seen] = await Promise.all([
    lockDocument(tx, id),
    readDocumentNumbering(tx),
    readReferenceNames(tx, kind, sentBody),
    seenBy(tx, kind, sentBody.lines),
  ])
  const { body, names } = namedBody(sentBody, namesOfSent)
  if (existing) {
    const same = existing.bodyHash === hashOf(kind, body) && (deptId ?? existing.deptId) === existing.deptId
    if (same && existing.authorUid === session.uid) return
    refuse('id-used', '编号已用于另一张单据')
  }
  requireKnown(kind, body, names)
  await requireChoices(tx, kind, body)
  requireFillable(session, kind, body)
  await requireKeeper(tx, session, kind, body)
  await Promise.all([requireSource(call, kind, body), takeFiles(tx, session.uid, { id, kind, body, storedDocument: undefined })])
  const code = await nextDocumentCode(tx, kind.codePrefix, { at, deptId: deptId ?? session.departmentIds[0], parts: numberParts })
  const write = { id, kind, code, body, names, state: 'draft', stage: 0, complete: false, at, deptId, seen } as const
  await insertDocument(tx, session, write, { action: 'save' }).written
}

/** Changes a draft, or a document that came back to its author: the department of that one stays. */
export const updateDraft = async (
  call: SignedIn,
  flows: Flows,
  { kind, id, raw }: DocumentInput,
  { version, deptId: asked }: { version?: number | undefined; deptId?: Id | undefined },
): Promise<void> => {
  const { tx, session, at } = call
  requireOwnDepartment(session, asked)
  const read = await withSourceLines(tx, kind, readBody(kind, raw))
  const [existing, namesOfSent, before] = await Promise.all([lockDocument(tx, id), readReferenceNames(tx, kind, read), readLines(tx, id)])
  const ownDraft = requireEditable(existing, kind, session)
  requireNotMade(ownDraft)
  const wholeBody = await withHidden(call, flows, { kind, storedDocument: ownDraft, body: read })
  const { body, names } = namedBody(wholeBody, wholeBody === read ? namesOfSent : await readReferenceNames(tx, kind, wholeBody))
  const deptId = ownDraft.state === 'returned' ? undefined : asked
  if (ownDraft.bodyHash === hashOf(kind, body) && (deptId ?? ownDraft.deptId) === ownDraft.deptId) return
  requireUnchanged(kind.title, version, ownDraft.version)
  requireKnown(kind, body, names)
  await requireChoices(tx, kind, body)
  requireFillable(session, kind, body, bodyOf(ownDraft, before))
  await requireKeeper(tx, session, kind, body)
  await Promise.all([requireSource(call, kind, body), takeFiles(tx, session.uid, { id, kind, body, storedDocument: ownDraft })])
  const seenVersions = await seenBy(tx, kind, body.lines, before)
  const write = { id, kind, body, names, state: ownDraft.state, stage: 0, complete: false, at, deptId, seen: seenVersions }
  await rewriteDocument(tx, ownDraft, write, { actor: session.uid, event: { action: 'update' } })
}

/** Deletes drafts of the caller; what was ever submitted stays. Answers how many. */
export const deleteDrafts = async ({ tx, session }: SignedIn, kind: DocumentKind, ids: readonly Id[]): Promise<number> => {
  let deleted = 0
  for (const id of [...new Set(ids)].toSorted()) {
    const existing = await lockDocument(tx, id)
    if (!existing || existing.kind !== kind.kind || existing.authorUid !== session.uid) throw new NotFound()
    if (existing.state !== 'draft') {
      refuse('not-a-draft', '{code}{state}，不能删除', { code: existing.code, state: documentStates[existing.state] })
    }
    await Promise.all([
      tx.query('delete from document_event where org_id = $1 and document_id = $2', [tx.orgId, id]),
      tx.query('delete from document_line where org_id = $1 and document_id = $2', [tx.orgId, id]),
      tx.query('delete from document where org_id = $1 and id = $2', [tx.orgId, id]),
    ])
    deleted++
  }
  return deleted
}

export type SubmitResult = { readonly id: Id; readonly code: string; readonly state: DocumentState; readonly processId: Id | null }

/**
 * Submits: into approval where the kind's flow is installed, else straight into the books for the person who may post. With content it is
 * saved in the same go. Sending it again answers the same and does nothing.
 */
export const submit = async (
  call: WriteContext,
  flows: Flows,
  { kind, id, raw }: DocumentInput<RawBody | undefined>,
  choice: SubmitChoice,
): Promise<SubmitResult> => {
  const { tx, session, at } = call
  const read = raw && (await withSourceLines(tx, kind, readBody(kind, raw)))
  const [existing, numberParts, inUse, namesOfSent] = await Promise.all([
    claimDocument(tx, kind, id),
    readDocumentNumbering(tx),
    flows.installed(tx, kind.flowKey),
    read ? readReferenceNames(tx, kind, read) : undefined,
  ])
  if (existing && (existing.kind !== kind.kind || existing.authorUid !== session.uid)) throw new NotFound()
  const sentBody = read && (await withHidden(call, flows, { kind, storedDocument: existing, body: read }))
  if (existing && !editableStates.includes(existing.state)) {
    if (sentBody && hashOf(kind, sentBody) !== existing.bodyHash)
      refuse('already-submitted', '{code}已提交，不能再修改', { code: existing.code })
    return { id, code: existing.code, state: existing.state, processId: existing.processId }
  }
  if (!existing && !sentBody) throw new NotFound()
  if (
    existing &&
    (existing.state === 'rejected' || existing.state === 'withdrawn' || (sentBody && hashOf(kind, sentBody) !== existing.bodyHash))
  )
    requireNotMade(existing)
  if (existing && sentBody && hashOf(kind, sentBody) !== existing.bodyHash) requireUnchanged(kind.title, choice.version, existing.version)
  requireOwnDepartment(session, choice.deptId)
  const deptId =
    choice.deptId ?? session.departmentIds.find((departmentId) => departmentId === existing?.deptId) ?? session.departmentIds[0]
  const before = existing ? await readLines(tx, id) : []
  const unnamedBody = sentBody ?? bodyOf(assertDefined(existing, 'the document'), before)
  const namesOfBody = namesOfSent && sentBody === read ? namesOfSent : await readReferenceNames(tx, kind, unnamedBody)
  const { body, names } = namedBody(unnamedBody, namesOfBody)
  const needsApproval = inUse && !choice.direct && !carriesOut(kind, body)
  if (choice.direct) await requireDirect(call, kind, { existing, body, inUse }, choice.direct)
  requireKnown(kind, body, names)
  await requireChoices(tx, kind, body)
  requireComplete(kind, body, 'submitting')
  requireDays(kind, body, dayAt(at))
  requireWritable(kind, body, at)
  requireFillable(session, kind, body, existing && bodyOf(existing, before))
  await requireKeeper(tx, session, kind, body)
  await Promise.all([requireSource(call, kind, body), takeFiles(tx, session.uid, { id, kind, body, storedDocument: existing })])
  const action: DocumentAction = { id, kind, body, actor: session.uid, at, warn: call.warn }
  // What goes through an approval first is said to its author, who can still change it.
  if (needsApproval) await checkSerials(tx, serialsOf(kind, body), { warn: call.warn })
  await requireFreeOwnValues(tx, kind, body)
  await requireOwn(tx, session, action)
  if (!needsApproval) {
    if (!keeps(session, kind)) throw new Forbidden()
    requireComplete(kind, body, 'posting')
  }
  await requireReach(tx, session, action, { stage: 0, isApplying: needsApproval })
  await requireCards(tx, action)
  if (!carriesOut(kind, body)) await requireReasons(call, action)

  // What is in the books at once was seen just now; everything else may have moved before it gets there, or gets there again.
  const seenVersions = existing || needsApproval ? await seenBy(tx, kind, body.lines, before) : undefined
  if (seenVersions && (kind.isObservation || !sentBody)) await requireUnmoved(tx, kind, body, seenVersions)
  const [state, stage] = needsApproval ? (['inApproval', 0] as const) : afterStage(kind, 0)
  // A new document is stored with the process that it starts.
  const newProcessId = needsApproval && !existing ? newId() : undefined
  const ownProcess = newProcessId && { deptId, processId: newProcessId }
  const write = { id, kind, body, names, state, stage, complete: true, at, seen: seenVersions, ...ownProcess }
  const event = { action: 'submit', details: choice.direct && { direct: true, ...choice.direct } }
  // What follows is sent in the same flight: the database takes statements in the order they were sent.
  const code = existing?.code ?? (await nextDocumentCode(tx, kind.codePrefix, { at, deptId, parts: numberParts }))
  const { summary, written } = existing
    ? { summary: existing.summary, written: rewriteDocument(tx, existing, write, { actor: session.uid, event }) }
    : insertDocument(tx, session, { ...write, code }, event)
  if (needsApproval) {
    await written
    return { id, code, ...(await startFlow(call, flows, action, { existing, processId: newProcessId, deptId, choice })) }
  }
  await Promise.all([written, postEffects(tx, action, 0), recordHandover(tx, session, { action, names, summary, direct: choice.direct })])
  return { id, code, state, processId: null }
}

type FlowStart = {
  readonly existing: DocumentRecord | undefined
  readonly processId: Id | undefined
  readonly deptId: Id | undefined
  readonly choice: SubmitChoice
}

/** Starts the flow of a document that is stored, and reserves what it will take; how it stands by then. */
const startFlow = async (
  call: WriteContext,
  flows: Flows,
  action: DocumentAction,
  { existing, processId: newProcessId, deptId, choice }: FlowStart,
): Promise<Pick<SubmitResult, 'state' | 'processId'>> => {
  const { tx } = call
  const { id, kind } = action
  const isReturned = existing?.state === 'returned'
  const returned = isReturned ? (existing.processId ?? undefined) : undefined
  const { chosen = {}, again } = choice
  const { processId, isRunning } = await flows.start(call, {
    flowKey: kind.flowKey,
    documentId: id,
    processId: newProcessId,
    returned,
    deptId,
    chosen,
    again,
  })
  const state = existing
    ? await noteProcess(tx, id, processId, isReturned ? null : (deptId ?? null))
    : await stateOfNew(tx, id, { isRunning })
  // Last of all: the person who asks for the same waits for this one's commit only, not for its flow. What is over by now takes nothing more.
  if (undecidedStates.includes(state)) await reserveEffects(tx, action)
  return { state, processId }
}

/** How a new document stands once its flow has started. */
const stateOfNew = async (tx: Tx, id: Id, { isRunning }: Pick<StartedFlow, 'isRunning'>): Promise<DocumentState> =>
  isRunning ? 'inApproval' : readState(tx, id)

/** Submitted, and not in the books yet: what it will take is reserved. */
const undecidedStates: readonly DocumentState[] = ['inApproval', 'approved']

/**
 * Refuses in words who may not do it at once: only keepers, only what the kind offers so and, where its flow is in use, only where the
 * organisation allows it; never what an approval has already begun to decide.
 */
const requireDirect = async (
  { tx, session }: WriteContext,
  kind: DocumentKind,
  { existing, body, inUse }: { readonly existing: DocumentRecord | undefined; readonly body: Body; readonly inUse: boolean },
  { signature, signatures = {} }: Direct,
): Promise<void> => {
  if (!keeps(session, kind)) throw new Forbidden()
  if (!kind.directTitle) return refuse('not-direct', '{title}不能直接办理，请提交审批', { title: kind.title })
  if (existing && existing.state !== 'draft') refuse('not-direct', '{code}已经提交过审批，不能再直接办理', { code: existing.code })
  const [organisation] = await Promise.all([
    onlyRow(
      tx.query<{ allowed: boolean }>(
        `select coalesce((settings ->> 'directIssue')::boolean, false) as allowed from organisation where org_id = $1`,
        [tx.orgId],
      ),
    ),
    requireFiles(tx, session.uid, namedFiles('签名', true, [signature, ...Object.values(signatures)])),
  ])
  if (inUse && !organisation.allowed && !carriesOut(kind, body))
    refuse('direct-not-allowed', '本单位没有开放{title}，请提交审批', { title: kind.directTitle })
}

/** The state and the number of stages taken after stage `stage` was carried out. */
export const afterStage = (kind: DocumentKind, stage: number): readonly [DocumentState, number] =>
  stage + 1 < (kind.stages?.length ?? 1) ? ['inProgress', stage + 1] : ['posted', stage + 1]

/** The last approval fell: the document goes into the books, exactly once. Answers its code. */
export const postApproved = async (tx: Tx, id: Id, actor: Id, atMs: number): Promise<string> => {
  const existing = await lockForPosting(tx, id)
  if (!existing || (existing.state !== 'inApproval' && existing.state !== 'approved')) {
    return refuse('not-in-approval', '单据不在审批中')
  }
  const kind = await organisationDocument(tx, documentKindOf(existing))
  const { lines, code } = existing
  const body = bodyOf(existing, lines)
  try {
    requireComplete(kind, body, 'posting')
    await requireCards(tx, { id, kind, body, actor, at: atMs })
  } catch (error) {
    throw error instanceof RefusalError ? new Incomplete(error.refusal, error.details) : error
  }
  if (kind.isObservation)
    await requireUnmoved(
      tx,
      kind,
      body,
      lines.map(({ seen }) => seen),
    )
  const action = { id, kind, body, actor, at: atMs }
  if (existing.confirmsReceipt && (await awaitReceivers(tx, action, existing))) return code
  const [state, stage] = afterStage(kind, 0)

  try {
    await postEffects(tx, action, 0, stateParts(tx, id, { state, stage, atMs, event: { action: 'post', actor } }))
  } catch (error) {
    throw stillOpen(kind, error)
  }
  await raiseState(tx, kind, id, state)
  await Promise.all([tellScreens(tx, kind, id, peopleOf(existing)), tellMaker(tx, existing)])
  return code
}

type CloseUnpostedInput = {
  readonly state: Extract<DocumentState, 'rejected' | 'withdrawn' | 'returned'>
  readonly actor: Id
  readonly atMs: number
}

/** Approval ended, or came back to the author, without a posting: what was reserved is free again. */
export const closeUnposted = async (tx: Tx, id: Id, { state, actor, atMs }: CloseUnpostedInput): Promise<void> => {
  const existing = await lockDocument(tx, id)
  if (!existing) throw new NotFound()
  await release(tx, id)
  await Promise.all([
    setState(tx, documentKindOf(existing), id, { state, stage: 0, atMs, event: { action: state, actor } }),
    tellScreens(tx, existing, id, peopleOf(existing)),
    tellMaker(tx, existing),
  ])
}

/**
 * A step of the approval changed the content: it is checked, stored, and what it will take is reserved anew; one that was returned
 * reserves nothing until it is submitted again.
 */
export const patchInApproval = async (
  tx: Tx,
  id: Id,
  { patch, actor, atMs }: { readonly patch: Readonly<Record<string, unknown>>; readonly actor: Id; readonly atMs: number },
): Promise<void> => {
  const [stored, storedLines] = await Promise.all([lockDocument(tx, id), readLines(tx, id)])
  if (!stored || (stored.state !== 'inApproval' && stored.state !== 'returned')) return refuse('not-in-approval', '单据不在审批中')
  requireNotMade(stored)
  const kind = await organisationDocument(tx, documentKindOf(stored))
  const before = bodyOf(stored, storedLines)
  const { lines, amount: _, ...header } = patch
  const patchedBody = readBody(kind, {
    header: { ...before.header, ...header },
    lines: lines
      ? keepSources(kind, before.lines, lines as readonly Record<string, unknown>[])
      : before.lines.map(({ values, sourceLine }) => ({ ...values, sourceLine })),
    sourceId: before.sourceId,
  })
  const wholeBody = await withSourceLines(tx, kind, patchedBody)
  const { body, names } = namedBody(wholeBody, await readReferenceNames(tx, kind, wholeBody))
  requireKnown(kind, body, names)
  await requireChoices(tx, kind, body)
  requireComplete(kind, body, 'submitting')
  requireDays(kind, body, dayAt(atMs), before)
  await takeFiles(tx, actor, { id, kind, body, storedDocument: stored })
  if (stored.state === 'inApproval') await requireCards(tx, { id, kind, body, actor, at: atMs })

  const [seen] = await Promise.all([seenBy(tx, kind, body.lines, storedLines), release(tx, id)])
  const write = { id, kind, body, names, state: stored.state, stage: stored.stage, complete: true, at: atMs, seen }
  const event = { action: 'patch', details: { before: before.header, lines: before.lines.map(({ values }) => values) } }
  await rewriteDocument(tx, stored, write, { actor, event })
  if (stored.state === 'inApproval') await reserveEffects(tx, { id, kind, body, actor, at: atMs })
}

/** Its author takes a document back out of approval. */
export const withdraw = async (
  call: SignedIn,
  flows: Flows,
  { kind, id, comment }: { readonly kind: DocumentKind; readonly id: Id; readonly comment: string | undefined },
): Promise<DocumentState> => {
  const existing = await readDocument(call.tx, id)
  if (!existing || existing.kind !== kind.kind || existing.authorUid !== call.session.uid) throw new NotFound()
  if (existing.state === 'withdrawn') return 'withdrawn'
  if (!existing.processId || (existing.state !== 'inApproval' && existing.state !== 'returned')) {
    return refuse('not-in-approval', '{code}{state}，不能撤回', { code: existing.code, state: documentStates[existing.state] })
  }
  await flows.withdraw(call, existing.processId, comment)
  return assertDefined(await readDocument(call.tx, id), `the document ${id}`).state
}

/** A document as a person may read it: `permissions` say what the steps of its approval hide from them. */
export type Readable = { readonly document: DocumentRecord; readonly permissions: FieldPermissions }

/**
 * Readers of a document: managers inside their data scope read all of it, its people and the participants of its approval the fields that the
 * approval does not hide from them. Whose roles hide money sees none but in documents of his own.
 */
export const requireVisible = async (call: SignedIn, flows: Flows, kind: DocumentKind, id: Id): Promise<Readable> => {
  const { document, permissions } = await readable(call, flows, kind, id)
  const isAuthor = document.authorUid === call.session.uid
  return { document, permissions: isAuthor ? permissions : { ...permissions, ...hiddenOfDocument(call.session, kind) } }
}

const readable = async ({ tx, session }: SignedIn, flows: Flows, kind: DocumentKind, id: Id): Promise<Readable> => {
  const document = await readDocument(tx, id)
  if (!document || document.kind !== kind.kind) throw new NotFound()
  if (isManaged(session, kind, document)) return { document, permissions: {} }
  const isOwn = inScope(session, kind, document) || (document.state !== 'draft' && (await receives(tx, session, kind, document)))
  if (document.processId === null) return isOwn ? { document, permissions: {} } : nothingThere()
  const { takesPart, permissions } = await flows.readerOf(tx, document.processId, session.uid)
  return isOwn || takesPart ? { document, permissions } : nothingThere()
}

const nothingThere = (): never => {
  throw new NotFound()
}

/** The content that an author sends, with what the approval hides from him as it is stored; refuses to write that. */
const withHidden = async (
  { tx, session }: WriteContext,
  flows: Flows,
  { kind, storedDocument, body }: { readonly kind: DocumentKind; readonly storedDocument: DocumentRecord | undefined; readonly body: Body },
): Promise<Body> => {
  if (!storedDocument?.processId || isManaged(session, kind, storedDocument)) return body
  const [{ permissions }, lines] = await Promise.all([
    flows.readerOf(tx, storedDocument.processId, session.uid),
    readLines(tx, storedDocument.id),
  ])
  if (!Object.values(permissions).includes('hide')) return body
  const before = { header: storedDocument.header, lines: lines.map(({ data }) => data) }
  const keptBody = keptHidden(permissions, before, { header: body.header, lines: body.lines.map(({ values }) => values) })
  if ('path' in keptBody) {
    const [key = '', column] = keptBody.path.split('.')
    const { label } = column === undefined ? declaredField(kind.header, key) : declaredField(kind.line, column)
    return refuse('approval.fieldNotWritable', '“{field}”在这个环节不能修改', { field: label })
  }
  return {
    ...body,
    header: keptBody.body.header,
    lines: body.lines.map((line, index) => ({ ...line, values: assertDefined(keptBody.body.lines[index], `the line ${line.lineNo}`) })),
  }
}

const requireEditable = (existing: DocumentRecord | undefined, kind: DocumentKind, session: Session): DocumentRecord => {
  if (!existing || existing.kind !== kind.kind || existing.authorUid !== session.uid) throw new NotFound()
  if (!editableStates.includes(existing.state)) {
    refuse('not-editable', '{code}{state}，不能修改', { code: existing.code, state: documentStates[existing.state] })
  }
  return existing
}

/** Every reference must be there for this organisation. */
const requireKnown = (kind: DocumentKind, body: Body, names: readonly ReferenceName[]): void => {
  const nameKeys = new Set(names.map(({ noun, id }) => `${noun}:${id}`))
  const problems: FieldProblem[] = []
  const check = (fields: DocumentKind['header'], values: Readonly<Record<string, unknown>>, path: string) => {
    for (const [key, { label, control }] of Object.entries(fields)) {
      if (idsIn(control, values[key]).some((id) => !nameKeys.has(`${refersTo(control)}:${id}`)))
        problems.push({ path: path + key, words: '{label}不存在或已删除', params: { label } })
    }
  }
  check(kind.header, body.header, 'header.')
  for (const [index, { values }] of body.lines.entries()) check(kind.line, values, `lines.${index}.`)
  const [first] = problems
  if (first) throw new RefusalError(refusal('unknown-reference', first.words, first.params), problems)
}

/** Employees act on what they hold themselves, but where the kind is offered to anyone. */
const requireOwn = async (tx: Tx, session: Session, action: DocumentAction): Promise<void> => {
  const { kind, body } = action
  if (keeps(session, kind)) return
  const ownAccount: Account = `consumed:${session.uid}`
  const takesAnothers = body.lines
    .flatMap((line) => kind.moves?.(headerOf(body), valuesOf(line), 0) ?? [])
    .some(({ from }) => 'account' in from && accountKindOf(from.account) === 'consumed' && from.account !== ownAccount)
  if (takesAnothers) refuse('not-yours', '只能退回您自己领用的耗材')
  if (kind.cardOffer?.toAnybody) return
  const foreign = await notHeld(tx, session, action)
  if (foreign !== undefined) refuse('not-yours', '{asset}不在您名下', { asset: foreign })
}
