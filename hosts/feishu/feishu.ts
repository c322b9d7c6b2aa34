import { isRecord } from '../../kernel/isRecord.ts'
import { hostPages } from '../../domain/workplaces/pageOperations.ts'
import { workplaceSignatures } from '../../domain/workplaces/operations.ts'
import { findColleagueBy } from '../colleague.ts'
import { HostFault, unlessLeft } from '../fault.ts'
import { followBy } from '../following.ts'
import type { Ask, Fix, Half, Host } from '../host.ts'
import { queryOf } from '../query.ts'
import { recognisedBy } from '../recognisedHost.ts'

/** What Feishu's script brings to the page: calls of its client, each told what came of it. */
type Call = (input: Readonly<Record<string, unknown>>) => void
type Bridge = { readonly [name: string]: Call | undefined }
type Config = {
  readonly appId: string
  readonly timestamp: number
  readonly nonceStr: string
  readonly signature: string
  readonly jsApiList: readonly string[]
  readonly onSuccess: () => void
  readonly onFail: (error: unknown) => void
}
type Script = { readonly ready: (run: () => void) => void; readonly config: (config: Config) => void }
declare global {
  interface Window {
    readonly tt?: Bridge
    readonly h5sdk?: Script
  }
}

const signedCalls = ['scanCode', 'getLocation', 'share', 'enterChat']
const signsInAs = { platformType: 'feishu', loginType: 'feishu' }

export const half: Half = (browser, ask) => {
  let corpId = queryOf('corpId')
  const script = scriptOf(ask)
  const { signed } = signPage(script, () => corpId, ask)
  const isOnPhone = /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)

  const proof = async (fallback?: string): Promise<{ corpId: string; code: string }> => {
    const corp = corpId ?? fallback
    if (corp === undefined) throw new HostFault('unknown', 'no corpId in the address')
    return { corpId: corp, code: await requestCode(script) }
  }

  return {
    ...browser,
    signsInAs,
    knows: {
      title: '飞书',
      corpId: () => corpId,
      installAt: '/pages/goods/mainpage/sampleIndex',
      installSearch: { chat: 'feishu' },
      proof,
      // The code itself says whose organisation it is.
      recognise: async () => {
        const identity = await recognisedBy(ask, 'feishu', { code: await requestCode(script) }, signsInAs)
        corpId = identity.corpId ?? corpId
        return identity
      },
    },
    ...(isOnPhone && phonePartsOf(signed)),
    findColleague: findColleagueBy(ask, 'feishu', async ({ personId }) => {
      await signed()
      await unlessLeft(askClient('enterChat', { openid: personId }))
    }),
    share: async ({ title, text, link }) => {
      await signed()
      await unlessLeft(askClient('share', { channelType: ['lark'], contentType: 'url', title, content: text, url: link }))
    },
    open: (address) => void askClient('openSchema', { schema: address, external: true }).catch(() => browser.open(address)),
    close: () => void askClient('closeWindow', {}).catch(() => undefined),
    push: { lacks: 'chat' },
  }
}

/** A code by which our server learns who looks. */
const requestCode = async (openScript: () => Promise<{ appId: string }>): Promise<string> => {
  const { appId } = await openScript()
  // Clients before 6.9 know the older call alone.
  const name = window.tt?.['requestAccess'] ? 'requestAccess' : 'requestAuthCode'
  const { code } = await askClient(name, name === 'requestAccess' ? { appID: appId, scopeList: [] } : { appId })
  if (typeof code !== 'string' || code === '') throw new HostFault('failed', `${name}: no code`)
  return code
}

/** What clients on a phone can do; `signed` settles when the page is signed. */
const phonePartsOf = (signed: () => Promise<void>): Pick<Host, 'scan' | 'position' | 'follow'> => {
  const locate = async (): Promise<Fix> => {
    await signed()
    const { longitude, latitude, accuracy } = await askClient('getLocation', {
      type: 'gcj02',
      timeout: 10,
      cacheTimeout: 0,
      accuracy: 'high',
    })
    return {
      longitude: Number(Number(longitude).toFixed(6)),
      latitude: Number(Number(latitude).toFixed(6)),
      system: 'GCJ-02',
      accuracyMetres: Math.ceil(Number(accuracy ?? 0)),
      atMs: Date.now(),
    }
  }
  return {
    scan: async () => {
      await signed()
      const read = await unlessLeft(askClient('scanCode', { scanType: ['qrCode', 'barCode'], barCodeInput: true }))
      return typeof read?.['result'] === 'string' ? read['result'] : undefined
    },
    position: locate,
    follow: followBy(locate),
  }
}

/** Feishu's own script, once: it stands at Feishu's address, which our server tells together with the id of the app. */
const scriptOf = (ask: Ask): (() => Promise<{ appId: string }>) => {
  const load = async (): Promise<{ appId: string }> => {
    const { feishu } = await ask(hostPages, {})
    if (!feishu) throw new HostFault('unknown', 'not connected to Feishu')
    if (!window.h5sdk) await loadScript(feishu.script)
    await new Promise<void>((resolve) => (window.h5sdk ? window.h5sdk.ready(resolve) : resolve()))
    return { appId: feishu.appId }
  }
  let loading: Promise<{ appId: string }> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new HostFault('failed', 'script')))
    document.head.append(script)
  })

/** Signs the page when something first needs it, once: screens are fragments of one page. Where that failed it is tried again. */
const signPage = (openScript: () => Promise<{ appId: string }>, corpIdOf: () => string | undefined, ask: Ask) => {
  const sign = async (): Promise<void> => {
    const { appId } = await openScript()
    const corpId = corpIdOf()
    if (corpId === undefined) throw new HostFault('unknown', 'no organisation is known')
    const [url = ''] = location.href.split('#')
    const [signature] = (await ask(workplaceSignatures, { name: 'feishu', corpId, url })).signatures
    if (!signature) throw new HostFault('failed', 'no signature')
    await new Promise<void>((resolve, reject) => {
      if (!window.h5sdk) return reject(new HostFault('old', 'h5sdk'))
      return window.h5sdk.config({
        appId,
        timestamp: signature.timestamp,
        nonceStr: signature.nonceStr,
        signature: signature.signature,
        jsApiList: signedCalls,
        onSuccess: resolve,
        onFail: (error) => reject(faultOf('h5sdk.config', error)),
      })
    })
  }
  let configuration: Promise<void> | undefined
  return {
    signed: (): Promise<void> =>
      (configuration ??= sign().catch((error: unknown) => {
        configuration = undefined
        throw error
      })),
  }
}

type ClientAnswer = Readonly<Record<string, unknown>>

const askClient = (name: string, input: Readonly<Record<string, unknown>>): Promise<ClientAnswer> =>
  new Promise((resolve, reject) => {
    const call = window.tt?.[name]
    if (!call) return reject(new HostFault('old', `${name}: not there`))
    return call({
      ...input,
      success: (answer: ClientAnswer) => resolve(answer ?? {}),
      fail: (error: unknown) => reject(faultOf(name, error)),
    })
  })

/** What the client said, as one of ours: by a number, and in words that differ between its versions. */
const faultOf = (name: string, failure: unknown): HostFault => {
  const { errno, errString, errMsg }: Readonly<Record<string, unknown>> = isRecord(failure) ? failure : {}
  const message = `${name}: ${String(errno ?? '')} ${String(errString ?? errMsg ?? '')}`.trim()
  if (/cancel/i.test(message)) return new HostFault('left', message)
  if (/not ?exist|not ?support/i.test(message)) return new HostFault('old', message)
  return new HostFault(/permission|denied|auth/i.test(message) ? 'refused' : 'failed', message)
}
