import { refuse } from '../../kernel/refusal.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'

/** The one row that a statement answers; any other number of them is a fault of ours. */
export const onlyRow = async <R extends object>(rows: Promise<readonly R[]>): Promise<R> => {
  const [row, ...others] = await rows
  if (row === undefined || others.length > 0)
    throw new Error(`a statement that answers one row answered ${row ? others.length + 1 : 'none'}`)
  return row
}

/** Refuses to write over what another person has written since `seen` was read; the person who names no version is not held to one. */
export const requireUnchanged = (title: string, expectedVersion: number | undefined, storedVersion: number | undefined): void => {
  if (expectedVersion !== undefined && expectedVersion !== storedVersion) refuseChanged(title)
}

export const refuseChanged = (title: string): never => refuse(changedMeanwhile, '{title}已被他人修改，请刷新后重试', { title })
