import { useState } from 'react'
import type { DocumentKind, Stage } from '../../../domain/documents/define.ts'
import type { DocumentInfo } from '../../../domain/documents/operations.ts'
import { isReceivedInParts } from '../../../domain/documents/partialReceipt.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { t } from '../../words.ts'
import { advance } from '../advance.ts'
import { withoutParts, PartialReceiptFields, receiptOf, RestFields, usePartDraft } from './PartialReceipt.tsx'
import { type DocumentReceipt, receivedThings } from './Receipts.tsx'
import { KeepsFiles } from '../../outbox/files/addFile.ts'
import { SignatureField } from '../../approval/process/SignatureField.tsx'
import { useSession } from '../../session/session.ts'
import { useBusy } from '../../writing.ts'

type Props = {
  open: boolean
  onClose: () => void
  kind: DocumentKind
  document: DocumentInfo
  stage: Stage
  /** Of several people who receive it, the one whose lines these are. */
  receipt?: DocumentReceipt | undefined
}

/** The person who receives what was approved for him says that he has it, or which part of it, and may sign; others for him, as far as they may. */
export const ReceiptSheet = ({ open, onClose, kind, document: wholeDocument, stage, receipt }: Props) => {
  const document = receipt ? linesOf(wholeDocument, receipt) : wholeDocument
  const ownUid = useSession().uid
  const [signature, setSignature] = useState<string>()
  const [asksPart, setPart] = useState(false)
  const [draft, setDraft] = usePartDraft(kind, document)
  const [busy, setBusy] = useBusy()
  const isUnfetched = receipt?.may === 'return'
  const isPart = asksPart || isUnfetched
  const isForOther = receipt !== undefined && receipt.uid !== ownUid
  const confirmReceipt = async () => {
    setBusy(true)
    try {
      const input = {
        id: document.id,
        stage: stage.key,
        ...(signature !== undefined && { signature }),
        ...(isForOther && { receiver: receipt.uid }),
        ...(isPart && { part: receiptOf(kind, isUnfetched ? withoutParts(draft) : draft) }),
      }
      await advance(kind, document, input)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const confirmTitle = isPart ? t('确认领到这些') : t(stage.title)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={titleOf(stage, receipt, isForOther)}
      footer={
        <>
          <Button kind="secondary" size="large" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button size="large" wide busy={busy} disabled={isPart && draft.reason.trim() === ''} onClick={() => void confirmReceipt()}>
            {isUnfetched ? t('确认没有领') : confirmTitle}
          </Button>
        </>
      }
    >
      <p className="px-1 pb-3 text-body">{thingsIn(kind, document, receipt)}</p>
      {isReceivedInParts(kind) && !isUnfetched && (
        <Card flush className="mb-4 shrink-0">
          <Switch label={t('没有全部领到')} text={t('逐项说明领到了哪些')} value={asksPart} onChange={setPart} />
        </Card>
      )}
      {isPart && !isUnfetched && <PartialReceiptFields kind={kind} document={document} draft={draft} onChange={setDraft} />}
      {isUnfetched && <RestFields draft={draft} onChange={setDraft} />}
      {!isUnfetched && (
        <Card flush className="shrink-0">
          <KeepsFiles value>
            <SignatureField value={signature} onChange={setSignature} required={false} />
          </KeepsFiles>
        </Card>
      )}
    </Sheet>
  )
}

const linesOf = (document: DocumentInfo, { lineNos }: DocumentReceipt): DocumentInfo => ({
  ...document,
  lines: document.lines.filter(({ lineNo }) => lineNos.includes(lineNo)),
})

const titleOf = (stage: Stage, receipt: DocumentReceipt | undefined, isForOther: boolean): string => {
  if (!receipt || !isForOther) return t(stage.asks ?? stage.title)
  return receipt.may === 'return' ? t('{name}没有来领?', { name: receipt.name }) : t('代{name}确认领取?', { name: receipt.name })
}

/** What is received, of several people by the one whose lines these are. */
const thingsIn = (kind: DocumentKind, document: DocumentInfo, receipt: DocumentReceipt | undefined): string =>
  receipt ? receivedThings(kind, document, receipt).join('、') : document.summary
