import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { InputOf } from '../../../../domain/operations/define.ts'
import { flowOperations } from '../../../../domain/operations/flows.ts'
import type { taskOperations } from '../../../../domain/operations/tasks.ts'
import { flowInstallPageSize } from '../../../../domain/rules/constants.ts'
import { compare, type Decimal } from '../../../../kernel/decimal.ts'
import { useAsk } from '../../../ask.ts'
import { choose } from '../../../look/confirm.ts'
import { MoneyField } from '../../../look/MoneyField.tsx'
import { t } from '../../../words.ts'
import { type ApplicantAndDays, askedOf, NarrowingSheet } from './ApplicantAndDays.tsx'

/** What a work list is narrowed by; what does not narrow is empty. */
export type TaskFilter = ApplicantAndDays & {
  readonly flow: { readonly flowKey: string; readonly flowName: string } | undefined
  readonly overdue: boolean
  readonly amountFrom: Decimal | ''
  readonly amountTo: Decimal | ''
}

export const noFilter: TaskFilter = { flow: undefined, overdue: false, applicant: '', from: '', to: '', amountFrom: '', amountTo: '' }

/** The filter as the call takes it. */
export const asked = (filter: TaskFilter): Omit<InputOf<typeof taskOperations.tasks>, 'status' | 'type'> => ({
  ...(filter.flow && { flowKey: filter.flow.flowKey }),
  ...(filter.overdue && { overdue: true }),
  ...askedOf(filter),
  ...(filter.amountFrom && { amountFrom: filter.amountFrom }),
  ...(filter.amountTo && { amountTo: filter.amountTo }),
})

export const narrows = (filter: TaskFilter): boolean => Object.keys(asked(filter)).length > 0

/** The filters above a work list: the flow and what is late at once, the rest in a sheet. */
export const TaskFilters = ({ filter, onChange }: { filter: TaskFilter; onChange: (filter: TaskFilter) => void }) => {
  const [open, setOpen] = useState(false)
  const flows = useAsk(flowOperations.installedFlows, { all: true, state: 2, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const chooseFlow = async () => {
    const list = flows.data?.list ?? []
    const answer = await choose(t('流程'), [
      { value: '', label: t('全部流程'), chosen: filter.flow === undefined },
      ...list.map(({ flowKey, flowName }) => ({ value: flowKey, label: t(flowName), chosen: filter.flow?.flowKey === flowKey })),
    ])
    if (answer !== undefined) onChange({ ...filter, flow: list.find(({ flowKey }) => flowKey === answer) })
  }
  const inSheet = Object.keys(asked({ ...filter, flow: undefined, overdue: false })).length
  return (
    <div className="plain-scrollbar flex gap-2 overflow-x-auto px-4 pb-2 pt-1">
      <button type="button" aria-haspopup="dialog" onClick={() => void chooseFlow()} className={`${chip} ${filter.flow ? chosenChip : ''}`}>
        {filter.flow ? t(filter.flow.flowName) : t('全部流程')}
        <ChevronDown size={14} aria-hidden />
      </button>
      <button
        type="button"
        aria-pressed={filter.overdue}
        onClick={() => onChange({ ...filter, overdue: !filter.overdue })}
        className={`${chip} ${filter.overdue ? chosenChip : ''}`}
      >
        {t('仅看超时')}
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={`${chip} ${inSheet > 0 ? chosenChip : ''}`}>
        <SlidersHorizontal size={14} aria-hidden />
        {inSheet > 0 ? t('筛选 {count}', { count: inSheet }) : t('筛选')}
      </button>
      <NarrowingSheet
        key={String(open)}
        open={open}
        filter={filter}
        cleared={{ ...noFilter, flow: filter.flow, overdue: filter.overdue }}
        onClose={() => setOpen(false)}
        onChange={onChange}
        wrong={wrongAmounts}
        more={(draft, change) => (
          <>
            <MoneyField label={t('最低金额')} value={draft.amountFrom} onChange={(amountFrom) => change({ amountFrom })} />
            <MoneyField
              label={t('最高金额')}
              value={draft.amountTo}
              onChange={(amountTo) => change({ amountTo })}
              error={wrongAmounts(draft) ? t('最高金额不能小于最低金额') : undefined}
            />
          </>
        )}
      />
    </div>
  )
}

const wrongAmounts = ({ amountFrom, amountTo }: TaskFilter): boolean =>
  amountFrom !== '' && amountTo !== '' && compare(amountTo, amountFrom) < 0

const chip = 'reach flex h-9 shrink-0 items-center gap-1 rounded-full bg-sunken px-3.5 text-small text-quiet transition active:opacity-60'
const chosenChip = 'bg-accent-soft! text-accent-strong!'
