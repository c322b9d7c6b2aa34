import type { OwnDevices } from '../host.ts'
import { type Bridge, BridgeFault, type BridgeMethod } from './bridge.ts'

/**
 * The reader of a handheld as devices/readers/bridge.ts speaks to one: told commands as JSON, and telling back through what the page has set. The
 * shell answers each call by its number, so that no answer is taken for another.
 */
export const readerOver = (bridge: Bridge): Pick<OwnDevices, 'NativeRfid' | 'nativeRfidTold'> => {
  const page: Pick<OwnDevices, 'NativeRfid' | 'nativeRfidTold'> = {
    NativeRfid: {
      send: (json) => {
        const { command, ...params } = JSON.parse(json) as { command: string }
        const tell = (message: object) => page.nativeRfidTold?.(JSON.stringify(message))
        bridge.call(`rfid.${command}` as BridgeMethod, params as never).then(
          (result) => tell({ event: 'success', command, data: (result as { tid?: string }).tid ?? '' }),
          (fault: unknown) => {
            if (!(fault instanceof BridgeFault)) throw fault
            tell(fault.code === 'gone' ? { event: 'gone' } : { event: 'failed', command, code: fault.code })
          },
        )
      },
    },
  }
  bridge.on('rfid.tag', (tag) => page.nativeRfidTold?.(JSON.stringify({ event: 'tag', ...tag })))
  for (const event of ['roundOver', 'gone'] as const) bridge.on(`rfid.${event}`, () => page.nativeRfidTold?.(JSON.stringify({ event })))
  return page
}
