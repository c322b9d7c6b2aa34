import type { Id } from '../../../kernel/id.ts'
import type { Entry } from '../../../domain/approval/flow/event.ts'
import { formChanges } from '../../../domain/approval/process/formChanges.ts'
import { permissionOf, visibleForm, type FieldPermissions } from '../../../domain/approval/form/form.ts'
import { fieldAt, shapeOf } from '../../../domain/approval/form/shape.ts'
import { wordsOf } from '../../../kernel/fields/kinds.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { ApplicantHistory, Change, Effects } from '../../../domain/approval/operations/approving.ts'
import { type ProcessStatus, standingName } from '../../../domain/approval/flow/statuses.ts'
import type { FormAnswer } from '../../../domain/approval/operations/process.ts'
import type { Moment } from '../../../kernel/day.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import type { SignedIn } from '../../call.ts'
import { peopleOf } from './lists.ts'
import type { DocumentPort } from '../../documents/port.ts'
import type { LockedProcess } from '../flow/store.ts'
import { seesAllFlows } from '../../access/roles/processRights.ts'

/** What the document will do to the stock, while it waits; nothing where that would tell what the reader's step hides. */
export const effectsFor = async (
  { tx, language }: SignedIn,
  documents: DocumentPort,
  { head, state }: LockedProcess,
  permissions: FieldPermissions,
): Promise<Effects> => {
  const waits = state.status === 'running' || state.status === 'returned' || state.status === 'posting'
  if (!waits || head.documentId === null || head.documentKind === null) return { lines: [], lost: [] }
  const document = { kind: head.documentKind, documentId: head.documentId, form: visibleForm(permissions, state.form) }
  return documents.effects(tx, document, (words, params) => inWords(language, words, params))
}

/** What became different in the form since it was submitted, in the reader's words, without what is hidden from him. */
export const changesFor = async (
  { tx, session, language }: SignedIn,
  documents: DocumentPort,
  { entries, form, seenAt }: { readonly entries: readonly Entry[]; readonly form: FormAnswer; readonly seenAt: Moment | null },
): Promise<Change[]> => {
  const { permissions, unnamed } = form
  const shape = form.formRev === 1 ? undefined : shapeOf(form)
  const changes = shape ? formChanges(shape, entries).filter(({ field }) => permissionOf(permissions, field, unnamed) !== 'hide') : []
  if (!shape || changes.length === 0) return []
  const [people, names] = await Promise.all([
    peopleOf(
      tx,
      changes.map(({ by }) => by),
    ),
    documents.namesIn(
      tx,
      changes.flatMap(({ field, before, after }) => {
        const of = fieldAt(shape, field)
        return of
          ? [before, after].filter((value) => value !== undefined).map((value) => ({ fields: { it: of }, values: { it: value } }))
          : []
      }),
    ),
  ])
  const say = (words: string, params = {}) => inWords(language, words, params)
  const speaker = { say, nameOf: (id: Id) => names[id] ?? '' }
  return changes.map(({ path, field, row, removed, before, after, by, at, reason }) => {
    const { label, control } = assertDefined(fieldAt(shape, field), `the field ${field}`)
    return {
      path,
      reason,
      row,
      removed,
      label: say(label),
      before: wordsOf(control, before, speaker),
      after: wordsOf(control, after, speaker),
      by: /^\d+$/.test(by) ? people(by) : null,
      at,
      unseen: by !== session.uid && (seenAt === null || at > seenAt),
    }
  })
}

/** What the initiator asked for before by the same flow, and what the person it is for has. */
export const historyFor = async (
  { tx, session, language }: SignedIn,
  documents: DocumentPort,
  { head, state }: LockedProcess,
): Promise<ApplicantHistory> => {
  const [rows, holds] = await Promise.all([
    tx.query<Earlier>(earlierText, [tx.orgId, state.initiator, state.flowKey, head.id, session.uid]),
    head.documentKind === null ? null : documents.holdings(tx, head.documentKind, state.form, state.initiator),
  ])
  return {
    applications: rows.map(({ opens, ...row }) => ({
      ...row,
      statusName: inWords(language, standingName(row)),
      opens: opens || seesAllFlows(session),
    })),
    holds,
  }
}

type Earlier = {
  id: Id
  title: string
  summary: string
  amount: string | null
  status: ProcessStatus
  isRevoked: boolean
  createdAt: Moment
  opens: boolean
}

const earlierText = `
  select i.id, i.title, i.summary, i.amount, i.status, i.revoked_at is not null as "isRevoked", i.created_at as "createdAt",
         exists (select from wf_participant p where p.org_id = $1 and p.instance_id = i.id and p.uid = $5) as opens
  from wf_instance i
  where i.org_id = $1 and i.initiator_uid = $2 and i.flow_key = $3 and i.id <> $4
  order by i.id desc limit 5`
