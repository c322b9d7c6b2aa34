import { ClipboardList, Nfc, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CountEvent, CountSource } from '../../domain/counting/event.ts'
import { countTaskInfo } from '../../domain/counting/operations.ts'
import type { Id } from '../../kernel/id.ts'
import type { Scan, ScanWay } from '../../devices/scanner.ts'
import { host } from '../../hosts/here.ts'
import { type Count, type OpenCount, type Outcome, TooLittleRoom } from './device/count.ts'
import type { Draft } from './device/journal.ts'
import type { PackItem } from './device/pack.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { Header } from '../look/Header.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useScreen, useWide } from '../screen.ts'
import { store, stored } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { asksMore, ConfirmSheet } from './ConfirmSheet.tsx'
import { CountHead } from './CountHead.tsx'
import { FindSheet } from './FindSheet.tsx'
import { LeftList } from './LeftList.tsx'
import { placeName, type OutcomeView, shownOutcome } from './outcome.ts'
import { PlaceSheet } from './PlaceSheet.tsx'
import { Recent } from './Recent.tsx'
import { ScanStage } from './ScanStage.tsx'
import { SupplySheet } from './SupplySheet.tsx'
import { UploadsSheet } from './UploadsSheet.tsx'
import { useCount } from './useCount.ts'

/** Where a person counts for hours: one label after the other, with or without a network. */
export const Scanning = ({ task, share }: { task: Id; share: string | undefined }) => {
  const { open, state } = useCount(task)
  if (state.t === 'open') return <Open counting={open} count={state.count} share={share} />
  if (state.t === 'failed')
    return (
      <Page>
        {state.error instanceof TooLittleRoom ? (
          <Problem
            title={t('手机空间不足')}
            error={new Error(t('至少要有50MB空余，盘到的才能保存下来。请清理后再试。'))}
            onRetry={open.retry}
          />
        ) : (
          <Problem error={state.error} onRetry={open.retry} />
        )}
      </Page>
    )
  return (
    <Page>
      <div role="status" className="flex flex-col items-center gap-4 px-8 py-24 text-center text-body text-quiet">
        <Spinner size={28} />
        {state.rows > 0 ? t('正在准备盘点数据，已有{rows}项', { rows: state.rows }) : t('正在准备盘点数据')}
        <span className="max-w-72 text-small text-faint">{t('准备好之后，没有网络也能继续盘点。')}</span>
      </div>
    </Page>
  )
}

/** Whatever reads labels by itself is a gun. */
const sourceOf = (way: ScanWay): CountSource => (way === 'camera' || way === 'photo' ? 'camera' : way === 'typed' ? 'typed' : 'gun')

type OpenSheet = 'places' | 'left' | 'find' | 'uploads' | undefined

const Open = ({ counting, count, share }: { counting: OpenCount; count: Count; share: string | undefined }) => {
  const { shown } = useScreen()
  const wide = useWide()
  const { index, joined, tally } = count
  const [told, setTold] = useState<OutcomeView & { nth: number }>()
  const [showing, setShowing] = useState<OpenSheet>()
  const [supply, setSupply] = useState<PackItem>()
  const [asking, setAsking] = useState<{ thing: PackItem; photo: boolean; source: CountSource }>()
  const [off, setOff] = useState(() => stored<boolean>('_counting_gun') === true)
  const repeatedScan = useRef<{ text: string; source: CountSource }>(undefined)
  const nth = useRef(0)
  useAwake(shown)
  useStay(count.waiting.events + count.waiting.pictures > 0)
  useShare(counting, count, share)

  const say = (outcome: Outcome) => {
    const words = shownOutcome(outcome, index)
    host.signal(words.signal)
    setTold({ ...words, nth: (nth.current += 1) })
  }
  const handleOutcome = async (outcome: Outcome, source: CountSource): Promise<void> => {
    say(outcome)
    if (outcome.t === 'place') return goOn()
    if (outcome.t === 'noPlace') {
      repeatedScan.current = { text: outcome.text, source }
      setShowing('places')
    } else if (outcome.t === 'supply') setSupply(outcome.thing)
    else if (outcome.t === 'several') await decide(outcome, source)
    else if (outcome.event && 'thing' in outcome) {
      const { confirms, photo } = asksMore(index.head, outcome.thing, outcome.t !== 'found')
      if (confirms || photo) setAsking({ thing: outcome.thing, photo, source })
    }
  }
  const read = async ({ text, way }: Scan) => handleOutcome(await counting.read(text, sourceOf(way)), sourceOf(way))
  const see = async (item: PackItem) => {
    if (joined.place === undefined && index.head.places.length > 0 && item.kind === 'asset') return setShowing('places')
    await handleOutcome(await counting.see(item, 'hand'), 'hand')
  }
  const decide = async ({ things, places }: Extract<Outcome, { t: 'several' }>, source: CountSource) => {
    const choice = await choose(t('这个编码有多个结果，是哪一个？'), [
      ...things.map(({ key, name, code, serial }) => ({ value: key, label: name, text: [code, serial].filter(Boolean).join(' · ') })),
      ...places.map(([id, , name]) => ({ value: id, label: name, text: t('区域') })),
    ])
    const chosenItem = things.find(({ key }) => key === choice)
    const place = places.find(([id]) => id === choice)
    if (chosenItem) await handleOutcome(await counting.see(chosenItem, source), source)
    else if (place) await stand(place[0])
  }
  const stand = async (place: Id) => {
    setShowing(undefined)
    await counting.stand(place)
    await goOn()
  }
  /** What was read before anyone had said where. */
  const goOn = async () => {
    setShowing((now) => (now === 'places' ? undefined : now))
    const waitingScan = repeatedScan.current
    repeatedScan.current = undefined
    if (waitingScan) await handleOutcome(await counting.read(waitingScan.text, waitingScan.source), waitingScan.source)
  }
  const keepEvent = (event: CountEvent | undefined): boolean => {
    if (!event) say({ t: 'noRoom' })
    return event !== undefined
  }
  const undo = async (event: CountEvent) => {
    if (keepEvent(await counting.note({ kind: 'void', source: event.source, voids: event.seq }))) toast(t('已撤销'), 'notify')
  }
  const countSupply = async (draft: Draft, finish: boolean): Promise<boolean> => {
    const chosenSupply = supply
    if (!keepEvent(await counting.note(draft)) || !chosenSupply) return false
    host.signal('hit')
    const total = tally.counted(chosenSupply.key) ?? ''
    setTold({
      tone: 'good',
      signal: 'hit',
      title: chosenSupply.name,
      text: t('已点{quantity}{unit}', { quantity: total, unit: chosenSupply.unit }),
      nth: (nth.current += 1),
    })
    if (!finish) return true
    setSupply(undefined)
    return keepEvent(
      await counting.note({
        kind: 'finish',
        source: 'hand',
        itemKind: 'consumable',
        item: chosenSupply.id,
        ...(draft.place !== undefined && { place: draft.place }),
      }),
    )
  }
  const absent = async (item: PackItem, reason: string) => {
    const where = item.place ?? joined.place
    if (
      keepEvent(
        await counting.note({
          kind: 'absent',
          source: 'hand',
          itemKind: item.kind,
          item: item.id,
          note: t(reason),
          ...(where !== undefined && { place: where }),
        }),
      )
    )
      toast(t('已记下：没有找到{name}', { name: item.name }), 'notify')
  }
  const finish = async () => {
    if (joined.place === undefined) return
    const { left } = tally.ofPlace(joined.place)
    const isAgreed = await confirm({
      title: t('{place}盘完了？', { place: placeName(index, joined.place) }),
      text: left > 0 ? t('这里还有{left}项没有盘到，完成后仍可以补扫。', { left }) : t('这里的都盘到了。'),
      yes: t('完成'),
    })
    if (isAgreed && keepEvent(await counting.note({ kind: 'finish', source: 'hand', place: joined.place })))
      toast(t('这里已完成'), 'success')
  }
  const openEvent = ({ item }: CountEvent) => {
    if (item !== undefined) go('/pages/goods/GsInventoryOrder/gsinventory-instance-detail', { id: joined.task, lineId: item })
  }
  const gun = () => {
    setOff(!off)
    store('_counting_gun', !off, 0)
  }

  const list = <LeftList count={count} onSeen={(item) => void see(item)} onAbsent={(item, reason) => void absent(item, reason)} />
  const isBusy = supply !== undefined || asking !== undefined || showing !== undefined
  return (
    <div className="flex h-full flex-col bg-page">
      <Header
        title={joined.name}
        right={
          <>
            {index.head.plan.methods.includes('rfid') && (
              <IconButton
                icon={Nfc}
                label={t('RFID盘点')}
                onClick={() => go('/pages/goods/GsInventoryOrder/rfid-inventory', { id: joined.task })}
              />
            )}
            <IconButton icon={Search} label={t('查找')} onClick={() => setShowing('find')} />
          </>
        }
      />
      <div className="flex min-h-0 flex-1 wide:mx-auto wide:w-full wide:max-w-280 wide:gap-6 wide:px-6">
        <main className="flex min-h-0 min-w-0 flex-1 flex-col wide:max-w-140">
          <Banners count={count} />
          <CountHead count={count} onUploads={() => setShowing('uploads')} onPlace={() => setShowing('places')} />
          {shown && <ScanStage told={told} busy={isBusy && !wide} off={off} onOff={gun} onRead={(scan) => void read(scan)} />}
          <div className="scroller min-h-0 flex-1 px-4 py-3 wide:px-0">
            <Recent count={count} onOpen={openEvent} onUndo={(event) => void undo(event)} />
          </div>
          <div className="flex shrink-0 gap-3 border-t border-line bg-card px-4 pb-[calc(0.625rem+env(safe-area-inset-bottom,0px))] pt-2.5 wide:rounded-t-card">
            <Button kind="secondary" wide icon={ClipboardList} className="wide:hidden" onClick={() => setShowing('left')}>
              {t('还没盘到 {left}', { left: tally.left() })}
            </Button>
            <Button kind="secondary" wide disabled={joined.place === undefined} onClick={() => void finish()}>
              {t('这里盘完了')}
            </Button>
          </div>
        </main>
        {wide && (
          <section aria-label={t('还没盘到')} className="scroller min-h-0 flex-1 pb-6">
            <h2 className="px-1 pb-2 text-title font-semibold">{t('还没盘到 {left}', { left: tally.left() })}</h2>
            {list}
          </section>
        )}
      </div>
      <PlaceSheet open={showing === 'places'} onClose={() => setShowing(undefined)} count={count} onChoose={(place) => void stand(place)} />
      <Sheet
        open={showing === 'left' && !wide}
        onClose={() => setShowing(undefined)}
        title={t('还没盘到 {left}', { left: tally.left() })}
        tall
      >
        {showing === 'left' && list}
      </Sheet>
      <FindSheet
        open={showing === 'find'}
        onClose={() => setShowing(undefined)}
        count={count}
        onChoose={(item) => {
          setShowing(undefined)
          void see(item)
        }}
      />
      <UploadsSheet open={showing === 'uploads'} onClose={() => setShowing(undefined)} count={count} counting={counting} />
      <SupplySheet thing={supply} count={count} onClose={() => setSupply(undefined)} onDone={countSupply} />
      <ConfirmSheet
        thing={asking?.thing}
        photo={asking?.photo ?? false}
        count={count}
        onClose={() => setAsking(undefined)}
        onDone={async (values) => {
          if (asking && Object.keys(values).length > 0) await counting.see(asking.thing, asking.source, values)
          setAsking(undefined)
        }}
        onPicture={async (picture) => {
          const askedItem = asking?.thing
          if (!askedItem) return false
          const keptPicture = await counting.keepPicture(
            {
              kind: 'photo',
              source: 'camera',
              itemKind: 'asset',
              item: askedItem.id,
              ...(joined.place !== undefined && { place: joined.place }),
            },
            picture,
          )
          if (!keptPicture) say({ t: 'noRoom' })
          return keptPicture
        }}
      />
    </div>
  )
}

/** What should be known before the next scan. */
const Banners = ({ count: { joined } }: { count: Count }) => {
  const words =
    joined.state !== 'open' && joined.state !== 'draft'
      ? t('这次盘点已经结束，之后盘到的会标为迟到，由管理员决定。')
      : joined.serverRound !== joined.round
        ? t('已进入第{round}轮，正在更新数据。', { round: joined.serverRound })
        : joined.round > 1
          ? t('第{round}轮复盘：只盘有差异的。', { round: joined.round })
          : host.forgets
            ? t('请把在册添加到主屏幕再盘点：在浏览器里，几天不打开，未上传的记录会被系统清除。')
            : undefined
  return words ? (
    <div className="shrink-0 px-4 wide:px-0 [&>*]:mb-2">
      <Notice text={words} />
    </div>
  ) : null
}

/** The screen stays on while a person counts. */
const useAwake = (isShown: boolean): void =>
  useEffect(() => {
    if (!isShown) return
    let release: (() => void) | undefined
    let over = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      const wakeLock = await host.keepAwake?.().catch(() => undefined)
      if (over) wakeLock?.()
      else release = wakeLock
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', hold)
      release?.()
    }
  }, [isShown])

/** The person who closes the window is asked while something has not left the device. */
const useStay = (waits: boolean): void =>
  useEffect(() => {
    if (!waits) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [waits])

/** The person who comes for a share of one place stands there; without a network he says himself where he is. */
const useShare = (counting: OpenCount, { joined, index }: Count, share: Id | undefined): void => {
  const { data } = useAsk(countTaskInfo, { id: joined.task }, { enabled: share !== undefined && joined.place === undefined })
  const place = data?.shares.find(({ id, kind }) => id === share && kind === 'place')?.ref?.id
  const wantedPlace = joined.place === undefined && place !== undefined && index.place(place) !== undefined ? place : undefined
  useEffect(() => {
    if (wantedPlace !== undefined) void counting.stand(wantedPlace)
  }, [counting, wantedPlace])
}
