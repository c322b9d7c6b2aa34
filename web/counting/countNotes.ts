import type { CountEvent } from '../../domain/counting/event.ts'
import { host } from '../../hosts/here.ts'
import type { Count, OpenCount } from './device/count.ts'
import type { Draft } from './device/journal.ts'
import type { PackItem } from './device/pack.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { placeName } from './outcome.ts'
import type { useScans } from './useScans.ts'

type NotesInput = { counting: OpenCount; count: Count; scans: ReturnType<typeof useScans> }

/** Notes by hand: a quantity, an absence, a finished place, a wrong scan. */
export const countNotesOf = ({ counting, count: { index, joined, tally }, scans }: NotesInput) => {
  const { supply, setSupply, asking, show, say } = scans
  const { place: placeHere } = joined
  const here = placeHere !== undefined && { place: placeHere }

  const note = async (draft: Draft): Promise<boolean> => {
    const event = await counting.note(draft)
    if (!event) say({ t: 'noRoom' })
    return event !== undefined
  }
  const undo = async ({ source, seq }: CountEvent) => {
    if (await note({ kind: 'void', source, voids: seq })) toast(t('已撤销'), 'notify')
  }
  const countSupply = async (draft: Draft, isLast: boolean): Promise<boolean> => {
    if (!(await note(draft)) || !supply) return false
    const { key, id, name, unit } = supply
    host.signal('hit')
    show({ tone: 'good', signal: 'hit', title: name, text: t('已点{quantity}{unit}', { quantity: tally.counted(key) ?? '', unit }) })
    if (!isLast) return true
    setSupply(undefined)
    const place = draft.place !== undefined && { place: draft.place }
    return note({ kind: 'finish', source: 'hand', itemKind: 'consumable', item: id, ...place })
  }
  const noteAbsent = async ({ kind, id, name, place = placeHere }: PackItem, reason: string) => {
    const where = place !== undefined && { place }
    const isNoted = await note({ kind: 'absent', source: 'hand', itemKind: kind, item: id, note: t(reason), ...where })
    if (isNoted) toast(t('已记下：没有找到{name}', { name }), 'notify')
  }
  const finishPlace = async () => {
    if (placeHere === undefined) return
    const { left } = tally.ofPlace(placeHere)
    const isAgreed = await confirm({
      title: t('{place}盘完了？', { place: placeName(index, placeHere) }),
      text: left > 0 ? t('这里还有{left}项没有盘到，完成后仍可以补扫。', { left }) : t('这里的都盘到了。'),
      yes: t('完成'),
    })
    if (isAgreed && (await note({ kind: 'finish', source: 'hand', place: placeHere }))) toast(t('这里已完成'), 'success')
  }
  const keepPicture = async (picture: Blob): Promise<boolean> => {
    if (!asking) return false
    const draft: Draft = { kind: 'photo', source: 'camera', itemKind: 'asset', item: asking.thing.id, ...here }
    const isKept = await counting.keepPicture(draft, picture)
    if (!isKept) say({ t: 'noRoom' })
    return isKept
  }
  return { undo, countSupply, noteAbsent, finishPlace, keepPicture }
}
