import { useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { itemFieldOf } from '../../domain/documents/lines.ts'
import type { Direct } from '../../domain/documents/operations.ts'
import type { Noun } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { SignatureField } from '../approval/process/SignatureField.tsx'
import { useItemLook, useName } from '../forms/names.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { fieldIn } from '../shell/fieldIn.ts'
import { t } from '../words.ts'
import type { DocumentForm } from './documentForm.ts'
import { type Handover, handoversOf } from './handovers.ts'

type Props = { open: boolean; onClose: () => void; kind: DocumentKind; form: DocumentForm; onDone: (direct: Direct) => void }

/** A direct hand-over: who receives what, and the signature of each receiver on the keeper's phone. */
export const DirectSheet = ({ open, onClose, kind, form, onDone }: Props) => {
  const [signatures, setSignatures] = useState<Readonly<Record<string, string>>>({})
  const handovers = handoversOf(kind, form)
  const [firstHandover] = handovers
  const firstName = useName(firstHandover?.receiver?.noun ?? 'person', firstHandover?.receiver?.id)
  const isShared = handovers.length > 1
  const receiverCount = handovers.length
  const noun = refersTo(fieldIn(kind.line, itemFieldOf(kind)).control) ?? 'asset'
  const sign = (key: string, path: string | undefined) =>
    setSignatures(({ [key]: _, ...otherSignatures }) => (path === undefined ? otherSignatures : { ...otherSignatures, [key]: path }))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={isShared ? t('交给{count}人', { count: receiverCount }) : titleFor(kind, firstName)}
      footer={
        <>
          <Button kind="secondary" size="large" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button size="large" wide onClick={() => onDone(directOf(handovers, signatures))}>
            {t('确认交出')}
          </Button>
        </>
      }
    >
      {handovers.map((handover) => (
        <HandedThings
          key={keyOf(handover)}
          handover={handover}
          noun={noun}
          isShared={isShared}
          signature={signatures[keyOf(handover)]}
          onSign={(path) => sign(keyOf(handover), path)}
        />
      ))}
      <p className="px-1 text-small text-quiet">{hintFor(isShared, firstName)}</p>
    </Sheet>
  )
}

const titleFor = (kind: DocumentKind, name: string): string => (name === '' ? t(kind.directTitle ?? '') : t('交给{name}', { name }))

const hintFor = (isShared: boolean, name: string): string => {
  if (isShared) return t('请每个人核对后在自己名下签名；不经审批，立即入账并通知各人。')
  return name === ''
    ? t('请对方核对后在此签名；不经审批，立即入账。')
    : t('请{name}核对后在此签名；不经审批，立即入账并通知对方。', { name })
}

const keyOf = ({ receiver }: Handover): string => receiver?.id ?? ''

/** One signature as it always was; of several receivers each by the person who signed. */
const directOf = (handovers: readonly Handover[], signatures: Readonly<Record<string, string>>): Direct => {
  if (handovers.length > 1) return Object.keys(signatures).length === 0 ? {} : { signatures: { ...signatures } }
  const [signature] = Object.values(signatures)
  return signature === undefined ? {} : { signature }
}

type HandedProps = {
  handover: Handover
  noun: Noun
  /** Several people receive something: each is named above what is his. */
  isShared: boolean
  signature: string | undefined
  onSign: (path: string | undefined) => void
}

/** What one receiver is handed, and where he signs for it. */
const HandedThings = ({ handover: { receiver, items }, noun, isShared, signature, onSign }: HandedProps) => {
  const name = useName(receiver?.noun ?? 'person', receiver?.id)
  const signatureField = <SignatureField value={signature} onChange={onSign} required={false} guest />
  const cells = items.map(({ key, item, quantity }) => <HandedThing key={key} noun={noun} id={item} quantity={quantity} />)
  if (isShared)
    return (
      <Section title={name}>
        {cells}
        {signatureField}
      </Section>
    )
  return (
    <>
      <Card flush className="shrink-0">
        {cells}
      </Card>
      <Card flush className="my-3 shrink-0">
        {signatureField}
      </Card>
    </>
  )
}

const HandedThing = ({ noun, id, quantity }: { noun: Noun; id: Id; quantity: string }) => {
  const { title, text } = useItemLook(noun, id)
  return <Cell title={title || '…'} text={text} value={`×${quantity}`} />
}
