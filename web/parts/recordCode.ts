import type { RecordKind } from '../../domain/records/define.ts'

/** The noun in a record kind's function codes: the last part of its path. */
export const codeOfRecord = (kind: Pick<RecordKind, 'path'>): string => kind.path.slice(kind.path.lastIndexOf('/') + 1)
