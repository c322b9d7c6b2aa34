import type { CountEvent } from '../../domain/counting/event.ts'
import type { Id } from '../../kernel/id.ts'
import type { Signal } from '../../hosts/host.ts'
import type { Outcome } from './device/count.ts'
import type { PackIndex } from './device/pack.ts'
import { isUnknown } from './device/tally.ts'
import type { Tone } from '../look/Tag.tsx'
import { t } from '../words.ts'

/** What came of an observation, as it is shown, heard and felt. */
export type OutcomeView = { readonly tone: Tone; readonly signal: Signal; readonly title: string; readonly text: string }

export const shownOutcome = (outcome: Outcome, index: PackIndex): OutcomeView => {
  const atPlace = (place: Id | undefined) => (place === undefined ? '' : placeName(index, place))
  switch (outcome.t) {
    case 'place':
      return outcome.same
        ? { tone: 'accent', signal: 'again', title: atPlace(outcome.place[0]), text: t('现在就在这里盘点') }
        : { tone: 'accent', signal: 'place', title: atPlace(outcome.place[0]), text: t('接下来盘到的记在这里') }
    case 'found':
      return {
        tone: 'good',
        signal: 'hit',
        title: outcome.thing.name,
        text: outcome.thing.isCounted
          ? t('已盘到 {code}，此前已有记录', { code: outcome.thing.code })
          : t('已盘到 {code}', { code: outcome.thing.code }),
      }
    case 'elsewhere':
      return {
        tone: 'warn',
        signal: 'elsewhere',
        title: outcome.thing.name,
        text: t('已记下，账面在{place}', { place: atPlace(outcome.thing.place) }),
      }
    case 'foreign':
      return { tone: 'warn', signal: 'elsewhere', title: outcome.thing.name, text: t('不在这次盘点的范围，已记下') }
    case 'moved':
      return {
        tone: 'warn',
        signal: 'elsewhere',
        title: outcome.thing.name,
        text: t('之前在{place}盘到过，两处都已记下', { place: atPlace(outcome.from) }),
      }
    case 'again':
      return { tone: 'plain', signal: 'again', title: outcome.thing.name, text: t('这件已经盘过了，不会重复计数') }
    case 'supply':
      return { tone: 'accent', signal: 'again', title: outcome.thing.name, text: t('请填写数量') }
    case 'several':
      return { tone: 'warn', signal: 'unknown', title: t('这个编码有多个结果'), text: t('请选择是哪一个') }
    case 'unknown':
      return {
        tone: 'warn',
        signal: outcome.again ? 'again' : 'unknown',
        title: outcome.code,
        text: outcome.again ? t('这个编码已经记下了') : t('不在这次的清单里，已记下，不用管它'),
      }
    case 'noPlace':
      return { tone: 'warn', signal: 'unknown', title: t('请先选择所在区域'), text: t('扫一下区域标签也可以') }
    case 'noRoom':
      return { tone: 'bad', signal: 'error', title: t('手机存储空间已满'), text: t('这一次没有记下，请清理空间后重扫') }
  }
}

/** A place with what it lies in, as short as it stays clear. */
export const placeName = (index: PackIndex, place: Id): string =>
  index
    .path(place)
    .slice(-2)
    .map(([, , name]) => name)
    .join(' › ') || t('未知区域')

/** What an event is shown as in the list of the last ones. */
export const shownEvent = (event: CountEvent, index: PackIndex): { title: string; text: string; tone: Tone } => {
  const item = event.item === undefined ? undefined : index.withId(event.item)[0]
  const where = event.place === undefined ? '' : placeName(index, event.place)
  const title = item?.name ?? event.code ?? ''
  if (isUnknown(event)) return { title, text: t('清单外的编码'), tone: 'warn' }
  if (event.kind === 'absent') return { title, text: t('没有找到 {code}', { code: item?.code ?? '' }), tone: 'bad' }
  if (event.kind === 'quantity')
    return {
      title,
      text: [t('{quantity}{unit}', { quantity: event.quantity ?? '', unit: item?.unit ?? '' }), event.zone ?? where]
        .filter(Boolean)
        .join(' · '),
      tone: 'good',
    }
  if (!item?.expected) return { title, text: t('范围外 {code}', { code: item?.code ?? '' }), tone: 'warn' }
  const elsewhere =
    item.place !== undefined && event.place !== undefined && item.place !== event.place && !index.within(item.place, event.place)
  return { title, text: elsewhere ? t('位置不符 {code}', { code: item.code }) : item.code, tone: elsewhere ? 'warn' : 'good' }
}
