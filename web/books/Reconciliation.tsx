import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { readPastedBalances } from '../../domain/books/pastedBalances.ts'
import { balancesSave, reconciliation, type ReconciledRow } from '../../domain/books/voucherOperations.ts'
import { isDecimal, toFixed } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { cellsOf } from '../documents/grid/clipboard.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Notice } from '../look/Notice.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Page } from '../look/Page.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { t } from '../words.ts'
import { ClosedMonth } from './ClosedMonth.tsx'

/** The accounts of the assets at the end of a closed month beside what the general ledger shows, with what a difference may come of. */
export default function Reconciliation() {
  return (
    <ClosedMonth>
      {({ bookId, month, picker }) => (
        <Page width="form">
          {picker}
          <Accounts key={`${bookId} ${month}`} bookId={bookId} month={month} />
        </Page>
      )}
    </ClosedMonth>
  )
}

const Accounts = ({ bookId, month }: { bookId: Id; month: string }) => {
  const { data, error, refetch } = useAsk(reconciliation, { bookId, month })
  const [typedBalance, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { send, sending: isSending } = useSend(balancesSave, { done: '已保存' })
  const mayType = useAllowed()('gsvalue:reconcile')
  if (!data) return <PendingPart error={error} onRetry={refetch} />
  const isWrong = (balance: string) => balance !== '' && !isDecimal(balance)
  const hasWrong = Object.values(typedBalance).some(isWrong)
  const save = async () => {
    const balances = Object.entries(typedBalance).map(([account, balance]) => ({ account, balance }))
    try {
      await send({ bookId, month, balances })
    } catch {
      return
    }
    setTyped({})
  }
  return (
    <>
      {data.list.map((row) => (
        <AccountCard
          key={row.account}
          row={row}
          typedBalance={typedBalance[row.account]}
          onType={mayType ? (balance) => setTyped((before) => ({ ...before, [row.account]: balance })) : undefined}
          isWrong={isWrong(typedBalance[row.account] ?? '')}
        />
      ))}
      {data.vouchersWithoutUses > 0 && (
        <Notice
          text={t('有{count}张较早的凭证没有记下科目的用途：金额仍计入凭证累计，但审计不把它们与账簿分录逐项核对', {
            count: data.vouchersWithoutUses,
          })}
        />
      )}
      {mayType && (
        <PasteButton
          accounts={data.list.map(({ account }) => account)}
          onPaste={(balances) => setTyped((before) => ({ ...before, ...balances }))}
        />
      )}
      {mayType && (
        <Button
          size="large"
          wide
          busy={isSending}
          disabled={Object.keys(typedBalance).length === 0 || hasWrong}
          onClick={() => void save()}
        >
          {t('保存并核对')}
        </Button>
      )}
    </>
  )
}

const titlesByUse = { asset: '固定资产', depreciation: '累计折旧', impairment: '减值准备' } as const

const reasonWords = {
  unsent: '凭证{about}还没有总账凭证号，可能未传入总账',
  unnumbered: '凭证{about}已推送，总账没有返回凭证号：可能还没有记账，请在总账中核实并填写凭证号',
  voided: '凭证{about}作废或重做过，总账中可能还是作废的那一张：请在总账中冲销',
  disposal: '与处置凭证{about}的金额相同：总账可能在别的月份记了这笔处置',
  otherAccount: '科目{about}有相反的差异：可能记错了科目',
  rounding: '差异在1元以内：可能是尾差',
  byHand: '总账中可能有手工录入的凭证',
} as const

type AccountProps = {
  row: ReconciledRow
  typedBalance: string | undefined
  onType: ((balance: string) => void) | undefined
  isWrong: boolean
}

const AccountCard = ({ row, typedBalance, onType, isWrong }: AccountProps) => (
  <Section title={`${row.account} ${t(titlesByUse[row.use])}`} right={<DifferenceTag row={row} />}>
    <Value label={t('卡片合计')}>
      <span className="tabular-nums">{moneyWords(row.cards)}</span>
    </Value>
    <Value label={t('凭证累计')}>
      <span className="tabular-nums">{moneyWords(row.vouchers)}</span>
    </Value>
    {onType ? (
      <TextField
        label={t('总账余额')}
        value={typedBalance ?? (row.ledger === null ? '' : toFixed(row.ledger, 2))}
        onChange={onType}
        inputMode="decimal"
        hint={t('借方为正，贷方为负')}
        {...(isWrong && { error: t('应为金额') })}
      />
    ) : (
      <Value label={t('总账余额')}>{row.ledger === null ? '' : moneyWords(row.ledger)}</Value>
    )}
    {Number(row.voucherDifference) !== 0 && (
      <p className="px-4 py-3 text-small text-quiet">
        {t('卡片与凭证相差{amount}：结账后改过入账科目，以前的凭证仍在原来的科目上', { amount: moneyWords(row.voucherDifference) })}
      </p>
    )}
    {row.reason && (
      <p className="px-4 py-3 text-small text-quiet">
        {t(reasonWords[row.reason], { about: (row.about ?? '').replaceAll('、', t('、')) })}
      </p>
    )}
  </Section>
)

type PasteProps = { accounts: readonly string[]; onPaste: (balances: Readonly<Record<string, string>>) => void }

/** So many characters of a table of balances are taken. */
const pastedLength = 100_000

/** Fills in the balances from rows that were copied out of the general ledger. */
const PasteButton = ({ accounts, onPaste }: PasteProps) => {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const balances = readPastedBalances(cellsOf(text)).filter(({ account }) => accounts.includes(account))
  const paste = () => {
    onPaste(Object.fromEntries(balances.map(({ account, balance }) => [account, balance])))
    setText('')
    setOpen(false)
  }
  return (
    <div className="flex justify-end pb-3">
      <Button kind="secondary" size="small" icon={ClipboardPaste} onClick={() => setOpen(true)}>
        {t('粘贴余额表')}
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('粘贴余额表')}
        footer={
          <Button size="large" wide disabled={balances.length === 0} onClick={paste}>
            {t('填入{count}个科目', { count: balances.length })}
          </Button>
        }
      >
        <Card flush>
          <TextArea
            label={t('从总账的科目余额表复制的行')}
            value={text}
            onChange={setText}
            lines={8}
            max={pastedLength}
            hint={t('第一列是科目编码，后面是余额、方向和余额，或期末借方和期末贷方')}
          />
        </Card>
      </Sheet>
    </div>
  )
}

const DifferenceTag = ({ row: { difference } }: { row: ReconciledRow }) => {
  if (difference === null) return <Tag tone="plain">{t('待填写')}</Tag>
  if (Number(difference) === 0) return <Tag tone="good">{t('一致')}</Tag>
  return <Tag tone="bad">{t('相差{amount}', { amount: moneyWords(difference) })}</Tag>
}
