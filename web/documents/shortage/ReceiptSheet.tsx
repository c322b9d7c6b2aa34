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
import { PartialReceiptFields, receiptOf, usePartDraft } from './PartialReceipt.tsx'
import { KeepsFiles } from '../../outbox/files/addFile.ts'
import { SignatureField } from '../../approval/process/SignatureField.tsx'
import { useBusy } from '../../writing.ts'

type Props = { open: boolean; onClose: () => void; kind: DocumentKind; document: DocumentInfo; stage: Stage }

/** The person who receives what was approved for him says that he has it, or which part of it, and may sign. */
export const ReceiptSheet = ({ open, onClose, kind, document, stage }: Props) => {
  const [signature, setSignature] = useState<string>()
  const [isPart, setPart] = useState(false)
  const [draft, setDraft] = usePartDraft(kind, document)
  const [busy, setBusy] = useBusy()
  const confirmReceipt = async () => {
    setBusy(true)
    try {
      const receipt = {
        id: document.id,
        stage: stage.key,
        ...(signature !== undefined && { signature }),
        ...(isPart && { part: receiptOf(kind, draft) }),
      }
      await advance(kind, document, receipt)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(stage.asks ?? stage.title)}
      footer={
        <>
          <Button kind="secondary" size="large" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button size="large" wide busy={busy} disabled={isPart && draft.reason.trim() === ''} onClick={() => void confirmReceipt()}>
            {isPart ? t('确认领到这些') : t(stage.title)}
          </Button>
        </>
      }
    >
      <p className="px-1 pb-3 text-body">{document.summary}</p>
      {isReceivedInParts(kind) && (
        <Card flush className="mb-4 shrink-0">
          <Switch label={t('没有全部领到')} text={t('逐项说明领到了哪些')} value={isPart} onChange={setPart} />
        </Card>
      )}
      {isPart && <PartialReceiptFields kind={kind} document={document} draft={draft} onChange={setDraft} />}
      <Card flush className="shrink-0">
        <KeepsFiles value>
          <SignatureField value={signature} onChange={setSignature} required={false} />
        </KeepsFiles>
      </Card>
    </Sheet>
  )
}
