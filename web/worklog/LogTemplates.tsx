import { wordOptions } from '../look/fields/wordOptions.ts'
import { Ellipsis, NotebookPen, Plus } from 'lucide-react'
import { useState } from 'react'
import { type FormRow, formOperations } from '../../domain/approval/operations/forms.ts'
import { type LogTemplate, logOperations } from '../../domain/worklog/operations.ts'
import { type LogPeriod, logPeriods } from '../../domain/worklog/period.ts'
import { doneField, planField } from '../../domain/worklog/standard.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { TimeField } from '../look/fields/TimeField.tsx'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** The templates of logs: authors, days, readers, form. */
export default function LogTemplates() {
  const { data, error, refetch } = useAsk(logOperations.templates, { pageSize: 500 })
  const [editedTemplate, setEditedTemplate] = useState<LogTemplate | 'new'>()
  const { send: useStandard, sending } = useSend(logOperations.standardTemplates, { done: '已启用日报、周报和月报' })
  const { send: update } = useSend(logOperations.updateTemplate)
  const { send: publish } = useSend(logOperations.publishTemplate, { done: '已启用' })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const chooseMore = async (row: LogTemplate) => {
    const choice = await choose(t(row.name), [
      { value: 'edit', label: t('修改设置') },
      { value: 'form', label: t('设计表单') },
      { value: 'publish', label: row.state === 'active' ? t('启用最新的表单') : t('启用'), text: t('之后写的日志用表单现在的样子') },
      ...(row.state === 'active' ? [{ value: 'off', label: t('停用'), text: t('已提交的日志保留'), danger: true }] : []),
    ])
    try {
      if (choice === 'edit') setEditedTemplate(row)
      if (choice === 'form') go('/pages/flow/formdesign', { formKey: row.formKey })
      if (choice === 'publish') await publish({ id: row.id })
      if (choice === 'off') await update({ id: row.id, version: row.version, off: true })
    } catch (isRefused) {
      if (!(isRefused instanceof CallError)) throw isRefused
    }
  }
  return (
    <Page
      onRefresh={refetch}
      right={
        <Button size="small" icon={Plus} onClick={() => setEditedTemplate('new')}>
          {t('新建')}
        </Button>
      }
    >
      {data.list.length === 0 && (
        <Empty
          icon={NotebookPen}
          title={t('还没有日志模板')}
          text={t('启用日报、周报和月报，员工就可以开始写。')}
          action={{ label: t('启用日报、周报和月报'), onPress: () => sending || void useStandard({}) }}
        />
      )}
      <ul className="grid grid-cols-1 gap-3 pt-2 wide:grid-cols-2 wide:gap-4">
        {data.list.map((row) => (
          <li key={row.id}>
            <Card flush className="flex items-start">
              <button type="button" onClick={() => setEditedTemplate(row)} className="pressable min-w-0 flex-1 p-4 pr-0 text-left">
                <span className="flex items-center gap-2">
                  <span className="min-w-0 truncate text-title font-semibold">{t(row.name)}</span>
                  {row.state === 'active' ? (
                    <Tag tone="good">{t('使用中')}</Tag>
                  ) : (
                    <Tag>{row.state === 'draft' ? t('未启用') : t('已停用')}</Tag>
                  )}
                </span>
                <span className="mt-1 block text-body text-quiet">{writersWords(row)}</span>
                <span className="mt-1 block text-small text-faint">{dueWords(row)}</span>
              </button>
              <span className="p-1.5">
                <IconButton
                  icon={Ellipsis}
                  iconSize={20}
                  label={t('更多操作')}
                  className="text-quiet"
                  onClick={() => void chooseMore(row)}
                />
              </span>
            </Card>
          </li>
        ))}
      </ul>
      {editedTemplate && (
        <Editing
          key={editedTemplate === 'new' ? 'new' : editedTemplate.id}
          template={editedTemplate === 'new' ? undefined : editedTemplate}
          onClose={() => setEditedTemplate(undefined)}
        />
      )}
    </Page>
  )
}

const writersWords = ({ departments, receivers, toHead }: LogTemplate): string => {
  const to = [...(toHead ? [t('部门负责人')] : []), ...receivers.map(({ userName }) => userName)]
  return [
    t('由{who}填写', { who: departments.length === 0 ? t('全体员工') : departments.map(({ name }) => name).join(t('、')) }),
    ...(to.length > 0 ? [t('发给{names}', { names: to.join(t('、')) })] : []),
  ].join(t('，'))
}

const dueWords = ({ period, due: { workdaysAfter, minutes }, remindMinutes }: LogTemplate): string => {
  if (period === 'none') return t('不限周期')
  const time = clockOf(minutes)
  const last = { day: t('当天'), week: t('每周最后一个工作日'), month: t('每月最后一个工作日'), none: '' }[period]
  const until = workdaysAfter === 0 ? `${last} ${time}` : t('{last}之后第{n}个工作日 {time}', { last, n: workdaysAfter, time })
  return [
    t('{until}前提交', { until }),
    ...(remindMinutes === null ? [] : [t('{before}提醒', { before: beforeWords(remindMinutes) })]),
  ].join(t('，'))
}

/** "提前1天", "提前2小时", "提前30分钟". */
const beforeWords = (minutes: number): string => {
  if (minutes % 1440 === 0) return t('提前{n}天', { n: minutes / 1440 })
  return minutes % 60 === 0 ? t('提前{n}小时', { n: minutes / 60 }) : t('提前{n}分钟', { n: minutes })
}

const clockOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** With the one that is chosen already, whatever it is. */
const afterOptions = (choice: string) =>
  [...new Set(['0', '1', '2', '3', '5', choice])].map((value) => ({
    value,
    label: value === '0' ? '最后一个工作日当天' : t('之后第{n}个工作日', { n: value }),
  }))
const remindOptions = (choice: string) =>
  [...new Set(['never', '30', '60', '120', '1440', choice])].map((value) => ({
    value,
    label: value === 'never' ? '不提醒' : beforeWords(Number(value)),
  }))

const person = { type: 'reference', to: 'person', many: true } as const

/** A template under the pen. */
type Draft = {
  readonly name: string
  readonly period: LogPeriod
  readonly departments: readonly string[]
  readonly exempt: readonly string[]
  readonly receivers: readonly string[]
  readonly toHead: boolean
  readonly time: string
  readonly after: string
  readonly remind: string
  readonly formKey: string
}

const draftOf = (template: LogTemplate | undefined): Draft => ({
  name: template?.name ?? '',
  period: template?.period ?? 'day',
  departments: template?.departments.map(({ id }) => id) ?? [],
  exempt: template?.exempt.map(({ uid }) => uid) ?? [],
  receivers: template?.receivers.map(({ uid }) => uid) ?? [],
  toHead: template?.toHead ?? true,
  time: clockOf(template?.due.minutes ?? 18 * 60),
  after: String(template?.due.workdaysAfter ?? 0),
  remind: template ? String(template.remindMinutes ?? 'never') : '120',
  formKey: template?.formKey ?? '',
})

const inputOf = ({ name, period, departments, exempt, receivers, toHead, time, after, remind }: Draft) => ({
  name,
  period,
  departments: [...departments],
  exempt: [...exempt],
  receivers: [...receivers],
  toHead,
  due: { workdaysAfter: Number(after) || 0, minutes: minutesOf(time) },
  remindMinutes: remind === 'never' ? null : Number(remind),
})

const Editing = ({ template, onClose }: { template: LogTemplate | undefined; onClose: () => void }) => {
  const [draft, setDraft] = useState(() => draftOf(template))
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const { data: forms } = useAsk(formOperations.forms, { pageSize: 500 }, { enabled: template === undefined })
  const { send: insert, sending: inserting } = useSend(logOperations.saveTemplate, { done: '已保存，启用后员工就可以写' })
  const { send: update, sending: updating } = useSend(logOperations.updateTemplate, { done: '已保存' })
  const save = async () => {
    const input = inputOf(draft)
    try {
      if (template) await update({ id: template.id, version: template.version, ...input })
      else {
        const { formKey } = draft
        const fields = formKey === '' ? { doneField, planField } : { doneField: null, planField: null }
        await insert({ id: newId(), ...(formKey !== '' && { formKey }), ...input, ...fields })
      }
      onClose()
    } catch (isRefused) {
      if (!(isRefused instanceof CallError)) throw isRefused
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={template ? t(template.name) : t('新建日志模板')}
      tall
      footer={
        <Button wide size="large" busy={inserting || updating} disabled={draft.name.trim() === ''} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <Card flush className="mb-4 shrink-0">
        <TextField label={t('名称')} required value={draft.name} onChange={(name) => change({ name })} maxLength={40} />
        <Choice
          label={t('周期')}
          required
          value={draft.period}
          onChange={(period) => change({ period })}
          options={wordOptions(logPeriods)}
        />
        {!template && (
          <Choice
            label={t('表单')}
            value={draft.formKey}
            onChange={(formKey) => change({ formKey })}
            hint={t('不选时用自带的：完成、计划、需要的帮助、图片和附件')}
            options={(forms?.list ?? []).map((form: FormRow) => ({ value: form.formKey, label: form.formName, isOwn: true }))}
          />
        )}
      </Card>
      <PeopleFields draft={draft} onChange={change} />
      {draft.period !== 'none' && <DueFields draft={draft} onChange={change} />}
    </Sheet>
  )
}

type FieldsProps = { draft: Draft; onChange: (part: Partial<Draft>) => void }

/** Who writes it, and who gets it. */
const PeopleFields = ({ draft, onChange }: FieldsProps) => (
  <Card flush className="mb-4 shrink-0">
    <ReferencesField
      label={t('由哪些部门填写')}
      hint={t('不选是全体员工')}
      control={{ type: 'reference', to: 'department', many: true }}
      value={draft.departments}
      onChange={(departments) => onChange({ departments })}
    />
    <ReferencesField label={t('不用填写的人')} control={person} value={draft.exempt} onChange={(exempt) => onChange({ exempt })} />
    <Switch label={t('发给部门负责人')} value={draft.toHead} onChange={(toHead) => onChange({ toHead })} />
    <ReferencesField
      label={t('还发给')}
      hint={t('这些人也能看到全员的提交情况')}
      control={person}
      value={draft.receivers}
      onChange={(receivers) => onChange({ receivers })}
    />
  </Card>
)

/** Until when it is written, and when that is reminded of. */
const DueFields = ({ draft, onChange }: FieldsProps) => (
  <Card flush className="shrink-0">
    <TimeField label={t('截止时间')} required value={draft.time} onChange={(time) => onChange({ time })} />
    <Choice
      label={t('哪天截止')}
      required
      value={draft.after}
      onChange={(after) => onChange({ after })}
      options={afterOptions(draft.after)}
    />
    <Choice
      label={t('提醒')}
      required
      value={draft.remind}
      onChange={(remind) => onChange({ remind })}
      options={remindOptions(draft.remind)}
    />
  </Card>
)
