import type { RecordKind } from './define.ts'

/** The noun in a record kind's function codes: the last part of its path. */
export const recordCodeOf = ({ path }: Pick<RecordKind, 'path'>): string => path.slice(path.lastIndexOf('/') + 1)
