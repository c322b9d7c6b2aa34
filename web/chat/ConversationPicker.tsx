import { useState } from 'react'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { ChatHead } from '../../domain/chat/operations.ts'
import { useInbox } from './device/device.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import type { Busy } from '../look/holdButton.ts'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { drawText } from '../look/drawText.ts'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { openPair } from './openPair.ts'

type Props = {
  open: boolean
  title: string
  done: string
  busy?: Busy
  onClose: () => void
  onChoose: (chats: readonly ChatHead[]) => void
}

/** Chooses conversations that something is sent to; a person without one gets one. */
export const ConversationPicker = (props: Props) => (
  <Sheet open={props.open} onClose={props.onClose} title={props.title} tall>
    {props.open && <Choosing {...props} />}
  </Sheet>
)

const Choosing = ({ done, busy, onChoose }: Props) => {
  const inbox = useInbox()
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<string, ChatHead>>(new Map())
  const [person, setPerson] = useState(false)
  const add = (head: ChatHead) => {
    const next = new Map(picked)
    if (!next.delete(head.chatId)) next.set(head.chatId, head)
    if (next.size > chatLimits.forwardedTo) return toast(t('最多选{max}项', { max: chatLimits.forwardedTo }), 'error')
    setPicked(next)
  }
  const conversations = (inbox.data?.list ?? []).filter(mayBeWrittenTo)
  const all = [...[...picked.values()].filter(({ chatId }) => !conversations.some((head) => head.chatId === chatId)), ...conversations]
  const heads = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return (
    <>
      <div className="shrink-0 pb-3">
        <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索会话')} delayMs={100} />
      </div>
      <div className="scroller min-h-0 flex-1">
        <Button kind="plain" onClick={() => setPerson(true)}>
          {t('选择其他同事')}
        </Button>
        {!inbox.data && (inbox.isError ? <Problem error={inbox.error} onRetry={() => void inbox.refetch()} /> : <Skeleton />)}
        {inbox.data && heads.length === 0 && <Empty title={t('没有找到会话')} />}
        {inbox.data && heads.length > 0 && (
          <ul role="listbox" aria-multiselectable className="overflow-hidden rounded-card bg-card">
            {heads.map((head) => {
              const on = picked.has(head.chatId)
              return (
                <li key={head.chatId} role="option" aria-selected={on} className="border-b border-line last:border-none">
                  <button
                    type="button"
                    onClick={() => add(head)}
                    className="pressable flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left"
                  >
                    <CheckMark on={on} />
                    <Avatar name={head.name} src={head.avatar ?? ''} size={40} />
                    <span className="min-w-0 flex-1 truncate text-body">{drawText(head.name)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        )}
      </div>
      <div className="shrink-0 pt-3">
        <Button wide size="large" busy={busy} disabled={picked.size === 0} onClick={() => onChoose([...picked.values()])}>
          {picked.size > 0 ? t('{done}（{count}）', { done, count: picked.size }) : done}
        </Button>
      </div>
      <PeoplePicker
        open={person}
        title={t('选择同事')}
        most={1}
        onClose={() => setPerson(false)}
        onChoose={async ([member]) => {
          const info = member && (await openPair(member.uid))
          if (info) add(info)
        }}
      />
    </>
  )
}

const mayBeWrittenTo = ({ isMember, isDissolved, partner }: ChatHead): boolean => isMember && !isDissolved && partner?.inService !== false
