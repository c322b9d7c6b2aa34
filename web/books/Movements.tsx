import { useState } from 'react'
import { type EntryKind, entryKinds } from '../../domain/books/entryKind.ts'
import { costKindsOf, hasImpairment, hasOtherDepreciation, otherDepreciationOf } from '../../domain/books/movementKinds.ts'
import { bookMovements, type MovementGroup, type MovementRow } from '../../domain/books/operations.ts'
import { movementExport } from '../../domain/books/reportOperations.ts'
import { monthOfText, monthText } from '../../domain/books/month.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { useAsk } from '../ask.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Page } from '../look/Page.tsx'
import { Pending, PendingPart } from '../look/Pending.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { useSearch, useWide } from '../screen.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { BookPicker } from './BookPicker.tsx'
import { NothingClosed } from './ClosedMonth.tsx'
import { type BookState, closedMonths, lastClosed, useBook, useBookMonths } from './useBook.ts'
import { type MovementDrill, movementHref } from './drillHref.ts'
import { MonthSpanCard } from './MonthSpanCard.tsx'
import { useMonthSpan } from './useMonthSpan.ts'

/** What was there, what came and went by reason, and what is there, for a span of closed months. */
export default function Movements() {
  const search = useSearch('/pages/goods/GsBook/movements')
  const { bookId, options, choose, error, refetch } = useBook(search.bookId)
  const months = useBookMonths(bookId)
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId !== undefined && !months.data) return <Pending error={months.error} onRetry={months.refetch} />
  const last = months.data && lastClosed(months.data)
  if (bookId === undefined) return <NothingClosed />
  if (!months.data || !last) return <NothingClosed picker={<BookPicker options={options} bookId={bookId} onChoose={choose} />} />
  return (
    <Page width="full">
      {options.length > 1 && (
        <Card flush className="mb-3">
          <Choice label={t('账簿')} options={options} value={bookId} onChange={choose} required />
        </Card>
      )}
      <MovementsOf
        key={bookId}
        bookId={bookId}
        months={months.data}
        last={closedMonths(months.data).find((month) => month === search.to) ?? last.month}
      />
    </Page>
  )
}

const MovementsOf = ({ bookId, months, last }: { bookId: string; months: BookState; last: string }) => {
  const wide = useWide()
  const span = useMonthSpan(closedMonths(months), { from: undefined, to: last })
  const { from, to } = span
  const [by, setBy] = useState<MovementGroup>('category')
  const mayExport = useAllowed()('gsvalue:export')
  const { data, error, refetch } = useAsk(bookMovements, { bookId, from, to, by }, { keep: true })
  return (
    <>
      <MonthSpanCard span={span} />
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <Tabs
            look="pill"
            label={t('汇总方式')}
            tabs={[
              { value: 'category', label: t('按分类') },
              { value: 'department', label: t('按部门') },
            ]}
            value={by}
            onChange={setBy}
          />
        </div>
        {mayExport && <ExportButton operation={movementExport} asked={{ bookId, from, to, by }} title={t('增减变动表')} hasFormats />}
      </div>
      <div className="mt-3">
        {!data && <PendingPart error={error} onRetry={refetch} />}
        {data &&
          (wide ? (
            <MovementTable {...data} span={{ bookId, by, from, to }} />
          ) : (
            <MovementCards {...data} span={{ bookId, by, from, to }} />
          ))}
      </div>
    </>
  )
}

type DrillSpan = Pick<MovementDrill, 'bookId' | 'by'> & { readonly from: string; readonly to: string }
type Rows = { list: readonly MovementRow[]; total: MovementRow; span: DrillSpan }

const nameOf = ({ id, name }: MovementRow): string => (id === null ? t('未设置') : name)

const MovementTable = ({ list: rows, total, span }: Rows) => {
  const columns: Columns = {
    kinds: costKindsOf(rows),
    isOtherDepreciationShown: hasOtherDepreciation(rows),
    isImpairmentShown: hasImpairment(rows),
  }
  return (
    <>
      <Card flush>
        <div className="overflow-x-auto">
          <table className="w-full text-small tabular-nums">
            <thead className="bg-sunken text-quiet">
              <tr>
                <th className="px-2 py-2 pl-4 text-left align-bottom font-medium">{t('名称')}</th>
                <Head text={t('期初原值')} />
                {columns.kinds.map((kind) => (
                  <Head key={kind} text={t(entryKinds[kind])} />
                ))}
                <Head text={t('期末原值')} />
                <Head text={t('期初累计折旧')} />
                <Head text={t('本期折旧')} />
                {columns.isOtherDepreciationShown && <Head text={t('累计折旧其他增减')} />}
                <Head text={t('期末累计折旧')} />
                {columns.isImpairmentShown && <Head text={t('减值准备')} />}
                <Head text={t('期末净值')} />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <TableRow key={row.id ?? ''} row={row} name={nameOf(row)} columns={columns} drill={{ ...span, group: row.id }} />
              ))}
            </tbody>
            <tfoot className="font-semibold">
              <TableRow row={total} name={t('合计')} columns={columns} drill={{ ...span, group: undefined }} />
            </tfoot>
          </table>
        </div>
      </Card>
      <p className="px-1 pt-2 text-small text-faint">{t('金额单位：元')}</p>
    </>
  )
}

const Head = ({ text }: { text: string }) => <th className="px-2 py-2 text-right align-bottom font-medium last:pr-4">{text}</th>
/** An amount without the sign of its currency, which stands once below the table: twelve columns have room side by side. */
const Amount = ({ value, drill }: { value: string | undefined; drill: MovementDrill }) => (
  <td className="whitespace-nowrap px-2 py-2.5 text-right last:pr-4">
    {value === undefined || Number(value) === 0 ? (
      '—'
    ) : (
      <button type="button" className="cursor-pointer hover:text-accent hover:underline" onClick={() => goHref(movementHref(drill))}>
        {moneyWords(value).replace('¥', '')}
      </button>
    )}
  </td>
)

/** The columns that a table has for what its rows hold. */
type Columns = {
  readonly kinds: ReturnType<typeof costKindsOf>
  readonly isOtherDepreciationShown: boolean
  readonly isImpairmentShown: boolean
}

type RowDrill = DrillSpan & Pick<MovementDrill, 'group'>
type TableRowProps = { row: MovementRow; name: string; columns: Columns; drill: RowDrill }

const TableRow = ({ row, name, columns, drill }: TableRowProps) => {
  const openingDrill: MovementDrill = { ...drill, from: undefined, to: monthText(monthOfText(drill.from) - 1) }
  const closingDrill: MovementDrill = { ...drill, from: undefined }
  return (
    <tr className="border-t border-line">
      <td className="min-w-24 px-2 py-2.5 pl-4 text-left">{name}</td>
      <Amount value={row.opening.cost} drill={openingDrill} />
      {columns.kinds.map((kind) => (
        <Amount key={kind} value={row.movements[kind]?.cost} drill={ofKind(drill, kind)} />
      ))}
      <Amount value={row.closing.cost} drill={closingDrill} />
      <Amount value={row.opening.depreciation} drill={openingDrill} />
      <Amount value={row.movements['depreciation']?.depreciation} drill={ofKind(drill, 'depreciation')} />
      {columns.isOtherDepreciationShown && (
        <Amount value={otherDepreciationOf(row)} drill={{ ...drill, kinds: { is: 'notIn', value: ['depreciation'] } }} />
      )}
      <Amount value={row.closing.depreciation} drill={closingDrill} />
      {columns.isImpairmentShown && <Amount value={row.closing.impairment} drill={closingDrill} />}
      <Amount value={row.closing.net} drill={closingDrill} />
    </tr>
  )
}

const ofKind = (drill: RowDrill, kind: EntryKind): MovementDrill => ({ ...drill, kinds: { is: 'in', value: [kind] } })

const MovementCards = ({ list, total, span }: Rows) => (
  <>
    <MovementCard row={total} name={t('合计')} drill={{ ...span, group: undefined }} />
    {list.map((row) => (
      <MovementCard key={row.id ?? ''} row={row} name={nameOf(row)} drill={{ ...span, group: row.id }} />
    ))}
  </>
)

const MovementCard = ({ row, name, drill }: { row: MovementRow; name: string; drill: RowDrill }) => (
  <Section
    title={name}
    right={
      <span className="flex items-center gap-2">
        <span className="text-small text-quiet">{t('{count}项', { count: row.closing.assets })}</span>
        <Button kind="plain" size="small" onClick={() => goHref(movementHref(drill))}>
          {t('明细')}
        </Button>
      </span>
    }
  >
    <Value label={t('期初原值')}>{moneyWords(row.opening.cost)}</Value>
    {costKindsOf([row]).map((kind) => (
      <Value key={kind} label={t(entryKinds[kind])}>
        {moneyWords(row.movements[kind]?.cost ?? '0')}
      </Value>
    ))}
    <Value label={t('期末原值')}>{moneyWords(row.closing.cost)}</Value>
    <Value label={t('期初累计折旧')}>{moneyWords(row.opening.depreciation)}</Value>
    <Value label={t('本期折旧')}>{moneyWords(row.movements['depreciation']?.depreciation ?? '0')}</Value>
    {hasOtherDepreciation([row]) && <Value label={t('累计折旧其他增减')}>{moneyWords(otherDepreciationOf(row))}</Value>}
    <Value label={t('期末累计折旧')}>{moneyWords(row.closing.depreciation)}</Value>
    {hasImpairment([row]) && <Value label={t('减值准备')}>{moneyWords(row.closing.impairment)}</Value>}
    <Value label={t('期末净值')}>
      <span className="font-semibold">{moneyWords(row.closing.net)}</span>
    </Value>
  </Section>
)
