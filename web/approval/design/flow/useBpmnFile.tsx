import { type ReactNode, useRef } from 'react'
import { flowOperations } from '../../../../domain/approval/operations/flows.ts'
import { host } from '../../../../hosts/here.ts'
import { call, CallError } from '../../../call.ts'
import { confirm } from '../../../look/overlays/confirm.ts'
import { toast } from '../../../look/overlays/toast.ts'
import { t } from '../../../words.ts'
import type { FlowDraft } from './useFlowDraft.ts'

/** The flow as a file for other designers, and a file of theirs as the draft. `input` has to be on the page. */
export const useBpmnFile = (
  flowKey: string,
  draft: FlowDraft,
  onReload: () => Promise<unknown>,
): { download: () => Promise<void>; pick: () => void; input: ReactNode } => {
  const picker = useRef<HTMLInputElement>(null)
  const download = async () => {
    const revision = await draft.flush()
    const { xml, fileName } = await call(flowOperations.exportBpmn, { flowKey, ...(revision ? { version: 'draft' as const } : {}) })
    host.save(new Blob([xml], { type: 'application/xml' }), fileName)
  }
  const take = async (file: File) => {
    const isAgreed = await confirm({ title: t('导入{name}？', { name: file.name }), text: t('现在的草稿会被替换。'), yes: t('导入') })
    if (!isAgreed) return
    const revision = await draft.flush()
    await call(flowOperations.importBpmn, { flowKey, xml: await file.text(), revision: revision ?? draft.revision })
    toast(t('已导入为草稿'), 'success')
    await onReload()
  }
  /** What the server refuses was said. */
  const runAndTell = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  return {
    download: () => runAndTell(download()),
    pick: () => picker.current?.click(),
    input: (
      <input
        ref={picker}
        type="file"
        accept=".bpmn,.xml"
        hidden
        aria-label={t('导入BPMN 2.0')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void runAndTell(take(file))
        }}
      />
    ),
  }
}
