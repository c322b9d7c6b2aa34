import { CameraOff, Flashlight, FlashlightOff, ImageUp, Keyboard, ScanLine } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { decodeFile } from '../../devices/decoder.ts'
import { type Scan, scanOf } from '../../devices/scanner.ts'
import { host } from '../../hosts/here.ts'
import { Button } from '../look/Button.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Card } from '../look/Card.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { useHostScan } from './useHostScan.ts'
import { useScanner } from './useScanner.ts'

type Props = {
  /** A code was read by camera, photo, keyboard or scanner; answers what is wrong with it, in words. */
  onRead: (scan: Scan) => Promise<string | undefined>
  /** What was read is being looked up. */
  busy?: boolean
  hint: string
  /** What is typed where nothing can be scanned. */
  typed?: string
  /** The person who reads gives the sounds. */
  silent?: boolean
  /** Guns, photos and typing only. */
  off?: boolean
  /** What stands over the picture. */
  children?: ReactNode
  className?: string
}

/** The camera's picture with a frame in its middle, light, photo and typing. Every code read is told once; a sound says what came of it. */
export const CameraView = ({
  onRead,
  busy = false,
  hint,
  typed = t('资产编码、序列号或标签号'),
  silent = false,
  off = false,
  children,
  className = '',
}: Props) => {
  const video = useRef<HTMLVideoElement>(null)
  const [isTyping, setTyping] = useState(false)
  const find = async (scan: Scan) => {
    const wrong = await onRead(scan)
    if (!silent) host.signal(wrong === undefined ? 'hit' : 'error')
    return wrong
  }
  const read = (scan: Scan) => {
    if (busy || isTyping) return
    void find(scan).then((wrong) => wrong !== undefined && toast(wrong, 'error'))
  }
  const byHost = useHostScan(!off, read)
  const camera = useScanner(video, read, off || byHost.isHere)
  const { isReading, readPhoto } = usePhotoReading(camera.hear)

  return (
    <div className={`relative overflow-hidden bg-black text-white ${className}`}>
      <video
        ref={video}
        muted
        playsInline
        aria-label={t('相机画面')}
        className={`absolute inset-0 size-full object-cover transition-opacity ${camera.state === 'running' ? '' : 'opacity-0'}`}
      />
      {byHost.isHere ? (
        <HostScan busy={busy} hint={hint} onScan={byHost.scan} />
      ) : (
        <CameraStage camera={camera} isLookingUp={busy} isReading={isReading} hint={hint} />
      )}
      {children}
      <Tools camera={camera} onPhoto={(event) => void readPhoto(event)} onType={() => setTyping(true)} />
      <TypedCode
        open={isTyping}
        label={typed}
        onClose={() => setTyping(false)}
        onTyped={async (text) => {
          const wrong = await find({ text, way: 'typed', atMs: performance.now() })
          if (wrong === undefined) setTyping(false)
          return wrong
        }}
      />
    </div>
  )
}

/** Reads the code on a photo. */
const usePhotoReading = (hear: (scan: Scan) => void) => {
  const [isReading, setReading] = useState(false)
  const readPhoto = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setReading(true)
    try {
      const scan = scanOf(await decodeFile(file), 'photo', performance.now())
      if (scan) hear(scan)
      else toast(t('照片中没有识别到码，请靠近一些重拍'), 'error')
    } catch {
      toast(t('这张照片无法识别'), 'error')
    } finally {
      setReading(false)
    }
  }
  return { isReading, readPhoto }
}

/** Where the host scans: the button that opens its scanner. */
const HostScan = ({ busy, hint, onScan }: { busy: boolean; hint: string; onScan: () => void }) => (
  <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 px-10 pb-24 text-center">
    <button type="button" onClick={onScan} className="flex flex-col items-center gap-3 text-body">
      <span className="flex size-24 items-center justify-center rounded-full bg-white/20">
        {busy ? <Spinner size={32} /> : <ScanLine size={44} strokeWidth={1.5} aria-hidden />}
      </span>
      {t('扫一扫')}
    </button>
    <p className="max-w-80 text-small text-white/80">{hint}</p>
  </div>
)

type CameraStageProps = {
  camera: ReturnType<typeof useScanner>
  /** What was read is being looked up. */
  isLookingUp: boolean
  /** A photo is being read. */
  isReading: boolean
  hint: string
}

/** The frame over the picture, or why there is none. */
const CameraStage = ({ camera, isLookingUp, isReading, hint }: CameraStageProps) => {
  if (camera.state === 'off') return null
  if (camera.state === 'failed')
    return (
      <div role="alert" className="absolute inset-0 flex flex-col items-center justify-center gap-3 px-10 pb-24 text-center">
        <CameraOff size={40} strokeWidth={1.5} aria-hidden />
        <p className="max-w-80 text-body">{camera.words}</p>
      </div>
    )
  const isRunning = camera.state === 'running'
  const isSearching = isLookingUp || isReading
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center pb-20">
      <div
        className="relative aspect-square w-[min(62%,16rem,38dvh,max(6rem,100cqh-10rem))] rounded-card shadow-[0_0_0_200vmax_rgb(0_0_0/0.45)]"
        aria-hidden
      >
        {corners.map((corner) => (
          <span key={corner} className={`absolute size-7 border-white ${corner}`} />
        ))}
        {isRunning && !isLookingUp && <span className="scan-line absolute inset-x-4 top-4 h-0.5 rounded-full bg-accent" />}
      </div>
      <p role="status" className="relative mt-4 flex min-h-6 items-center gap-2 text-body">
        {isSearching && (
          <>
            <Spinner size={18} /> {t('正在查找')}
          </>
        )}
        {!isSearching && (isRunning ? hint : t('正在打开相机'))}
      </p>
    </div>
  )
}

type ToolsProps = {
  camera: ReturnType<typeof useScanner>
  onPhoto: (event: ChangeEvent<HTMLInputElement>) => void
  onType: () => void
}

/** Light, photo and typing. */
const Tools = ({ camera, onPhoto, onType }: ToolsProps) => {
  const fileId = useId()
  return (
    <div className="absolute inset-x-0 bottom-0 flex items-end justify-center gap-10 pb-[calc(1rem+env(safe-area-inset-bottom,0px))]">
      {camera.torch !== undefined && (
        <Tool
          icon={camera.torch ? FlashlightOff : Flashlight}
          label={camera.torch ? t('关灯') : t('开灯')}
          onClick={() => camera.setTorch(!camera.torch)}
        />
      )}
      <label
        htmlFor={fileId}
        className="flex min-w-16 cursor-pointer flex-col items-center gap-1.5 text-small focus-within:outline-2 focus-within:outline-white"
      >
        <span className="flex size-12 items-center justify-center rounded-full bg-white/20">
          <ImageUp size={22} aria-hidden />
        </span>
        {t('拍照识别')}
        <input id={fileId} type="file" accept="image/*" capture="environment" onChange={onPhoto} className="sr-only" />
      </label>
      <Tool icon={Keyboard} label={t('输入编码')} onClick={onType} />
    </div>
  )
}

const corners = [
  'left-0 top-0 rounded-tl-card border-l-4 border-t-4',
  'right-0 top-0 rounded-tr-card border-r-4 border-t-4',
  'bottom-0 left-0 rounded-bl-card border-b-4 border-l-4',
  'bottom-0 right-0 rounded-br-card border-b-4 border-r-4',
]

const Tool = ({ icon: Icon, label, onClick }: { icon: typeof Keyboard; label: string; onClick: () => void }) => (
  <button type="button" onClick={onClick} className="flex min-w-16 flex-col items-center gap-1.5 text-small">
    <span className="flex size-12 items-center justify-center rounded-full bg-white/20">
      <Icon size={22} aria-hidden />
    </span>
    {label}
  </button>
)

type TypedProps = { open: boolean; label: string; onClose: () => void; onTyped: (text: string) => Promise<string | undefined> }

/** What was typed stays until it is found, with what is wrong below it. */
const TypedCode = ({ open, label, onClose, onTyped }: TypedProps) => {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submitTyped = async (event: FormEvent) => {
    event.preventDefault()
    if (!code.trim() || busy) return
    setBusy(true)
    const words = await onTyped(code.trim())
    setBusy(false)
    setWrong(words)
    if (words === undefined) setCode('')
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('输入编码')}>
      <form onSubmit={(event) => void submitTyped(event)} className="space-y-4">
        <Card flush>
          <TextField
            label={label}
            value={code}
            onChange={(text) => {
              setCode(text)
              setWrong(undefined)
            }}
            error={wrong}
            autoFocus
            maxLength={200}
            enterKeyHint="search"
          />
        </Card>
        <Button type="submit" size="large" wide busy={busy} disabled={!code.trim()}>
          {t('查找')}
        </Button>
      </form>
    </Sheet>
  )
}
