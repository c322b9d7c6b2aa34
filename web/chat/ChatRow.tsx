import { BellOff } from 'lucide-react'
import { chatOperations, type ChatHead } from '../../domain/chat/operations.ts'
import type { Draft } from './device/drafts.ts'
import { call } from '../call.ts'
import { markSeen, takeHead } from './device/device.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Badge } from '../look/Badge.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { drawText } from '../look/drawText.ts'
import { SwipeActions } from '../look/SwipeActions.tsx'
import { session } from '../session/session.ts'
import { t } from '../words.ts'
import { useOver } from '../writing.ts'
import { when } from '../shell/when.ts'
import { briefWords } from './briefWords.ts'

/** A conversation in the list; drawn to the left it can be read, pinned, muted and taken out of the list. */
export const ChatRow = ({
  head,
  draft,
  chosen,
  onOpen,
}: {
  head: ChatHead
  draft: Draft | undefined
  chosen: boolean
  onOpen: () => void
}) => {
  const over = useOver()
  const { chatId, unread, pinnedAt, mute, mentioned, preview, kind } = head
  const change = (mine: { mute?: boolean; pinned?: boolean; hidden?: true }) =>
    void call(chatOperations.mine, { chatId, ...mine })
      .then((now) => takeHead(now, mine.hidden))
      .catch(() => undefined)
  const hide = async () => {
    if (await confirm({ title: t('从列表中移除这个会话？'), text: t('聊天记录不会删除，有新消息时会再出现。'), yes: t('移除') }))
      change({ hidden: true })
  }
  const sender =
    preview && kind !== 'pair' && preview.senderUid !== session().uid && preview.brief.kind !== 'note' ? preview.senderName : ''
  const brief = preview ? briefWords(preview.brief) : ''
  const words = sender ? t('{name}：{words}', { name: sender, words: brief }) : brief
  const restLook = pinnedAt ? 'bg-sunken/60' : ''
  return (
    <SwipeActions
      actions={[
        ...(unread > 0 ? [{ label: t('标为已读'), tone: 'accent' as const, onPress: () => markSeen(chatId, head.lastSeq) }] : []),
        { label: pinnedAt ? t('取消置顶') : t('置顶'), busy: over, onPress: () => change({ pinned: !pinnedAt }) },
        { label: mute ? t('恢复提醒') : t('免打扰'), busy: over, onPress: () => change({ mute: !mute }) },
        { label: t('移除'), tone: 'bad', busy: over, onPress: () => void hide() },
      ]}
    >
      <button
        type="button"
        onClick={onOpen}
        aria-current={chosen || undefined}
        className={`pressable flex w-full items-center gap-3 px-4 py-3 text-left ${chosen ? 'bg-accent-soft!' : restLook}`}
      >
        <span className="relative shrink-0">
          <Avatar name={head.name} src={head.avatar ?? ''} size={46} />
          {unread > 0 &&
            (mute ? (
              <span
                className="absolute -right-0.5 -top-0.5 size-2.5 rounded-full border-2 border-card bg-[#d92b35]"
                role="img"
                aria-label={t('未读')}
              />
            ) : (
              <Badge count={unread} className="absolute -right-1.5 -top-1" />
            ))}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-x-3 big-text:flex-wrap">
            <span className="min-w-0 flex-1 truncate text-body font-medium big-text:flex-auto">{drawText(head.name)}</span>
            <time className="shrink-0 text-small text-faint">{when(head.lastAt)}</time>
          </span>
          <span className="mt-0.5 flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-small text-quiet">
              {mentioned && <span className="text-bad">{mentioned === 'me' ? t('[有人提到您]') : t('[所有人]')} </span>}
              {draft && <span className="text-bad">{t('[草稿]')} </span>}
              {mute && unread > 0 && !draft && `${t('[{count}条]', { count: unread })} `}
              {draft ? draft.text : words}
            </span>
            {mute && <BellOff size={14} className="shrink-0 text-faint" role="img" aria-label={t('免打扰')} />}
          </span>
        </span>
      </button>
    </SwipeActions>
  )
}
