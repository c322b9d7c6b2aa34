import { Lock } from 'lucide-react'
import { useState } from 'react'
import { messageCategories, type MessageCategory } from '../../domain/rules/messageCategories.ts'
import { reminderSettings, saveReminderSetting } from '../../domain/reminders/operations.ts'
import { type Reminder, type ReminderKind, reminders } from '../../domain/reminders/reminders.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { MailWishes } from '../mail/MailWishes.tsx'
import { PushDevices } from '../push/PushDevices.tsx'
import { PushHere } from '../push/PushHere.tsx'
import { PushWishes } from '../push/PushWishes.tsx'
import { messageLook } from './messageLook.ts'
import { t } from '../words.ts'

/** Where and about what a person is called, and which reminders he wants; what cannot be switched off is said as well. */
export default function MessageSettings() {
  const { data, error, refetch } = useAsk(reminderSettings, {})
  if (!data) return <Pending error={error} onRetry={refetch} />
  const groups = (['everybody', 'keepers'] as const).map((concerns) => ({
    concerns,
    rows: data.filter(({ kind }) => reminderOf(kind).concerns === concerns && !reminderOf(kind).always),
  }))
  return (
    <Page width="page" onRefresh={refetch}>
      <div className="grid gap-x-6 pt-1 wide:grid-cols-2 wide:items-start">
        <div>
          <PushHere />
          <PushWishes />
          <PushDevices />
          <MailWishes />
          <Section>
            <Cell title={t('定期发送')} text={t('定期收到或发给别人的表格和仪表板')} to="/pages/user/subscriptions" />
          </Section>
        </div>
        <div>
          {groups
            .filter(({ rows }) => rows.length > 0)
            .map(({ concerns, rows }) => (
              <Section key={concerns} title={t(titles[concerns])}>
                {rows.map(({ kind, on }) => (
                  <Wanted key={kind} kind={kind} on={on} />
                ))}
              </Section>
            ))}
          <Section title={t('总会收到')} note={t('为了不耽误别人、不错过组织的通知，这些消息不能关闭。未读的同类消息会合并成一条。')}>
            {always.map(({ category, text }) => (
              <Kept key={category} category={category} title={messageCategories[category]} text={text} />
            ))}
            {data
              .map(({ kind }) => reminderOf(kind))
              .filter((reminder) => reminder.always)
              .map(({ category, title, text }) => (
                <Kept key={title} category={category} title={title} text={text} />
              ))}
          </Section>
        </div>
      </div>
    </Page>
  )
}

/** What is told in any case. */
const Kept = ({ category, title, text }: { category: MessageCategory; title: string; text: string }) => {
  const { icon, color } = messageLook(category)
  return <Cell icon={icon} tint={color} title={t(title)} text={t(text)} value={<Lock size={16} role="img" aria-label={t('不能关闭')} />} />
}

/** A switch shows what was pressed at once, and what is stored where that fails. */
const Wanted = ({ kind, on }: { kind: ReminderKind; on: boolean }) => {
  const { send } = useSend(saveReminderSetting)
  const [isPressed, setPressed] = useState<boolean>()
  const change = async (next: boolean) => {
    setPressed(next)
    await send({ kind, on: next }).catch(() => undefined)
    setPressed(undefined)
  }
  const { title, text } = reminderOf(kind)
  return <Switch label={t(title)} text={t(text)} value={isPressed ?? on} onChange={(next) => void change(next)} />
}

const reminderOf = (kind: ReminderKind): Reminder => reminders[kind]

const titles = { everybody: '与我有关', keepers: '我管理的资产和耗材' } as const

const always: readonly { readonly category: MessageCategory; readonly text: string }[] = [
  { category: 'approval', text: '待审批、抄送、催办和申请的结果' },
  { category: 'news', text: '组织发布的新闻和公告' },
]
