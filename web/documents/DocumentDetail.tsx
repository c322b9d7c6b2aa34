import { CopyPlus, Printer, Stamp } from 'lucide-react'
import { useState } from 'react'
import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind } from '../../domain/documents/define.ts'
import { isDirect } from '../../domain/documents/stateWords.ts'
import { type DocumentInfo, documentOperations } from '../../domain/documents/operations.ts'
import { together } from '../../domain/records/aboutRecord.ts'
import { compare, isDecimal, isPositive } from '../../kernel/decimal.ts'
import { labelNouns } from '../../domain/labels/content.ts'
import { isEmpty } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { isAboutThings, quantityFieldOf } from '../../domain/documents/lines.ts'
import type { Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { call, CallError, fileUrl } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { Steps, Timeline, type TimelineItem } from '../look/Timeline.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useOutbox } from '../outbox/outbox.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { FolderSection } from '../disk/FolderSection.tsx'
import { TalkAbout } from '../cards/TalkAbout.tsx'
import { DocumentLines } from './DocumentLines.tsx'
import { LineTable } from './LineTable.tsx'
import { stateLook } from './documentState.ts'
import { PrintLabelsLink } from '../labels/PrintLabelsButton.tsx'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { InvoiceSection } from '../invoices/InvoiceSection.tsx'
import { takesInvoices } from '../../domain/invoices/kinds.ts'
import { useOpened } from '../find/recent.ts'
import { FieldValue } from '../forms/FieldValue.tsx'
import { useKindTitle } from './kindTitle.ts'
import { Offers } from './Offers.tsx'
import { RelatedDocuments } from './RelatedDocuments.tsx'
import { ReceiptSheet } from './shortage/ReceiptSheet.tsx'
import { type DocumentReceipt, Receipts } from './shortage/Receipts.tsx'
import { useSession } from '../session/session.ts'
import { when } from '../shell/when.ts'
import { CopyableText } from '../shell/CopyableText.tsx'
import { detailHrefOf, documentHref, editPathOfKind } from '../places.ts'
import { useWide } from '../screen.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { useOwnDocument } from './useOwnLines.ts'
import { useDocumentOffers } from './documentOffers.ts'
import { useBusy } from '../writing.ts'

type Props = {
  kind: DocumentKind
  document: DocumentInfo
  onRefresh: () => Promise<unknown>
}

/** One document to read: how it stands, what is on it, what happened to it, and what the reader may do now. */
export const DocumentDetail = ({ kind: deliveredKind, document, onRefresh }: Props) => {
  const kind = useOwnDocument(deliveredKind)
  const title = useKindTitle(kind)
  const [question, setQuestion] = useState<keyof typeof questions>()
  const [openReceipt, setOpenReceipt] = useState<'all' | DocumentReceipt>()
  const receipt = kind.stages?.[0]?.by === undefined ? undefined : kind.stages[0]
  const keptAction = useOutbox().actions.find(({ key }) => key.split('/')[0] === document.id)
  useOpened({
    key: `document ${document.id}`,
    title: document.summary || title.one,
    text: together([title.one, document.code, document.authorName]),
    href: documentHref(kind.kind, document.id),
    icon: kind.icon,
    picture: null,
  })
  const ownUid = useSession().uid
  const ownReceipt = document.receipts.find(({ uid }) => uid === ownUid)
  const { offers, busy } = useDocumentOffers(kind, document, setQuestion, () => setOpenReceipt(ownReceipt ?? 'all'))
  const copies = useAllowed()(`${codeOf(kind)}:save`)
  const isTable = useWide() && isAboutThings(kind)
  const facts = <Facts kind={kind} document={document} isTable={isTable} />
  const lines = (
    <>
      <Lines kind={kind} document={document} isTable={isTable} />
      <Receipts kind={kind} document={document} onConfirm={setOpenReceipt} />
    </>
  )
  const createdParts = <CreatedParts kind={kind} document={document} />
  const otherParts = <OtherParts kind={kind} document={document} />
  const history = <DocumentHistory kind={kind} document={document} />

  return (
    <Page
      title={title.one}
      onRefresh={onRefresh}
      right={<DetailTools kind={kind} id={document.id} canCopy={copies} />}
      bottom={offers.length > 0 && !keptAction && <Offers offers={offers} busy={busy} />}
    >
      <Head kind={kind} document={document} title={title.list} />
      <DocumentNotices document={document} keptTitle={keptAction?.title} />
      <ApplicationLink kind={kind} document={document} />
      {document.state !== 'draft' && <TalkAbout noun="document" id={document.id} kind={kind.kind} />}
      {isTable ? (
        <>
          {facts}
          {lines}
          <div className="grid grid-cols-2 items-start gap-x-6">
            <div>
              {createdParts}
              {otherParts}
            </div>
            {history}
          </div>
        </>
      ) : (
        <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
          <div>
            {facts}
            {lines}
            {createdParts}
          </div>
          <div>
            {otherParts}
            {history}
          </div>
        </div>
      )}
      {receipt && (
        <ReceiptSheet
          key={typeof openReceipt === 'object' ? openReceipt.uid : ''}
          open={openReceipt !== undefined}
          onClose={() => setOpenReceipt(undefined)}
          kind={kind}
          document={document}
          stage={receipt}
          {...(typeof openReceipt === 'object' && { receipt: openReceipt })}
        />
      )}
      <WhySheet kind={kind} document={document} asking={question} onClose={() => setQuestion(undefined)} />
    </Page>
  )
}

const DetailTools = ({ kind, id, canCopy }: { kind: DocumentKind; id: Id; canCopy: boolean }) => (
  <>
    {canCopy && (
      <IconButton
        icon={CopyPlus}
        label={t('复制为新单')}
        iconSize={20}
        onClick={() => goHref(hrefOf(editPathOfKind(kind.kind), { former: id }))}
      />
    )}
    <IconButton icon={Printer} label={t('打印')} iconSize={20} onClick={() => go('/pages/flow/slips', { ids: id })} />
  </>
)

type PartProps = { kind: DocumentKind; document: DocumentInfo }

type ReadingProps = PartProps & { isTable: boolean }

/** What its header says. */
const Facts = ({ kind, document, isTable }: ReadingProps) => {
  const filledFields = Object.entries(kind.header).filter(([key]) => !isEmpty(document.header[key]))
  if (filledFields.length === 0) return null
  return (
    <Section title={t('基本信息')}>
      <div className={isTable ? 'grid grid-cols-2 gap-x-6 [&>:nth-child(odd):nth-last-child(2)>div]:border-transparent' : ''}>
        {filledFields.map(([key, field]) => (
          <Value key={key} label={t(field.label)}>
            <FieldValue field={field} value={document.header[key]} />
          </Value>
        ))}
      </div>
    </Section>
  )
}

const Lines = ({ kind, document, isTable }: ReadingProps) => {
  const isFollowed = documentKinds.some(({ from }) => from?.kind === kind.kind)
  const context = {
    kind,
    pending: !agreedStates.has(document.state),
    progress:
      isFollowed && openStates.has(document.state)
        ? (line: DocumentInfo['lines'][number]) => arrivedWords(kind, line, quantityFieldOf(kind))
        : undefined,
  }
  return isTable ? <LineTable {...context} document={document} /> : <DocumentLines {...context} lines={document.lines} />
}

/** The pieces that it made, and the labels of what its lines name. */
const CreatedParts = ({ kind, document }: PartProps) => {
  const { labelField: labelKey } = kind
  const labelControl = labelKey && kind.line[labelKey]?.control
  const labelNoun = labelControl && labelNouns.find((noun) => noun === refersTo(labelControl))
  return (
    <>
      <Created pieces={document.created} />
      {labelKey && labelNoun && document.state === 'posted' && (
        <p className="mb-4 flex justify-end">
          <PrintLabelsLink noun={labelNoun} ids={[...new Set(document.lines.map((line) => String(line[labelKey])))]} />
        </p>
      )}
    </>
  )
}

const OtherParts = ({ kind, document }: PartProps) => (
  <>
    {takesInvoices(kind) && <InvoiceSection noun="document" id={document.id} {...(document.state !== 'reversed' && { kind })} />}
    <RelatedDocuments sources={document.relatedDocuments.sources} followers={document.relatedDocuments.followers} />
    {document.state !== 'draft' && <FolderSection id={document.id} />}
  </>
)

const DocumentHistory = ({ kind, document }: PartProps) => (
  <Section title={t('办理记录')} flush={false}>
    <Timeline items={eventItems(kind, document)} />
  </Section>
)

/** What holds it up: others before it, or an action that this device has not sent yet. */
const DocumentNotices = ({ document, keptTitle }: { document: DocumentInfo; keptTitle: string | undefined }) => (
  <>
    {document.ahead !== null && (
      <Notice
        text={document.ahead === 0 ? t('正在等候到货，排在第一位。') : t('正在等候到货，前面还有 {n} 份申请。', { n: document.ahead })}
      />
    )}
    {keptTitle !== undefined && (
      <Notice text={t('“{title}”还没有提交成功。', { title: t(keptTitle) })} action={t('查看')} onPress={() => go('/pages/outbox/index')} />
    )}
  </>
)

/** Subject, author, status. */
const Head = ({ kind, document, title }: PartProps & { title: string }) => {
  const { words, tone } = stateLook(kind, document)
  return (
    <Card className="mb-4">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-title font-semibold">{document.summary || title}</p>
        <Tag tone={tone}>{words}</Tag>
      </div>
      <p className="mt-1 text-small text-quiet">
        <CopyableText text={document.code} /> · {document.authorName} · {when(document.submittedAt ?? document.createdAt)}
      </p>
      {isDirect(document) && kind.directTitle && (
        <p className="mt-2">
          <Tag tone="plain">{t(kind.directTitle)}</Tag>
        </p>
      )}
      {document.amount && document.amount !== '0' && <p className="mt-2 text-large font-semibold">{moneyWords(document.amount)}</p>}
      {kind.stages && kind.stages.length > 1 && ['approved', 'inProgress', 'posted'].includes(document.state) && (
        <div className="mt-4">
          <Steps steps={kind.stages.map(({ title }) => t(title))} current={Math.min(document.stage, kind.stages.length) - 1} />
        </div>
      )}
    </Card>
  )
}

/** Its application, by the number that people call it by. */
const ApplicationLink = ({ kind, document }: PartProps) => {
  const { processId, processNumber, state, may } = document
  if (!processId) return null
  return (
    <Section>
      <Cell
        icon={Stamp}
        title={t('审批进度')}
        {...(processNumber !== null && { text: <span className="tabular-nums">{processNumber}</span> })}
        value={agreedStates.has(state) ? t('已通过') : stateLook(kind, document).words}
        {...(may.openApplication && { onPress: () => go('/pages/flow/progress', { processId }) })}
      />
    </Section>
  )
}

/** The assets that it made. */
const Created = ({ pieces }: { pieces: DocumentInfo['created'] }) =>
  pieces.length > 0 && (
    <Section
      title={t('生成的资产（{count}）', { count: pieces.length })}
      right={<PrintLabelsLink noun="asset" ids={pieces.map(({ id }) => id)} />}
      flush={false}
    >
      <ul className="flex flex-wrap gap-2">
        {pieces.map(({ id, code }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => goHref(detailHrefOf('asset', id))}
              className="pressable reach h-9 rounded-full bg-sunken px-3.5 text-small tabular-nums"
            >
              {code}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )

/** States that come after the approval. */
const agreedStates = new Set<DocumentInfo['state']>(['approved', 'inProgress', 'posted', 'reversed'])

/** States in which others may follow. */
const openStates = new Set<DocumentInfo['state']>(['posted', 'reversed'])

/** How much of a line has been fulfilled, and how much no one fulfils any more. */
const arrivedWords = (kind: DocumentKind, line: DocumentInfo['lines'][number], quantityField: string | undefined): string | undefined => {
  const quantity = line[quantityField ?? '']
  const { doneQuantity, givenUp } = line
  if (!isDecimal(quantity) || (kind.shortfallRule && compare(quantity, doneQuantity) <= 0)) return undefined
  const { brought, over } = assertDefined(kind.fulfilmentWords, `how ${kind.kind} is fulfilled`)
  const progressWords = t('{brought} {done} / {quantity}', { brought: t(brought), done: doneQuantity, quantity })
  return isPositive(givenUp) ? `${progressWords}${t('，')}${t(over)} ${givenUp}` : progressWords
}

/** What giving up the rest of a document is called. */
const overWords = (kind: DocumentKind): string => assertDefined(kind.fulfilmentWords, `how ${kind.kind} is fulfilled`).over

/** What is asked once more before it is done, and why: the words stand in the document's history. */
const questions = {
  reverse: {
    title: () => t('冲销这张单据?'),
    text: '所有变动将原样退回，单据保留并标记为已冲销。',
    label: '冲销原因',
    yes: () => '冲销',
    done: '已冲销',
    required: false,
  },
  giveUp: {
    title: (kind: DocumentKind) => t('余下的{over}?', { over: t(overWords(kind)) }),
    text: '没有办完的部分从待办中去掉，已办的不受影响。',
    label: '原因',
    yes: overWords,
    done: '已办理',
    required: true,
  },
} as const

type WhyProps = {
  kind: DocumentKind
  document: DocumentInfo
  asking: keyof typeof questions | undefined
  onClose: () => void
}

const WhySheet = ({ kind, document: { id, code }, asking, onClose }: WhyProps) => {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useBusy()
  const { title, text, label, yes, done, required } = questions[asking ?? 'reverse']
  const act = async () => {
    if (!asking) return
    setBusy(true)
    try {
      await call(documentOperations(kind)[asking], { id, ...(reason.trim() && { reason: reason.trim() }) }, { fresh: true })
      onClose()
      toast(t(done), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open={asking !== undefined}
      onClose={onClose}
      title={title(kind)}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button kind="danger" wide busy={busy} disabled={required && !reason.trim()} onClick={() => void act()}>
            {t(yes(kind))}
          </Button>
        </>
      }
    >
      <p className="px-1 pb-3 text-small text-quiet">
        {t('{label}：', { label: code })}
        {t(text)}
      </p>
      <Card flush>
        <TextArea label={t(label)} value={reason} onChange={setReason} required={required} {...(!required && { placeholder: t('可选') })} />
      </Card>
    </Sheet>
  )
}

/** What happened, newest first. */
const eventItems = (kind: DocumentKind, document: DocumentInfo): TimelineItem[] =>
  document.events
    .map(({ action, actorName, at, details }, index): TimelineItem => {
      const stage = kind.stages?.find(({ key }) => key === details['stage'])
      const reason = typeof details['reason'] === 'string' ? details['reason'] : ''
      return {
        key: String(index),
        title: stage ? t(stage.title) : actTitle(kind, action, details['direct'] === true),
        time: when(at),
        text: reason ? t('{label}：', { label: actorName }) + reason : actorText(document, actorName, details['receiver']),
        state: badEvents.has(action) ? 'bad' : 'done',
        ...(typeof details['signature'] === 'string' && { extra: <Signed path={details['signature']} /> }),
      }
    })
    .toReversed()

/** Who did it, and where that was for another person, for whom. */
const actorText = ({ names, receipts }: DocumentInfo, actorName: string, receiver: unknown): string => {
  const name = receipts.find(({ uid }) => uid === receiver)?.name ?? names[String(receiver)]
  return name === undefined ? actorName : t('{actor}，代{name}', { actor: actorName, name })
}

const actTitle = (kind: DocumentKind, action: string, isDirect: boolean): string =>
  isDirect ? t(kind.directTitle ?? '提交') : t(eventWords[action] ?? action)

/** What the person who received something wrote. */
const Signed = ({ path }: { path: string }) => (
  <img src={fileUrl(path)} alt={t('签名')} className="mt-2 h-16 max-w-48 rounded-control border border-line bg-white object-contain p-2" />
)

const eventWords: Readonly<Record<string, string>> = {
  save: '新建草稿',
  update: '修改',
  submit: '提交',
  post: '入账',
  await: '等待领取人确认',
  patch: '审批中修改',
  withdrawn: '撤回',
  returned: '退回',
  rejected: '驳回',
  reverse: '冲销',
  advance: '办理',
  giveUp: '余下的不再办理',
  receivePart: '只领到一部分',
}
const badEvents = new Set(['rejected', 'returned', 'reverse', 'giveUp', 'receivePart'])
