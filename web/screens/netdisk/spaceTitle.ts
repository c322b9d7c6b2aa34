import { type DiskSpace, spaceKinds } from '../../../domain/operations/netdisk.ts'
import { t } from '../../words.ts'

/** What a space is called: by which person it belongs to. */
export const spaceTitle = ({ kind, name }: Pick<DiskSpace, 'kind' | 'name'>): string =>
  name === null ? t(spaceKinds[kind]) : kind === 'person' ? t('{name}的文件', { name }) : name
