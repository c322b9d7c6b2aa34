import { HostFault } from '../fault.ts'
import { type Half, type Host, type InstallPackage, InstallFault } from '../host.ts'
import { type Bridge, BridgeFault, type BridgeFix, openBridge, type ShellPage } from './bridge.ts'
import { readerOver } from './reader.ts'

/** The page in the native shell: what the device can is asked of the shell, what it cannot is left as a browser has it. */
export const half: Half = async (browser) => {
  const bridge = await openBridge((globalThis as unknown as Required<ShellPage>).ZaiceShell)
  return over(bridge, browser)
}

/** Over a bridge that is open. */
export const over = (bridge: Bridge, browser: Host): Host => {
  const { about, can, call, on } = bridge
  const { platform, version, code, deviceId, deviceName } = about
  return {
    ...browser,
    signsInAs: { platformType: 'huaruan', loginType: 'userpass' },
    app: { platform, version, code, deviceId, deviceName },
    open: (address) => void call('app.open', { address }).catch(() => browser.open(address)),
    ...(can('scan.camera') && {
      scan: async () => (await brought(call('scan.camera', {})))?.text,
    }),
    onTrigger: (hear) => on('scan.trigger', hear),
    ...(can('files.save') && {
      save: (file: Blob, name: string) => void saved(bridge, file, name).catch(() => browser.save(file, name)),
    }),
    ...(can('files.fetch') && {
      saveFrom: (address: string) =>
        void call('files.fetch', { address: new URL(address, browser.address).href }).catch(() => browser.saveFrom(address)),
    }),
    ...(can('files.share') && { share: async (link) => void (await brought(call('files.share', link))) }),
    ...(can('place.now') && { position: async () => fixOf(await brought(call('place.now', {}))) }),
    ...(can('place.follow') && { follow: following(bridge) }),
    ...(can('screen.awake') && {
      keepAwake: async () => {
        await call('screen.awake', { on: true })
        return () => void call('screen.awake', { on: false }).catch(() => undefined)
      },
    }),
    ...(can('device.feel') && {
      signal: (outcome) => {
        browser.signal(outcome)
        void call('device.feel', { outcome }).catch(() => undefined)
      },
    }),
    ...(can('package.install') && { install: installing(bridge) }),
    ...(can('app.server') && { chooseServer: () => void call('app.server', {}).catch(() => undefined) }),
    devices: {
      ...(can('printer.raw') && {
        NativePrint: {
          status: () => call('printer.status', {}),
          raw: (bytes) => call('printer.raw', { bytes }),
        },
      }),
      ...(can('rfid.connect') && readerOver(bridge)),
    },
    home: undefined,
    // A page in a shell has no service of a browser that would call it.
    push: { lacks: 'shell' },
  }
}

/** What a shell did not bring about, in the words of hosts. */
const brought = async <R>(answer: Promise<R>): Promise<R> => {
  try {
    return await answer
  } catch (fault) {
    if (!(fault instanceof BridgeFault)) throw fault
    throw new HostFault(troubleOf(fault.code), fault.message)
  }
}

const fixOf = ({ longitude, latitude, accuracyMetres, atMs, isMock }: BridgeFix) => ({
  longitude: Number(longitude.toFixed(6)),
  latitude: Number(latitude.toFixed(6)),
  system: 'WGS-84' as const,
  accuracyMetres: Math.ceil(accuracyMetres),
  atMs,
  ...(isMock !== undefined && { isMock }),
})

const following =
  ({ call, on }: Bridge): NonNullable<Host['follow']> =>
  (seen, lost) => {
    const end = on('place.fix', (fix) => seen(fixOf(fix)))
    call('place.follow', { on: true }).catch((fault: unknown) => {
      if (!(fault instanceof BridgeFault)) throw fault
      lost(fault.code === 'refused' ? 'refused' : 'unknown')
    })
    return () => {
      end()
      void call('place.follow', { on: false }).catch(() => undefined)
    }
  }

const installing =
  ({ call, on }: Bridge): InstallPackage =>
  async ({ address, name, sha256, sizeBytes }, told) => {
    const end = on('package.progress', ({ doneBytes, ofBytes }) => told(ofBytes > 0 ? Math.min(1, doneBytes / ofBytes) : 0))
    try {
      const { how } = await call('package.install', { address, name, ...(sha256 && { sha256 }), ...(sizeBytes && { sizeBytes }) })
      return how
    } catch (fault) {
      if (!(fault instanceof BridgeFault)) throw fault
      throw new InstallFault(fault.code === 'download' || fault.code === 'damaged' || fault.code === 'refused' ? fault.code : 'failed')
    } finally {
      end()
    }
  }

const saved = async ({ call }: Bridge, file: Blob, name: string): Promise<void> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 0x8000) text += String.fromCharCode(...bytes.subarray(offset, offset + 0x8000))
  await call('files.save', { name, mime: file.type || 'application/octet-stream', bytes: btoa(text) })
}

const troubleOf = (code: BridgeFault['code']): HostFault['why'] => {
  if (code === 'absent') return 'old'
  return code === 'refused' || code === 'unknown' ? code : 'failed'
}
