import dd from 'dingtalk-jsapi/core.js'
import 'dingtalk-jsapi/platform/index.js'
import { openSingleChat$ } from 'dingtalk-jsapi/api/biz/chat/openSingleChat.js'
import { close$ } from 'dingtalk-jsapi/api/biz/navigation/close.js'
import { setTitle$ } from 'dingtalk-jsapi/api/biz/navigation/setTitle.js'
import { openLink$ } from 'dingtalk-jsapi/api/biz/util/openLink.js'
import { scan$ } from 'dingtalk-jsapi/api/biz/util/scan.js'
import { share$ } from 'dingtalk-jsapi/api/biz/util/share.js'
import { get$ as locate$ } from 'dingtalk-jsapi/api/device/geolocation/get.js'
import { requestAuthCode$ } from 'dingtalk-jsapi/api/runtime/permission/requestAuthCode.js'
import { ddSdk } from 'dingtalk-jsapi/lib/ddSdk.js'
import { hostPages } from '../../domain/workplaces/pageOperations.ts'
import { workplaceSignatures } from '../../domain/workplaces/operations.ts'
import { findColleagueBy } from '../colleague.ts'
import { HostFault, unlessLeft } from '../fault.ts'
import { followBy } from '../following.ts'
import type { Ask, Fix, Half, Host } from '../host.ts'
import { queryOf } from '../query.ts'
import { recognisedBy } from '../recognisedHost.ts'
import { type PageScript, signPage } from './pageSigning.ts'

/** Called by DingTalk's own names. Only these need the page to be signed. */
const signedCalls = ['biz.util.scan', 'device.geolocation.get', 'biz.util.share', 'biz.chat.openSingleChat']

/** Names that the contract's clients have for it. */
const signsInAs = { platformType: 'dingding', loginType: 'dingding' }

export const half: Half = (browser, ask) => {
  const corpId = queryOf('corpId') ?? queryOf('corpid')
  const isOnPhone = dd.env.platform !== 'pc'
  const signaturesFor = async (corp: string) => {
    const [url = ''] = location.href.split('#')
    return (await ask(workplaceSignatures, { name: 'dingtalk', corpId: corp, url })).signatures
  }
  const { signed, isRightFor } = signPage({ script, calls: signedCalls, corpId, ask: signaturesFor })
  let store: string | undefined
  void ask(hostPages, {}).then(
    (pages) => (store = pages.dingtalkStore ?? undefined),
    () => undefined,
  )

  const proof = (knownCorpId?: string) => proveTo(corpId ?? knownCorpId, isRightFor)

  return {
    ...browser,
    signsInAs,
    knows: {
      title: '钉钉',
      corpId: () => corpId,
      installAt: '/pages/goods/mainpage/sampleIndex',
      proof,
      recognise: async ({ corpId: knownCorpId }) => recognisedBy(ask, 'dingtalk', await proof(knownCorpId), signsInAs),
    },
    ...(isOnPhone && phonePartsOf(ask, signed)),
    share: async ({ title, text, link }) => {
      await signed()
      const image = `${browser.address}/icons/icon-192.png`
      await unlessLeft(share$({ type: 0, url: link, title, content: text, image }).catch(fail('biz.util.share')))
    },
    open: (address) => void openLink$({ url: address }).catch(() => browser.open(address)),
    entitle: (title) => void setTitle$({ title }).catch(() => undefined),
    close: () => void close$({}).catch(() => undefined),
    get renew() {
      const address = store
      return address === undefined ? undefined : () => openStore(address, browser)
    },
    push: { lacks: 'chat' },
  }
}

/** Asks DingTalk for a proof of who looks, good for one organisation. */
const proveTo = async (corpId: string | undefined, isRightFor: (corpId: string) => void): Promise<{ corpId: string; code: string }> => {
  if (corpId === undefined) throw new HostFault('unknown', 'no corpId in the address')
  isRightFor(corpId)
  const { code } = await requestAuthCode$({ corpId }).catch(fail('runtime.permission.requestAuthCode'))
  return { corpId, code }
}

/** What clients on a phone can do; `signed` settles when the page is signed. */
const phonePartsOf = (ask: Ask, signed: () => Promise<void>): Pick<Host, 'scan' | 'position' | 'follow' | 'findColleague'> => {
  const locate = async (): Promise<Fix> => {
    await signed()
    const options = { targetAccuracy: 200, coordinate: 1, withReGeocode: false, useCache: false }
    return fixOf(await locate$(options).catch(fail('device.geolocation.get')))
  }
  return {
    scan: async () => {
      await signed()
      // `text` as its own name has it, `code` as the one of all platforms.
      const read = await unlessLeft(scan$({ type: 'all' }).catch(fail('biz.util.scan')))
      return read?.text ?? read?.code
    },
    position: locate,
    follow: followBy(locate),
    // Clients for a desk do not have the call.
    findColleague: findColleagueBy(ask, 'dingtalk', async (colleague) => {
      await signed()
      const request = openSingleChat$({ corpId: colleague.corpId, userId: colleague.personId })
      await unlessLeft(request.catch(fail('biz.chat.openSingleChat')))
    }),
  }
}

const openStore = (address: string, browser: Host): Promise<void> =>
  openLink$({ url: address }).then(
    () => undefined,
    () => browser.open(address),
  )

/** The script of the page, which answers `config` by what it hears first, and knows the call behind it by the client's own name. */
const script: PageScript = {
  config: (config) => {
    dd.config(config)
    // Asked before, it would say ready as soon as the container is there.
    return new Promise((resolve, reject) => {
      dd.ready(() => resolve())
      dd.error((error: Failure) => reject(faultOf('dd.config', error)))
    })
  },
  request: async (config) => {
    const isPc = dd.env.platform === 'pc'
    const [url] = location.href.split('#')
    const name = isPc ? 'config' : 'runtime.permission.requestJsApis'
    await ddSdk.invokeAPI(name, { ...config, ...(isPc && { url }) }, false).catch(fail(name))
  },
}

type Failure = { readonly errorCode?: string | number; readonly errorMessage?: string } | undefined

/** What the container said, as one of ours. Its clients for one platform give codes as texts, those for another as numbers. */
const faultOf = (name: string, failure: Failure): HostFault => {
  const code = String(failure?.errorCode ?? '')
  const message = `${name}: ${code} ${failure?.errorMessage ?? ''}`.trim()
  if (['1', '4050', '4060'].includes(code) || isBefore(dd.env.version, oldestVersion)) return new HostFault('old', message)
  if (code === '-1' || /cancel/i.test(message)) return new HostFault('left', message)
  return new HostFault(code === '7' || /permission|denied|auth/i.test(message) ? 'refused' : 'failed', message)
}

/** The first client that has what is asked here. */
const oldestVersion = '2.4.0'

const partsOf = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10) || 0)

const isBefore = (version: string | undefined, wantedVersion: string): boolean => {
  if (!version) return false
  const has = partsOf(version)
  const pairs = partsOf(wantedVersion).map((wantedPart, index) => ({ part: has[index] ?? 0, wanted: wantedPart }))
  const differing = pairs.find(({ part, wanted }) => part !== wanted)
  return differing !== undefined && differing.part < differing.wanted
}

const fail =
  (name: string) =>
  (failure: unknown): never => {
    throw failure instanceof HostFault ? failure : faultOf(name, failure as Failure)
  }

type DingTalkPosition = {
  longitude: number | string
  latitude: number | string
  accuracy?: number | string
  isFromMock?: boolean
  location?: DingTalkPosition
}

/** On the grid of maps made in China, as `coordinate` asks. Very old clients on Android wrap it once more. */
const fixOf = (outer: DingTalkPosition): Fix => {
  const { longitude, latitude, accuracy, isFromMock } = outer.location ?? outer
  return {
    longitude: Number(Number(longitude).toFixed(6)),
    latitude: Number(Number(latitude).toFixed(6)),
    system: 'GCJ-02',
    accuracyMetres: Math.ceil(Number(accuracy ?? 0)),
    atMs: Date.now(),
    ...(isFromMock && { isMock: true }),
  }
}
