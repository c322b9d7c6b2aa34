import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CameraFault, type RunningCamera, watchCamera } from '../../devices/camera.ts'
import { openScanner, type Scan } from '../../devices/scanner.ts'
import { host } from '../../hosts/here.ts'
import { t } from '../words.ts'
import { listenToGuns } from './guns.ts'

export type Scanner = {
  readonly state: 'starting' | 'running' | 'failed' | 'off'
  /** Why there is no picture, in words. */
  readonly words: string
  /** Undefined where the camera has no light. */
  readonly torch: boolean | undefined
  readonly setTorch: (on: boolean) => void
  /** Hears what was read by another way. */
  readonly hear: (scan: Scan) => void
}

/** Scans by the camera, shown in `video` unless it is `off`, and by guns, and tells each scan once. Stops when the component is hidden or gone. */
export const useScanner = (video: RefObject<HTMLVideoElement | null>, onScan: (scan: Scan) => void, off = false): Scanner => {
  const [fault, setFault] = useState<CameraFault>()
  const [camera, setCamera] = useState<RunningCamera>()
  const handleScan = useEffectEvent(onScan)
  const hearScan = useRef<(scan: Scan) => void>(undefined)

  useEffect(() => {
    const element = video.current
    if (!element) return
    const { hear } = openScanner((scan) => handleScan(scan))
    hearScan.current = hear
    const stopGuns = listenToGuns(hear)
    const stopCamera = off ? undefined : watchCamera({ video: element, open: host.openCamera, hear, running: setCamera, failed: setFault })
    return () => {
      stopGuns()
      stopCamera?.()
      setCamera(undefined)
      setFault(undefined)
    }
  }, [video, off])

  const onState = camera ? 'running' : 'starting'
  const wantedState = fault ? 'failed' : onState
  return {
    state: off ? 'off' : wantedState,
    words: fault ? t(wordsOf[fault]) : '',
    torch: camera?.torch,
    hear: (scan) => hearScan.current?.(scan),
    setTorch: (torch) => void camera?.setTorch(torch).then(() => setCamera({ ...camera, torch })),
  }
}

const wordsOf: Readonly<Record<CameraFault, string>> = {
  refused: '没有使用相机的权限，请在浏览器设置中允许，或拍照识别、输入编码。',
  none: '没有找到相机，请拍照识别或输入编码。',
  insecure: '当前不是安全连接，浏览器不允许使用相机，请拍照识别或输入编码。',
  busy: '相机无法打开，可能正被其他应用使用。请拍照识别或输入编码。',
}
