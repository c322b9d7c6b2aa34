import { useState } from 'react'
import { robotList } from '../../domain/robots/operations.ts'
import {
  sheetFormats,
  type SheetFormat,
  subscriptionDelete,
  subscriptionSave,
  type ViewSubscription,
} from '../../domain/subscriptions/operations.ts'
import { sendingRhythms, type SendingRhythm } from '../../domain/subscriptions/sendingTime.ts'
import { newId } from '../../kernel/id.ts'
import { weekdays } from '../../kernel/weekday.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { wordOptions } from '../look/fields/wordOptions.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { hourOptions } from '../mail/mailWords.ts'
import { useSend } from '../send.ts'
import { useSession } from '../session/session.ts'
import { useCodes } from '../shell/codes.ts'
import { t } from '../words.ts'

type Draft = Pick<ViewSubscription, 'rhythm' | 'hour' | 'weekday' | 'monthDay' | 'uids' | 'robotIds' | 'isMailed' | 'sheetFormat' | 'isOn'>

type Props = {
  subscription: ViewSubscription | undefined
  subject: Pick<ViewSubscription, 'viewId' | 'dashboardId' | 'title'>
  onDone: () => void
}

/** When a view or a dashboard is sent, to whom, and whether by mail too. */
export const SubscriptionForm = ({ subscription, subject, onDone }: Props) => {
  const { uid } = useSession()
  /** Made once: sent again, it is the same. */
  const [id] = useState(() => subscription?.id ?? newId())
  const [draft, setDraft] = useState<Draft>(() => subscription ?? usualDraft(uid, subject.viewId === null ? 'pdf' : 'xlsx'))
  const [problem, setProblem] = useState('')
  const save = useSend(subscriptionSave, { done: '已保存', quiet: true })
  const remove = useSend(subscriptionDelete, { done: '已删除' })
  const change = (values: Partial<Draft>) => {
    setProblem('')
    setDraft((before) => ({ ...before, ...values }))
  }
  const submit = async () => {
    const { rhythm, hour, weekday, monthDay, uids, robotIds, isMailed, sheetFormat, isOn } = draft
    try {
      const version = subscription?.version ?? 0
      const { viewId, dashboardId } = subject
      await save.send({ id, version, viewId, dashboardId, rhythm, hour, weekday, monthDay, uids, robotIds, isMailed, sheetFormat, isOn })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  const drop = async () => {
    if (await confirmDelete(subject.title)) await remove.send({ id }).then(onDone, () => undefined)
  }
  return (
    <>
      <Section>
        <Value label={subject.viewId === null ? t('仪表板') : t('视图')}>{subject.title}</Value>
      </Section>
      <Times draft={draft} onChange={change} />
      <Receivers draft={draft} isDashboard={subject.viewId === null} onChange={change} />
      {problem && (
        <p role="alert" className="mb-4 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-col gap-3">
        <Button size="large" wide busy={save.sending} onClick={() => void submit()}>
          {t('保存')}
        </Button>
        {subscription && (
          <Button size="large" kind="danger" wide onClick={() => void drop()}>
            {t('删除')}
          </Button>
        )}
      </div>
    </>
  )
}

const usualDraft = (uid: string, sheetFormat: SheetFormat): Draft => ({
  ...{ rhythm: 'workdays', hour: 8, weekday: 1, monthDay: 1, uids: [uid], robotIds: [], isMailed: true, sheetFormat, isOn: true },
})

type PartProps = { draft: Draft; onChange: (values: Partial<Draft>) => void }

const isRhythm = (text: string): text is SendingRhythm => Object.hasOwn(sendingRhythms, text)

const Times = ({ draft: { rhythm, hour, weekday, monthDay }, onChange }: PartProps) => (
  <Section>
    <Choice
      label={t('发送日')}
      value={rhythm}
      options={wordOptions(sendingRhythms)}
      onChange={(value) => isRhythm(value) && onChange({ rhythm: value })}
    />
    {rhythm === 'weekly' && (
      <Choice
        label={t('星期')}
        value={String(weekday ?? 1)}
        options={weekdayOptions}
        onChange={(value) => value && onChange({ weekday: Number(value) })}
      />
    )}
    {rhythm === 'monthly' && (
      <Choice
        label={t('日期')}
        hint={t('没有这一天的月份在最后一天发送')}
        value={String(monthDay ?? 1)}
        options={monthDayOptions}
        onChange={(value) => value && onChange({ monthDay: Number(value) })}
      />
    )}
    <Choice label={t('时间')} value={String(hour)} options={hourOptions} onChange={(value) => value && onChange({ hour: Number(value) })} />
  </Section>
)

const weekdayWords = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
const weekdayOptions = weekdays.map((weekday, index) => ({ value: String(weekday), label: weekdayWords[index] ?? '' }))
const monthDayOptions = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))

const isSheetFormat = (text: string): text is SheetFormat => Object.hasOwn(sheetFormats, text)

/** Each person gets what that person may read. */
const Receivers = ({
  draft: { uids, robotIds, isMailed, sheetFormat, isOn },
  isDashboard,
  onChange,
}: PartProps & { isDashboard: boolean }) => {
  const hasRobots = useCodes().has('sysoperation:update')
  const { data: robots } = useAsk(robotList, {}, { enabled: hasRobots })
  return (
    <Section note={t('每个人只收到自己有权查看的内容；离职或无权查看的人收不到。')}>
      <ReferencesField
        label={t('接收人')}
        control={{ type: 'reference', to: 'person', many: true }}
        value={uids}
        onChange={(people) => onChange({ uids: [...people] })}
      />
      {robots && robots.list.length > 0 && (
        <Choices
          label={t('群机器人')}
          hint={t('群里只说有多少条，不带表格')}
          value={robotIds}
          options={robots.list.map(({ id, name }) => ({ value: id, label: name, isOwn: true }))}
          onChange={(chosenIds) => onChange({ robotIds: chosenIds })}
        />
      )}
      <Switch
        label={t('同时发送邮件')}
        text={
          isDashboard ? t('邮件里有各项数值和链接，可附PDF；只发给验证过邮箱的人') : t('附表格，超过10MB时只有链接；只发给验证过邮箱的人')
        }
        value={isMailed}
        onChange={(value) => onChange({ isMailed: value })}
      />
      {isMailed && (
        <Choice
          label={t('附件格式')}
          hint={isDashboard ? t('图表画成横条，与打印的一样') : t('行数太多不便打印时改附 Excel')}
          value={sheetFormat}
          options={wordOptions(sheetFormats).filter(({ value }) => value !== 'xlsx' || !isDashboard)}
          onChange={(value) => isSheetFormat(value) && onChange({ sheetFormat: value })}
        />
      )}
      <Switch label={t('启用')} value={isOn} onChange={(value) => onChange({ isOn: value })} />
    </Section>
  )
}
