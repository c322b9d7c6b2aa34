import { useState } from 'react'
import type { Branch, Cc, Deadline, Delay, Node, Route, Service, SubFlow } from '../../../../domain/approval/flow/definition.ts'
import { changeKind, sequenceAt, spotOf, unset } from '../../../../domain/approval/design/edit.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import { branchWords, childRejectWords, onFailWords } from '../../../../domain/approval/design/settings.ts'
import { flowOperations } from '../../../../domain/approval/operations/flows.ts'
import { serviceOperations } from '../../../../domain/approval/operations/services.ts'
import { flowInstallPageSize, flowKeySuffixLength } from '../../../../domain/rules/constants.ts'
import { useAsk } from '../../../ask.ts'
import { Card } from '../../../look/Card.tsx'
import { Cell } from '../../../look/Cell.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { t } from '../../../words.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { useDesign, useReplace } from './design.ts'
import { pointingAt } from './fields.ts'
import { EachRow } from './EachRow.tsx'
import { FieldTable } from './FieldTable.tsx'
import { Mappings } from './Mappings.tsx'
import { NameField } from './NameField.tsx'
import { PathChoice, Rules } from './Rules.tsx'
import { DurationFields, CalendarChoice, Dot, heading, SettingTabs } from './settingFields.tsx'
import { WorkSettings } from './WorkSettings.tsx'
import { kindOf } from '../../../../kernel/fields/kinds.ts'
import { firstOf } from '../../../../kernel/assert.ts'
import { WordsChoice } from '../../../shell/WordsChoice.tsx'

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

const CopySettings = ({ node }: { node: Cc }) => {
  const [tab, setTab] = useState<'people' | 'fields'>('people')
  const replace = useReplace(node)
  return (
    <>
      <SettingTabs
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'people', label: t('抄送人') },
          { value: 'fields', label: t('表单权限') },
        ]}
      />
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
  const days = fields.filter(({ field: { control }, table }) => kindOf(control).isMoment && !table)
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
            replace({
              wait: next === 'until' ? { until: firstOf(days).path } : { after: { value: 1, unit: 'days' }, calendar: 'workdays' },
            })
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
        <WordsChoice label={t('失败时')} value={node.onFail} words={onFailWords} onChange={(onFail) => replace({ onFail })} />
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
    <WordsChoice label={t('到时')} value={deadline.act} words={onFailWords} onChange={(act) => onChange({ ...deadline, act })} />
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
          <WordsChoice
            label={t('子流程被驳回时')}
            value={node.onReject}
            words={childRejectWords}
            onChange={(onReject) => replace({ onReject })}
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
  const laterNodes = sequenceAt(definition, ref).slice(index + 1)
  const isKnown = within(definition.body).some(({ id }) => id === node.to)
  return (
    <>
      <Card flush className="mb-4">
        <Choice
          label={t('跳转到')}
          required
          value={isKnown ? node.to : ''}
          hint={laterNodes.length === 0 ? t('后面还没有环节') : undefined}
          options={laterNodes.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(to) => replace({ to })}
        />
      </Card>
      <h3 className={heading}>{t('什么时候跳转')}</h3>
      <p className="px-1 pb-2 text-small text-faint">{t('不设条件时总是跳转')}</p>
      <ConditionEditor value={node.when} onChange={(when) => replace({ when }, 'when')} />
    </>
  )
}
