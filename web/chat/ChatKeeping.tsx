import { MessagesSquare, Scale } from 'lucide-react'
import { useState } from 'react'
import type { InputOf } from '../../domain/operations/define.ts'
import { chatDaysAtLeast, chatDaysAtMost, organisationChatDays, type organisationUpdate } from '../../domain/organisation/operations.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'

type Props = { value: number | null; onChange: (input: InputOf<typeof organisationUpdate>) => Promise<boolean> }

/** How long messages of conversations are kept, and what is taken out of them for a dispute. */
export const ChatKeeping = ({ value, onChange }: Props) => {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Section title={t('聊天')}>
      <Cell
        icon={MessagesSquare}
        tint="#12b5cb"
        title={t('聊天记录保留')}
        text={t('更早的消息和其中的图片、文件自动清除')}
        value={value === null ? t('永久') : t('{days}天', { days: value })}
        onPress={() => setChoosing(true)}
      />
      <Cell icon={Scale} tint="#e8890c" title={t('争议导出')} text={t('两位管理员共同导出一段聊天记录')} to="/pages/user/disputes" />
      <Sheet open={isChoosing} onClose={() => setChoosing(false)} title={t('聊天记录保留')}>
        {isChoosing && <Choosing value={value} onChange={onChange} onDone={() => setChoosing(false)} />}
      </Sheet>
    </Section>
  )
}

const Choosing = ({ value, onChange, onDone }: Props & { onDone: () => void }) => {
  const [way, setWay] = useState<'ever' | 'days'>(value === null ? 'ever' : 'days')
  const [days, setDays] = useState(String(value ?? 365))
  const [isSaving, setSaving] = useState(false)
  const count = Number(days)
  const isRight = Number.isInteger(count) && count >= chatDaysAtLeast && count <= chatDaysAtMost
  const asks = way === 'days' && isRight
  const foreseenDays = useAsk(organisationChatDays, { days: isRight ? count : chatDaysAtLeast }, { enabled: asks, staleMs: 0 })
  const { messages, chats, held } = foreseenDays.data ?? { messages: 0, chats: 0, held: 0 }
  const save = async () => {
    setSaving(true)
    const result = await onChange({ chatDays: way === 'ever' ? null : count }).finally(() => setSaving(false))
    if (result) onDone()
  }
  return (
    <>
      <Card flush>
        <Choice
          label={t('保留多久')}
          value={way}
          options={[
            { value: 'ever', label: '永久' },
            { value: 'days', label: '按天数' },
          ]}
          onChange={(value) => value && setWay(value)}
        />
        {way === 'days' && (
          <NumberField
            label={t('保留天数')}
            value={days}
            onChange={setDays}
            min={chatDaysAtLeast}
            max={chatDaysAtMost}
            places={0}
            hint={t('{least}到{most}天', { least: chatDaysAtLeast, most: chatDaysAtMost })}
            error={isRight ? undefined : t('{least}到{most}天', { least: chatDaysAtLeast, most: chatDaysAtMost })}
          />
        )}
      </Card>
      <div className="min-h-24 px-1 py-3 text-small text-quiet" aria-live="polite">
        {way === 'ever' && <p>{t('什么都不清除。已经清除的找不回来。')}</p>}
        {asks && foreseenDays.data && (
          <>
            <p className={messages > 0 ? 'text-warn' : ''}>
              {messages > 0
                ? t('现在会清除{chats}个会话中的{messages}条消息，清除后找不回来。', { chats, messages })
                : t('现在没有要清除的消息。')}
            </p>
            {held > 0 && <p className="pt-1">{t('另有{count}个会话正在争议导出，等导出结束后再清除。', { count: held })}</p>}
            <p className="pt-1">{t('保存一天后开始，之后每天夜里清除；这一天内可以改回。')}</p>
          </>
        )}
        {asks && foreseenDays.error && <p className="text-bad">{t('算不出会清除多少，请稍后再试')}</p>}
      </div>
      <Button
        size="large"
        wide
        busy={isSaving || (asks && !foreseenDays.data && !foreseenDays.error)}
        disabled={way === 'days' && (!isRight || !foreseenDays.data)}
        onClick={() => void save()}
      >
        {t('保存')}
      </Button>
    </>
  )
}
