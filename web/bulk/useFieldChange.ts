import { useMemo, useState } from 'react'
import { bulkOperationsOf, type Selected } from '../../domain/bulk/operations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { isEmpty } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { useRestingValue } from '../useRestingValue.ts'

const settledMs = 350

/** A field of a kind and the value it gets; `clears` takes the value away. */
export type FieldChoice = { readonly key: string; readonly value: unknown; readonly clears: boolean }

type FieldChangeContext = { readonly kind: RecordKind; readonly selected: Selected; readonly onWork: (id: Id) => void }

/** One field of many records: its value, the preview of the change once the value rests, and the work that makes it. */
export const useFieldChange = ({ kind, selected, onWork }: FieldChangeContext) => {
  const [choice, setChoice] = useState<FieldChoice>({ key: '', value: '', clears: false })
  const [id] = useState(newId)
  const [isStale, setStale] = useState(false)
  const { key, value, clears } = choice
  const field = kind.fields[key]
  const isSaid = field !== undefined && (clears || !isEmpty(value))
  const changes = useMemo(() => (isSaid ? { [key]: clears ? null : value } : undefined), [isSaid, key, clears, value])
  const settledChanges = useRestingValue(changes, settledMs)
  const { preview: previewOperation, change } = bulkOperationsOf(kind)
  const { data, error, isFetching, refetch } = useAsk(
    previewOperation,
    { selection: selected, changes: settledChanges ?? {} },
    { enabled: settledChanges !== undefined, staleMs: 0, keep: true },
  )
  const preview = settledChanges && settledChanges === changes && !isFetching ? data : undefined
  const { send, sending } = useSend(change, { quiet: true })

  const begin = async (): Promise<void> => {
    if (!preview || !changes) return
    try {
      onWork((await send({ id, selection: selected, changes, seen: preview.seen })).id)
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed
      if (failed.kind !== 'refused') return toast(failed.message, 'error')
      setStale(true)
      await refetch()
    }
  }
  return {
    choice,
    field,
    isSaid,
    preview,
    isStale,
    sending,
    begin,
    refetch,
    error: isFetching ? null : error,
    setField: (next: string) => {
      setChoice({ key: next, value: '', clears: false })
      setStale(false)
    },
    setValue: (next: unknown) => setChoice((now) => ({ ...now, value: next, clears: false })),
    clear: () => setChoice((now) => ({ ...now, clears: true })),
  }
}
