import type { DocumentKind } from '../../domain/documents/define.ts'
import { type DocumentInfo, documentOperations } from '../../domain/documents/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { newUuid } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { sendKept } from '../outbox/outbox.ts'
import { t } from '../words.ts'

/** Takes a document's next stage, now or when there is a network, and says how it went. Throws CallError where it was refused. */
export const advance = async (
  kind: DocumentKind,
  { id, summary }: Pick<DocumentInfo, 'id' | 'summary'>,
  input: InputOf<ReturnType<typeof documentOperations>['advance']>,
): Promise<void> => {
  const title = kind.stages?.find(({ key }) => key === input.stage)?.title ?? kind.title
  const { advance: operation } = documentOperations(kind)
  try {
    const result = await sendKept({
      key: [id, input.stage, input.receiver].filter((part) => part !== undefined).join('/'),
      operation,
      input,
      commandId: newUuid(),
      title,
      things: [id],
      about: summary,
    })
    toast(result === 'waits' ? t('已存在这台设备上，联网后会自动提交') : t('已办理'), 'success')
  } catch (error) {
    if (error instanceof CallError) toast(error.message, 'error')
    throw error
  }
}
