import { useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import type { Direct } from '../../domain/documents/operations.ts'
import type { Noun } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { itemFieldOf } from '../../domain/documents/lines.ts'
import type { Id } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'
import { type DocumentForm } from './documentForm.ts'
import { SignatureField } from '../approval/process/SignatureField.tsx'
import { useItemLook, useName } from '../forms/names.ts'
import { handedBy } from './shortage/shortage.ts'
import { fieldIn } from '../shell/fieldIn.ts'
import { idIn } from '../shell/idIn.ts'

type Props = { open: boolean; onClose: () => void; kind: DocumentKind; form: DocumentForm; onDone: (direct: Direct) => void }

/** A direct hand-over: the items, the receiver, and the receiver's signature on the keeper's phone. */
export const DirectSheet = ({ open, onClose, kind, form, onDone }: Props) => {
  const [signature, setSignature] = useState<string>()
  const subject = useName('person', kind.subject ? idIn(form.header[kind.subject]) : undefined)
  const { control } = fieldIn(kind.line, itemFieldOf(kind))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('交给{name}', { name: subject })}
      footer={
        <>
          <Button kind="secondary" size="large" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button size="large" wide onClick={() => onDone(signature === undefined ? {} : { signature })}>
            {t('确认交出')}
          </Button>
        </>
      }
    >
      <Card flush className="shrink-0">
        {form.lines.map((line) => {
          const quantityNow = handedBy(kind, line)
          return (
            quantityNow && (
              <Handed key={line.key} noun={refersTo(control) ?? 'asset'} id={quantityNow.item} quantity={quantityNow.quantity} />
            )
          )
        })}
      </Card>
      <Card flush className="mt-3 shrink-0">
        <SignatureField value={signature} onChange={setSignature} required={false} guest />
      </Card>
      <p className="px-1 pt-2 text-small text-quiet">{t('请{name}核对后在此签名；不经审批，立即入账并通知对方。', { name: subject })}</p>
    </Sheet>
  )
}

const Handed = ({ noun, id, quantity }: { noun: Noun; id: Id; quantity: string }) => {
  const { title, text } = useItemLook(noun, id)
  return <Cell title={title || '…'} text={text} value={`×${quantity}`} />
}
