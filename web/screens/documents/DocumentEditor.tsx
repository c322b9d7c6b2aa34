import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileInput, Send } from 'lucide-react'
import { type SetStateAction, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { documentKind } from '../../../domain/documents/all.ts'
import { type Catalogue as Declared, catalogueOf } from '../../../domain/documents/catalogue.ts'
import { codeOf, type DocumentKind, type DocumentState } from '../../../domain/documents/define.ts'
import { restocking } from '../../../domain/operations/catalogue.ts'
import { type Direct, type DocumentInfo, documentOperations } from '../../../domain/operations/documents.ts'
import { organisationInfo } from '../../../domain/operations/organisations.ts'
import { type RecordRow, recordOperations } from '../../../domain/operations/records.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { isDecimal, sum } from '../../../kernel/decimal.ts'
import type { Field, Noun } from '../../../kernel/field.ts'
import { type Id, isId, newId } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { Choice } from '../../look/Choice.tsx'
import { confirm, confirmDelete } from '../../look/confirm.ts'
import { Notice } from '../../look/Notice.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { showProblem } from '../../look/showProblem.ts'
import { toast } from '../../look/toast.ts'
import { useAllowed } from '../../parts/allowed.ts'
import { ApprovalPreview, useFlowAhead } from '../../parts/approval/process/ApprovalPreview.tsx'
import { useBeginning } from '../../parts/beginning.ts'
import { Catalogue } from '../../parts/Catalogue.tsx'
import { DirectSheet } from '../../parts/DirectSheet.tsx'
import { DocumentFields, inWords, lacksMoney, problemsIn, useAuthorAccess, wordsByPath } from '../../parts/DocumentFields.tsx'
import {
  amountOf,
  assetFieldOf,
  chosenFrom,
  type DocumentForm,
  formAgain,
  formFrom,
  formOf,
  headerFrom,
  itemFieldOf,
  linesFor,
  problemsOf,
  rawOf,
  restockingForm,
  stillWrong,
  withAssets,
} from '../../parts/documentForm.ts'
import { moneyWords } from '../../../kernel/fields/money.ts'
import { piecesFieldOf } from '../../parts/approval/form/pieces.ts'
import { learnNames } from '../../cache.ts'
import { learnRows } from '../../parts/names.ts'
import { Returned } from '../../parts/approval/process/Returned.tsx'
import { useKindTitle } from '../../parts/kindTitle.ts'
import { forgetDraft, keptDraft, useKeptDraft } from '../../parts/localDraft.ts'
import { SourcePicker } from '../../parts/SourcePicker.tsx'
import { documentHref } from '../../places.ts'
import { useScreen } from '../../screen.ts'
import { type Session, useSession } from '../../session.ts'
import { back, stepInside, leaveFreely, replaceHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** What is kept on the phone: the id is made when the form is first opened, so that sending twice is harmless. */
type Kept = { readonly id: Id; readonly version: number; readonly form: DocumentForm; readonly deptId?: Id | undefined }

type Props = {
  kind: DocumentKind
  stored?: DocumentInfo
  /** What it is called where it is applied for by a flow. */
  applied?: string | undefined
}

/** Fills in a new document, or one of one's own that may still be changed. */
export const DocumentEditor = ({ kind, stored, applied }: Props) => {
  const called = useKindTitle(kind)
  const title = applied ?? called.one
  const text = stored?.code ?? (applied === undefined ? t('新建{title}', { title: called.list }) : undefined)
  const { path, search } = useScreen()
  const name = hrefOf(path, search)
  const prefilled = usePrefilled(kind, stored, search)
  const [begun, setBegun] = useState<{ kept: Kept; restored: boolean; round: number }>()

  if (prefilled.error !== undefined && !begun)
    return (
      <Page title={title} text={text}>
        <Problem error={prefilled.error} onRetry={prefilled.retry} />
      </Page>
    )
  if (!begun && !prefilled.form)
    return (
      <Page title={title} text={text}>
        <Skeleton rows={8} picture={false} />
      </Page>
    )
  if (!begun) {
    const kept = keptDraft<Kept>(name)
    const usable = kept && kept.version === (stored?.version ?? 0) ? kept : undefined
    setBegun({
      kept: usable ?? { id: stored?.id ?? newId(), version: stored?.version ?? 0, form: prefilled.form! },
      restored: usable !== undefined,
      round: 0,
    })
    return null
  }
  return (
    <Filling
      key={begun.round}
      kind={kind}
      name={name}
      title={title}
      text={text}
      stored={stored}
      begun={begun.kept}
      restored={begun.restored}
      given={begun.restored ? {} : prefilled.given}
      onStartAnew={() => {
        forgetDraft(name)
        const kept = { id: stored?.id ?? newId(), version: stored?.version ?? 0, form: prefilled.form ?? { header: {}, lines: [] } }
        setBegun({ kept, restored: false, round: begun.round + 1 })
      }}
    />
  )
}

type FillingProps = {
  kind: DocumentKind
  name: string
  title: string
  text: string | undefined
  stored: DocumentInfo | undefined
  begun: Kept
  restored: boolean
  /** What the header began with of itself. */
  given: DocumentForm['header']
  onStartAnew: () => void
}

const Filling = ({ kind, name, title, text, stored, begun, restored, given, onStartAnew }: FillingProps) => {
  const client = useQueryClient()
  const allowed = useAllowed()
  const access = useAuthorAccess(kind)
  const operations = documentOperations(kind)
  const { id } = begun
  const { departments, operationId } = useSession()
  /** `base` is the form as it was before somebody changed it. */
  const [{ form, base }, setBoth] = useState({ form: begun.form, base: begun.form })
  const setForm = useCallback(
    (next: SetStateAction<DocumentForm>) => setBoth((now) => ({ ...now, form: typeof next === 'function' ? next(now.form) : next })),
    [],
  )
  const fill = useCallback(
    (change: (form: DocumentForm) => DocumentForm) =>
      setBoth((now) => {
        const filled = change(now.form)
        return { form: filled, base: now.form === now.base ? filled : now.base }
      }),
    [],
  )
  const [deptId, setDeptId] = useState(begun.deptId ?? departmentFor(stored, departments))
  const [saved, setSaved] = useState({ form: stored ? begun.form : undefined, version: begun.version })
  const [wrong, setWrong] = useState<{ said: ReadonlyMap<string, string>; form: DocumentForm }>({ said: new Map(), form: begun.form })
  const problems = useMemo(() => stillWrong(wrong.said, wrong.form, form), [wrong, form])
  const [busy, setBusy] = useState<'save' | 'submit'>()
  const [handing, setHanding] = useState(false)
  /** It was to be submitted, handed over at once perhaps, and no answer came. */
  const [unsent, setUnsent] = useState<{ direct: Direct | undefined }>()
  const [choosingSource, setChoosingSource] = useState(false)
  // What is asked for comes before everything else, where nothing is chosen yet; whoever names pieces scans them rather.
  const catalogue = catalogueOf(kind)
  const pieces = assetFieldOf(kind)
  const namesPieces = pieces !== undefined && access(`lines.${pieces.key}`) !== 'hide'
  const [choosesFirst] = useState(
    catalogue !== undefined && kind.forEmployees === true && !namesPieces && !stored && begun.form.lines.length === 0,
  )
  const [choosing, setChoosing] = useState(choosesFirst)
  useEffect(() => (choosesFirst && !choosing ? stepInside(() => setChoosing(true)) : undefined), [choosesFirst, choosing])
  const frame = useRef<HTMLDivElement>(null)
  useBeginning(kind, form, fill, { enabled: !stored, given })
  const setLines = useCallback(
    (change: (lines: DocumentForm['lines']) => DocumentForm['lines']) => setForm((now) => ({ ...now, lines: change(now.lines) })),
    [setForm],
  )
  const changed = form !== base || restored
  const posts = allowed(`${codeOf(kind)}:post`)
  const { data: organisation } = useAsk(
    organisationInfo,
    { id: operationId },
    { enabled: posts && kind.direct !== undefined, staleMs: 60_000 },
  )
  const chooses = departments.length > 1 && stored?.state !== 'returned'
  const flow = useFlowAhead(
    kind.flowKey,
    useMemo(() => {
      const { header, lines } = rawOf(form)
      return { ...header, lines }
    }, [form]),
    { deptId: deptId || undefined },
  )
  const amount = lacksMoney(kind, access) ? undefined : amountOf(kind, form)
  const keeps = unsent !== undefined || (busy !== 'submit' && changed && form !== saved.form)
  useKeptDraft(
    name,
    useMemo(
      (): Kept | undefined => (keeps ? { id, version: saved.version, form, deptId } : undefined),
      [keeps, id, saved.version, form, deptId],
    ),
  )

  const show = (found: ReadonlyMap<string, string>) => {
    setWrong({ said: found, form })
    showProblem(frame.current)
  }

  const refused = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    const found = problemsIn(error.details)
    if (found.length > 0) show(wordsByPath(found))
    // What the business says no to stays on the form until something is changed.
    else if (error.status === 200) show(new Map([['lines', error.message]]))
    toast(error.message, 'error')
  }

  const save = async () => {
    setBusy('save')
    try {
      const raw = { ...rawOf(form), ...(chooses && { deptId }) }
      const answer = saved.form
        ? await call(operations.update, { id, version: saved.version, ...raw, sourceId: raw.sourceId ?? null } as never, { quiet: true })
        : await call(operations.save, { id, ...raw } as never, { quiet: true })
      forgetDraft(name)
      setSaved({ form, version: answer.version })
      client.setQueryData([operations.info.name, { id }], answer)
      toast(t('草稿已保存'), 'success')
      leaveFreely()
      if (!stored) replaceHref(documentHref(kind.kind, id))
    } catch (error) {
      refused(error)
    } finally {
      setBusy(undefined)
    }
  }

  const isWhole = (posting: boolean): boolean => {
    const found = problemsOf(kind, form, posting ? 'posting' : 'submitting')
    if (found.length > 0) {
      show(wordsByPath(found))
      toast(inWords(found[0]!), 'error')
    }
    return found.length === 0
  }

  const submit = async (direct?: Direct) => {
    if (!isWhole(direct !== undefined || (flow.installed === false && posts))) return
    if (!direct && flow.unchosen.length > 0) {
      show(new Map(flow.unchosen.map(({ nodeId, nodeName }) => [`chosen.${nodeId}`, t('请选择{label}', { label: t(nodeName) })])))
      toast(t('请选择审批人'), 'error')
      return
    }
    if (kind.asks && !(await confirm({ title: t(kind.asks), yes: t('提交'), danger: true }))) return
    setWrong({ said: new Map(), form })
    setUnsent(undefined)
    setBusy('submit')
    try {
      const raw = rawOf(form)
      const choice = direct ? { direct } : { chosen: flow.chosen, ...(chooses && flow.installed && { deptId }) }
      const answer = await call(operations.submit, { id, ...raw, sourceId: raw.sourceId ?? null, ...choice } as never, { quiet: true })
      forgetDraft(name)
      leaveFreely()
      replaceHref(hrefOf('/pages/common/success', { ...afterwards(kind, answer), next: documentHref(kind.kind, id) }))
    } catch (error) {
      setBusy(undefined)
      if (error instanceof CallError && error.status === 0) setUnsent({ direct })
      else refused(error)
    }
  }
  // The id was made here: what did arrive and was not answered is not done twice.
  const sendAgain = useEffectEvent(() => void submit(unsent?.direct))
  useEffect(() => {
    if (!unsent) return
    addEventListener('online', sendAgain)
    return () => removeEventListener('online', sendAgain)
  }, [unsent])

  /** What is handed over is signed for; where nothing goes anywhere, one question is enough. */
  const handOver = async () => {
    if (!isWhole(true)) return
    if (kind.moves) return setHanding(true)
    if (await confirm({ title: t('{title}?', { title: t(kind.direct!) }), text: t('不经审批，立即生效并通知对方。'), yes: t('确认') }))
      await submit({})
  }

  const remove = async () => {
    if (!(await confirmDelete(t('确定删除这张草稿吗?')))) return
    try {
      await call(operations.delete, { ids: [id] })
      forgetDraft(name)
      leaveFreely()
      await back()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  const startAnew = async () => {
    if (await confirm({ title: t('放弃已填写的内容?'), yes: t('重新填写') })) onStartAnew()
  }

  /** Where the form names the same department, it goes along. */
  const applyFor = (next: Id) => {
    setForm((now) => ({
      ...now,
      header: Object.fromEntries(
        Object.entries(now.header).map(([key, value]) => [key, isDepartment(kind.header[key]) && value === deptId ? next : value]),
      ),
    }))
    setDeptId(next)
  }

  const followed = kind.from?.kind === kind.kind ? undefined : documentKind(kind.from?.kind ?? '')
  const nobody = flow.installed === false && !posts
  // Where nothing has to be approved, or the organisation allows it, a keeper hands over at once.
  const carriesOut = form.sourceId !== undefined && kind.from?.kind === kind.kind
  const hands =
    posts &&
    kind.direct &&
    (!stored || stored.state === 'draft') &&
    (flow.installed === false || organisation?.directIssue === true || carriesOut)
  const notices = (
    <>
      {unsent && (
        <Notice
          text={t('网络不通，内容已保存在这台设备上，网络恢复后会自动提交。')}
          action={t('再试一次')}
          onPress={() => void submit(unsent.direct)}
        />
      )}
      {restored && <Notice text={t('已恢复上次没有提交的内容。')} action={t('重新填写')} onPress={() => void startAnew()} />}
      {nobody && <Notice text={t('本单位还没有开通这项业务的审批流程，请联系管理员。')} />}
    </>
  )
  if (choosing && catalogue)
    return (
      <Page
        title={title}
        text={text}
        scroll={false}
        bottom={
          <>
            <span role="status" className="mr-auto min-w-0 text-body text-quiet">
              {form.lines.length === 0 ? t('请选择需要的物品') : t('已选 {count} 件', { count: countOf(catalogue, form.lines) })}
            </span>
            <Button size="large" disabled={form.lines.length === 0} onClick={() => setChoosing(false)}>
              {t('下一步')}
            </Button>
          </>
        }
      >
        <div className="mx-auto flex min-h-0 w-full max-w-280 flex-1 flex-col">
          <Catalogue kind={kind} catalogue={catalogue} lines={form.lines} onChange={setLines} abreast={2} header={notices} />
        </div>
      </Page>
    )

  return (
    <div ref={frame} className="h-full">
      <Page
        title={title}
        text={text}
        width="page"
        {...(choosesFirst && { onBack: () => setChoosing(true) })}
        right={
          stored?.may.delete ? (
            <Button kind="plain" size="small" onClick={() => void remove()}>
              {t('删除')}
            </Button>
          ) : undefined
        }
        bottom={
          <>
            {amount !== undefined && (
              <span className="mr-auto min-w-0 text-small text-quiet">
                {t('合计')} <span className="text-title font-semibold text-ink">{moneyWords(amount)}</span>
              </span>
            )}
            <Button
              kind="secondary"
              size="large"
              busy={busy === 'save'}
              disabled={busy !== undefined}
              onClick={() => void save()}
              wide={amount === undefined}
              className="wide:w-auto!"
            >
              {t('存草稿')}
            </Button>
            {!(hands && (flow.installed === false || carriesOut)) && (
              <Button
                size="large"
                kind={hands ? 'secondary' : 'primary'}
                icon={hands ? undefined : Send}
                busy={busy === 'submit' && !hands}
                disabled={busy !== undefined || nobody}
                onClick={() => void submit()}
                wide={amount === undefined}
                className="wide:w-auto!"
              >
                {hands ? t('提交审批') : t('提交')}
              </Button>
            )}
            {hands && (
              <Button
                size="large"
                busy={busy === 'submit'}
                disabled={busy !== undefined}
                onClick={() => void handOver()}
                wide={amount === undefined}
                className="wide:w-auto!"
              >
                {t(kind.direct!)}
              </Button>
            )}
          </>
        }
      >
        {stored?.state === 'returned' && stored.processId && <Returned processId={stored.processId} />}
        {notices}
        {followed && form.sourceId === undefined && form.lines.length === 0 && (
          <button
            type="button"
            onClick={() => setChoosingSource(true)}
            className="pressable mb-4 flex min-h-13 w-full items-center gap-3 rounded-card bg-card px-4 py-2.5 text-left shadow-lift"
          >
            <FileInput size={20} className="text-accent" aria-hidden />
            <span className="flex-1 text-body">{t('从{title}单带入明细', { title: t(followed.title) })}</span>
            <span className="text-small text-faint">{t('可选')}</span>
          </button>
        )}
        {chooses && flow.installed && (
          <Section>
            <Choice
              label={t('申请部门')}
              required
              value={deptId}
              onChange={applyFor}
              options={departments.map((each) => ({ value: each.deptId, label: each.deptName }))}
            />
          </Section>
        )}
        <DocumentFields kind={kind} form={form} onChange={setForm} problems={problems} access={access} />
        {!carriesOut && <ApprovalPreview flow={flow} problems={problems} />}
      </Page>
      {hands && (
        <DirectSheet
          open={handing}
          onClose={() => setHanding(false)}
          kind={kind}
          form={form}
          onDone={(direct) => {
            setHanding(false)
            void submit(direct)
          }}
        />
      )}
      {followed && (
        <SourcePicker
          open={choosingSource}
          onClose={() => setChoosingSource(false)}
          kind={followed}
          onChoose={(source) => {
            setForm(formFrom(kind, { ...source, kind: followed }))
          }}
        />
      )}
    </div>
  )
}

/** How many things are in the basket. */
const countOf = (catalogue: Declared, lines: DocumentForm['lines']): string =>
  sum([...chosenFrom(catalogue, lines).values()].filter(isDecimal))

/** The department that a stored one is for, as long as its author belongs to it; that of one that came back stays. */
const departmentFor = (stored: DocumentInfo | undefined, departments: Session['departments']): Id => {
  if (stored?.state === 'returned') return stored.deptId ?? ''
  return (departments.find(({ deptId }) => deptId === stored?.deptId) ?? departments[0])?.deptId ?? ''
}

/** What the form begins with: what is stored, what the query asks for, else what goes without saying. */
const usePrefilled = (
  kind: DocumentKind,
  stored: DocumentInfo | undefined,
  search: Readonly<Record<string, string>>,
): { form: DocumentForm | undefined; given: DocumentForm['header']; error?: unknown; retry: () => unknown } => {
  const current = useSession()
  const posts = useAllowed()(`${codeOf(kind)}:post`)
  const source = documentKind(kind.from?.kind ?? '')
  const access = useAuthorAccess(kind)
  const sourceId = search['sourceId'] ?? search['from'] ?? ''
  const formerId = search['former'] ?? ''
  const assetIds = idsIn(search['assets'])
  const itemIds = idsIn(search['items'])
  const restock = search['restock'] ?? ''
  const locId = search['locId']
  const query = useQuery({
    queryKey: ['document.prefill', kind.kind, formerId, sourceId, assetIds, itemIds, restock, locId],
    enabled: !stored,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Pick<DocumentForm, 'lines' | 'sourceId'> & { header: DocumentForm['header'] }> => {
      learnNames({
        [current.uid]: current.username,
        ...Object.fromEntries(current.departments.map((each) => [each.deptId, each.deptName])),
      })
      if (formerId) {
        const former = await call(documentOperations(kind).info, { id: formerId }, { signal, quiet: true })
        const own = former.authorUid === current.uid
        return formAgain(
          kind,
          former,
          (path) => access(path) !== 'hide' && path !== `lines.${piecesFieldOf(kind)}` && (own || !isFiles(kind, path)),
        )
      }
      if (source && sourceId) {
        const info = await call(documentOperations(source).info, { id: sourceId }, { signal, quiet: true })
        return formFrom(kind, { ...info, kind: source })
      }
      const rowsOf = (noun: Noun, ids: readonly Id[]) =>
        Promise.all(
          ids.map(async (id) => (await call(recordOperations(recordOf(noun)).info, { id }, { signal, quiet: true })) as RecordRow),
        )
      const assets = await rowsOf('asset', assetIds)
      learnRows('asset', assets)
      const item = kind.line[itemFieldOf(kind)]!.control
      const items = item.type === 'reference' ? await rowsOf(item.to, itemIds) : []
      if (item.type === 'reference') learnRows(item.to, items)
      if (restock && item.type === 'reference') {
        const wanted = await call(restocking, { ...(isId(locId) && { locId }) }, { signal, quiet: true })
        const rows = await rowsOf(
          item.to,
          wanted.lines.map(({ id }) => id),
        )
        learnRows(item.to, rows)
        if (wanted.supplier) learnNames({ [wanted.supplier.id]: wanted.supplier.name })
        return restockingForm(kind, wanted, rows)
      }
      return { header: headerFrom(kind, assets), lines: [...withAssets(kind, [], assets), ...linesFor(kind, items)] }
    },
  })
  if (stored) {
    return { form: formOf(kind, stored), given: {}, retry: () => undefined }
  }
  const { data } = query
  const given = evident(kind, current, posts)
  return {
    form: data && { ...data, header: { ...given, ...data.header } },
    given,
    ...(query.isError && { error: query.error }),
    retry: query.refetch,
  }
}

/** Employees ask for themselves and their department, where a kind is asked for oneself. */
const evident = (kind: DocumentKind, { uid, deptId, departments }: Session, posts: boolean): DocumentForm['header'] => {
  const subject = kind.subject
  if (posts || !subject || kind.header[subject]?.begins !== 'self') return {}
  const department = departments.find((each) => each.deptId === deptId)
  const ofDepartment = Object.entries(kind.header).filter(([, field]) => isDepartment(field))
  return {
    [subject]: uid,
    ...(department && Object.fromEntries(ofDepartment.map(([key]) => [key, deptId]))),
  }
}

/** Files are handed on by whoever uploaded them. */
const isFiles = (kind: DocumentKind, path: string): boolean => {
  const field = path.startsWith('lines.') ? kind.line[path.slice('lines.'.length)] : kind.header[path]
  return field?.control.type === 'pictures' || field?.control.type === 'attachments'
}

const isDepartment = (field: Field | undefined): boolean => field?.control.type === 'reference' && field.control.to === 'department'

const idsIn = (text: string | undefined): Id[] => (text ?? '').split(',').filter(isId)

/** What is said after submitting, and what happens next. */
const afterwards = (kind: DocumentKind, { code, state }: { code: string; state: DocumentState }): { title: string; text: string } => {
  const next = kind.stages?.[1]
  if (state === 'inApproval') return { title: t('已提交审批'), text: t('{code}已交给审批人，结果会在消息中通知您。', { code }) }
  if (state === 'inProgress' && next)
    return { title: t('已提交'), text: t('{code}已办理，下一步：{step}。', { code, step: t(next.title) }) }
  return { title: t('办理完成'), text: t('{code}已入账。', { code }) }
}
