import { ClipboardList, Nfc, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { CountEvent } from '../../domain/counting/event.ts'
import { countTaskInfo } from '../../domain/counting/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { host } from '../../hosts/here.ts'
import { type Count, type OpenCount, TooLittleRoom } from './device/count.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Header } from '../look/Header.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { useScreen, useWide } from '../screen.ts'
import { store, stored } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { CountHead } from './CountHead.tsx'
import { countNotesOf } from './countNotes.ts'
import { FindSheet } from './FindSheet.tsx'
import { LeftList } from './LeftList.tsx'
import { PlaceSheet } from './PlaceSheet.tsx'
import { Recent } from './Recent.tsx'
import { ScanStage } from './ScanStage.tsx'
import { SupplySheet } from './SupplySheet.tsx'
import { UploadsSheet } from './UploadsSheet.tsx'
import { useCount } from './useCount.ts'
import { useScans } from './useScans.ts'

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

type OpenProps = { counting: OpenCount; count: Count; share: string | undefined }

const Open = ({ counting, count, share }: OpenProps) => {
  const { shown } = useScreen()
  const wide = useWide()
  const { joined, tally } = count
  const scans = useScans(counting, count)
  const { sheet, setSheet, supply, asking, read, see } = scans
  const notes = countNotesOf({ counting, count, scans })
  const { off, switchGun } = useGunSwitch()
  useAwake(shown)
  useStay(count.waiting.events + count.waiting.pictures > 0)
  useShare(counting, count, share)

  const openEvent = ({ item }: CountEvent) => {
    if (item !== undefined) go('/pages/goods/GsInventoryOrder/gsinventory-instance-detail', { id: joined.task, lineId: item })
  }
  const list = <LeftList count={count} onSeen={(item) => void see(item)} onAbsent={(item, reason) => void notes.noteAbsent(item, reason)} />
  const isBusy = supply !== undefined || asking !== undefined || sheet !== undefined
  return (
    <div className="flex h-full flex-col bg-page">
      <ScanningHeader count={count} onFind={() => setSheet('find')} />
      <div className="flex min-h-0 flex-1 wide:mx-auto wide:w-full wide:max-w-280 wide:gap-6 wide:px-6">
        <main className="flex min-h-0 min-w-0 flex-1 flex-col wide:max-w-140">
          <Banners count={count} />
          <CountHead count={count} onUploads={() => setSheet('uploads')} onPlace={() => setSheet('places')} />
          {shown && (
            <ScanStage told={scans.outcomeView} busy={isBusy && !wide} off={off} onOff={switchGun} onRead={(scan) => void read(scan)} />
          )}
          <div className="scroller min-h-0 flex-1 px-4 py-3 wide:px-0">
            <Recent count={count} onOpen={openEvent} onUndo={(event) => void notes.undo(event)} />
          </div>
          <ScanningFoot count={count} onLeft={() => setSheet('left')} onFinish={() => void notes.finishPlace()} />
        </main>
        {wide && (
          <section aria-label={t('还没盘到')} className="scroller min-h-0 flex-1 pb-6">
            <h2 className="px-1 pb-2 text-title font-semibold">{t('还没盘到 {left}', { left: tally.left() })}</h2>
            {list}
          </section>
        )}
      </div>
      <ScanningSheets counting={counting} count={count} scans={scans} notes={notes} list={list} />
    </div>
  )
}

const ScanningHeader = ({ count: { joined, index }, onFind }: { count: Count; onFind: () => void }) => (
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
        <IconButton icon={Search} label={t('查找')} onClick={onFind} />
      </>
    }
  />
)

type ScanningFootProps = { count: Count; onLeft: () => void; onFinish: () => void }

const ScanningFoot = ({ count: { joined, tally }, onLeft, onFinish }: ScanningFootProps) => (
  <div className="flex shrink-0 gap-3 border-t border-line bg-card px-4 pb-[calc(0.625rem+env(safe-area-inset-bottom,0px))] pt-2.5 wide:rounded-t-card">
    <Button kind="secondary" wide icon={ClipboardList} className="wide:hidden" onClick={onLeft}>
      {t('还没盘到 {left}', { left: tally.left() })}
    </Button>
    <Button kind="secondary" wide disabled={joined.place === undefined} onClick={onFinish}>
      {t('这里盘完了')}
    </Button>
  </div>
)

type ScanningSheetsProps = {
  counting: OpenCount
  count: Count
  scans: ReturnType<typeof useScans>
  notes: ReturnType<typeof countNotesOf>
  /** What has not been counted yet. */
  list: ReactNode
}

const ScanningSheets = ({ counting, count, scans, notes, list }: ScanningSheetsProps) => {
  const wide = useWide()
  const { sheet, setSheet, supply, setSupply, asking, setAsking, see, stand } = scans
  const close = () => setSheet(undefined)
  return (
    <>
      <PlaceSheet open={sheet === 'places'} onClose={close} count={count} onChoose={(place) => void stand(place)} />
      <Sheet open={sheet === 'left' && !wide} onClose={close} title={t('还没盘到 {left}', { left: count.tally.left() })} tall>
        {sheet === 'left' && list}
      </Sheet>
      <FindSheet
        open={sheet === 'find'}
        onClose={close}
        count={count}
        onChoose={(item) => {
          close()
          void see(item)
        }}
      />
      <UploadsSheet open={sheet === 'uploads'} onClose={close} count={count} counting={counting} />
      <SupplySheet thing={supply} count={count} onClose={() => setSupply(undefined)} onDone={notes.countSupply} />
      <ConfirmSheet
        thing={asking?.thing}
        photo={asking?.photo ?? false}
        count={count}
        onClose={() => setAsking(undefined)}
        onDone={async (values) => {
          if (asking && Object.keys(values).length > 0) await counting.see(asking.thing, asking.source, values)
          setAsking(undefined)
        }}
        onPicture={notes.keepPicture}
      />
    </>
  )
}

/** Whether a person counts with a gun instead of the camera, kept on this device. */
const useGunSwitch = () => {
  const [off, setOff] = useState(() => stored<boolean>('_counting_gun') === true)
  const switchGun = () => {
    setOff(!off)
    store('_counting_gun', !off, 0)
  }
  return { off, switchGun }
}

/** What should be known before the next scan. */
const Banners = ({ count: { joined } }: { count: Count }) => {
  const words = bannerWords(joined)
  return words ? (
    <div className="shrink-0 px-4 wide:px-0 [&>*]:mb-2">
      <Notice text={words} />
    </div>
  ) : null
}

const bannerWords = ({ state, round, serverRound }: Count['joined']): string | undefined => {
  if (state !== 'open' && state !== 'draft') return t('这次盘点已经结束，之后盘到的会标为迟到，由管理员决定。')
  if (serverRound !== round) return t('已进入第{round}轮，正在更新数据。', { round: serverRound })
  if (round > 1) return t('第{round}轮复盘：只盘有差异的。', { round })
  return host.forgets ? t('请把在册添加到主屏幕再盘点：在浏览器里，几天不打开，未上传的记录会被系统清除。') : undefined
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
