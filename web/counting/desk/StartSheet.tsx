import { wordOptions } from '../../look/fields/wordOptions.ts'
import { ChevronRight, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { countedKinds, type CountPlan } from '../../../domain/counting/plan.ts'
import { countPlanList, countPlanSave, countTaskOpen } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Choices } from '../../look/fields/Choices.tsx'
import { confirm } from '../../look/overlays/confirm.ts'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { nameOf } from '../../forms/names.ts'
import { ReferencesField } from '../../forms/ReferenceField.tsx'
import { useSend } from '../../send.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { kindWords } from './countLook.ts'
import { plainName, plainPlan } from './planForm.ts'
import { Preview } from './Preview.tsx'

/** Begins a count in a few taps: where, what, until when. Everything else is as most people want it; the rest is a plan. */
export const StartSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('开始盘点')} tall>
    {open && <Begin onClose={onClose} />}
  </Sheet>
)

const Begin = ({ onClose }: { onClose: () => void }) => {
  const [plan, setPlan] = useState<CountPlan>(() => ({ ...plainPlan(), name: '' }))
  const [amount, setAmount] = useState<number>()
  const [saved, setSaved] = useState<{ plan: CountPlan; id: Id }>()
  const { send: save, sending: saving } = useSend(countPlanSave)
  const { opening, start } = useStarting(onClose)
  const { data: plans } = useAsk(countPlanList, { pageSize: 5 })
  const { places } = plan.scope
  const name = plan.name || plainName(places.map((id) => nameOf(id) ?? '').join(t('、')))

  const begin = async () => {
    const whole = { ...plan, name }
    try {
      // Opening may be refused after the plan was kept: it is opened again, not made again.
      const id = saved && JSON.stringify(saved.plan) === JSON.stringify(whole) ? saved.id : (await save({ plan: whole })).id
      setSaved({ plan: whole, id })
      await start(id)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="scroller -mx-4 min-h-0 flex-1 px-4 wide:-mx-5 wide:px-5">
        {plans && plans.list.length > 0 && (
          <PlanCells plans={plans.list} onClose={onClose} onStart={(id, planName) => void startPlan(id, planName, start)} />
        )}
        <NewCountFields plan={plan} plainName={name} onChange={setPlan} />
        <Preview plan={plan} onAmount={setAmount} />
        <Card flush className="mb-4">
          <button
            type="button"
            onClick={() => leave(onClose, () => go('/pages/goods/GsInventoryOrder/gsinventoryplan-edit'))}
            className="pressable flex w-full items-center gap-3 px-4 py-3 text-left text-body text-quiet"
          >
            <SlidersHorizontal size={18} aria-hidden />
            <span className="flex-1">{t('更多设置：抽样、盲盘、拍照、复盘、定期')}</span>
            <ChevronRight size={18} className="text-faint" aria-hidden />
          </button>
        </Card>
      </div>
      <div className="shrink-0 pt-3">
        <Button size="large" wide busy={saving || opening} disabled={amount === 0} onClick={() => void begin()}>
          {t('开始盘点')}
        </Button>
      </div>
    </div>
  )
}

type NewCountFieldsProps = { plan: CountPlan; plainName: string; onChange: (plan: CountPlan) => void }

/** Where, what and until when. */
const NewCountFields = ({ plan, plainName, onChange }: NewCountFieldsProps) => {
  const { places, kinds } = plan.scope
  return (
    <Section title={t('新的盘点')}>
      <ReferencesField
        control={{ type: 'reference', to: 'location', many: true }}
        label={t('盘点区域')}
        hint={places.length === 0 ? t('不选则盘点您管理的全部区域') : undefined}
        value={places}
        onChange={(ids) => onChange({ ...plan, scope: { ...plan.scope, places: [...ids] } })}
      />
      <Choices
        label={t('盘点什么')}
        required
        value={kinds}
        onChange={(value) => value.length > 0 && onChange({ ...plan, scope: { ...plan.scope, kinds: value } })}
        options={wordOptions(countedKinds)}
      />
      <Choice
        label={t('多少天内完成')}
        required
        value={String(plan.dueDays)}
        onChange={(value) => onChange({ ...plan, dueDays: Number(value) })}
        options={dayOptions}
      />
      <TextField
        label={t('名称')}
        value={plan.name}
        placeholder={plainName}
        onChange={(value) => onChange({ ...plan, name: value })}
        maxLength={60}
      />
    </Section>
  )
}

type PlanCellsProps = { plans: OutputOf<typeof countPlanList>['list']; onClose: () => void; onStart: (id: Id, name: string) => void }

/** Plans that a count may be started by; those that are being counted lead there. */
const PlanCells = ({ plans, onClose, onStart }: PlanCellsProps) => (
  <Section title={t('按计划')}>
    {plans.map(({ id, plan: { name: planName, scope }, openTask }) => (
      <Cell
        key={id}
        title={planName}
        text={openTask ? t('{code}正在盘点', { code: openTask.code }) : kindWords(scope.kinds)}
        onPress={() =>
          openTask ? leave(onClose, () => go('/pages/goods/GsInventoryOrder/gsinventorytask', { id: openTask.id })) : onStart(id, planName)
        }
      />
    ))}
  </Section>
)

const dayOptions = [
  { value: '1', label: '1天' },
  { value: '3', label: '3天' },
  { value: '7', label: '7天' },
  { value: '30', label: '30天' },
]

const leave = (close: () => void, then: () => void): void => {
  close()
  then()
}

const startPlan = async (id: Id, name: string, start: (id: Id) => Promise<void>): Promise<void> => {
  if (!(await confirm({ title: t('按“{name}”开始盘点?', { name }), text: t('账面从此刻记下，库存照常收发。'), yes: t('开始') }))) return
  await start(id).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
}

/** Opens a count of a plan and goes to it. */
export const useStarting = (before?: () => void): { opening: Busy; start: (planId: Id) => Promise<void> } => {
  const { send, sending } = useSend(countTaskOpen, { done: '已开始盘点' })
  return {
    opening: sending,
    start: async (planId) => {
      const { id } = await send({ planId })
      before?.()
      go('/pages/goods/GsInventoryOrder/gsinventorytask', { id })
    },
  }
}
