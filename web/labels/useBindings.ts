import { bindingsOf } from '../../domain/labels/bindings.ts'
import type { LabelNoun } from '../../domain/labels/content.ts'
import { useRecordKind } from '../records/useRecordKind.ts'

export type LabelBindings = ReturnType<typeof bindingsOf>

/** What a template of this noun may show, with the fields that the organisation added. */
export const useBindings = (noun: LabelNoun): LabelBindings => {
  const kind = useRecordKind(noun === 'blank' ? 'asset' : noun)
  return noun === 'blank' ? bindingsOf(noun) : bindingsOf(noun, kind)
}
