import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { chatLimits } from '../../domain/chat/limits.ts'
import { chatOperations, type ChatHead } from '../../domain/chat/operations.ts'
import { newId } from '../../kernel/id.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { openPair } from './openPair.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

/** Begins a conversation: with one colleague a pair, with several a group. */
export const NewChat = ({ onMade }: { onMade: (head: ChatHead) => void }) => {
  const [open, setOpen] = useState(false)
  const [id, setId] = useState(newId)
  const { send } = useSend(chatOperations.save)
  const make = async (uids: readonly string[]) => {
    const [first, ...others] = uids
    const isPair = first !== undefined && others.length === 0
    const head = isPair ? await openPair(first) : await send({ id, uids: [...uids] }).catch(() => undefined)
    if (!head) return
    setId(newId())
    onMade(head)
  }
  return (
    <>
      <IconButton icon={MessageSquarePlus} label={t('发起聊天')} onClick={() => setOpen(true)} />
      <PeoplePicker
        open={open}
        title={t('发起聊天')}
        most={chatLimits.members - 1}
        onClose={() => setOpen(false)}
        onChoose={(people) => void make(people.map(({ uid }) => uid))}
      />
    </>
  )
}
