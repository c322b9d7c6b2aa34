import { FileInput, Send } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import { type Catalogue as Declared, catalogueOf } from '../../domain/documents/catalogue.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import type { DocumentInfo } from '../../domain/documents/operations.ts'
import { takesInvoices } from '../../domain/invoices/kinds.ts'
import { isDecimal, sum } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Notice } from '../look/Notice.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { ApprovalPreview } from '../approval/process/ApprovalPreview.tsx'
import { Returned } from '../approval/process/Returned.tsx'
import { useBeginning } from './useBeginning.ts'
import { Catalogue } from './Catalogue.tsx'
import { DirectSheet } from './DirectSheet.tsx'
import { DocumentFields, lacksMoney, useAuthorAccess } from './DocumentFields.tsx'
import { amountOf, assetFieldOf, chosenFrom, createdBy, type DocumentForm, documentShape, formFrom } from './documentForm.ts'
import { useSheet } from './grid/useSheet.ts'
import { FillingNotices } from './filling/FillingNotices.tsx'
import AssetRoom from '../licence/AssetRoom.tsx'
import { type BegunFilling, useBegun } from './filling/useFilling.ts'
import { useKindTitle } from './kindTitle.ts'
import type { FieldAccess } from './LineEditor.tsx'
import { PolicyFindings } from './policies/PolicyFindings.tsx'
import { PolicySheet } from './policies/PolicySheet.tsx'
import { usePolicyFindings } from './policies/usePolicyFindings.ts'
import { useAskedDocument, useAskedLines, useLeftOver } from './useOwnLines.ts'
import { SourcePicker } from './SourcePicker.tsx'
import { KeepsFiles } from '../outbox/files/addFile.ts'
import { hasRoom } from '../outbox/outbox.ts'
import { readyForNoNetwork } from '../outbox/ready.ts'
import { useScreen } from '../screen.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { useSession } from '../session/session.ts'
import { stepInside } from '../travel.ts'
import { t } from '../words.ts'
import { forDepartment, usePrefilled } from './usePrefilled.ts'
import { type DocumentFilling, useDocumentFilling } from './useDocumentFilling.ts'
import { WriteButton } from '../licence/WriteButton.tsx'

type Props = {
  kind: DocumentKind
  stored?: DocumentInfo
  /** What it is called where it is applied for by a flow. */
  applied?: string | undefined
}

/** Fills in a new document, or one of one's own that may still be changed. */
export const DocumentEditor = ({ kind: deliveredKind, ...props }: Props) => {
  const kind = useAskedDocument(deliveredKind)
  return kind ? <KnownEditor {...props} {...{ kind, deliveredKind }} /> : <Skeleton rows={8} picture={false} />
}

/** `deliveredKind`: without the fields of the organisation. */
type KnownProps = Props & { deliveredKind: DocumentKind }

const KnownEditor = ({ kind, deliveredKind, stored, applied }: KnownProps) => {
  const kindTitle = useKindTitle(kind)
  const title = applied ?? kindTitle.one
  const text = stored?.code ?? (applied === undefined ? t('新建{title}', { title: kindTitle.list }) : undefined)
  const { form, given, error, retry } = usePrefilled(kind, stored, useScreen().search)
  const begunFilling = useBegun(documentShape, form && { form, version: stored?.version ?? 0 }, {
    id: stored?.id,
    isUnanswered: error instanceof CallError && error.status === 0,
  })
  if (begunFilling)
    return (
      <Editing
        key={begunFilling.round}
        {...{ deliveredKind, title, text, stored, begun: begunFilling }}
        given={begunFilling.filling.restored ? {} : given}
      />
    )
  return (
    <Page title={title} text={text}>
      {error === undefined ? <Skeleton rows={8} picture={false} /> : <Problem error={error} onRetry={retry} />}
    </Page>
  )
}

type EditingProps = {
  deliveredKind: DocumentKind
  title: string
  text: string | undefined
  stored: DocumentInfo | undefined
  begun: BegunFilling<DocumentForm>
  /** What the header began with of itself. */
  given: DocumentForm['header']
}

const Editing = ({ deliveredKind, title, text, stored, begun, given }: EditingProps) => {
  const { kind, follow } = useAskedLines(deliveredKind, begun.filling.form.lines)
  const leftOver = useLeftOver(deliveredKind, stored?.lines ?? noLines)
  const access = useAuthorAccess(kind)
  const document = useDocumentFilling(kind, stored, begun)
  const { filling, flow } = document
  const { form, change, problems, frame } = filling
  useEffect(() => follow(form.lines))
  const [isHandingIn, setHanding] = useState(false)
  useBeginning(kind, form, filling.fill, { enabled: !stored, given })
  const first = useChoosing(kind, access, stored === undefined && begun.filling.form.lines.length === 0)
  const room = useRoom()
  const isSheet = useSheet(kind)
  const findings = usePolicyFindings(kind, filling.id, form)
  const readsInvoices = useAllowed()('gsinvoice:list')
  const notices = (
    <>
      {!room && <Notice text={t('这台设备的存储空间快满了：没有网络时可能保存不了要提交的内容。')} />}
      <FillingNotices filling={filling} />
      {leftOver.length > 0 && (
        <Notice text={t('“{fields}”已停用或不再填写，草稿里填过的内容不会提交。', { fields: leftOver.join(t('、')) })} />
      )}
      {kind.createdAssets && <AssetRoom adding={createdBy(kind, form)} />}
      {document.nobody && <Notice text={t('本单位还没有开通这项业务的审批流程，请联系管理员。')} />}
    </>
  )
  if (first.choosing && first.catalogue)
    return (
      <Choosing
        {...{ kind, title, text, form }}
        catalogue={first.catalogue}
        onChange={(lines) => change((now) => ({ ...now, lines: lines(now.lines) }))}
        onDone={first.done}
        header={notices}
      />
    )
  const handOver = async () => setHanding(await document.handOver())
  return (
    <div ref={frame} className="h-full">
      <Page
        title={title}
        text={text}
        width={isSheet ? 'full' : 'page'}
        {...(first.again && { onBack: first.again })}
        right={
          stored?.may.delete ? (
            <Button kind="plain" size="small" onClick={() => void document.remove()}>
              {t('删除')}
            </Button>
          ) : undefined
        }
        bottom={<Buttons kind={kind} document={document} access={access} onHandOver={() => void handOver()} />}
      >
        {stored?.state === 'returned' && stored.processId && <Returned processId={stored.processId} />}
        {notices}
        <Source kind={kind} open={form.sourceId === undefined && form.lines.length === 0} onChange={change} />
        {takesInvoices(kind) && readsInvoices && (
          <TakeInvoices kind={kind} documentId={filling.id} isStored={stored !== undefined} onChange={change} />
        )}
        {document.choosesDepartment && flow.installed && <Department kind={kind} form={form} onChange={change} />}
        <KeepsFiles value>
          <DocumentFields
            {...{ kind, form, problems, access }}
            onChange={change}
            ahead={filling.ahead}
            belowLines={kind.conversion && <ConvertedCosts form={form} onChange={change} onFill={filling.fill} />}
          />
        </KeepsFiles>
        {kind.policies && <PolicyFindings kind={kind} form={form} findings={findings} problems={problems} onChange={change} />}
        {!document.carriesOut && <ApprovalPreview flow={flow} problems={problems} />}
      </Page>
      {kind.policies && (
        <PolicySheet
          {...{ kind, form }}
          findings={document.stop.findings}
          onChange={change}
          onClose={document.letGo}
          onSubmit={() => {
            document.letGo()
            void (document.stop.isDirect ? handOver() : document.submit())
          }}
        />
      )}
      {document.hands && (
        <KeepsFiles value>
          <DirectSheet
            open={isHandingIn}
            onClose={() => setHanding(false)}
            kind={kind}
            form={form}
            onDone={(direct) => {
              setHanding(false)
              void filling.submit({ direct })
            }}
          />
        </KeepsFiles>
      )}
    </div>
  )
}

const ConvertedCosts = loadLater(() => import('./ConvertedCosts.tsx'))
const TakeInvoices = loadLater(() => import('../invoices/TakeInvoices.tsx'))
const noLines: readonly Readonly<Record<string, unknown>>[] = []

/** Makes ready for being without a network, and says before a person fills in what cannot be kept whether this device has room for it. */
const useRoom = (): boolean => {
  const [room, setRoom] = useState(true)
  useEffect(() => {
    readyForNoNetwork()
    void hasRoom().then(setRoom)
  }, [])
  return room
}

/**
 * What is asked for comes before everything else, where nothing is chosen yet; the person who names pieces scans them rather. `again` returns to
 * it from the form.
 */
const useChoosing = (kind: DocumentKind, access: FieldAccess, empty: boolean) => {
  const catalogue = catalogueOf(kind)
  const pieces = assetFieldOf(kind)
  const namesPieces = pieces !== undefined && access(`lines.${pieces.key}`) !== 'hide'
  const [first] = useState(catalogue !== undefined && kind.forEmployees === true && !namesPieces && empty)
  const [choosing, setChoosing] = useState(first)
  useEffect(() => (first && !choosing ? stepInside(() => setChoosing(true)) : undefined), [first, choosing])
  return { catalogue, choosing, done: () => setChoosing(false), again: first ? () => setChoosing(true) : undefined }
}

type ChoosingProps = {
  kind: DocumentKind
  title: string
  text: string | undefined
  form: DocumentForm
  catalogue: Declared
  onChange: (change: (lines: DocumentForm['lines']) => DocumentForm['lines']) => void
  onDone: () => void
  header: ReactNode
}

const Choosing = ({ kind, title, text, form: { lines }, catalogue, onChange, onDone, header }: ChoosingProps) => (
  <Page
    title={title}
    text={text}
    scroll={false}
    bottom={
      <>
        <span role="status" className="mr-auto min-w-0 text-body text-quiet">
          {lines.length === 0 ? t('请选择需要的物品') : t('已选 {count} 件', { count: countOf(catalogue, lines) })}
        </span>
        <Button size="large" disabled={lines.length === 0} onClick={onDone}>
          {t('下一步')}
        </Button>
      </>
    }
  >
    <div className="mx-auto flex min-h-0 w-full max-w-280 flex-1 flex-col">
      <Catalogue kind={kind} catalogue={catalogue} lines={lines} onChange={onChange} abreast={2} header={header} />
    </div>
  </Page>
)

/** How many things are in the basket. */
const countOf = (catalogue: Declared, lines: DocumentForm['lines']): string =>
  sum([...chosenFrom(catalogue, lines).values()].filter(isDecimal))

type ButtonsProps = { kind: DocumentKind; document: DocumentFilling; access: FieldAccess; onHandOver: () => void }

/** What it comes to, and what may be done with it, the most likely last. */
const Buttons = ({ kind, document, access, onHandOver }: ButtonsProps) => {
  const { filling, hands, onlyHands, nobody, submit } = document
  const { form, step, save } = filling
  const amount = lacksMoney(kind, access) ? undefined : amountOf(kind, form)
  const look = { size: 'large', wide: amount === undefined, className: 'wide:w-auto!' } as const
  return (
    <>
      {amount !== undefined && (
        <span className="mr-auto min-w-0 text-small text-quiet">
          {t('合计')} <span className="text-title font-semibold text-ink">{moneyWords(amount)}</span>
        </span>
      )}
      <WriteButton {...look} kind="secondary" busy={step === 'save'} disabled={step !== undefined} onClick={() => void save()}>
        {t('存草稿')}
      </WriteButton>
      {!onlyHands && (
        <WriteButton
          {...look}
          kind={hands ? 'secondary' : 'primary'}
          icon={hands ? undefined : Send}
          busy={step === 'submit' && !hands}
          disabled={step !== undefined || nobody}
          onClick={() => void submit()}
        >
          {hands ? t('提交审批') : t('提交')}
        </WriteButton>
      )}
      {hands && (
        <WriteButton {...look} busy={step === 'submit'} disabled={step !== undefined} onClick={onHandOver}>
          {t(kind.directTitle ?? '')}
        </WriteButton>
      )}
    </>
  )
}

type PartProps = { kind: DocumentKind; onChange: (change: (form: DocumentForm) => DocumentForm) => void }

/** Takes over what another document asks for, as long as nothing is asked for yet. */
const Source = ({ kind, open, onChange }: PartProps & { open: boolean }) => {
  const [isChoosing, setChoosing] = useState(false)
  const followedKind = kind.from?.kind === kind.kind ? undefined : documentKind(kind.from?.kind ?? '')
  if (!followedKind) return null
  return (
    <>
      {open && (
        <button
          type="button"
          onClick={() => setChoosing(true)}
          className="pressable mb-4 flex min-h-13 w-full items-center gap-3 rounded-card bg-card px-4 py-2.5 text-left shadow-lift"
        >
          <FileInput size={20} className="text-accent" aria-hidden />
          <span className="flex-1 text-body">{t('从{title}单带入明细', { title: t(followedKind.title) })}</span>
          <span className="text-small text-faint">{t('可选')}</span>
        </button>
      )}
      <SourcePicker
        open={isChoosing}
        onClose={() => setChoosing(false)}
        kind={followedKind}
        onChoose={(source) => onChange(({ deptId }) => ({ ...formFrom(kind, { ...source, kind: followedKind }), deptId }))}
      />
    </>
  )
}

const Department = ({ kind, form, onChange }: PartProps & { form: DocumentForm }) => {
  const { departments } = useSession()
  return (
    <Section>
      <Choice
        label={t('申请部门')}
        required
        value={form.deptId ?? ''}
        onChange={(deptId) => onChange((now) => forDepartment(kind, now, deptId))}
        options={departments.map((department) => ({ value: department.deptId, label: department.deptName }))}
      />
    </Section>
  )
}
