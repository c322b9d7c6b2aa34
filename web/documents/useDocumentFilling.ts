import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import { codeOf, type DocumentKind, type DocumentState } from '../../domain/documents/define.ts'
import { type Direct, type DocumentInfo, documentOperations } from '../../domain/documents/operations.ts'
import type { PolicyFinding } from '../../domain/documents/policyOperations.ts'
import { organisationInfo } from '../../domain/organisation/operations.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { type FlowAhead, unchosenIn, useFlowAhead } from '../approval/process/ApprovalPreview.tsx'
import { assetFieldOf, type DocumentForm, formOf, problemsOf, rawOf, unreadCount } from './documentForm.ts'
import { findUnanswered } from './policies/usePolicyFindings.ts'
import { wrongIn } from './filling/problems.ts'
import { type BegunFilling, type FillingIn, useFilling } from './filling/useFilling.ts'
import { isAboutThings, itemFieldOf } from '../../domain/documents/lines.ts'
import type { Id } from '../../kernel/id.ts'
import { documentHref } from '../places.ts'
import type { StoredFilling } from './filling/filling.ts'
import { nameOf } from '../forms/names.ts'
import { useScreen } from '../screen.ts'
import { sendKept } from '../outbox/outbox.ts'
import { waitingHref } from '../outbox/waitingScreen.ts'
import { useSession } from '../session/session.ts'
import { back, frames, replaceHref } from '../travel.ts'
import { t } from '../words.ts'
import { idsOf } from '../shell/idIn.ts'

/** How it is sent: by the way of its flow, or handed over at once. */
export type Way = { readonly direct?: Direct | undefined }

/** What policies found when a document was to be sent, and whether it was to be handed over at once. */
type Stop = { readonly findings: readonly PolicyFinding[]; readonly isDirect: boolean }
const free: Stop = { findings: [], isDirect: false }

export type DocumentFilling = {
  readonly filling: FillingIn<DocumentForm, Way>
  readonly flow: FlowAhead
  /** Its author says for which of his departments it is. */
  readonly choosesDepartment: boolean
  /** It carries out a document of its own kind, which was approved. */
  readonly carriesOut: boolean
  /** There is no flow, and it is not for its author to do without. */
  readonly nobody: boolean
  /** It may be handed over at once; `onlyHands`: there is nothing else to do with it. */
  readonly hands: boolean
  readonly onlyHands: boolean
  readonly submit: () => Promise<void>
  /** Hands it over; true where that is to be signed for first. */
  readonly handOver: () => Promise<boolean>
  readonly remove: () => Promise<void>
  /** What policies found when it was to be sent, until it is answered for. */
  readonly stop: Stop
  readonly letGo: () => void
}

/** A document under its author's hands: what is wrong with it, how it is kept, sent, handed over and deleted. */
export const useDocumentFilling = (
  kind: DocumentKind,
  storedDocument: DocumentInfo | undefined,
  begunFilling: BegunFilling<DocumentForm>,
): DocumentFilling => {
  const client = useQueryClient()
  const { departments } = useSession()
  const posts = useAllowed()(`${codeOf(kind)}:post`)
  const operations = documentOperations(kind)
  const { path, search } = useScreen()
  const href = hrefOf(path, search)
  const choosesDepartment = departments.length > 1 && storedDocument?.state !== 'returned'
  const bodyOf = (form: DocumentForm) => {
    const raw = rawOf(form)
    return { ...raw, sourceId: raw.sourceId ?? null }
  }
  const documentFilling = useFilling<DocumentForm, Way>(begunFilling, {
    check: (form, { direct }) => {
      const isPosting = direct !== undefined || (flow.installed === false && posts)
      return wrongIn(problemsOf(kind, form, isPosting ? 'posting' : 'submitting')) ?? (direct ? undefined : unchosenIn(flow))
    },
    save: async ({ id, form, version, commandId }) => {
      const department = choosesDepartment && { deptId: form.deptId }
      const options = { quiet: true, commandId }
      const answer =
        version > 0
          ? await call(operations.update, { id, version, ...bodyOf(form), ...department }, options)
          : await call(operations.save, { id, ...rawOf(form), ...department }, options)
      client.setQueryData([operations.info.name, { id }], answer)
      const after = () => {
        toast(t('草稿已保存'), 'success')
        if (!storedDocument) replaceHref(documentHref(kind.kind, id))
      }
      return { version: answer.version, after }
    },
    submit: async ({ id, form, base, version, commandId }, { direct }) => {
      const way = direct ? { direct } : { chosen: flow.chosen, ...(choosesDepartment && flow.installed && { deptId: form.deptId }) }
      const input = { id, ...(version > 0 && { version }), ...bodyOf(form), ...way }
      const result = await sendKept({
        key: id,
        operation: operations.submit,
        input,
        commandId,
        title: kind.title,
        ...aboutOf(kind, form),
        form: { href, kept: { id, form, base, version, command: undefined } satisfies StoredFilling<DocumentForm> },
      })
      if (result === 'waits') return () => replaceHref(waitingHref())
      return async () => {
        const { current: submittedFrame } = frames()
        if (storedDocument) await client.refetchQueries({ queryKey: [operations.info.name, { id }] })
        toast(submittedWords(kind, result.answer.state), 'notify')
        // What was read anew already shows the outcome, and the person may have gone on.
        if (frames().current === submittedFrame) replaceHref(documentHref(kind.kind, id))
      }
    },
    isQueued: true,
    overtakenBy: changedMeanwhile,
    theirs: async (id) => {
      const info = await call(operations.info, { id }, { quiet: true })
      return { form: formOf(kind, info), version: info.version }
    },
    wholeAt: 'lines',
  })
  const { form } = documentFilling
  const flow = useFlowAhead(
    kind.flowKey,
    useMemo(() => {
      const { header, lines } = rawOf(form)
      return { ...header, lines }
    }, [form]),
    { deptId: form.deptId || undefined },
  )
  const isDirectAllowed = useDirectIssue(kind, posts)
  const carriesOut = form.sourceId !== undefined && kind.from?.kind === kind.kind
  const isUnapproved = flow.installed === false || carriesOut
  const changes = !storedDocument || storedDocument.state === 'draft'
  // Where nothing has to be approved, or the organisation allows it, a keeper hands over at once.
  const hands = posts && kind.directTitle !== undefined && changes && (isUnapproved || isDirectAllowed)

  const [stop, setStop] = useState<Stop>(free)
  const { save, ...acts } = actsOf(kind, documentFilling, setStop)
  return {
    filling: { ...documentFilling, save },
    flow,
    choosesDepartment,
    carriesOut,
    hands,
    ...acts,
    stop,
    letGo: () => setStop(free),
    nobody: flow.installed === false && !posts,
    onlyHands: hands && isUnapproved,
  }
}

/** Whether the organisation allows a keeper to hand over at once, without an approval. */
const useDirectIssue = (kind: DocumentKind, posts: boolean): boolean => {
  const { operationId } = useSession()
  const { data: organisation } = useAsk(
    organisationInfo,
    { id: operationId },
    { enabled: posts && kind.directTitle !== undefined, staleMs: 60_000 },
  )
  return organisation?.directIssue === true
}

/** What its author does with it besides filling it in. */
const actsOf = (kind: DocumentKind, filling: FillingIn<DocumentForm, Way>, onStop: (stop: Stop) => void) => {
  /** True where policies find nothing that is not answered for. */
  const isFree = async (isDirect: boolean): Promise<boolean> => {
    const findings = await findUnanswered(kind, filling.id, filling.ahead.now())
    onStop({ findings, isDirect })
    return findings.length === 0
  }
  const submit = async () => {
    if (!filling.passes({}) || !(await isFree(false))) return
    if (kind.confirmation && !(await confirm({ title: t(kind.confirmation), yes: t('提交'), danger: true }))) return
    await filling.submit({})
  }
  /** What is handed over is signed for; where nothing goes anywhere, one question is enough. */
  const handOver = async () => {
    if (!filling.passes({ direct: {} }) || !(await isFree(true))) return false
    if (kind.moves) return true
    if (
      await confirm({
        title: t('{title}?', { title: t(kind.directTitle ?? '') }),
        text: t('不经审批，立即生效并通知对方。'),
        yes: t('确认'),
      })
    )
      await filling.submit({ direct: {} })
    return false
  }
  const remove = async () => {
    if (!(await confirmDelete(t('确定删除这张草稿吗?')))) return
    try {
      await call(documentOperations(kind).delete, { ids: [filling.id] })
      filling.drop()
      await back()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  /** What is not read has no place in a draft on the server: it stays on this device until it is mended. */
  const save = async () => {
    const count = unreadCount(filling.ahead.now())
    if (count === 0) return filling.save()
    toast(t('还有 {count} 处内容没有读懂，改好或清空后才能存草稿', { count }), 'error')
  }
  return { submit, handOver, remove, save }
}

/** What it is about: the things that its lines name. */
const aboutOf = (kind: DocumentKind, { lines }: DocumentForm): { things: readonly Id[]; about: string } => {
  if (!isAboutThings(kind)) return { things: [], about: '' }
  const keys = [assetFieldOf(kind)?.key, itemFieldOf(kind)].filter((key) => key !== undefined)
  const namedValues = lines.map(({ values }) => keys.map((key) => idsOf(values[key])).find((ids) => ids.length > 0) ?? [])
  const itemIds = namedValues.flat()
  const itemNameList = [...new Set(itemIds.flatMap((id) => nameOf(id) ?? []))].slice(0, 3).join(t('、'))
  return {
    things: itemIds,
    about: itemIds.length > 3 ? t('{names}等 {count} 项', { names: itemNameList, count: itemIds.length }) : itemNameList,
  }
}

/** What the document's page says of its submission. */
const submittedWords = (kind: DocumentKind, state: DocumentState): string => {
  const next = kind.stages?.[1]
  if (state === 'inApproval') return t('已提交审批，结果会在消息中通知您')
  return state === 'inProgress' && next ? t('已提交，下一步：{step}', { step: t(next.title) }) : t('已提交，办理完成')
}
