import { wordOptions } from '../../../look/fields/wordOptions.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Approve, type Handle, type Node, type Timeout, type Vote, isHuman } from '../../../../domain/approval/flow/definition.ts'
import {
  commentWords,
  dedupeWords,
  onEmptyWords,
  onRejectWords,
  onSelfWords,
  raiseWords,
  resubmitWords,
  timeoutWords,
} from '../../../../domain/approval/design/settings.ts'
import { Card, Section } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { Field } from '../../../look/fields/Field.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { NumberField, Stepper } from '../../../look/fields/NumberField.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { t } from '../../../words.ts'
import { useName } from '../../../forms/names.ts'
import { useDesign, useReplace } from './design.ts'
import { FieldTable } from './FieldTable.tsx'
import { People, Rules } from './Rules.tsx'
import { DurationFields, CalendarChoice, Dot, Chip, heading, SettingTabs } from './settingFields.tsx'
import { WordsChoice } from '../../../shell/WordsChoice.tsx'
import { lastOf } from '../../../../kernel/assert.ts'
import { keysOf } from '../../../../kernel/keysOf.ts'

export const WorkSettings = ({ node }: { node: Approve | Handle }) => {
  const [tab, setTab] = useState<'people' | 'fields' | 'more'>('people')
  const replace = useReplace<Approve | Handle>(node)
  return (
    <>
      <SettingTabs
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'people', label: node.t === 'approve' ? t('审批人') : t('办理人') },
          { value: 'fields', label: t('表单权限') },
          { value: 'more', label: t('高级设置') },
        ]}
      />
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
  weight: '票签：按票权比例同意',
}

export const WhoSettings = ({ node }: { node: Approve | Handle }) => {
  const replace = useReplace<Approve | Handle>(node)
  const { vote } = node
  const setMode = (mode: Vote['mode']) => {
    const next = blankVote(mode)
    // Neither one of several nor one after the other leaves anyone to wait for.
    const early = node.t === 'approve' && (mode === 'or' || mode === 'seq') ? { settle: 'early' as const } : {}
    replace({ vote: next, ...early })
  }
  return (
    <>
      <h3 className={heading}>{node.t === 'approve' ? t('谁来审批') : t('谁来办理')}</h3>
      <Rules rules={node.assignees} onChange={(assignees) => replace({ assignees })} />
      <h3 className={heading}>{t('多人处理时')}</h3>
      <Card flush className="mb-4">
        <ul role="radiogroup" aria-label={t('多人处理时')}>
          {keysOf(voteModes).map((mode) => (
            <li key={mode} className="border-b border-line last:border-none">
              <button
                type="button"
                role="radio"
                aria-checked={vote.mode === mode}
                onClick={() => vote.mode !== mode && setMode(mode)}
                className="pressable flex min-h-11 w-full items-center gap-3 px-4 text-left text-body"
              >
                <Dot on={vote.mode === mode} />
                {t(voteModes[mode])}
              </button>
              {vote.mode === mode && vote.mode === 'atLeast' && (
                <LeastVotes count={vote.n} onChange={(n) => replace({ vote: { ...vote, n } }, 'n')} />
              )}
              {vote.mode === mode && vote.mode === 'fraction' && (
                <VoteFraction vote={vote} onChange={(part, subject) => replace({ vote: { ...vote, ...part } }, subject)} />
              )}
              {vote.mode === mode && vote.mode === 'weight' && (
                <>
                  <VoteFraction vote={vote} onChange={(part, subject) => replace({ vote: { ...vote, ...part } }, subject)} />
                  <VoteWeights weights={vote.weights} onChange={(weights, subject) => replace({ vote: { ...vote, weights } }, subject)} />
                </>
              )}
              {vote.mode === mode && (vote.mode === 'atLeast' || vote.mode === 'fraction' || vote.mode === 'weight') && (
                <div className="pl-8">
                  <Switch
                    label={t('一票否决')}
                    text={t('有一人驳回即为驳回')}
                    value={vote.veto === true}
                    onChange={(isOn) => replace({ vote: { ...vote, veto: isOn ? true : undefined } })}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {node.t === 'approve' && vote.mode !== 'or' && vote.mode !== 'seq' && <SettleSettings node={node} />}
      <Card flush className="mb-4">
        <Switch
          label={t('只由一人处理')}
          text={t('在找到的人中选待办最少的')}
          value={node.pick === 'leastLoaded'}
          onChange={(isOn) => replace({ pick: isOn ? 'leastLoaded' : undefined })}
        />
        <Choice
          label={t('没有处理人时')}
          required
          value={typeof node.onEmpty === 'object' ? 'users' : node.onEmpty}
          options={[...wordOptions(onEmptyWords), { value: 'users', label: '转交指定人员' }]}
          onChange={(next) => replace({ onEmpty: keysOf(onEmptyWords).find((option) => option === next) ?? { users: [] } })}
        />
        {typeof node.onEmpty === 'object' && (
          <People label={t('转交给')} ids={node.onEmpty.users} onChange={(users) => replace({ onEmpty: { users } })} />
        )}
        {node.t === 'approve' && <SelfSettings node={node} />}
      </Card>
    </>
  )
}

/** How many have to agree at least. */
const LeastVotes = ({ count, onChange }: { count: number; onChange: (count: number) => void }) => (
  <div className="flex items-center gap-3 pb-3 pl-12 pr-4 text-body">
    <Stepper label={t('人数')} value={String(count)} min={1} max={200} onChange={(text) => onChange(countIn(text, 200))} />
    {t('人')}
  </div>
)

type Fraction = { readonly num: number; readonly den: number }
type VoteFractionProps = { vote: Fraction; onChange: (part: Partial<Fraction>, subject: 'num' | 'den') => void }

/** Which part of all has to agree. */
const VoteFraction = ({ vote, onChange }: VoteFractionProps) => (
  <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 pb-3 pl-12 pr-4 text-body">
    <span>{t('分子')}</span>
    <Stepper
      label={t('分子')}
      value={String(vote.num)}
      min={1}
      max={1000}
      onChange={(num) => onChange({ num: countIn(num, 1000) }, 'num')}
    />
    <span>{t('分母')}</span>
    <Stepper
      label={t('分母')}
      value={String(vote.den)}
      min={1}
      max={1000}
      onChange={(den) => onChange({ den: countIn(den, 1000) }, 'den')}
    />
  </div>
)

type Weights = Extract<Vote, { mode: 'weight' }>['weights']

/** Whose votes weigh more than one. */
const VoteWeights = ({ weights, onChange }: { weights: Weights; onChange: (weights: Weights, subject?: string) => void }) => (
  <div className="pb-1 pl-8">
    <People
      label={t('票权大于一票的人')}
      ids={weights.map(({ user }) => user)}
      onChange={(users) => onChange(users.map((user) => weights.find((weight) => weight.user === user) ?? { user, weight: 2 }))}
    />
    {weights.map(({ user, weight }, place) => (
      <WeightRow
        key={user}
        user={user}
        weight={weight}
        onChange={(next) => onChange(weights.with(place, { user, weight: next }), `weight${place}`)}
      />
    ))}
  </div>
)

const WeightRow = ({ user, weight, onChange }: { user: string; weight: number; onChange: (weight: number) => void }) => {
  const name = useName('person', user) ?? ''
  return (
    <div className="flex items-center justify-between gap-3 px-4 pb-2 text-body">
      <span className="min-w-0 truncate">{name}</span>
      <Stepper
        label={t('{person}的票权', { person: name })}
        value={String(weight)}
        min={1}
        max={100}
        onChange={(text) => onChange(countIn(text, 100))}
      />
    </div>
  )
}

const countIn = (text: string, max: number): number => Math.min(max, Math.max(1, Number(text) || 1))

export const SettleSettings = ({ node }: { node: Approve }) => {
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

export const SelfSettings = ({ node }: { node: Approve }) => {
  const replace = useReplace(node)
  return (
    <>
      <WordsChoice label={t('处理人是发起人时')} value={node.onSelf} words={onSelfWords} onChange={(onSelf) => replace({ onSelf })} />
      <Choice
        label={t('处理人前面审批过时')}
        required
        value={node.dedupe ?? ''}
        options={[{ value: '', label: '按流程设置' }, ...wordOptions(dedupeWords)]}
        onChange={(dedupe) => replace({ dedupe: keysOf(dedupeWords).find((option) => option === dedupe) })}
      />
    </>
  )
}

export const MoreSettings = ({ node }: { node: Approve | Handle }) => {
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
        <WordsChoice
          label={t('发起人重新提交时')}
          value={node.resubmit}
          words={resubmitWords}
          onChange={(resubmit) => replace({ resubmit })}
        />
      </Section>
      <Section title={t('在这里调高数量或金额')}>
        <WordsChoice
          label={t('前面的审批人已经同意时')}
          value={node.raise ?? 'ask'}
          words={raiseWords}
          onChange={(raise) => replace({ raise })}
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
        {back && <RollbackTargets steps={earlier} value={back} onChange={(rollback) => setOps({ rollback })} />}
      </Section>
      <Section title={t('处理时填写')}>
        <WordsChoice label={t('意见')} value={require.comment} words={commentWords} onChange={(comment) => setRequire({ comment })} />
        <Switch label={t('必须手写签名')} value={require.signature} onChange={(signature) => setRequire({ signature })} />
        <Switch label={t('必须上传附件')} value={require.attachment} onChange={(attachment) => setRequire({ attachment })} />
      </Section>
      <Timeouts node={node} />
    </>
  )
}

type RollbackTargetsProps = {
  steps: readonly { id: string; name: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** To which steps it may be rolled back. */
const RollbackTargets = ({ steps, value, onChange }: RollbackTargetsProps) => (
  <Field label={t('指定环节')} group>
    {() => (
      <div className="flex flex-wrap gap-2 py-1.5">
        {[{ id: 'START', name: '发起人' }, ...steps].map(({ id, name }) => (
          <Chip
            key={id}
            on={value.includes(id)}
            label={t(name)}
            onPress={() => onChange(value.includes(id) ? value.filter((step) => step !== id) : [...value, id])}
          />
        ))}
      </div>
    )}
  </Field>
)

export const RejectSettings = ({ node, earlier }: { node: Approve; earlier: readonly { id: string; name: string }[] }) => {
  const replace = useReplace(node)
  const { onReject } = node
  return (
    <Section title={t('驳回之后')}>
      <Choice
        label={t('驳回后')}
        required
        value={typeof onReject === 'object' ? 'node' : onReject}
        options={[...wordOptions(onRejectWords), ...(earlier.length > 0 ? [{ value: 'node', label: '回到指定环节' }] : [])]}
        onChange={(next) => replace({ onReject: rejectionOf(next, earlier) })}
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
  const nodesFound: { id: string; name: string }[] = []
  const walk = (nodes: readonly Node[], spine: readonly Node[]): boolean => {
    const before: Node[] = [...spine]
    for (const node of nodes) {
      if (node.id === id) {
        nodesFound.push(...before.map((node) => ({ id: node.id, name: node.name })))
        return true
      }
      if (node.t === 'branch' && node.arms.some((arm) => walk(arm.body, before))) return true
      if (isHuman(node)) before.push(node)
    }
    return false
  }
  walk(body, [])
  return nodesFound
}

const timeoutActs: Readonly<Record<Timeout['act'], string>> = {
  remind: '提醒处理人',
  pass: '自动通过',
  reject: '自动驳回',
  transferToManager: '转交处理人的上级',
}

export const Timeouts = ({ node }: { node: Approve | Handle }) => {
  const { speech } = useDesign()
  const replace = useReplace<Approve | Handle>(node)
  const { timeouts } = node
  const set = (index: number, timeout: Timeout) =>
    replace({ timeouts: timeouts.map((otherTimeout, position) => (position === index ? timeout : otherTimeout)) }, `timeout${index}`)
  const acts = wordOptions(timeoutActs).filter(({ value }) => node.t === 'approve' || value !== 'reject')
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
              onClick={() => replace({ timeouts: timeouts.filter((_, position) => position !== index) })}
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
              set(index, { ...rest, act, ...(act === 'remind' && repeat ? { repeat } : {}) })
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
          {timeout.repeat && <RepeatFields repeat={timeout.repeat} onChange={(repeat) => set(index, { ...timeout, repeat })} />}
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

const blankVote = (mode: Vote['mode']): Vote => {
  if (mode === 'atLeast') return { mode, n: 2 }
  if (mode === 'weight') return { mode, weights: [], num: 1, den: 2 }
  return mode === 'fraction' ? { mode, num: 2, den: 3 } : { mode }
}

type Repeat = NonNullable<Timeout['repeat']>

const RepeatFields = ({ repeat, onChange }: { repeat: Repeat; onChange: (repeat: Repeat) => void }) => (
  <>
    <DurationFields label={t('每隔')} value={repeat.every} onChange={(every) => onChange({ ...repeat, every })} />
    <NumberField
      label={t('最多几次')}
      value={String(repeat.max)}
      min={1}
      max={100}
      onChange={(max) => onChange({ ...repeat, max: Math.min(100, Math.max(1, Number(max) || 1)) })}
    />
  </>
)

/** What becomes of a rejected application; sent back to a step it goes to the last before. */
const rejectionOf = (choice: string, earlier: readonly { id: string }[]): Approve['onReject'] =>
  keysOf(onRejectWords).find((option) => option === choice) ?? { node: lastOf(earlier).id }
