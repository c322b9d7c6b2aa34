import { wordOptions } from '../../look/fields/wordOptions.ts'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { confirmations, countedKinds, countMethods, type CountPlan, freezes, photoRules } from '../../../domain/counting/plan.ts'
import type { Noun } from '../../../kernel/field.ts'
import { Card, Section } from '../../look/Card.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Choices } from '../../look/fields/Choices.tsx'
import { MoneyField } from '../../look/fields/MoneyField.tsx'
import { NumberField } from '../../look/fields/NumberField.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { ReferencesField } from '../../forms/ReferenceField.tsx'
import { countableFieldsOf } from '../../../domain/counting/ownColumns.ts'
import { useRecordKind } from '../../records/useRecordKind.ts'
import { t } from '../../words.ts'
import { newSeed, type ScopeIds, without } from './planForm.ts'
import { everyWords, scheduleWords, weekdayWords } from './planWords.ts'
import { assertDefined } from '../../../kernel/assert.ts'

type Props = { plan: CountPlan; onChange: (plan: CountPlan) => void; wrong: Readonly<Record<string, string>> }

/** All that a plan says: name, what and where at once; how, the sample and the calendar where they are wanted. */
export const PlanFields = (props: Props) => {
  const { plan, onChange, wrong } = props
  const change = (values: Partial<CountPlan>) => onChange({ ...plan, ...values })
  const scope = (values: Partial<CountPlan['scope']>) => change({ scope: { ...plan.scope, ...values } })
  return (
    <>
      <Section>
        <TextField
          label={t('名称')}
          required
          value={plan.name}
          placeholder={t('例如：年度全面盘点')}
          onChange={(name) => change({ name })}
          maxLength={60}
          error={wrong['name']}
        />
        <Choices
          label={t('盘点什么')}
          required
          value={plan.scope.kinds}
          onChange={(kinds) => scope({ kinds })}
          options={wordOptions(countedKinds)}
          error={wrong['scope.kinds']}
        />
        <Several {...props} field="places" noun="location" label={t('盘点区域')} hint={t('不选则盘点您管理的全部区域，含下级区域。')} />
        <NumberField
          label={t('多少天内完成')}
          required
          value={String(plan.dueDays)}
          min={1}
          max={365}
          onChange={(days) => change({ dueDays: Number(days) })}
        />
        <Choices
          label={t('怎么盘')}
          required
          value={plan.methods}
          onChange={(methods) => change({ methods })}
          options={wordOptions(countMethods)}
          error={wrong['methods']}
        />
      </Section>
      <Narrowing {...props} scope={scope} />
      <Sampling {...props} />
      <Proof {...props} change={change} />
      <Calendar {...props} />
    </>
  )
}

type PlanFieldProps = Props & { change: (values: Partial<CountPlan>) => void }

const Several = ({ plan, onChange, field, noun, label, hint }: Props & { field: ScopeIds; noun: Noun; label: string; hint?: string }) => (
  <ReferencesField
    control={{ type: 'reference', to: noun, many: true }}
    label={label}
    hint={plan.scope[field].length === 0 ? hint : undefined}
    value={plan.scope[field]}
    onChange={(ids) => onChange({ ...plan, scope: { ...plan.scope, [field]: [...ids] } })}
  />
)

/** What few plans say: a heading with what is chosen, and the fields once it is opened. */
const Fold = ({ title, said, children }: { title: string; said: string; children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  return (
    <section className="mb-4">
      <Card flush>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="pressable flex min-h-13 w-full items-center gap-3 px-4 py-2.5 text-left"
        >
          <span className="shrink-0 text-body font-medium">{title}</span>
          <span className="min-w-0 flex-1 truncate text-right text-small text-quiet">{said}</span>
          <ChevronDown size={18} className={`shrink-0 text-faint transition-transform ${open ? 'rotate-180' : ''}`} aria-hidden />
        </button>
        {open && <div className="border-t border-line">{children}</div>}
      </Card>
    </section>
  )
}

const Narrowing = ({ scope, ...props }: Props & { scope: (values: Partial<CountPlan['scope']>) => void }) => {
  const { plan, wrong } = props
  const { categories, departments, holders, states, models, valueFrom, valueTo } = plan.scope
  const parts =
    [categories, departments, holders, states, models].filter(({ length }) => length > 0).length + Number(!!valueFrom) + Number(!!valueTo)
  return (
    <Fold title={t('缩小范围')} said={parts === 0 ? t('区域内全部') : t('{n}个条件', { n: parts })}>
      <Several {...props} field="categories" noun="category" label={t('资产分类')} hint={t('含下级分类')} />
      <Several {...props} field="departments" noun="department" label={t('使用部门')} />
      <Several {...props} field="holders" noun="person" label={t('使用人')} />
      <Several {...props} field="models" noun="model" label={t('资产型号')} />
      <Choices
        label={t('资产状态')}
        value={states}
        onChange={(next) => scope({ states: next })}
        options={[
          { value: 'idle', label: '闲置' },
          { value: 'inUse', label: '在用' },
          { value: 'lent', label: '借出' },
        ]}
      />
      <MoneyField
        label={t('原值不低于')}
        value={valueFrom ?? ''}
        onChange={(value) => props.onChange({ ...plan, scope: without(plan.scope, 'valueFrom', value) })}
      />
      <MoneyField
        label={t('原值不高于')}
        value={valueTo ?? ''}
        onChange={(value) => props.onChange({ ...plan, scope: without(plan.scope, 'valueTo', value) })}
        error={wrong['scope.valueTo']}
      />
    </Fold>
  )
}

type Drawn = 'all' | 'percent' | 'count' | 'abc'

type Sample = NonNullable<CountPlan['scope']['sample']>

const Sampling = ({ plan, onChange, wrong }: Props) => {
  const { sample, abc } = plan.scope
  const drawn: Drawn = abc ? 'abc' : drawnBySample(sample)
  const set = (next: Drawn) => {
    const { sample: before, ...scope } = plan.scope
    const seed = before?.seed ?? newSeed()
    const strata = before?.strata ?? false
    onChange({
      ...plan,
      scope: {
        ...scope,
        abc: next === 'abc',
        ...(next === 'percent' && { sample: { seed, strata, percent: 10 } }),
        ...(next === 'count' && { sample: { seed, strata, count: 50 } }),
      },
    })
  }
  const change = (values: Partial<Sample>) =>
    onChange({ ...plan, scope: { ...plan.scope, sample: { ...assertDefined(sample, 'what is drawn'), ...values } } })
  const words = {
    all: t('全部都盘'),
    percent: t('抽{n}%', { n: sample?.percent ?? 0 }),
    count: t('抽{n}项', { n: sample?.count ?? 0 }),
    abc: t('循环盘点'),
  }
  return (
    <Fold title={t('抽样')} said={words[drawn]}>
      <Choice
        label={t('盘多少')}
        required
        value={drawn}
        onChange={set}
        options={[
          { value: 'all', label: '全部' },
          { value: 'percent', label: '按比例抽' },
          { value: 'count', label: '按数量抽' },
          { value: 'abc', label: '循环盘点' },
        ]}
      />
      {drawn === 'abc' && <p className="px-4 pb-3 text-small text-quiet">{t('每次只盘到期该盘的：贵重的盘得勤，便宜的盘得少。')}</p>}
      {drawn === 'percent' && (
        <NumberField
          label={t('百分之几')}
          value={String(sample?.percent ?? '')}
          min={1}
          max={100}
          onChange={(value) => change({ percent: Number(value) })}
        />
      )}
      {drawn === 'count' && (
        <NumberField
          label={t('多少项')}
          value={String(sample?.count ?? '')}
          min={1}
          max={100_000}
          onChange={(value) => change({ count: Number(value) })}
        />
      )}
      {sample && <SampleFields sample={sample} error={wrong['scope.sample.seed']} onChange={change} />}
    </Fold>
  )
}

type SampleFieldsProps = { sample: Sample; error: string | undefined; onChange: (values: Partial<Sample>) => void }

/** How the sample is drawn. */
const SampleFields = ({ sample, error, onChange }: SampleFieldsProps) => (
  <>
    <Switch
      label={t('按原值分层')}
      text={t('贵重、中等和便宜的各抽同样的比例')}
      value={sample.strata}
      onChange={(strata) => onChange({ strata })}
    />
    <TextField
      label={t('随机种子')}
      required
      value={sample.seed}
      onChange={(seed) => onChange({ seed })}
      maxLength={40}
      hint={t('写在报告里：任何人用同一个种子都抽出同样的资产。')}
      error={error}
    />
  </>
)

const Proof = ({ plan, change, onChange, wrong }: PlanFieldProps) => (
  <Fold title={t('盘点要求')} said={proofWords(plan)}>
    <Switch
      label={t('盲盘')}
      text={t('盘点人看不到账面数量，也看不到还没找到的在哪里')}
      value={plan.blind}
      onChange={(blind) => change({ blind })}
    />
    <Switch
      label={t('差异由另一人复盘')}
      text={t('有差异的先换人再盘一遍，再作处理')}
      value={plan.recount}
      onChange={(recount) => change({ recount })}
    />
    <Choice label={t('拍照')} required value={plan.photo} onChange={(photo) => change({ photo })} options={wordOptions(photoRules)} />
    {plan.photo === 'value' && (
      <MoneyField
        label={t('原值多少元以上')}
        required
        value={plan.photoFrom ?? ''}
        onChange={(value) => onChange(without(plan, 'photoFrom', value))}
        error={wrong['photoFrom']}
      />
    )}
    <Choices
      label={t('看到时还要核对')}
      value={plan.confirms}
      onChange={(confirms) => change({ confirms })}
      options={wordOptions(confirmations)}
    />
    {plan.confirms.includes('ownFields') && <OwnFieldChoices plan={plan} onChange={onChange} />}
    <Choice
      label={t('盘点期间的收发')}
      required
      value={plan.freeze}
      onChange={(freeze) => change({ freeze })}
      options={wordOptions(freezes)}
    />
    <NumberField
      label={t('前后多少分钟内的收发算同时发生')}
      value={String(plan.slackMinutes)}
      min={0}
      max={24 * 60}
      step={5}
      onChange={(value) => change({ slackMinutes: Number(value) })}
      hint={t('这段时间里的移动能解释看到的位置，不算差异。')}
    />
    {plan.methods.includes('self') && (
      <NumberField
        label={t('自盘后抽查百分之几')}
        value={String(plan.selfCheckPercent)}
        min={0}
        max={100}
        onChange={(value) => change({ selfCheckPercent: Number(value) })}
      />
    )}
    <TextArea label={t('备注')} value={plan.remark} onChange={(remark) => change({ remark })} max={200} lines={3} />
  </Fold>
)

/** Which own fields are confirmed. */
const OwnFieldChoices = ({ plan, onChange }: Pick<Props, 'plan' | 'onChange'>) => {
  const assetKind = useRecordKind('asset')
  const options = assetKind ? countableFieldsOf(assetKind).map(([value, { label }]) => ({ value, label })) : []
  if (options.length === 0) return assetKind && <p className="px-4 pb-3 text-small text-quiet">{t('资产还没有自定义字段')}</p>
  const shownKeys = new Set(options.map(({ value }) => value))
  return (
    <Choices
      label={t('核对哪些字段')}
      hint={t('不选则核对设为“盘点时显示”的字段')}
      value={plan.ownFields?.filter((key) => shownKeys.has(key)) ?? []}
      onChange={(keys) => onChange(without(plan, 'ownFields', keys.length > 0 ? keys.slice(0, 20) : undefined))}
      options={options}
    />
  )
}

const proofWords = (plan: CountPlan): string =>
  [
    plan.blind && t('盲盘'),
    plan.photo !== 'never' && t('拍照'),
    plan.recount && t('差异复盘'),
    plan.freeze === 'hard' && t(freezes.hard),
    plan.confirms.length > 0 &&
      t('核对{what}', { what: plan.confirms.map((confirmation) => t(confirmations[confirmation])).join(t('、')) }),
  ]
    .filter(Boolean)
    .join(' · ') || t('看到即可')

type Schedule = NonNullable<CountPlan['schedule']>

const Calendar = ({ plan, onChange }: Props) => {
  const { schedule } = plan
  const set = (next: Schedule | undefined) => onChange(without(plan, 'schedule', next))
  return (
    <Fold title={t('定期')} said={schedule ? scheduleWords(schedule) : t('只在有人开始时')}>
      <Choice
        label={t('自动开始')}
        required
        value={schedule?.every ?? 'never'}
        onChange={(every) => set(every === 'never' ? undefined : { day: 1, month: 1, workdays: true, ...schedule, every })}
        options={[{ value: 'never', label: '不自动' }, ...wordOptions(everyWords)]}
      />
      {schedule?.every === 'week' && (
        <Choice
          label={t('星期')}
          required
          value={String(Math.min(schedule.day, 7))}
          onChange={(day) => set({ ...schedule, day: Number(day) })}
          options={weekdayWords.map((label, index) => ({ value: String(index + 1), label }))}
        />
      )}
      {schedule?.every === 'year' && (
        <NumberField
          label={t('月份')}
          value={String(schedule.month)}
          min={1}
          max={12}
          onChange={(month) => set({ ...schedule, month: Number(month) })}
        />
      )}
      {schedule && schedule.every !== 'day' && schedule.every !== 'week' && (
        <NumberField
          label={t('几号')}
          value={String(schedule.day)}
          min={1}
          max={31}
          onChange={(day) => set({ ...schedule, day: Number(day) })}
          hint={t('当月没有这一天时为月末')}
        />
      )}
      {schedule && (
        <Switch
          label={t('顺延到工作日')}
          text={t('按工作日历，遇到休息日推到下一个上班的日子')}
          value={schedule.workdays}
          onChange={(workdays) => set({ ...schedule, workdays })}
        />
      )}
    </Fold>
  )
}

const drawnBySample = (sample: CountPlan['scope']['sample']): Drawn => {
  if (sample === undefined) return 'all'
  return sample.percent === undefined ? 'count' : 'percent'
}
