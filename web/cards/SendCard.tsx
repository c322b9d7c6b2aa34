import type { CardRef } from '../../domain/cards/cards.ts'
import type { ChatHead } from '../../domain/chat/operations.ts'
import { write } from '../chat/device/device.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { ConversationPicker } from '../chat/ConversationPicker.tsx'
import { useBusy } from '../writing.ts'

type Props = { card: CardRef; open: boolean; onClose: () => void }

/** Sends a card to conversations that are chosen; it is kept on this device until it has arrived. */
export const SendCard = ({ card: { noun, id, kind }, open, onClose }: Props) => {
  const [busy, setBusy] = useBusy()
  const send = async (chats: readonly ChatHead[]) => {
    setBusy(true)
    try {
      for (const { chatId } of chats) await write(chatId, { kind: 'card', body: { noun, id, ...(kind && { kind }) } })
      toast(t('已发送'), 'success')
      onClose()
    } catch {
      toast(t('这台设备没有地方了，没有发送'), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConversationPicker
      open={open}
      title={t('发送到聊天')}
      done={t('发送')}
      busy={busy}
      onClose={onClose}
      onChoose={(chats) => void send(chats)}
    />
  )
}
