import * as ww from '@wecom/jssdk'
import { isRecord } from '../../kernel/isRecord.ts'
import { firstOf } from '../../kernel/assert.ts'
import { workplaceSignatures, workplaceSignInAddress } from '../../domain/workplaces/operations.ts'
import { findColleagueBy } from '../colleague.ts'
import { HostFault, unlessLeft } from '../fault.ts'
import { followBy } from '../following.ts'
import type { Ask, Fix, Half, Host, HostName } from '../host.ts'
import { markLeaving, takeReturn } from '../hostReturn.ts'
import { queryOf, withoutProof } from '../query.ts'
import { recognisedBy } from '../recognisedHost.ts'
import { plainScan } from './plainScan.ts'

/** Called by WeCom's own names. */
const signedCalls = [
  'scanQRCode',
  'getLocation',
  'chooseImage',
  'getLocalImgData',
  'shareAppMessage',
  'openEnterpriseChat',
  'openDefaultBrowser',
  'openAppPurchase',
  'closeWindow',
]

/** Names that the contract's clients have for it. */
const signsInAs = { platformType: 'workweixin', loginType: 'workweixin' }

export const half: Half = (browser, ask) => {
  let corpId = queryOf('corpId') ?? queryOf('corpid')
  const { signed } = signPages(() => corpId, ask)
  const isOnPhone = /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)

  return {
    ...browser,
    signsInAs,
    knows: {
      title: '企业微信',
      corpId: () => corpId,
      installAt: '/pages/goods/mainpage/wwSampleIndex',
      recognise: async ({ corpId: knownCorpId, to }) => {
        const [code, state] = [queryOf('code'), queryOf('state')]
        if (code === undefined || state === undefined) return leadAway(ask, corpId ?? knownCorpId, to)
        // Good once: whatever comes of it, the next time is another one.
        history.replaceState(history.state, '', withoutProof())
        const identity = await recognisedBy(ask, 'wecom', { code, led: { state, browser: takeReturn() } }, signsInAs)
        corpId = identity.corpId ?? corpId
        return identity
      },
    },
    ...(isOnPhone && phonePartsOf(signed)),
    drawName: (element, name) => void drawName(signed, element, name).catch(() => undefined),
    findColleague: findColleagueBy(ask, 'wecom', async ({ personId }) => {
      await signed()
      await unlessLeft(askScript(ww.openEnterpriseChat({ groupName: '', userIds: [personId] })))
    }),
    share: async ({ title, text, link }) => {
      await signed()
      await unlessLeft(askScript(ww.shareAppMessage({ title, desc: text, link, imgUrl: `${browser.address}/icons/icon-192.png` })))
    },
    open: (address) => void askScript(ww.openDefaultBrowser({ url: address })).catch(() => browser.open(address)),
    close: () => void ww.closeWindow().catch(() => undefined),
    renew: async () => {
      await signed()
      await unlessLeft(askScript(ww.openAppPurchase({})))
    },
    push: { lacks: 'chat' },
  }
}

/** What clients on a phone can do; `signed` settles when the page is signed. */
const phonePartsOf = (signed: () => Promise<void>): Pick<Host, 'scan' | 'position' | 'follow' | 'choosePictures'> => {
  const locate = async (): Promise<Fix> => {
    await signed()
    const { longitude, latitude, accuracy } = await askScript(ww.getLocation({ type: ww.LocationType.wgs84 }))
    return {
      longitude: Number(Number(longitude).toFixed(6)),
      latitude: Number(Number(latitude).toFixed(6)),
      system: 'WGS-84',
      accuracyMetres: Math.ceil(Number(accuracy)),
      atMs: Date.now(),
    }
  }
  return {
    scan: async () => {
      await signed()
      const read = await unlessLeft(
        askScript(ww.scanQRCode({ needResult: true, scanType: [ww.ScanQRCodeType.qrCode, ww.ScanQRCodeType.barCode] })),
      )
      return read?.resultStr === undefined ? undefined : plainScan(read.resultStr)
    },
    position: locate,
    follow: followBy(locate),
    choosePictures: async (picturesAtMost) => {
      await signed()
      const chosenPictures = await unlessLeft(askScript(ww.chooseImage({ count: picturesAtMost, sizeType: [ww.SizeType.compressed] })))
      return Promise.all((chosenPictures?.localIds ?? []).map(fileOf))
    },
  }
}

/** To WeCom, which comes back with a code before the fragment and forgets the fragment: the screen travels in the query. */
const leadAway = async (ask: Ask, corpId: string | undefined, to: string): Promise<never> => {
  const query = new URLSearchParams({ ...(corpId !== undefined && { corpId }), to })
  const redirect = `${location.origin}${location.pathname}?${query.toString()}`
  const { address } = await ask(workplaceSignInAddress, { name: 'wecom', where: 'client', redirect, browser: markLeaving() })
  location.replace(address)
  return new Promise(() => undefined)
}

/** Signs the page when something first needs it; the script asks again by itself where the page's address has changed. */
const signPages = (corpIdOf: () => string | undefined, ask: Ask) => {
  let configuration: Promise<void> | undefined
  const sign = async (): Promise<void> => {
    const corpId = corpIdOf()
    if (corpId === undefined) throw new HostFault('unknown', 'no corpId in the address')
    const signaturesFor = async (url: string) => (await ask(workplaceSignatures, { name: 'wecom', corpId, url })).signatures
    const first = firstOf(location.href.split('#'))
    const signatures = await signaturesFor(first)
    const signatureFor = (use: 'config' | 'agentConfig') => async (url: string) => {
      const signature = (url === first ? signatures : await signaturesFor(url)).find((candidate) => candidate.use === use)
      if (!signature) throw new HostFault('failed', `no signature for ${use}`)
      return signature
    }
    const agentId = signatures.find((candidate) => candidate.use === 'agentConfig')?.agentId
    ww.register({
      corpId,
      ...(agentId !== undefined && { agentId, getAgentConfigSignature: signatureFor('agentConfig') }),
      jsApiList: signedCalls,
      getConfigSignature: signatureFor('config'),
    })
  }
  return {
    signed: (): Promise<void> =>
      (configuration ??= sign().catch((error: unknown) => {
        configuration = undefined
        throw error
      })),
  }
}

/** WeCom says `name:what came of it`, in words of its own. */
const askScript = async <R>(work: Promise<R>): Promise<R> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof HostFault) throw error
    const message = String((isRecord(error) ? error['errMsg'] : undefined) ?? error)
    if (/cancel/i.test(message)) throw new HostFault('left', message)
    if (/not ?exist|not ?support/i.test(message)) throw new HostFault('old', message)
    throw new HostFault(/permission|denied|auth/i.test(message) ? 'refused' : 'failed', message)
  }
}

/** A picture that the client keeps, as a file. Clients for Android leave away what kind of text it is. */
const fileOf = async (localId: string): Promise<File> => {
  const { localData } = await askScript(ww.getLocalImgData({ localId }))
  const bytes = Uint8Array.from(atob(localData.slice(localData.indexOf(',') + 1).replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0))
  return new File([bytes], `${localId.replaceAll(/\W/g, '').slice(-24)}.jpg`, { type: 'image/jpeg' })
}

type OpenData = { readonly bind: (element: Element) => void }

/** The client itself draws what it does not tell us. */
const drawName = async (signed: () => Promise<void>, element: HTMLElement, { of, foreignId }: HostName): Promise<void> => {
  await signed()
  currentOpening ??= ww.initOpenData()
  await currentOpening
  const name = document.createElement('ww-open-data')
  name.setAttribute('type', of === 'person' ? 'userName' : 'departmentName')
  name.setAttribute('openid', foreignId)
  element.replaceChildren(name)
  ;(window as { WWOpenData?: OpenData }).WWOpenData?.bind(name)
}
let currentOpening: Promise<unknown> | undefined
