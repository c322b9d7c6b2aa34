import { documentKind } from '../../domain/documents/all.ts'
import { editableStates } from '../../domain/documents/define.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import { useAsk } from '../ask.ts'
import { Pending } from '../look/Pending.tsx'
import { useScreen } from '../screen.ts'
import { DocumentDetail } from './DocumentDetail.tsx'
import { DocumentEditor } from './DocumentEditor.tsx'
import { assertDefined } from '../../kernel/assert.ts'

/**
 * One document of any kind: to fill in while it is new, a draft or came back; otherwise, and beside a list, to read, with what may be done now.
 * Query: `id`; `mode=edit` opens what may be changed; `sourceId` follows a document; `assets` (ids with commas) begins with them;
 * `former` begins with what another of the kind holds.
 */
export default function DocumentEdit({ kind: name }: { kind: string }) {
  const kind = assertDefined(documentKind(name), `the kind ${name}`)
  const { search, beside } = useScreen()
  const id = search['id']
  const { data, error, refetch } = useAsk(documentOperations(kind).info, { id: id ?? '' }, { enabled: id !== undefined })

  if (id === undefined) return <DocumentEditor key={JSON.stringify(search)} kind={kind} />
  if (!data) return <Pending error={error} onRetry={refetch} />
  const asksToEdit = search['mode'] === 'edit' || (!beside && (data.state === 'draft' || data.state === 'returned'))
  if (data.may.update && editableStates.includes(data.state) && asksToEdit)
    return <DocumentEditor key={data.id} kind={kind} stored={data} />
  return <DocumentDetail kind={kind} document={data} onRefresh={refetch} />
}
