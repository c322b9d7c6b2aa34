import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect, useEffectEvent, useState } from 'react'
import type { upgradeApp } from '../../domain/access/signInOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { InstallFault } from '../../hosts/host.ts'
import { host } from '../../hosts/here.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { Button } from '../look/Button.tsx'
import { coverScreen } from '../travel.ts'
import { t } from '../words.ts'

export type Newer = OutputOf<typeof upgradeApp>['lastVersion']

/** How far it is: offered, so much of it fetched (0 to 1), handed to the system, or not installed after so many tries. */
type Step =
  | { readonly t: 'offered' }
  | { readonly t: 'fetching'; readonly done: number }
  | { readonly t: 'installed'; readonly how: 'done' | 'left' }
  | { readonly t: 'failed'; readonly why: InstallFault['why'] }

/** A newer version of the installed app. A forced one cannot be put aside. */
export const UpgradeDialog = ({ newer, address, onClose }: { newer: Newer; address: string; onClose: (isTaken: boolean) => void }) => {
  const { version, remark, isForced, sha256, sizeBytes } = newer
  const [step, setStep] = useState<Step>({ t: 'offered' })
  const aside = useEffectEvent(() => {
    if (!isForced && step.t !== 'fetching') onClose(step.t === 'installed')
  })
  useEffect(() => coverScreen(() => aside()), [])

  const fetchIt = async () => {
    // A shell that installs nothing leads to where it is had.
    if (!host.install) return host.open(address)
    setStep({ t: 'fetching', done: 0 })
    try {
      const wantedPackage = { address, name: nameOf(address), ...(sha256 !== null && { sha256 }), ...(sizeBytes !== null && { sizeBytes }) }
      const outcome = await host.install(wantedPackage, (share) => setStep({ t: 'fetching', done: share }))
      setStep({ t: 'installed', how: outcome })
    } catch (fault) {
      if (!(fault instanceof InstallFault)) throw fault
      setStep({ t: 'failed', why: fault.why })
    }
  }

  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && aside()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-60 bg-shade" />
        <AlertDialog.Popup className="fixed left-1/2 top-1/2 z-75 flex max-h-[80vh] w-84 max-w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-sheet bg-raised p-5 shadow-float outline-none">
          <AlertDialog.Title className="text-center text-title font-semibold">{t('发现新版本 {version}', { version })}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="scroller mt-3 min-h-0 whitespace-pre-line break-words text-body text-quiet">
            {remark || t('修复问题，用起来更顺手。')}
          </AlertDialog.Description>
          <State step={step} isForced={isForced} sizeBytes={sizeBytes} />
          <div className="mt-4 flex gap-3">
            {!isForced && step.t !== 'fetching' && (
              <Button kind="secondary" wide onClick={() => onClose(step.t === 'installed')}>
                {step.t === 'installed' ? t('关闭') : t('以后再说')}
              </Button>
            )}
            {step.t !== 'fetching' && (
              <Button wide onClick={() => void fetchIt()}>
                {t(fetchWords[step.t] ?? '再次安装')}
              </Button>
            )}
          </div>
          {step.t === 'failed' && (
            <div className="-mb-2 mt-1 flex justify-center">
              <Button kind="plain" size="small" onClick={() => host.open(address)}>
                {t('用浏览器下载')}
              </Button>
            </div>
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

const State = ({ step, isForced, sizeBytes }: { step: Step; isForced: boolean; sizeBytes: number | null }) => {
  if (step.t === 'fetching') {
    const percent = Math.floor(step.done * 100)
    return (
      <div className="mt-4">
        <div
          role="progressbar"
          aria-label={t('正在下载')}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full bg-accent transition-[width] duration-200" style={{ width: `${percent}%` }} />
        </div>
        <p className="mt-2 text-center text-small text-quiet">{t('正在下载 {percent}%', { percent })}</p>
      </div>
    )
  }
  if (step.t === 'failed')
    return (
      <div role="alert" className="mt-4 text-center">
        <p className="text-body font-medium text-bad">{t('安装失败，请重新下载')}</p>
        <p className="mt-1 text-small text-quiet">{t(reasons[step.why])}</p>
      </div>
    )
  if (step.t === 'installed')
    return (
      <p className="mt-4 text-center text-body text-good">
        {step.how === 'done' ? t('已下载，请在系统提示中完成安装') : t('请在打开的页面中完成更新')}
      </p>
    )
  const notes = [
    ...(sizeBytes ? [t('安装包 {size}', { size: inUnits(sizeBytes) })] : []),
    ...(isForced ? [t('需要更新后才能继续使用')] : []),
  ]
  return notes.length > 0 ? <p className="mt-3 text-center text-small text-faint">{notes.join(' · ')}</p> : null
}

const reasons: Readonly<Record<InstallFault['why'], string>> = {
  download: '没有下载完整，请检查网络。',
  damaged: '下载的文件已损坏。',
  refused: '没有安装的权限，请在系统设置中允许在册安装应用。',
  failed: '请确认手机有足够的空间。',
}

/** What the package is called at the end of its address. */
const nameOf = (address: string): string => decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '') || 'zaice'

const fetchWords: Readonly<Record<string, string>> = { offered: '立即更新', failed: '重新下载' }
