import { Printer } from 'lucide-react'
import { useState } from 'react'
import { lineTitle, voucherEvents } from '../../domain/books/voucher.ts'
import {
  voucherExport,
  voucherFormats,
  voucherList,
  voucherNumber,
  voucherPush,
  type VoucherRow,
} from '../../domain/books/voucherOperations.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Id } from '../../kernel/id.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { downloadSheet } from '../forms/sheetFile.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { Page } from '../look/Page.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { ClosedMonth } from './ClosedMonth.tsx'

/** The vouchers of a closed month, for the general ledger. */
export default function Vouchers() {
  return (
    <ClosedMonth>
      {({ bookId, month, picker }) => (
        <Page width="form">
          {picker}
          <VouchersOf key={`${bookId} ${month}`} bookId={bookId} month={month} />
        </Page>
      )}
    </ClosedMonth>
  )
}

const VouchersOf = ({ bookId, month }: { bookId: Id; month: string }) => {
  const { data, error, refetch } = useAsk(voucherList, { bookId, month })
  const [chosenIds, setChosenIds] = useState<readonly Id[]>([])
  if (!data) return <PendingPart error={error} onRetry={refetch} />
  if (data.list.length === 0) return <Empty title={t('{month}没有凭证', { month })} text={t('本月没有折旧，也没有资产增减。')} />
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2 pb-3">
        <PushButton bookId={bookId} month={month} vouchers={data} />
        <PrintButton bookId={bookId} month={month} vouchers={data.list} chosenIds={chosenIds} />
        <ExportButtons bookId={bookId} month={month} />
      </div>
      {data.list.map((voucher) => (
        <VoucherCard
          key={voucher.id}
          voucher={voucher}
          isChosen={chosenIds.includes(voucher.id)}
          onChoose={(isChosen) => setChosenIds((ids) => (isChosen ? [...ids, voucher.id] : ids.filter((id) => id !== voucher.id)))}
          onPrint={() => printVouchers({ bookId, month, ids: [voucher.id] })}
        />
      ))}
    </>
  )
}

const printVouchers = ({ ids, ...query }: { bookId: Id; month: string; ids: readonly Id[] }) =>
  go('/pages/goods/GsBook/voucherPrint', { ...query, ...(ids.length > 0 && { ids: ids.join(',') }) })

type PrintButtonProps = { bookId: Id; month: string; vouchers: readonly VoucherRow[]; chosenIds: readonly Id[] }

/** Prints what is chosen, in the order of the list, otherwise all vouchers of the month that count. */
const PrintButton = ({ bookId, month, vouchers, chosenIds }: PrintButtonProps) => {
  const ids = vouchers.flatMap(({ id }) => (chosenIds.includes(id) ? [id] : []))
  if (ids.length === 0 && vouchers.every(({ isVoided }) => isVoided)) return null
  return (
    <Button kind="secondary" size="small" icon={Printer} onClick={() => printVouchers({ bookId, month, ids })}>
      {ids.length === 0 ? t('打印本月凭证') : t('打印所选{count}张', { count: ids.length })}
    </Button>
  )
}

const ExportButtons = ({ bookId, month }: { bookId: Id; month: string }) => {
  const mayExport = useAllowed()('gsvalue:export')
  const [busyFormat, setBusyFormat] = useState<string>()
  if (!mayExport) return null
  const save = async (format: keyof typeof voucherFormats) => {
    setBusyFormat(format)
    try {
      await downloadSheet(voucherExport, { bookId, month, format }, `${t('记账凭证')}-${month}-${format}.xlsx`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusyFormat(undefined)
    }
  }
  return (
    <>
      {keysOf(voucherFormats).map((format) => (
        <Button key={format} kind="secondary" size="small" busy={busyFormat === format} onClick={() => void save(format)}>
          {t('导出到{program}', { program: t(voucherFormats[format]) })}
        </Button>
      ))}
    </>
  )
}

/** Sends what the general ledger has not taken; what becomes of it stands on the vouchers. */
const PushButton = ({ bookId, month, vouchers }: { bookId: Id; month: string; vouchers: OutputOf<typeof voucherList> }) => {
  const mayPush = useAllowed()('gsvalue:reconcile')
  const { send, sending: isSending } = useSend(voucherPush, { done: '已开始推送，结果显示在凭证上' })
  const isOpen = vouchers.list.some(({ isVoided, isPushed }) => !isVoided && !isPushed)
  if (!mayPush || !vouchers.hasService || !isOpen) return null
  return (
    <Button kind="secondary" size="small" busy={isSending} onClick={() => void send({ bookId, month }).catch(() => undefined)}>
      {t('推送到总账')}
    </Button>
  )
}

type VoucherCardProps = { voucher: VoucherRow; isChosen: boolean; onChoose: (isChosen: boolean) => void; onPrint: () => void }

const VoucherCard = ({ voucher, isChosen, onChoose, onPrint }: VoucherCardProps) => {
  const [isNumbering, setNumbering] = useState(false)
  const mayNumber = useAllowed()('gsvalue:reconcile') && !voucher.isVoided
  return (
    <Section
      title={`${voucher.code} ${t(voucherEvents[voucher.event])}`}
      right={<VoucherState voucher={voucher} onNumber={mayNumber ? () => setNumbering(true) : undefined} />}
    >
      <table className="w-full text-small tabular-nums">
        <thead className="bg-sunken text-quiet">
          <tr>
            <th className="px-4 py-2 text-left font-medium">{t('科目')}</th>
            <th className="px-4 py-2 text-right font-medium">{t('借方')}</th>
            <th className="px-4 py-2 text-right font-medium">{t('贷方')}</th>
          </tr>
        </thead>
        <tbody>
          {voucher.lines.map(({ step, account, accountName, deptName, costObject, debit, credit }, index) => (
            <tr key={index} className="border-t border-line">
              <td className="px-4 py-2.5">
                {step && <span className="block text-tiny text-quiet">{t(lineTitle(voucher.event, step))}</span>}
                {accountName === null ? account : `${account} ${t(accountName)}`}
                {(deptName ?? costObject) !== null && (
                  <span className="block text-tiny text-quiet">{[deptName, costObject].filter(Boolean).join(' · ')}</span>
                )}
              </td>
              <td className="whitespace-nowrap px-4 py-2.5 text-right">{Number(debit) === 0 ? '' : moneyWords(debit)}</td>
              <td className="whitespace-nowrap px-4 py-2.5 text-right">{Number(credit) === 0 ? '' : moneyWords(credit)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr className="border-t border-line">
            <td className="px-4 py-2.5">{t('合计')}</td>
            <td className="whitespace-nowrap px-4 py-2.5 text-right">{moneyWords(voucher.total)}</td>
            <td className="whitespace-nowrap px-4 py-2.5 text-right">{moneyWords(voucher.total)}</td>
          </tr>
        </tfoot>
      </table>
      {voucher.pushError && (
        <p className="px-4 py-3 text-small text-bad">{t('推送没有成功：{reason}', { reason: t(voucher.pushError) })}</p>
      )}
      <div className="flex items-center justify-between border-t border-line px-4 py-1.5 text-small text-quiet">
        <label className="flex min-h-9 items-center gap-2">
          <CheckBox
            aria-label={t('选择{name}', { name: voucher.code })}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          {t('选择')}
        </label>
        <span className="flex items-center gap-2">
          {voucher.documentCount > 0 && t('附单据{count}张', { count: voucher.documentCount })}
          <Button kind="plain" size="small" icon={Printer} onClick={onPrint}>
            {t('打印')}
          </Button>
        </span>
      </div>
      <NumberSheet voucher={voucher} isOpen={isNumbering} onClose={() => setNumbering(false)} />
    </Section>
  )
}

const VoucherState = ({ voucher, onNumber }: { voucher: VoucherRow; onNumber: (() => void) | undefined }) => {
  if (voucher.isVoided)
    return (
      <span className="flex items-center gap-2">
        {voucher.foreignNumber && <Tag tone="warn">{t('总账 {number}', { number: voucher.foreignNumber })}</Tag>}
        <Tag tone="bad">{t('凭证已作废')}</Tag>
      </span>
    )
  return (
    <span className="flex items-center gap-2">
      <LedgerTag voucher={voucher} />
      {onNumber && (
        <Button kind="plain" size="small" onClick={onNumber}>
          {t('凭证号')}
        </Button>
      )}
    </span>
  )
}

const LedgerTag = ({ voucher: { foreignNumber, isPushed } }: { voucher: VoucherRow }) => {
  if (foreignNumber) return <Tag tone="good">{t('总账 {number}', { number: foreignNumber })}</Tag>
  return isPushed ? <Tag tone="plain">{t('已推送，待凭证号')}</Tag> : <Tag tone="warn">{t('未传总账')}</Tag>
}

const NumberSheet = ({ voucher, isOpen, onClose }: { voucher: VoucherRow; isOpen: boolean; onClose: () => void }) => {
  const [number, setNumber] = useState(voucher.foreignNumber ?? '')
  const { send, sending: isSending } = useSend(voucherNumber, { done: '已保存' })
  const save = async () => {
    try {
      await send({ id: voucher.id, foreignNumber: number })
    } catch {
      return
    }
    onClose()
  }
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={t('总账中的凭证号')}
      footer={
        <Button size="large" wide busy={isSending} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <Card flush>
        <TextField label={t('凭证号')} value={number} onChange={setNumber} maxLength={40} />
      </Card>
    </Sheet>
  )
}
