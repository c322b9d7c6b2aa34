import { screenAt } from './screens.ts'

/** Doors are passed, not wanted: what they say was wanted before them is. */
const doors = ['/pages/login', '/pages/user/password', '/pages/common/vipTimeout']
const start = '/pages/index/index'
const doorsAtMost = 5

/**
 * The screen that is opened once nothing stands in the way any more: what the link said, through any number of doors; the workbench where it
 * says none of ours. The person who made the link can lead nowhere else.
 */
export const wantedAfter = (to: string | undefined, deep = doorsAtMost): string => {
  const [path = '', query = ''] = (to ?? '').split(/\?(.*)/s)
  if (!path.startsWith('/') || path.startsWith('//') || screenAt(path) === undefined) return start
  if (!doors.includes(path)) return to ?? start
  return deep > 0 ? wantedAfter(new URLSearchParams(query).get('to') ?? undefined, deep - 1) : start
}
