import { FileText, Link2, PackagePlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { invoiceSources, signatureStates } from '../../domain/invoices/invoice.ts'
import { invoicedKinds } from '../../domain/invoices/kinds.ts'
import { invoiceDelete, type InvoiceInfo, invoiceLink, invoiceMatch, invoiceRead } from '../../domain/invoices/operations.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { useAsk } from '../ask.ts'
import { fileUrl } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { WriteButton } from '../licence/WriteButton.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Notice } from '../look/Notice.tsx'
import { choose, confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { Timeline } from '../look/Timeline.tsx'
import { detailHrefOf, documentHref, editPathOfKind } from '../places.ts'
import { useScreen } from '../screen.ts'
import { useSend } from '../send.ts'
import { CopyableText } from '../shell/CopyableText.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'
import { back, go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { InvoiceLines } from './InvoiceLines.tsx'
import { amountWords, CoverageTag } from './invoiceLook.tsx'

/** One invoice: what it says, what is wrong with it, what it is linked with, and what may be done with it. */
export default function InvoiceDetail() {
  const { search } = useScreen()
  const id = search['id'] ?? ''
  const { data, error, refetch } = useAsk(invoiceRead, { id })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Detail invoice={data} onRefresh={refetch} />
}

const Detail = ({ invoice, onRefresh }: { invoice: InvoiceInfo; onRefresh: () => Promise<unknown> }) => {
  const isAllowed = useAllowed()
  const mayWrite = isAllowed('gsinvoice:save')
  const [isLinking, setLinking] = useState(false)
  const isLinked = invoice.uses.length > 0 || invoice.assets.length > 0
  return (
    <Page
      title={t('发票详情')}
      onRefresh={onRefresh}
      right={<DetailTools invoice={invoice} mayWrite={mayWrite} isLinked={isLinked} />}
      bottom={mayWrite && !invoice.isRed && <Actions invoice={invoice} onLink={() => setLinking(true)} />}
    >
      <Head invoice={invoice} />
      {invoice.notes.map(({ words, params }) => (
        <Notice key={words + JSON.stringify(params)} text={t(words, params)} />
      ))}
      <div className="wide:grid wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] wide:items-start wide:gap-x-6">
        <div>
          <InvoiceLines invoice={invoice} isEnabled={mayWrite} />
          <Links invoice={invoice} mayWrite={mayWrite} />
        </div>
        <div>
          <Facts invoice={invoice} />
          <RedAndBlue invoice={invoice} />
          <Section title={t('办理记录')} flush={false}>
            <Timeline
              items={invoice.events.map(({ action, actorName, at, subject }, index) => ({
                key: String(index),
                title: t(eventWords[action] ?? action),
                time: when(at),
                text: [actorName, subject].filter(Boolean).join(' · '),
                state: action === 'delete' || action === 'unlink' ? 'bad' : 'done',
              }))}
            />
          </Section>
        </div>
      </div>
      {isLinking && <LinkSheet invoice={invoice} onClose={() => setLinking(false)} />}
    </Page>
  )
}

const LinkSheet = loadLater(() => import('./LinkSheet.tsx'), { missing: ({ onClose }) => onClose() })

const eventWords: Readonly<Record<string, string>> = {
  upload: '上传',
  save: '手工录入',
  update: '修改',
  match: '匹配明细',
  link: '关联到单据',
  unlink: '取消关联',
  linkCard: '关联资产',
  unlinkCard: '取消关联资产',
  delete: '删除',
  restore: '恢复',
}

type DetailToolsProps = { invoice: InvoiceInfo; mayWrite: boolean; isLinked: boolean }

const DetailTools = ({ invoice, mayWrite, isLinked }: DetailToolsProps) => {
  const mayDelete = useAllowed()('gsinvoice:delete')
  const { send } = useSend(invoiceDelete, { done: '已删除' })
  const remove = async () => {
    if (!(await confirmDelete(t('确定删除这张发票吗?'), t('可以在“已删除的发票”里恢复。')))) return
    await send({ id: invoice.id }).then(() => back(), ignoreCallError)
  }
  return (
    <>
      {mayWrite && invoice.source === 'typed' && !isLinked && (
        <IconButton icon={Pencil} label={t('修改')} iconSize={20} onClick={() => go('/pages/goods/invoices/edit', { id: invoice.id })} />
      )}
      {mayDelete && !isLinked && <IconButton icon={Trash2} label={t('删除')} iconSize={20} onClick={() => void remove()} />}
    </>
  )
}

/** A new document with its lines, or one that is there; proposals are agreed to together. */
const Actions = ({ invoice, onLink }: { invoice: InvoiceInfo; onLink: () => void }) => {
  const isAllowed = useAllowed()
  const { send, sending: busy } = useSend(invoiceMatch, { done: '已匹配，下次同样的明细会自动沿用' })
  const proposals = invoice.lines.flatMap(({ lineNo, item, matchedBy }) =>
    item && matchedBy !== 'chosen' ? [{ lineNo, item: { noun: item.noun, id: item.id } }] : [],
  )
  const kinds = invoicedKinds.filter((kind) => isAllowed(`${codeOf(kind)}:save`))
  const create = async () => {
    const kind = await choose(
      t('用这张发票新建'),
      kinds.map((kind) => ({ value: kind.kind, label: t(kind.title) })),
    )
    if (kind) goHref(hrefOf(editPathOfKind(kind), { invoice: invoice.id }))
  }
  return (
    <>
      {proposals.length > 0 && (
        <WriteButton
          kind="secondary"
          size="large"
          busy={busy}
          onClick={() => void send({ id: invoice.id, lines: proposals }).catch(ignoreCallError)}
        >
          {t('采用建议（{count}）', { count: proposals.length })}
        </WriteButton>
      )}
      <WriteButton kind="secondary" size="large" icon={Link2} onClick={onLink}>
        {t('关联')}
      </WriteButton>
      {kinds.length > 0 && invoice.coverage !== 'whole' && (
        <WriteButton size="large" icon={PackagePlus} wide className="wide:w-auto!" onClick={() => void create()}>
          {t('新建单据')}
        </WriteButton>
      )}
    </>
  )
}

const Head = ({ invoice }: { invoice: InvoiceInfo }) => (
  <Card className="mb-4">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 text-title font-semibold">{invoice.sellerName}</p>
      <CoverageTag coverage={invoice.coverage} isRed={invoice.isRed} />
    </div>
    <p className="mt-1 text-small text-quiet">
      <CopyableText text={invoice.number} /> · {invoice.issuedOn}
      {invoice.kind && ` · ${invoice.kind}`}
    </p>
    {invoice.total !== null && (
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <span className={`text-large font-semibold ${invoice.isRed ? 'text-bad' : ''}`}>{amountWords(invoice.total)}</span>
        <span className="text-small text-quiet">
          {t('金额{amount}，税额{tax}', { amount: amountWords(invoice.amount), tax: amountWords(invoice.tax) })}
        </span>
      </p>
    )}
    <p className="mt-2 flex flex-wrap gap-2">
      <Tag tone="plain">{t(invoiceSources[invoice.source])}</Tag>
      {invoice.source !== 'typed' && (
        <Tag tone={invoice.signature === 'intact' ? 'good' : 'plain'}>{t(signatureStates[invoice.signature])}</Tag>
      )}
    </p>
  </Card>
)

const Facts = ({ invoice }: { invoice: InvoiceInfo }) => (
  <Section title={t('基本信息')}>
    <Value label={t('销售方税号')}>{invoice.sellerTaxNumber}</Value>
    <Value label={t('购买方')}>{invoice.buyerName}</Value>
    <Value label={t('购买方税号')}>{invoice.buyerTaxNumber}</Value>
    {invoice.code && <Value label={t('发票代码')}>{invoice.code}</Value>}
    {invoice.remark && (
      <Value label={t('备注')}>
        <span className="whitespace-pre-line">{invoice.remark}</span>
      </Value>
    )}
    <Value label={t('录入人')}>{`${invoice.createdByName} · ${when(invoice.createdAt)}`}</Value>
    {invoice.file && (
      <a
        href={fileUrl(invoice.file.path)}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-13 items-center gap-2 px-4 text-body text-accent-strong"
      >
        <FileText size={18} className="shrink-0" aria-hidden />
        <span className="min-w-0 truncate">{invoice.file.name}</span>
      </a>
    )}
  </Section>
)

/** The invoice that this one takes back, and those that take it back. */
const RedAndBlue = ({ invoice: { blue, blueNumber, reds } }: { invoice: InvoiceInfo }) => {
  if (blueNumber === '' && reds.length === 0) return null
  const rowOf = ({ id, number, issuedOn, total }: NonNullable<InvoiceInfo['blue']>) => (
    <Cell key={id} title={number} text={issuedOn} value={amountWords(total)} onPress={() => go('/pages/goods/invoices/detail', { id })} />
  )
  return (
    <Section title={blueNumber === '' ? t('冲销它的红字发票') : t('被冲销的蓝字发票')}>
      {blue ? rowOf(blue) : blueNumber !== '' && <Cell title={blueNumber} text={t('这里还没有这张发票')} />}
      {reds.map(rowOf)}
    </Section>
  )
}

/** The documents and the cards that it is linked with. */
const Links = ({ invoice, mayWrite }: { invoice: InvoiceInfo; mayWrite: boolean }) => {
  const { send, sending: busy } = useSend(invoiceLink, { done: '已取消关联' })
  const unlink = async (documentId: string, code: string) => {
    if (await confirm({ title: t('取消与{code}的关联?', { code }), yes: t('取消关联'), danger: true }))
      await send({ id: invoice.id, documentId, uses: [] }).catch(ignoreCallError)
  }
  return (
    <>
      {[...Map.groupBy(invoice.uses, ({ documentId }) => documentId)].map(([documentId, uses]) => {
        const [{ kind, code } = { kind: '', code: '' }] = uses
        return (
          <Section
            key={documentId}
            title={t(documentKind(kind)?.title ?? '')}
            right={
              mayWrite && (
                <WriteButton kind="plain" size="small" busy={busy} onClick={() => void unlink(documentId, code)}>
                  {t('取消关联')}
                </WriteButton>
              )
            }
          >
            <Cell title={code} onPress={() => goHref(documentHref(kind, documentId))} />
            {uses.map((use) => (
              <Cell
                key={`${use.lineNo} ${use.itemId}`}
                title={use.itemName}
                text={t('第{line}行', { line: use.lineNo })}
                value={[use.quantity === '0' ? '' : `× ${use.quantity}`, amountWords(use.amount)].filter(Boolean).join(' · ')}
              />
            ))}
          </Section>
        )
      })}
      {invoice.assets.length > 0 && (
        <Section title={t('资产（{count}）', { count: invoice.assets.length })} flush={false}>
          <ul className="flex flex-wrap gap-2">
            {invoice.assets.map(({ id, code, name }) => (
              <li key={id}>
                <button
                  type="button"
                  title={name}
                  onClick={() => goHref(detailHrefOf('asset', id))}
                  className="pressable reach h-9 rounded-full bg-sunken px-3.5 text-small tabular-nums"
                >
                  {code}
                </button>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
