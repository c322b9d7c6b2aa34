import { Camera, CameraOff } from 'lucide-react'
import type { Scan } from '../../devices/scanner.ts'
import { t } from '../words.ts'
import { CameraView } from '../scan/CameraView.tsx'
import type { OutcomeView } from './outcome.ts'

/** What is heard by a code, with what came of the last one in large over the picture. */
export const ScanStage = ({
  told,
  onRead,
  busy,
  off,
  onOff,
}: {
  told: (OutcomeView & { nth: number }) | undefined
  onRead: (scan: Scan) => void
  busy: boolean
  off: boolean
  onOff: () => void
}) => (
  <div className="relative shrink-0 px-4 wide:px-0">
    <CameraView
      silent
      off={off || busy}
      onRead={async (scan) => {
        onRead(scan)
        return undefined
      }}
      hint={t('对准标签，可连续扫描')}
      className={`rounded-card [container-type:size] ${off ? 'h-24' : 'h-[min(19rem,36dvh)] wide:h-[24rem]'}`}
    >
      {told && <Told key={told.nth} {...told} />}
      <button
        type="button"
        onClick={onOff}
        className="absolute right-2 top-2 flex min-h-9 items-center gap-1.5 rounded-full bg-[rgb(0_0_0/0.45)] px-3 text-small after:absolute after:-inset-1"
      >
        {off ? <Camera size={16} aria-hidden /> : <CameraOff size={16} aria-hidden />}
        {off ? t('打开相机') : t('只用扫码枪')}
      </button>
    </CameraView>
  </div>
)

/** What came of the last one, with a frame in its colour: seen from the corner of an eye. */
const Told = ({ tone, title, text }: OutcomeView) => (
  <>
    <span aria-hidden className={`pointer-events-none absolute inset-0 rounded-card border-4 ${borders[tone]}`} />
    <div
      role="status"
      className={`arrive-up absolute inset-x-3 bottom-24 flex flex-col rounded-control px-4 py-2 shadow-float ${grounds[tone]}`}
    >
      <span className="truncate text-title font-semibold">{title}</span>
      <span className="text-small">{text}</span>
    </div>
  </>
)

const grounds = {
  plain: 'bg-card text-ink',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const
const borders = { plain: 'border-line', accent: 'border-accent', good: 'border-good', warn: 'border-warn', bad: 'border-bad' } as const
