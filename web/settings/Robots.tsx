import { wordOptions } from '../look/fields/wordOptions.ts'
import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { type GroupRobot, robotList } from '../../domain/robots/operations.ts'
import { robotEvents, robotVendors } from '../../domain/robots/robot.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { TimeField } from '../look/fields/TimeField.tsx'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'
import { type RobotDraft, useRobot } from './useRobot.ts'

/** The robots by which groups of chats hear of things: which there are, whether they get through, and how each is set up. */
export default function Robots() {
  const { data, error, refetch } = useAsk(robotList, {}, { staleMs: 0 })
  const [open, setOpen] = useState<GroupRobot | 'new'>()
  if (!data) return <Pending error={error} onRetry={refetch} />
  const add = <IconButton icon={Plus} label={t('添加群机器人')} onClick={() => setOpen('new')} />
  return (
    <Page width="form" right={add} onRefresh={refetch}>
      {data.list.length === 0 ? (
        <Empty
          icon={Bot}
          title={t('还没有群机器人')}
          text={t('在钉钉、企业微信或飞书的群设置里添加自定义机器人，把它的地址填到这里，公告、盘点、库存等通知就会发到群里。')}
          action={{ label: t('添加群机器人'), onPress: () => setOpen('new') }}
        />
      ) : (
        <Card flush>
          {data.list.map((robot) => (
            <Cell
              key={robot.id}
              icon={Bot}
              tint={tints[robot.vendor]}
              title={robot.name}
              text={standingOf(robot)}
              value={<RobotTag robot={robot} />}
              onPress={() => setOpen(robot)}
            />
          ))}
        </Card>
      )}
      <Sheet open={open !== undefined} onClose={() => setOpen(undefined)} title={open === 'new' ? t('添加群机器人') : t('群机器人')} tall>
        {open && (
          <Editor key={open === 'new' ? 'new' : open.id} robot={open === 'new' ? undefined : open} onDone={() => setOpen(undefined)} />
        )}
      </Sheet>
    </Page>
  )
}

const tints = { dingtalk: '#1a6fe0', wecom: '#0a9c5a', feishu: '#3370ff' } as const

const RobotTag = ({ robot: { isOn, ending, failures } }: { robot: GroupRobot }) => {
  if (!isOn || ending === null) return <Tag>{t(ending === null ? '缺少地址' : '已停用')}</Tag>
  return failures > 0 ? <Tag tone="bad">{t('发送失败')}</Tag> : <Tag tone="good">{t('使用中')}</Tag>
}

const deliveredWords = (deliveredAt: GroupRobot['deliveredAt']): string =>
  deliveredAt ? t('{time}发送成功', { time: when(deliveredAt) }) : t('还没有发送过')

/** How it goes with a robot, in a line. */
const standingOf = ({ vendor, failures, failure, failedAt, deliveredAt, waiting }: GroupRobot): string =>
  [
    t(robotVendors[vendor]),
    failures > 0 && failedAt ? `${when(failedAt)} ${failure ?? ''}` : deliveredWords(deliveredAt),
    waiting > 0 && t('{n}条等待发送', { n: waiting }),
  ]
    .filter(Boolean)
    .join(' · ')

const Editor = ({ robot, onDone }: { robot: GroupRobot | undefined; onDone: () => void }) => {
  const { draft, change, problem, answer, submit, drop, tryOut, isSaving, isTesting } = useRobot(robot, onDone)
  return (
    <>
      <Address robot={robot} draft={draft} onChange={change} />
      <Notifications draft={draft} onChange={change} />
      {problem && (
        <p role="alert" className="mb-4 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          {problem}
        </p>
      )}
      {answer && (
        <p
          role="status"
          className={`mb-4 rounded-card px-4 py-3 text-body ${answer.sent ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
        >
          {answer.sent ? t('测试消息已发到群里。') : answer.why}
        </p>
      )}
      <div className="flex flex-col gap-3">
        <Button size="large" wide busy={isSaving} onClick={() => void submit()}>
          {t('保存')}
        </Button>
        {robot?.ending && (
          <Button size="large" kind="secondary" wide busy={isTesting} onClick={() => void tryOut()}>
            {t('发送测试消息')}
          </Button>
        )}
        {robot && (
          <Button size="large" kind="danger" wide onClick={() => void drop()}>
            {t('删除')}
          </Button>
        )}
      </div>
    </>
  )
}

type PartProps = { draft: RobotDraft; onChange: (values: Partial<RobotDraft>) => void }

const Address = ({ robot, draft, onChange }: PartProps & { robot: GroupRobot | undefined }) => (
  <Section>
    <TextField
      label={t('名称')}
      value={draft.name}
      onChange={(name) => onChange({ name })}
      placeholder={t('例如：资产管理群')}
      maxLength={40}
      required
    />
    <TextField
      label={t('机器人地址')}
      value={draft.url}
      onChange={(url) => onChange({ url })}
      placeholder={robot?.ending ? t('已保存，结尾是{ending}', { ending: robot.ending }) : 'https://'}
      hint={t('群设置里复制的 Webhook 地址，只支持钉钉、企业微信和飞书')}
      inputMode="url"
      autoComplete="off"
      required={!robot?.ending}
    />
    <TextField
      label={t('加签密钥')}
      type="password"
      value={draft.secret ?? ''}
      onChange={(secret) => onChange({ secret })}
      placeholder={robot?.isSigned ? t('已保存，不再显示') : t('钉钉、飞书选了加签时填写')}
      autoComplete="new-password"
    />
  </Section>
)

/** What it tells, in which language, and when it is still. */
const Notifications = ({ draft, onChange }: PartProps) => {
  const { quiet } = draft
  return (
    <Section note={t('群里不会出现人员姓名。每分钟最多发送20次，更多的会合并成一条。')}>
      <Choices label={t('通知内容')} value={draft.events} options={eventOptions} onChange={(events) => onChange({ events })} required />
      <Choice label={t('语言')} value={draft.language} options={languages} onChange={(language) => onChange({ language })} required />
      <Switch
        label={t('免打扰时段')}
        text={t('这段时间的通知等结束后合并发送')}
        value={quiet !== null}
        onChange={(on) => onChange({ quiet: on ? { from: 22 * 60, until: 7 * 60 } : null })}
      />
      {quiet && (
        <>
          <TimeField
            label={t('开始')}
            value={timeOf(quiet.from)}
            onChange={(time) => time && onChange({ quiet: { ...quiet, from: minuteOf(time) } })}
          />
          <TimeField
            label={t('结束')}
            value={timeOf(quiet.until)}
            onChange={(time) => time && onChange({ quiet: { ...quiet, until: minuteOf(time) } })}
          />
        </>
      )}
      <Switch label={t('启用')} value={draft.isOn} onChange={(isOn) => onChange({ isOn })} />
    </Section>
  )
}

const eventOptions = wordOptions(robotEvents)

const languages = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
] as const

const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
