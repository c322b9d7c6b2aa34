import { Forward } from 'lucide-react'
import { useState } from 'react'
import { shapeOf } from '../../../domain/approval/form/shape.ts'
import { forwardingOperations } from '../../../domain/approval/operations/forwarding.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import type { ChatHead } from '../../../domain/chat/operations.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { filesIn } from '../../../kernel/fields/kinds.ts'
import { newId } from '../../../kernel/id.ts'
import { CallError } from '../../call.ts'
import { ConversationPicker } from '../../chat/ConversationPicker.tsx'
import { write } from '../../chat/device/device.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { CheckBox } from '../../look/fields/CheckBox.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'

type Part = { readonly path: string; readonly label: string }

/** What of an application its reader may forward: what he sees and what is filled in, files apart. */
export const forwardableParts = ({ form }: Pick<ProcessDetail, 'form'>): Part[] => {
  const shape = shapeOf(form)
  if (!shape) return []
  const values: Readonly<Record<string, unknown>> = form.values
  const fields = Object.entries(shape.fields).filter(
    ([key, { control }]) => !isEmpty(values[key]) && filesIn(control, values[key]).length === 0,
  )
  const columns = shape.tables.flatMap(({ key, label, columns }) => {
    const rows: readonly Readonly<Record<string, unknown>>[] = Array.isArray(values[key]) ? values[key] : []
    return Object.entries(columns)
      .filter(([column]) => rows.some((row) => !isEmpty(row[column])))
      .map(([column, field]): Part => ({ path: `${key}.${column}`, label: `${t(label)} · ${t(field.label)}` }))
  })
  return [...fields.map(([path, { label }]): Part => ({ path, label: t(label) })), ...columns]
}

/** Forwards chosen fields of an application to conversations: their members read these and nothing else of it. */
export const ForwardProcess = ({ detail }: { detail: ProcessDetail }) => {
  const parts = forwardableParts(detail)
  const [step, setStep] = useState<'fields' | 'chats'>()
  const [droppedPaths, setDroppedPaths] = useState<ReadonlySet<string>>(new Set())
  const forward = useSend(forwardingOperations.forward)
  const paths = parts.map(({ path }) => path).filter((path) => !droppedPaths.has(path))
  const close = () => setStep(undefined)
  const toggle = (path: string, isOn: boolean) => {
    const next = new Set(droppedPaths)
    if (isOn) next.delete(path)
    else next.add(path)
    setDroppedPaths(next)
  }
  const send = async (chats: readonly ChatHead[]) => {
    try {
      const id = newId()
      await forward.send({ id, processId: detail.process.id, paths, chatIds: chats.map(({ chatId }) => chatId) })
      for (const { chatId } of chats) await write(chatId, { kind: 'card', body: { noun: 'forward', id } })
      toast(t('已发送'), 'success')
      close()
    } catch (error) {
      // A refused call has said so itself.
      if (!(error instanceof CallError)) toast(t('这台设备没有地方了，没有发送'), 'error')
    }
  }
  if (parts.length === 0) return null
  return (
    <>
      <Button kind="secondary" size="small" icon={Forward} onClick={() => setStep('fields')}>
        {t('转发内容')}
      </Button>
      <Sheet
        open={step === 'fields'}
        onClose={close}
        title={t('选择要转发的内容')}
        footer={
          <Button size="large" wide disabled={paths.length === 0} onClick={() => setStep('chats')}>
            {t('选择发给谁')}
          </Button>
        }
      >
        <p className="pb-3 text-small text-quiet">{t('对方只看得到选中的内容，看不到申请的其他部分。')}</p>
        <Card flush>
          {parts.map(({ path, label }) => (
            <label key={path} className="pressable flex min-h-12 items-center gap-3 border-b border-line px-4 last:border-transparent">
              <CheckBox checked={!droppedPaths.has(path)} onChange={(event) => toggle(path, event.target.checked)} />
              <span className="min-w-0 flex-1 text-body">{label}</span>
            </label>
          ))}
        </Card>
      </Sheet>
      <ConversationPicker
        open={step === 'chats'}
        title={t('转发到聊天')}
        done={t('发送')}
        busy={forward.sending}
        onClose={close}
        onChoose={(chats) => void send(chats)}
      />
    </>
  )
}
