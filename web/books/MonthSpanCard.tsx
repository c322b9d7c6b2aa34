import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { t } from '../words.ts'
import type { useMonthSpan } from './useMonthSpan.ts'

type Props = { span: Pick<ReturnType<typeof useMonthSpan>, 'from' | 'to' | 'setFrom' | 'changeTo' | 'fromOptions' | 'toOptions'> }

/** The first and the last month that a report is about. */
export const MonthSpanCard = ({ span: { from, to, setFrom, changeTo, fromOptions, toOptions } }: Props) => (
  <Card flush className="mb-3">
    <div className="grid grid-cols-2">
      <Choice label={t('从')} options={fromOptions} value={from} onChange={setFrom} required />
      <Choice label={t('到')} options={toOptions} value={to} onChange={changeTo} required />
    </div>
  </Card>
)
