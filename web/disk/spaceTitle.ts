import { type DiskSpace, spaceKinds } from '../../domain/disk/operations.ts'
import { t } from '../words.ts'

/** The title of a space follows its owner. */
export const spaceTitle = ({ kind, name }: Pick<DiskSpace, 'kind' | 'name'>): string => {
  if (name === null) return t(spaceKinds[kind])
  return kind === 'person' ? t('{name}的文件', { name }) : name
}
