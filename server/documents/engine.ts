import type { FieldProblem } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { Refused, refusal, refuse } from '../../kernel/refusal.ts'
import type { FunctionCode } from '../../domain/operations/define.ts'
import { codeOf, type DocumentKind, type DocumentState, documentStates, editableStates } from '../../domain/documents/define.ts'
import { Forbidden, NotFound } from '../unanswered.ts'
import type { Session, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { type Card, cardIn, lockCards, writeCards } from '../ledger/cards.ts'
import { mirrored, post, release } from '../ledger/ledger.ts'
import { dayAt } from '../../kernel/day.ts'
import { announce } from '../messaging/outbox.ts'
import { type Body, hashOf, headerOf, keepSources, type RawBody, readBody, requireComplete, valuesOf } from './body.ts'
import { type Acting, fulfil, ownAssetFields, postEffects, reserveEffects, storesAmong, storesOf } from './effects.ts'
import type { Again, Flows } from './flows.ts'
import { type Referred, referencesOf } from './references.ts'
import {
  bodyOf,
  type DocumentRecord,
  insertDocument,
  kindOf,
  lockDocument,
  readDocument,
  readLines,
  record,
  referred,
  rewriteDocument,
  setState,
} from './store.ts'

/**
 * Stores a draft, for one of the author's departments, the main one if none is named. The same id with the same content again changes
 * nothing; with other content it is refused.
 */
export const saveDraft = async (call: SignedIn, kind: DocumentKind, id: Id, raw: RawBody, deptId?: Id): Promise<void> => {
  const { tx, session, at } = call
  requireOwnDepartment(session, deptId)
  const body = readBody(kind, raw)
  const [existing, names] = await Promise.all([lockDocument(tx, id), referred(tx, kind, body)])
  if (existing) {
    const same = existing.bodyHash === hashOf(kind, body) && (deptId ?? existing.deptId) === existing.deptId
    if (same && existing.authorUid === session.uid) return
    refuse('id-used', '编号已用于另一张单据')
  }
  requireKnown(kind, body, names)
  await requireSource(call, kind, body)
  const { written } = insertDocument(tx, session, { id, kind, body, names, state: 'draft', stage: 0, complete: false, at, deptId })
  await Promise.all([written, record(tx, id, 'save', session.uid)])
}

/** Changes a draft, or a document that came back to its author: the department of that one stays. */
export const updateDraft = async (
  call: SignedIn,
  kind: DocumentKind,
  id: Id,
  raw: RawBody,
  { version, deptId: asked }: { version?: number | undefined; deptId?: Id | undefined },
): Promise<void> => {
  const { tx, session, at } = call
  requireOwnDepartment(session, asked)
  const body = readBody(kind, raw)
  const [existing, names] = await Promise.all([lockDocument(tx, id), referred(tx, kind, body)])
  const own = requireEditable(existing, kind, session)
  const deptId = own.state === 'returned' ? undefined : asked
  if (own.bodyHash === hashOf(kind, body) && (deptId ?? own.deptId) === own.deptId) return
  if (version !== undefined && version !== own.version) refuse('changed-meanwhile', '单据已被修改，请刷新后重试')
  requireKnown(kind, body, names)
  await requireSource(call, kind, body)
  await rewriteDocument(tx, own, { id, kind, body, names, state: own.state, stage: 0, complete: false, at, deptId })
  await record(tx, id, 'update', session.uid)
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

export type Submitted = { readonly id: Id; readonly code: string; readonly state: DocumentState; readonly instanceId: Id | null }

/**
 * Submits: into approval where the kind's flow is installed, else straight into the books for whoever may post. With content it is
 * saved in the same go. Sending it again answers the same and does nothing.
 */
export const submit = async (
  call: SignedIn,
  flows: Flows,
  kind: DocumentKind,
  id: Id,
  raw: RawBody | undefined,
  choice: { deptId?: Id | undefined; chosen?: Readonly<Record<string, readonly Id[]>> | undefined; again?: Again | undefined },
): Promise<Submitted> => {
  const { tx, session, at } = call
  const sent = raw && readBody(kind, raw)
  const [existing, installed, namesOfSent] = await Promise.all([
    lockDocument(tx, id),
    flows.installed(tx, kind.flowKey),
    sent ? referred(tx, kind, sent) : undefined,
  ])
  if (existing && (existing.kind !== kind.kind || existing.authorUid !== session.uid)) throw new NotFound()
  if (existing && !editableStates.includes(existing.state)) {
    if (sent && hashOf(kind, sent) !== existing.bodyHash) refuse('already-submitted', '{code}已提交，不能再修改', { code: existing.code })
    return { id, code: existing.code, state: existing.state, instanceId: existing.instanceId }
  }
  if (!existing && !sent) throw new NotFound()
  requireOwnDepartment(session, choice.deptId)
  const deptId = choice.deptId ?? session.departmentIds.find((own) => own === existing?.deptId) ?? session.departmentIds[0]
  const body = sent ?? bodyOf(existing!, await readLines(tx, id))
  const names = namesOfSent ?? (await referred(tx, kind, body))
  requireKnown(kind, body, names)
  requireComplete(kind, body, 'submitting')
  await requireSource(call, kind, body)
  const acting: Acting = { id, kind, body, actor: session.uid, at }
  await requireOwnAssets(tx, session, acting)
  if (!installed) {
    if (!session.codes.has(postCode(kind))) throw new Forbidden()
    requireComplete(kind, body, 'posting')
    await requireScope(tx, session, () => storesOf(tx, acting, 0))
  }

  const [state, stage] = installed ? (['inApproval', 0] as const) : afterStage(kind, 0)
  const writing = { id, kind, body, names, state, stage, complete: true, at }
  // What follows is sent in the same flight: the database takes statements in the order they were sent.
  const { code, written } = existing
    ? { code: existing.code, written: rewriteDocument(tx, existing, writing) }
    : insertDocument(tx, session, writing)
  if (installed) {
    await Promise.all([written, reserveEffects(tx, acting)])
    await record(tx, id, 'submit', session.uid)
    const instanceId = await flows.start(call, {
      flowKey: kind.flowKey,
      documentId: id,
      returned: existing?.state === 'returned' ? (existing.instanceId ?? undefined) : undefined,
      deptId,
      chosen: choice.chosen ?? {},
      again: choice.again,
    })
    await tx.query('update document set instance_id = $3, dept_id = coalesce($4, dept_id) where org_id = $1 and id = $2', [
      tx.orgId,
      id,
      instanceId,
      existing?.state === 'returned' ? null : (deptId ?? null),
    ])
    const now = await readDocument(tx, id)
    return { id, code, state: now!.state, instanceId }
  }
  await Promise.all([
    written,
    postEffects(tx, acting, 0),
    record(tx, id, 'submit', session.uid),
    announce(tx, { topic: 'documents', key: kind.kind, body: { kind: kind.kind, id, uids: [session.uid] } }),
  ])
  return { id, code, state, instanceId: null }
}

const requireOwnDepartment = (session: Session, deptId: Id | undefined): void => {
  if (deptId && !session.departmentIds.includes(deptId)) refuse('approval.notYourDepartment', '只能为自己所属的部门申请')
}

/** The state and the number of stages taken after stage `stage` was carried out. */
const afterStage = (kind: DocumentKind, stage: number): readonly [DocumentState, number] =>
  stage + 1 < (kind.stages?.length ?? 1) ? ['inProgress', stage + 1] : ['posted', stage + 1]

/** The last approval fell: the document goes into the books, exactly once. Answers its code. */
export const postApproved = async (tx: Tx, id: Id, actor: Id, at: number): Promise<string> => {
  const existing = await lockDocument(tx, id)
  if (!existing || (existing.state !== 'inApproval' && existing.state !== 'approved')) {
    return refuse('not-in-approval', '单据不在审批中')
  }
  const kind = kindOf(existing)
  const body = bodyOf(existing, await readLines(tx, id))
  requireComplete(kind, body, 'posting')
  const [state, stage] = afterStage(kind, 0)

  await postEffects(tx, { id, kind, body, actor, at }, 0)
  await Promise.all([
    setState(tx, id, state, stage, at),
    record(tx, id, 'post', actor),
    announce(tx, { topic: 'documents', key: kind.kind, body: { kind: kind.kind, id, uids: peopleOf(existing) } }),
  ])
  return existing.code
}

/** Approval ended, or came back to the author, without a posting: what was reserved is free again. */
export const closeUnposted = async (
  tx: Tx,
  id: Id,
  state: Extract<DocumentState, 'rejected' | 'withdrawn' | 'returned'>,
  actor: Id,
  at: number,
): Promise<void> => {
  const existing = await lockDocument(tx, id)
  if (!existing) throw new NotFound()
  await release(tx, id)
  await Promise.all([
    setState(tx, id, state, 0, at),
    record(tx, id, state, actor),
    announce(tx, { topic: 'documents', key: existing.kind, body: { kind: existing.kind, id, uids: peopleOf(existing) } }),
  ])
}

/**
 * A step of the approval changed the content: it is checked, stored, and what it will take is reserved anew; one that was returned
 * reserves nothing until it is submitted again.
 */
export const patchInApproval = async (tx: Tx, id: Id, patch: Readonly<Record<string, unknown>>, actor: Id, at: number): Promise<void> => {
  const existing = await lockDocument(tx, id)
  if (!existing || (existing.state !== 'inApproval' && existing.state !== 'returned')) refuse('not-in-approval', '单据不在审批中')
  const stored = existing!
  const kind = kindOf(stored)
  const before = bodyOf(stored, await readLines(tx, id))
  const { lines, amount: _, ...header } = patch
  const body = readBody(kind, {
    header: { ...before.header, ...header },
    lines: lines
      ? keepSources(kind, before.lines, lines as readonly Record<string, unknown>[])
      : before.lines.map(({ values, sourceLine }) => ({ ...values, sourceLine })),
    sourceId: before.sourceId,
  })
  const names = await referred(tx, kind, body)
  requireKnown(kind, body, names)
  requireComplete(kind, body, 'submitting')

  await release(tx, id)
  await rewriteDocument(tx, stored, { id, kind, body, names, state: stored.state, stage: stored.stage, complete: true, at })
  if (stored.state === 'inApproval') await reserveEffects(tx, { id, kind, body, actor, at })
  await record(tx, id, 'patch', actor, { before: before.header, lines: before.lines.map(({ values }) => values) })
}

/** Its author takes a document back out of approval. */
export const withdraw = async (
  call: SignedIn,
  flows: Flows,
  kind: DocumentKind,
  id: Id,
  comment: string | undefined,
): Promise<DocumentState> => {
  const existing = await readDocument(call.tx, id)
  if (!existing || existing.kind !== kind.kind || existing.authorUid !== call.session.uid) throw new NotFound()
  if (existing.state === 'withdrawn') return 'withdrawn'
  if (!existing.instanceId || (existing.state !== 'inApproval' && existing.state !== 'returned')) {
    refuse('not-in-approval', '{code}{state}，不能撤回', { code: existing.code, state: documentStates[existing.state] })
  }
  await flows.withdraw(call, existing.instanceId!, comment)
  return (await readDocument(call.tx, id))!.state
}

/** Takes the next step of a document that has several. Taking the same step again changes nothing. */
export const advance = async (
  call: SignedIn,
  kind: DocumentKind,
  id: Id,
  key: string,
): Promise<{ state: DocumentState; stage: number }> => {
  const { tx, session, at } = call
  const existing = await lockDocument(tx, id)
  if (!existing || existing.kind !== kind.kind) throw new NotFound()
  const wanted = (kind.stages ?? []).findIndex((stage) => stage.key === key)
  if (wanted < 0) refuse('unknown-stage', '没有这个办理步骤')
  if (wanted < existing.stage) return { state: existing.state, stage: existing.stage }
  if (existing.state !== 'inProgress' || wanted !== existing.stage) {
    refuse('stage-not-due', '{code}{state}，不能办理{step}', {
      code: existing.code,
      state: documentStates[existing.state],
      step: kind.stages![wanted]!.title,
    })
  }
  const body = bodyOf(existing, await readLines(tx, id))
  const acting: Acting = { id, kind, body, actor: session.uid, at }
  await requireScope(tx, session, () => storesOf(tx, acting, wanted))
  const [state, stage] = afterStage(kind, wanted)

  await postEffects(tx, acting, wanted)
  await Promise.all([
    setState(tx, id, state, stage, at),
    record(tx, id, 'advance', session.uid, { stage: key }),
    announce(tx, { topic: 'documents', key: kind.kind, body: { kind: kind.kind, id, uids: peopleOf(existing) } }),
  ])
  return { state, stage }
}

/** Answers a posted document by its mirror image: moves go back, cards get back what they had unless they changed since. */
export const reverse = async (call: SignedIn, kind: DocumentKind, id: Id, reason: string | undefined): Promise<DocumentState> => {
  const { tx, session, at } = call
  const existing = await lockDocument(tx, id)
  if (!existing || existing.kind !== kind.kind) throw new NotFound()
  if (existing.state === 'reversed') return 'reversed'
  if (existing.state !== 'posted' && existing.state !== 'inProgress') {
    refuse('not-posted', '{code}{state}，不能冲销', { code: existing.code, state: documentStates[existing.state] })
  }
  const lines = await readLines(tx, id)
  if (lines.some((line) => line.doneQuantity !== '0')) refuse('followed', '{code}已有后续单据，请先冲销后续单据', { code: existing.code })
  const body = bodyOf(existing, lines)
  const stages = await mirrored(tx, id)
  const moved = new Set(stages.flatMap(({ moves }) => moves.filter((move) => move.itemKind === 'asset').map((move) => move.item)))
  const assets = [...new Set([...moved, ...cardsWritten(kind, body)])].toSorted(byNumber)
  const ends = stages.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to]))
  await requireScope(tx, session, async () => storesAmong(ends))
  const cards = await lockCards(tx, assets)
  const [written, since] = assets.length === 0 ? [[], []] : await Promise.all([ownEvents(tx, id, assets), standingEvents(tx, id, assets)])
  const [ownOf, sinceOf] = [byAsset(written), byAsset(since)]
  const follower = since.find(
    (event) => moved.has(event.asset) && 'account' in event.changes && ownOf.get(event.asset)?.some((own) => isBefore(own, event)),
  )
  if (follower)
    refuse('moved-since', '{asset}之后又办理了{code}，请先冲销后续单据', {
      asset: cards.find((card) => card.id === follower.asset)?.label ?? follower.asset,
      code: follower.code ?? follower.action,
    })

  await fulfil(tx, { kind, body }, -1)
  for (const { stage, moves } of stages) await post(tx, { documentId: id, stage, actor: session.uid, date: dayAt(at), moves })
  const final = new Map(stages.flatMap(({ moves }) => moves.map((move) => [move.item, move.to] as const)))
  await writeCards(
    tx,
    cards.map(({ id: asset, label: _, goodsId: __, ...before }) => {
      const restored: Record<string, unknown> = { ...before }
      for (const own of ownOf.get(asset) ?? []) {
        const later = sinceOf.get(asset)?.filter((event) => isBefore(own, event)) ?? []
        for (const [field, [was, became]] of Object.entries(own.changes))
          if (field in restored && restored[field] === became && !later.some(({ changes }) => field in changes)) restored[field] = was
      }
      return { id: asset, before, after: cardIn(restored as Card, final.get(asset) ?? before.account) }
    }),
    { documentId: id, action: '冲销', actor: session.uid, at },
  )
  await Promise.all([
    setState(tx, id, 'reversed', existing.stage, at),
    record(tx, id, 'reverse', session.uid, { reason }),
    announce(tx, { topic: 'documents', key: kind.kind, body: { kind: kind.kind, id, uids: peopleOf(existing) } }),
  ])
  return 'reversed'
}

/** The assets on whose cards a document writes, whether it moves them or not. */
const cardsWritten = (kind: DocumentKind, body: Body): Id[] =>
  [0, ...(kind.stages ?? []).keys()].flatMap((stage) =>
    body.lines.flatMap((line) => (kind.sets?.(headerOf(body), valuesOf(line), stage) ?? []).map(({ asset }) => asset as Id)),
  )

type AssetEvent = {
  readonly id: Id
  readonly asset: Id
  readonly action: string
  readonly code: string | null
  readonly changes: Readonly<Record<string, [unknown, unknown]>>
}

const byAsset = (events: readonly AssetEvent[]): ReadonlyMap<Id, readonly AssetEvent[]> => Map.groupBy(events, ({ asset }) => asset)

/** Of two on one asset. */
const isBefore = (own: AssetEvent, event: AssetEvent): boolean => byNumber(own.id, event.id) < 0

const assetEvents = `select e.id, e.asset_id as asset, e.action, d.code, e.changes
  from asset_event e left join document d on d.org_id = e.org_id and d.id = e.document_id where e.org_id = $1 and e.asset_id = any ($3::bigint[])`

/** What a document wrote on the cards of assets, latest first. */
const ownEvents = (tx: Tx, id: Id, assets: readonly Id[]): Promise<AssetEvent[]> =>
  tx.query(`${assetEvents} and e.document_id = $2 order by e.id desc`, [tx.orgId, id, assets])

/** What else was written on them and stands: not what was reversed, and not its reversal. Latest first. */
const standingEvents = (tx: Tx, id: Id, assets: readonly Id[]): Promise<AssetEvent[]> =>
  tx.query(`${assetEvents} and e.document_id is distinct from $2 and d.state is distinct from 'reversed' order by e.id desc`, [
    tx.orgId,
    id,
    assets,
  ])

/** Whoever may read a document: its people, who takes part in its approval, and managers inside their data scope. */
export const requireVisible = async (call: SignedIn, flows: Flows, kind: DocumentKind, id: Id): Promise<DocumentRecord> => {
  const existing = await readDocument(call.tx, id)
  if (!existing || existing.kind !== kind.kind) throw new NotFound()
  if (inScope(call.session, kind, existing)) return existing
  if (existing.instanceId && (await flows.takesPart(call.tx, existing.instanceId, call.session.uid))) return existing
  throw new NotFound()
}

/** True for the author; once it was submitted also for the person it is for, and a manager whose locations it touches or who sees all. */
export const inScope = (session: Session, kind: DocumentKind, { authorUid, subjectUid, locIds, state }: DocumentRecord): boolean => {
  if (authorUid === session.uid) return true
  if (state === 'draft') return false
  if (subjectUid === session.uid) return true
  if (!seesAll(session, kind)) return false
  return session.locations === 'all' || locIds.length === 0 || locIds.some((id) => session.locations.includes(id))
}

/** Who may post a kind sees every document of it inside the data scope; others see their own. */
export const seesAll = (session: Session, kind: DocumentKind): boolean => session.codes.has(postCode(kind))

const postCode = (kind: DocumentKind): FunctionCode => `${codeOf(kind)}:post`

const requireEditable = (existing: DocumentRecord | undefined, kind: DocumentKind, session: Session): DocumentRecord => {
  if (!existing || existing.kind !== kind.kind || existing.authorUid !== session.uid) throw new NotFound()
  if (!editableStates.includes(existing.state)) {
    refuse('not-editable', '{code}{state}，不能修改', { code: existing.code, state: documentStates[existing.state] })
  }
  return existing
}

/** Every reference must be there for this organisation. */
const requireKnown = (kind: DocumentKind, body: Body, names: readonly Referred[]): void => {
  const known = new Set(names.map(({ noun, id }) => `${noun}:${id}`))
  const problems: FieldProblem[] = []
  const check = (fields: DocumentKind['header'], values: Readonly<Record<string, unknown>>, at: string) => {
    for (const [key, { label, control }] of Object.entries(fields)) {
      if (control.type !== 'reference' || values[key] === undefined) continue
      const ids = referencesOf([{ fields: { [key]: fields[key]! }, values }]).get(control.to) ?? new Set()
      if ([...ids].some((id) => !known.has(`${control.to}:${id}`))) {
        problems.push({ path: at + key, words: '{label}不存在或已删除', params: { label } })
      }
    }
  }
  check(kind.header, body.header, 'header.')
  for (const [index, { values }] of body.lines.entries()) check(kind.line, values, `lines.${index}.`)
  const [first] = problems
  if (first) throw new Refused(refusal('unknown-reference', first.words, first.params), problems)
}

/** The followed document must be of the right kind, in the books, and visible to the caller; followed lines must be of the same thing. */
const requireSource = async (call: SignedIn, kind: DocumentKind, body: Body): Promise<void> => {
  if (!body.sourceId) return
  const { from } = kind
  if (!from) return refuse('no-source', '{title}不能引用来源单据', { title: kind.title })
  const [source, lines] = await Promise.all([readDocument(call.tx, body.sourceId), readLines(call.tx, body.sourceId)])
  if (!source || source.kind !== from.kind || !inScope(call.session, kindOf(source), source))
    return refuse('unknown-source', '来源单据不存在')
  if (source.state !== 'posted')
    refuse('source-not-posted', '来源单据{code}{state}', { code: source.code, state: documentStates[source.state] })
  for (const { lineNo, sourceLine, values } of body.lines) {
    const followed = sourceLine === undefined ? undefined : lines.find((line) => line.lineNo === sourceLine)
    if (sourceLine !== undefined && (!followed || (values[from.match] !== undefined && followed.data[from.match] !== values[from.match]))) {
      refuse('other-source-line', '第{line}行与来源单据不一致', { line: lineNo })
    }
  }
}

/** Employees act on what they hold themselves. */
const requireOwnAssets = async (tx: Tx, session: Session, { kind, body }: Acting): Promise<void> => {
  if (session.codes.has(postCode(kind))) return
  const fields = ownAssetFields(kind.line)
  const ids = body.lines.flatMap(({ values }) => fields.map((key) => values[key] as Id | undefined).filter((id) => id !== undefined))
  if (ids.length === 0) return
  const foreign = await tx.query<{ label: string }>(
    `select instance_name || '（' || instance_code || '）' as label from asset where org_id = $1 and id = any ($2::bigint[]) and holder_uid is distinct from $3::bigint`,
    [tx.orgId, ids, session.uid],
  )
  if (foreign[0]) refuse('not-yours', '{asset}不在您名下', { asset: foreign[0].label })
}

/** Whoever has managed locations takes from and puts into those only. */
const requireScope = async (tx: Tx, session: Session, stores: () => Promise<Id[]>): Promise<void> => {
  if (session.locations === 'all') return
  const mine = new Set(session.locations)
  const foreign = (await stores()).find((id) => !mine.has(id))
  if (!foreign) return
  const [row] = await tx.query<{ loc_name: string }>('select loc_name from location where org_id = $1 and id = $2', [tx.orgId, foreign])
  refuse('not-your-location', '您不是{place}的管理员', { place: row?.loc_name ?? foreign })
}

const peopleOf = ({ authorUid, subjectUid }: DocumentRecord): Id[] => [...new Set([authorUid, ...(subjectUid ? [subjectUid] : [])])]

const byNumber = (a: Id, b: Id): number => (BigInt(a) < BigInt(b) ? -1 : 1)
