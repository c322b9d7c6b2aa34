import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type {
  Approve,
  Branch,
  Cc,
  Deadline,
  Delay,
  Handle,
  Node,
  Route,
  Service,
  SubFlow,
  Timeout,
  Vote,
} from '../../../../../domain/approval/flow/definition.ts'
import type { Duration } from '../../../../../domain/calendar/deadline.ts'
import { isHuman } from '../../../../../domain/approval/flow/definition.ts'
import { changeKind, sequenceAt, spotOf, unset } from '../../../../../domain/approval/design/edit.ts'
import { within } from '../../../../../domain/approval/flow/plan.ts'
import {
  branchWords,
  childRejectWords,
  commentWords,
  dedupeWords,
  onEmptyWords,
  onFailWords,
  onRejectWords,
  onSelfWords,
  raiseWords,
  resubmitWords,
  timeoutWords,
} from '../../../../../domain/approval/design/settings.ts'
import { flowOperations } from '../../../../../domain/operations/flows.ts'
import { serviceOperations } from '../../../../../domain/operations/services.ts'
import { flowInstallPageSize, flowKeySuffixLength } from '../../../../../domain/rules/constants.ts'
import type { Option } from '../../../../../kernel/field.ts'
import { useAsk } from '../../../../ask.ts'
import { Card, Section } from '../../../../look/Card.tsx'
import { Cell } from '../../../../look/Cell.tsx'
import { Choice } from '../../../../look/Choice.tsx'
import { Field } from '../../../../look/Field.tsx'
import { IconButton } from '../../../../look/IconButton.tsx'
import { NumberField, Stepper } from '../../../../look/NumberField.tsx'
import { Switch } from '../../../../look/Switch.tsx'
import { Tabs } from '../../../../look/Tabs.tsx'
import { t } from '../../../../words.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { useDesign, useReplace } from './design.ts'
import { pointingAt } from './fields.ts'
import { EachRow } from './EachRow.tsx'
import { FieldTable } from './FieldTable.tsx'
import { Mappings } from './Mappings.tsx'
import { NameField } from './NameField.tsx'
import { PathChoice, People, Rules } from './Rules.tsx'

export const NodeSettings = ({ node }: { node: Node }) => {
  const replace = useReplace(node)
  return (
    <>
      <Card flush className="mb-4">
        <NameField label={t('名称')} value={node.name} onChange={(name) => replace({ name }, 'name')} />
      </Card>
      <KindSettings node={node} />
    </>
  )
}

const KindSettings = ({ node }: { node: Node }) => {
  switch (node.t) {
    case 'approve':
    case 'handle':
      return <WorkSettings node={node} />
    case 'cc':
      return <CopySettings node={node} />
    case 'branch':
      return <BranchSettings node={node} />
    case 'delay':
      return <DelaySettings node={node} />
    case 'service':
      return <ServiceSettings node={node} />
    case 'subFlow':
      return <SubFlowSettings node={node} />
    case 'route':
      return <RouteSettings node={node} />
  }
}

/** Options from the words of a closed list. */
const optionsOf = <K extends string>(words: Readonly<Record<K, string>>): Option[] =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

const WorkSettings = ({ node }: { node: Approve | Handle }) => {
  const [tab, setTab] = useState<'people' | 'fields' | 'more'>('people')
  const replace = useReplace<Approve | Handle>(node)
  return (
    <>
      <div className="mb-4">
        <Tabs
          look="pill"
          label={t('设置')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'people', label: node.t === 'approve' ? t('审批人') : t('办理人') },
            { value: 'fields', label: t('表单权限') },
            { value: 'more', label: t('高级设置') },
          ]}
        />
      </div>
      {tab === 'people' && <WhoSettings node={node} />}
      {tab === 'fields' && <FieldTable permissions={node.fields} unnamed="read" onChange={(fields) => replace({ fields })} />}
      {tab === 'more' && <MoreSettings node={node} />}
    </>
  )
}

const voteModes: Readonly<Record<Vote['mode'], string>> = {
  or: '或签：一人同意即可',
  all: '会签：需要所有人同意',
  seq: '依次审批：按顺序一个接一个',
  atLeast: '票签：至少几人同意',
  fraction: '票签：按比例同意',
}

const WhoSettings = ({ node }: { node: Approve | Handle }) => {
  const replace = useReplace<Approve | Handle>(node)
  const { vote } = node
  const setMode = (mode: Vote['mode']) => {
    const next: Vote = mode === 'atLeast' ? { mode, n: 2 } : mode === 'fraction' ? { mode, num: 2, den: 3 } : { mode }
    // Neither one of several nor one after the other leaves anybody to wait for.
    const early = node.t === 'approve' && (mode === 'or' || mode === 'seq') ? { settle: 'early' as const } : {}
    replace({ vote: next, ...early })
  }
  const number = (value: string, max: number): number => Math.min(max, Math.max(1, Number(value) || 1))
  return (
    <>
      <h3 className={heading}>{node.t === 'approve' ? t('谁来审批') : t('谁来办理')}</h3>
      <Rules rules={node.assignees} onChange={(assignees) => replace({ assignees })} />
      <h3 className={heading}>{t('多人处理时')}</h3>
      <Card flush className="mb-4">
        <ul role="radiogroup" aria-label={t('多人处理时')}>
          {Object.entries(voteModes).map(([mode, label]) => (
            <li key={mode} className="border-b border-line last:border-none">
              <button
                type="button"
                role="radio"
                aria-checked={vote.mode === mode}
                onClick={() => vote.mode !== mode && setMode(mode as Vote['mode'])}
                className="pressable flex min-h-11 w-full items-center gap-3 px-4 text-left text-body"
              >
                <Dot on={vote.mode === mode} />
                {t(label)}
              </button>
              {vote.mode === mode && vote.mode === 'atLeast' && (
                <div className="flex items-center gap-3 pb-3 pl-12 pr-4 text-body">
                  <Stepper
                    label={t('人数')}
                    value={String(vote.n)}
                    min={1}
                    max={200}
                    onChange={(n) => replace({ vote: { mode: 'atLeast', n: number(n, 200) } }, 'n')}
                  />
                  {t('人')}
                </div>
              )}
              {vote.mode === mode && vote.mode === 'fraction' && (
                <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 pb-3 pl-12 pr-4 text-body">
                  <span>{t('分子')}</span>
                  <Stepper
                    label={t('分子')}
                    value={String(vote.num)}
                    min={1}
                    max={1000}
                    onChange={(num) => replace({ vote: { ...vote, num: number(num, 1000) } }, 'num')}
                  />
                  <span>{t('分母')}</span>
                  <Stepper
                    label={t('分母')}
                    value={String(vote.den)}
                    min={1}
                    max={1000}
                    onChange={(den) => replace({ vote: { ...vote, den: number(den, 1000) } }, 'den')}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {node.t === 'approve' && vote.mode !== 'or' && vote.mode !== 'seq' && <SettleSettings node={node} />}
      <Card flush className="mb-4">
        <Choice
          label={t('没有处理人时')}
          required
          value={typeof node.onEmpty === 'object' ? 'users' : node.onEmpty}
          options={[...optionsOf(onEmptyWords), { value: 'users', label: '转交指定人员' }]}
          onChange={(next) => replace({ onEmpty: next === 'users' ? { users: [] } : (next as 'pass') })}
        />
        {typeof node.onEmpty === 'object' && (
          <People label={t('转交给')} ids={node.onEmpty.users} onChange={(users) => replace({ onEmpty: { users } })} />
        )}
        {node.t === 'approve' && <SelfSettings node={node} />}
      </Card>
    </>
  )
}

const SettleSettings = ({ node }: { node: Approve }) => {
  const replace = useReplace(node)
  return (
    <Card flush className="mb-4">
      <Choice
        label={t('何时定论')}
        required
        value={node.settle}
        options={[
          { value: 'early', label: '结果确定即结束' },
          { value: 'waitAll', label: '等待所有人表决' },
        ]}
        onChange={(settle) => replace({ settle: settle === 'waitAll' ? 'waitAll' : 'early' })}
      />
    </Card>
  )
}

const SelfSettings = ({ node }: { node: Approve }) => {
  const replace = useReplace(node)
  return (
    <>
      <Choice
        label={t('处理人是发起人时')}
        required
        value={node.onSelf}
        options={optionsOf(onSelfWords)}
        onChange={(onSelf) => replace({ onSelf: onSelf as Approve['onSelf'] })}
      />
      <Choice
        label={t('处理人前面审批过时')}
        required
        value={node.dedupe ?? ''}
        options={[{ value: '', label: '按流程设置' }, ...optionsOf(dedupeWords)]}
        onChange={(dedupe) => replace({ dedupe: dedupe === '' ? undefined : (dedupe as Approve['dedupe']) })}
      />
    </>
  )
}

const MoreSettings = ({ node }: { node: Approve | Handle }) => {
  const replace = useReplace<Approve | Handle>(node)
  const { definition } = useDesign()
  const { ops, require } = node
  const setOps = (change: Partial<Handle['ops']>) => replace({ ops: { ...ops, ...change } })
  const setRequire = (change: Partial<Handle['require']>) => replace({ require: { ...require, ...change } })
  const earlier = earlierSteps(definition.body, node.id)
  const back = Array.isArray(ops.rollback) ? ops.rollback : undefined
  return (
    <>
      {node.t === 'approve' && <RejectSettings node={node} earlier={earlier} />}
      <Section title={t('退回之后')}>
        <Choice
          label={t('发起人重新提交时')}
          required
          value={node.resubmit}
          options={optionsOf(resubmitWords)}
          onChange={(resubmit) => replace({ resubmit: resubmit as Handle['resubmit'] })}
        />
      </Section>
      <Section title={t('在这里调高数量或金额')}>
        <Choice
          label={t('前面的审批人已经同意时')}
          required
          value={node.raise ?? 'ask'}
          options={optionsOf(raiseWords)}
          onChange={(raise) => replace({ raise: raise as NonNullable<Handle['raise']> })}
        />
      </Section>
      <Section title={t('允许的操作')}>
        <Switch label={t('转交')} text={t('交给别人处理')} value={ops.transfer} onChange={(transfer) => setOps({ transfer })} />
        <Switch label={t('委派')} text={t('请人先处理，再回到自己')} value={ops.delegate} onChange={(delegate) => setOps({ delegate })} />
        <Switch label={t('加签')} text={t('再增加处理人')} value={ops.addSign} onChange={(addSign) => setOps({ addSign })} />
        <Switch label={t('抄送')} text={t('让别人知道')} value={ops.cc} onChange={(cc) => setOps({ cc })} />
        <Switch
          label={t('退回')}
          text={t('退给发起人或前面的环节')}
          value={ops.rollback !== false}
          onChange={(on) => setOps({ rollback: on })}
        />
        {ops.rollback !== false && (
          <Choice
            label={t('可以退回到')}
            required
            value={back ? 'some' : 'any'}
            options={[
              { value: 'any', label: '任意环节' },
              { value: 'some', label: '指定环节' },
            ]}
            onChange={(next) => setOps({ rollback: next === 'some' ? ['START'] : true })}
          />
        )}
        {back && (
          <Field label={t('指定环节')} group>
            {() => (
              <div className="flex flex-wrap gap-2 py-1.5">
                {[{ id: 'START', name: '发起人' }, ...earlier].map(({ id, name }) => (
                  <Chip
                    key={id}
                    on={back.includes(id)}
                    label={t(name)}
                    onPress={() => setOps({ rollback: back.includes(id) ? back.filter((one) => one !== id) : [...back, id] })}
                  />
                ))}
              </div>
            )}
          </Field>
        )}
      </Section>
      <Section title={t('处理时填写')}>
        <Choice
          label={t('意见')}
          required
          value={require.comment}
          options={optionsOf(commentWords)}
          onChange={(comment) => setRequire({ comment: comment as Handle['require']['comment'] })}
        />
        <Switch label={t('必须手写签名')} value={require.signature} onChange={(signature) => setRequire({ signature })} />
        <Switch label={t('必须上传附件')} value={require.attachment} onChange={(attachment) => setRequire({ attachment })} />
      </Section>
      <Timeouts node={node} />
    </>
  )
}

const RejectSettings = ({ node, earlier }: { node: Approve; earlier: readonly { id: string; name: string }[] }) => {
  const replace = useReplace(node)
  const { onReject } = node
  return (
    <Section title={t('驳回之后')}>
      <Choice
        label={t('驳回后')}
        required
        value={typeof onReject === 'object' ? 'node' : onReject}
        options={[...optionsOf(onRejectWords), ...(earlier.length > 0 ? [{ value: 'node', label: '回到指定环节' }] : [])]}
        onChange={(next) => replace({ onReject: next === 'node' ? { node: earlier.at(-1)!.id } : (next as 'end') })}
      />
      {typeof onReject === 'object' && (
        <Choice
          label={t('指定环节')}
          required
          value={onReject.node}
          options={earlier.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => replace({ onReject: { node: id } })}
        />
      )}
    </Section>
  )
}

/** The steps of people that come before a node in its own and the enclosing sequences. */
const earlierSteps = (body: readonly Node[], id: string): { id: string; name: string }[] => {
  const found: { id: string; name: string }[] = []
  const walk = (nodes: readonly Node[], spine: readonly Node[]): boolean => {
    const before: Node[] = [...spine]
    for (const node of nodes) {
      if (node.id === id) {
        found.push(...before.map((one) => ({ id: one.id, name: one.name })))
        return true
      }
      if (node.t === 'branch' && node.arms.some((arm) => walk(arm.body, before))) return true
      if (isHuman(node)) before.push(node)
    }
    return false
  }
  walk(body, [])
  return found
}

const timeoutActs: Readonly<Record<Timeout['act'], string>> = {
  remind: '提醒处理人',
  pass: '自动通过',
  reject: '自动驳回',
  transferToManager: '转交处理人的上级',
}

const Timeouts = ({ node }: { node: Approve | Handle }) => {
  const { speech } = useDesign()
  const replace = useReplace<Approve | Handle>(node)
  const { timeouts } = node
  const set = (index: number, timeout: Timeout) =>
    replace({ timeouts: timeouts.map((one, at) => (at === index ? timeout : one)) }, `timeout${index}`)
  const acts = optionsOf(timeoutActs).filter(({ value }) => node.t === 'approve' || value !== 'reject')
  return (
    <section className="mb-4">
      <h3 className={heading}>{t('时限')}</h3>
      {timeouts.map((timeout, index) => (
        // Time limits have no names; they are only added at the end and removed.
        <Card flush key={index} className="mb-2">
          <div className="flex min-h-11 items-center pl-4">
            <span className="min-w-0 flex-1 truncate text-small text-quiet">{timeoutWords(timeout, speech)}</span>
            <IconButton
              icon={Trash2}
              iconSize={17}
              label={t('移除“{rule}”', { rule: timeoutWords(timeout, speech) })}
              className="text-faint"
              onClick={() => replace({ timeouts: timeouts.filter((_, at) => at !== index) })}
            />
          </div>
          <DurationFields label={t('多久之后')} value={timeout.after} onChange={(after) => set(index, { ...timeout, after })} />
          <CalendarChoice value={timeout.calendar} onChange={(calendar) => set(index, { ...timeout, calendar })} />
          <Choice
            label={t('到时')}
            required
            value={timeout.act}
            options={acts}
            onChange={(act) => {
              const { repeat, ...rest } = timeout
              set(index, { ...rest, act: act as Timeout['act'], ...(act === 'remind' && repeat ? { repeat } : {}) })
            }}
          />
          {timeout.act === 'remind' && (
            <Switch
              label={t('重复提醒')}
              value={timeout.repeat !== undefined}
              onChange={(on) => {
                const { repeat: _, ...rest } = timeout
                set(index, on ? { ...rest, repeat: { every: { value: 1, unit: 'days' }, max: 3 } } : rest)
              }}
            />
          )}
          {timeout.repeat && (
            <>
              <DurationFields
                label={t('每隔')}
                value={timeout.repeat.every}
                onChange={(every) => set(index, { ...timeout, repeat: { ...timeout.repeat!, every } })}
              />
              <NumberField
                label={t('最多几次')}
                value={String(timeout.repeat.max)}
                min={1}
                max={100}
                onChange={(max) =>
                  set(index, { ...timeout, repeat: { ...timeout.repeat!, max: Math.min(100, Math.max(1, Number(max) || 1)) } })
                }
              />
            </>
          )}
        </Card>
      ))}
      <button
        type="button"
        onClick={() => replace({ timeouts: [...timeouts, { after: { value: 1, unit: 'days' }, calendar: 'workdays', act: 'remind' }] })}
        className="flex h-11 w-full items-center justify-center gap-1.5 rounded-control border border-dashed border-faint/50 text-body text-accent-strong transition hover:bg-accent-soft"
      >
        <Plus size={17} aria-hidden />
        {t('添加时限')}
      </button>
    </section>
  )
}

const DurationFields = ({ label, value, onChange }: { label: string; value: Duration; onChange: (value: Duration) => void }) => (
  <Field label={label} group>
    {() => (
      <div className="flex flex-wrap items-center gap-2 py-1">
        <Stepper
          label={label}
          value={String(value.value)}
          min={1}
          max={100_000}
          onChange={(next) => onChange({ ...value, value: Math.min(100_000, Math.max(1, Number(next) || 1)) })}
        />
        <div className="flex gap-1.5">
          {(['minutes', 'hours', 'days'] as const).map((unit) => (
            <Chip key={unit} on={value.unit === unit} label={t(units[unit])} onPress={() => onChange({ ...value, unit })} />
          ))}
        </div>
      </div>
    )}
  </Field>
)

const units: Readonly<Record<Duration['unit'], string>> = { minutes: '分钟', hours: '小时', days: '天' }

const CalendarChoice = ({ value, onChange }: { value: Timeout['calendar']; onChange: (value: Timeout['calendar']) => void }) => (
  <Choice
    label={t('计时方式')}
    required
    value={value}
    options={[
      { value: 'workdays', label: '工作时间' },
      { value: '24x7', label: '自然时间' },
    ]}
    onChange={(next) => onChange(next === '24x7' ? '24x7' : 'workdays')}
  />
)

const CopySettings = ({ node }: { node: Cc }) => {
  const [tab, setTab] = useState<'people' | 'fields'>('people')
  const replace = useReplace(node)
  return (
    <>
      <div className="mb-4">
        <Tabs
          look="pill"
          label={t('设置')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'people', label: t('抄送人') },
            { value: 'fields', label: t('表单权限') },
          ]}
        />
      </div>
      {tab === 'people' ? (
        <>
          <h3 className={heading}>{t('抄送给谁')}</h3>
          <Rules rules={node.assignees} choosing={false} onChange={(assignees) => replace({ assignees })} />
        </>
      ) : (
        <FieldTable permissions={node.fields} unnamed="read" offered={['hide', 'read']} onChange={(fields) => replace({ fields })} />
      )}
    </>
  )
}

const BranchSettings = ({ node }: { node: Branch }) => {
  const { definition, edit } = useDesign()
  return (
    <Card flush className="mb-4">
      <ul role="radiogroup" aria-label={t('分支方式')}>
        {(['xor', 'inc', 'par'] as const).map((kind) => (
          <li key={kind} className="border-b border-line last:border-none">
            <button
              type="button"
              role="radio"
              aria-checked={node.kind === kind}
              onClick={() => edit?.(changeKind(definition, node.id, kind))}
              className="pressable flex min-h-12 w-full items-center gap-3 px-4 text-left text-body"
            >
              <Dot on={node.kind === kind} />
              {t(branchWords[kind])}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const DelaySettings = ({ node }: { node: Delay }) => {
  const { fields } = useDesign()
  const replace = useReplace(node)
  const days = fields.filter(({ field: { control }, table }) => (control.type === 'date' || control.type === 'datetime') && !table)
  const { wait } = node
  return (
    <Card flush className="mb-4">
      {days.length > 0 && (
        <Choice
          label={t('等待')}
          required
          value={'until' in wait ? 'until' : 'after'}
          options={[
            { value: 'after', label: '一段时间' },
            { value: 'until', label: '到某一天' },
          ]}
          onChange={(next) =>
            replace({ wait: next === 'until' ? { until: days[0]!.path } : { after: { value: 1, unit: 'days' }, calendar: 'workdays' } })
          }
        />
      )}
      {'until' in wait ? (
        <PathChoice label={t('日期字段')} value={wait.until} fields={days} onChange={(until) => replace({ wait: { until } })} />
      ) : (
        <>
          <DurationFields label={t('等待多久')} value={wait.after} onChange={(after) => replace({ wait: { ...wait, after } }, 'after')} />
          <CalendarChoice value={wait.calendar} onChange={(calendar) => replace({ wait: { ...wait, calendar } })} />
        </>
      )}
    </Card>
  )
}

const ServiceSettings = ({ node }: { node: Service }) => {
  const replace = useReplace(node)
  const { data: services } = useAsk(serviceOperations.list, {})
  const options = (services?.list ?? []).map(({ serviceKey, name }) => ({ value: serviceKey, label: name }))
  const isKnown = node.service === unset || options.some(({ value }) => value === node.service)
  return (
    <>
      <Card flush className="mb-4">
        <Choice
          label={t('外部服务')}
          required
          value={node.service === unset ? '' : node.service}
          hint={services?.list.length === 0 ? t('还没有登记外部服务') : undefined}
          error={services && !isKnown ? t('外部服务没有登记') : undefined}
          options={isKnown ? options : [...options, { value: node.service, label: node.service }]}
          onChange={(service) => replace({ service: service || unset })}
        />
        <Cell title={t('管理外部服务')} to="/pages/flow/services" />
        <Switch label={t('等待结果')} text={t('关闭后通知一次，不等答复')} value={node.wait} onChange={(wait) => replace({ wait })} />
        <Choice
          label={t('失败时')}
          required
          value={node.onFail}
          options={optionsOf(onFailWords)}
          onChange={(onFail) => replace({ onFail: onFail as Service['onFail'] })}
        />
      </Card>
      {node.wait && (
        <>
          <Card flush className="mb-4">
            <Switch
              label={t('最长等待')}
              text={t('对方一直没有结果时怎么办')}
              value={node.deadline !== undefined}
              onChange={(on) =>
                replace({ deadline: on ? { after: { value: 3, unit: 'days' }, calendar: 'workdays', act: 'incident' } : undefined })
              }
            />
            {node.deadline && <DeadlineFields deadline={node.deadline} onChange={(deadline) => replace({ deadline }, 'deadline')} />}
          </Card>
          <h3 className={heading}>{t('答复可以填写的字段')}</h3>
          <FieldTable permissions={node.fields} unnamed="read" offered={['read', 'write']} onChange={(fields) => replace({ fields })} />
        </>
      )}
    </>
  )
}

const DeadlineFields = ({ deadline, onChange }: { deadline: Deadline; onChange: (deadline: Deadline) => void }) => (
  <>
    <DurationFields label={t('等待多久')} value={deadline.after} onChange={(after) => onChange({ ...deadline, after })} />
    <CalendarChoice value={deadline.calendar} onChange={(calendar) => onChange({ ...deadline, calendar })} />
    <Choice
      label={t('到时')}
      required
      value={deadline.act}
      options={optionsOf(onFailWords)}
      onChange={(act) => onChange({ ...deadline, act: act as Deadline['act'] })}
    />
  </>
)

const SubFlowSettings = ({ node }: { node: SubFlow }) => {
  const { definition, fields } = useDesign()
  const replace = useReplace(node)
  const { data: flows } = useAsk(flowOperations.installedFlows, { all: true, state: 2, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const options = (flows?.list ?? [])
    .filter(({ flowKey, documentKind }) => documentKind === null && flowKey.slice(0, -flowKeySuffixLength) !== definition.key)
    .map(({ flowKey, flowName }) => ({ value: flowKey, label: flowName }))
  return (
    <>
      <Card flush className="mb-4">
        <Choice
          label={t('子流程')}
          required
          hint={flows && options.length === 0 ? t('还没有可以发起的流程：先用自己设计的表单新建一个') : undefined}
          value={node.flowKey === unset ? '' : node.flowKey}
          options={options}
          onChange={(flowKey) => replace({ flowKey, input: {}, output: {} })}
        />
        <PathChoice
          label={t('子流程发起人')}
          value={node.initiator === 'initiator' ? '' : node.initiator.field}
          first={t('本流程的发起人')}
          fields={pointingAt(fields, 'person')}
          onChange={(path) => replace({ initiator: path ? { field: path } : 'initiator' })}
        />
        <EachRow node={node} onChange={replace} />
        <Switch label={t('等待结果')} text={t('关闭后子流程自行进行')} value={node.wait} onChange={(wait) => replace({ wait })} />
        {node.wait && (
          <Choice
            label={t('子流程被驳回时')}
            required
            value={node.onReject}
            options={optionsOf(childRejectWords)}
            onChange={(onReject) => replace({ onReject: onReject as SubFlow['onReject'] })}
          />
        )}
      </Card>
      {node.flowKey !== unset && <Mappings key={node.flowKey} node={node} onChange={replace} />}
    </>
  )
}

const RouteSettings = ({ node }: { node: Route }) => {
  const { definition } = useDesign()
  const replace = useReplace(node)
  const { within: ref, index } = spotOf(definition, node.id)
  const later = sequenceAt(definition, ref).slice(index + 1)
  const known = within(definition.body).some(({ id }) => id === node.to)
  return (
    <>
      <Card flush className="mb-4">
        <Choice
          label={t('跳转到')}
          required
          value={known ? node.to : ''}
          hint={later.length === 0 ? t('后面还没有环节') : undefined}
          options={later.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(to) => replace({ to })}
        />
      </Card>
      <h3 className={heading}>{t('什么时候跳转')}</h3>
      <p className="px-1 pb-2 text-small text-faint">{t('不设条件时总是跳转')}</p>
      <ConditionEditor value={node.when} onChange={(when) => replace({ when }, 'when')} />
    </>
  )
}

const Dot = ({ on }: { on: boolean }) => (
  <span
    className={`flex size-5 shrink-0 items-center justify-center rounded-full border-2 ${on ? 'border-accent' : 'border-line'}`}
    aria-hidden
  >
    {on && <span className="size-2.5 rounded-full bg-accent" />}
  </span>
)

const Chip = ({ on, label, onPress }: { on: boolean; label: string; onPress: () => void }) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onPress}
    className={`relative h-9 rounded-full px-3.5 text-body transition after:absolute after:-inset-y-1 after:inset-x-0 ${on ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken'}`}
  >
    {label}
  </button>
)

const heading = 'px-1 pb-1.5 text-small font-medium text-quiet'
