import { useState } from 'react'
import { assetValues } from '../../domain/books/operations.ts'
import { depreciationMethods } from '../../domain/books/depreciation.ts'
import { entryKinds } from '../../domain/books/entryKind.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { documentHref } from '../places.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'

type BookValue = OutputOf<typeof assetValues>['list'][number]

/** What an asset is worth in each book, on its card, for the person who may see values. */
export const AssetBookValues = ({ id }: { id: Id }) => (useAllowed()('gsvalue:list') ? <Shown id={id} /> : null)

const Shown = ({ id }: { id: Id }) => {
  const { data } = useAsk(assetValues, { id })
  return data?.list.map((value) => <BookSection key={value.bookId} value={value} invoices={data.invoices} />)
}

const methodTitles: Readonly<Record<string, string>> = depreciationMethods
const kindTitles: Readonly<Record<string, string>> = entryKinds

type SectionProps = { value: BookValue; invoices: OutputOf<typeof assetValues>['invoices'] }

const BookSection = ({ value, invoices }: SectionProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={t('账面价值 · {book}', { book: value.bookName })}
      right={
        <Button kind="plain" size="small" onClick={() => setOpen(true)}>
          {t('明细')}
        </Button>
      }
      note={t('截至{month}，{method}，已提{months}个月', {
        month: value.month,
        method: t(methodTitles[value.method] ?? value.method),
        months: value.monthsCharged,
      })}
    >
      <Value label={t('账面原值')}>{moneyWords(value.cost)}</Value>
      {value.invoiceDifference !== null && Number(value.invoiceDifference) !== 0 && (
        <Value label={t('与发票的差额')}>
          <span className="text-warn">{moneyWords(value.invoiceDifference)}</span>
        </Value>
      )}
      <Value label={t('累计折旧')}>{moneyWords(value.depreciation)}</Value>
      {Number(value.impairment) !== 0 && <Value label={t('减值准备')}>{moneyWords(value.impairment)}</Value>}
      <Value label={t('净值')}>
        <span className="font-semibold">{moneyWords(value.net)}</span>
      </Value>
      <Value label={t('本月折旧')}>{moneyWords(value.charge)}</Value>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={value.bookName}>
        <Details value={value} invoices={invoices} />
      </Sheet>
    </Section>
  )
}

const amountOf = ({ cost, depreciation, impairment }: BookValue['entries'][number]): string =>
  [
    Number(cost) !== 0 && t('原值{amount}', { amount: moneyWords(cost) }),
    Number(depreciation) !== 0 && t('折旧{amount}', { amount: moneyWords(depreciation) }),
    Number(impairment) !== 0 && t('减值{amount}', { amount: moneyWords(impairment) }),
  ]
    .filter(Boolean)
    .join(' · ')

const Details = ({ value, invoices }: SectionProps) => (
  <>
    <Section title={t('条件')}>
      <Value label={t('投入使用日期')}>{value.inServiceOn}</Value>
      <Value label={t('使用年限（月）')}>{value.lifeMonths}</Value>
      <Value label={t('预计净残值')}>{moneyWords(value.residual)}</Value>
    </Section>
    {invoices.length > 0 && <Invoices value={value} invoices={invoices} />}
    <Section title={t('分录')}>
      {value.entries.map(({ documentId, documentKind, documentCode, ...entry }, index) => (
        <Cell
          key={index}
          title={`${entry.month} ${t(kindTitles[entry.kind] ?? entry.kind)}`}
          text={documentCode}
          value={<span className="tabular-nums">{amountOf({ documentId, documentKind, documentCode, ...entry })}</span>}
          {...(documentId && documentKind && { onPress: () => goHref(documentHref(documentKind, documentId)) })}
        />
      ))}
    </Section>
    {value.forecast.length > 0 && (
      <Section title={t('以后的月份')}>
        {value.forecast.map(({ month, charge, net }) => (
          <Value key={month} label={month}>
            {t('折旧{amount}', { amount: moneyWords(charge) })} · {t('净值{amount}', { amount: moneyWords(net) })}
          </Value>
        ))}
      </Section>
    )}
  </>
)

/** The invoices that the cost is made of, and what it differs from them by. */
const Invoices = ({ value: { cost, invoiceDifference }, invoices }: SectionProps) => (
  <Section title={t('原值的发票')} note={t('一张发票关联多件资产时按单价分摊；原值等于不含税或含税金额即为一致')}>
    {invoices.map(({ id, number, sellerName, amount, tax }) => (
      <Cell
        key={id}
        title={sellerName}
        text={number}
        value={
          <span className="block text-right tabular-nums">
            {moneyWords(amount)}
            <span className="block text-tiny text-quiet">{t('税额{amount}', { amount: moneyWords(tax) })}</span>
          </span>
        }
        onPress={() => go('/pages/goods/invoices/detail', { id })}
      />
    ))}
    <Value label={t('账面原值')}>{moneyWords(cost)}</Value>
    {invoiceDifference !== null && (
      <Value label={t('与发票的差额')}>
        {Number(invoiceDifference) === 0 ? t('一致') : <span className="text-warn">{moneyWords(invoiceDifference)}</span>}
      </Value>
    )}
  </Section>
)
