import { useRef, useState } from 'react'
import type { CountSource } from '../../domain/counting/event.ts'
import type { Scan, ScanWay } from '../../devices/scanner.ts'
import { host } from '../../hosts/here.ts'
import type { Id } from '../../kernel/id.ts'
import type { Count, OpenCount, Outcome } from './device/count.ts'
import type { PackItem } from './device/pack.ts'
import { choose } from '../look/overlays/confirm.ts'
import { t } from '../words.ts'
import { asksMore } from './ConfirmSheet.tsx'
import { type OutcomeView, shownOutcome } from './outcome.ts'

export type OpenSheet = 'places' | 'left' | 'find' | 'uploads' | undefined

/** Whatever reads labels by itself is a gun. */
const sources: Readonly<Partial<Record<ScanWay, CountSource>>> = { camera: 'camera', photo: 'camera', typed: 'typed' }
const sourceOf = (way: ScanWay): CountSource => sources[way] ?? 'gun'

/** What came of the last scan, shown and heard; `nth` tells it from the one before. */
const useOutcomeView = (index: Count['index']) => {
  const [outcomeView, setOutcomeView] = useState<OutcomeView & { nth: number }>()
  const nth = useRef(0)
  const show = (view: OutcomeView) => setOutcomeView({ ...view, nth: (nth.current += 1) })
  const say = (outcome: Outcome) => {
    const view = shownOutcome(outcome, index)
    host.signal(view.signal)
    show(view)
  }
  return { outcomeView, show, say }
}

/** One label after the other: the outcome of each, and the questions about its place, its number and its state. */
export const useScans = (counting: OpenCount, { index, joined }: Count) => {
  const { outcomeView, show, say } = useOutcomeView(index)
  const [sheet, setSheet] = useState<OpenSheet>()
  const [supply, setSupply] = useState<PackItem>()
  const [asking, setAsking] = useState<{ thing: PackItem; photo: boolean; source: CountSource }>()
  const scanWithoutPlace = useRef<{ text: string; source: CountSource }>(undefined)

  const handleOutcome = async (outcome: Outcome, source: CountSource): Promise<void> => {
    say(outcome)
    if (outcome.t === 'place') return goOn()
    if (outcome.t === 'noPlace') {
      scanWithoutPlace.current = { text: outcome.text, source }
      setSheet('places')
    } else if (outcome.t === 'supply') setSupply(outcome.thing)
    else if (outcome.t === 'several') await decide(outcome, source)
    else if (outcome.event && 'thing' in outcome) {
      const { confirms, photo } = asksMore(index.head, outcome.thing, outcome.t !== 'found')
      if (confirms || photo) setAsking({ thing: outcome.thing, photo, source })
    }
  }
  const read = async ({ text, way }: Scan) => handleOutcome(await counting.read(text, sourceOf(way)), sourceOf(way))
  const see = async (item: PackItem) => {
    if (joined.place === undefined && index.head.places.length > 0 && item.kind === 'asset') return setSheet('places')
    await handleOutcome(await counting.see(item, 'hand'), 'hand')
  }
  const decide = async (outcome: Extract<Outcome, { t: 'several' }>, source: CountSource) => {
    const { chosenItem, place } = await chooseOutcome(outcome)
    if (chosenItem) await handleOutcome(await counting.see(chosenItem, source), source)
    else if (place) await stand(place[0])
  }
  const stand = async (place: Id) => {
    setSheet(undefined)
    await counting.stand(place)
    await goOn()
  }
  /** What was read before anyone had said where. */
  const goOn = async () => {
    setSheet((now) => (now === 'places' ? undefined : now))
    const waitingScan = scanWithoutPlace.current
    scanWithoutPlace.current = undefined
    if (waitingScan) await handleOutcome(await counting.read(waitingScan.text, waitingScan.source), waitingScan.source)
  }
  return { outcomeView, show, say, sheet, setSheet, supply, setSupply, asking, setAsking, read, see, stand }
}

/** Asks which of the things and places with one code is meant. */
const chooseOutcome = async ({ things, places }: Extract<Outcome, { t: 'several' }>) => {
  const choice = await choose(t('这个编码有多个结果，是哪一个？'), [
    ...things.map(({ key, name, code, serial }) => ({ value: key, label: name, text: [code, serial].filter(Boolean).join(' · ') })),
    ...places.map(([id, , name]) => ({ value: id, label: name, text: t('区域') })),
  ])
  return { chosenItem: things.find(({ key }) => key === choice), place: places.find(([id]) => id === choice) }
}
