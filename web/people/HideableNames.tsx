import { asset } from '../../domain/records/asset.ts'
import { useRecordKind } from '../records/useRecordKind.ts'
import { t } from '../words.ts'
import { hideableLabel } from './roleLooks.ts'

/** What people call some columns that a role hides. */
export const HideableNames = ({ keys }: { keys: readonly string[] }) => {
  const kind = useRecordKind('asset') ?? asset
  return keys.map((key) => t(hideableLabel(key, kind))).join(t('、'))
}
