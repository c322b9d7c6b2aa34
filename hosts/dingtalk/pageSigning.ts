import { HostFault } from '../fault.ts'

/** What DingTalk's script is shown of a page, under its own names. */
export type PageConfig = {
  readonly agentId: string
  readonly corpId: string
  readonly timeStamp: string
  readonly nonceStr: string
  readonly signature: string
  readonly type: 0
  readonly jsApiList: string[]
}

/**
 * How the script takes a signature. It takes one by its own `config`, once for as long as the page is there, whatever comes of it; any
 * further one it takes by the call that `config` itself makes of the client.
 */
export type PageScript = {
  readonly config: (config: PageConfig) => Promise<void>
  readonly request: (config: PageConfig) => Promise<void>
}

type PageSignature = {
  readonly agentId?: string | undefined
  readonly timestamp: number
  readonly nonceStr: string
  readonly signature: string
}

type SigningParts = {
  readonly script: PageScript
  readonly calls: readonly string[]
  readonly corpId: string | undefined
  /** Signatures of the page by each of the ways that the documents name, the likelier one first. */
  readonly ask: (corpId: string) => Promise<readonly PageSignature[]>
}

/**
 * Signs the page when something first needs it, once: screens are fragments of one page. The client takes one way of signing alone, so each is
 * tried; where all fail, they are tried again the next time, because a ticket may have been renewed meanwhile.
 */
export const signPage = ({ script, calls, corpId: first, ask }: SigningParts) => {
  let corpId = first
  let isConfigured = false
  let currentSigning: Promise<void> | undefined

  const show = (config: PageConfig): Promise<void> => {
    if (isConfigured) return script.request(config)
    isConfigured = true
    return script.config(config)
  }
  const sign = async (): Promise<void> => {
    const corp = corpId
    if (corp === undefined) throw new HostFault('unknown', 'no corpId in the address')
    let fault: unknown = new HostFault('failed', 'no signature')
    for (const { agentId = '', timestamp, nonceStr, signature } of await ask(corp)) {
      try {
        return await show({ agentId, corpId: corp, timeStamp: String(timestamp), nonceStr, signature, type: 0, jsApiList: [...calls] })
      } catch (error) {
        fault = error
      }
    }
    throw fault
  }
  return {
    isRightFor: (corp: string) => void (corpId ??= corp),
    signed: (): Promise<void> =>
      (currentSigning ??= sign().catch((error: unknown) => {
        currentSigning = undefined
        throw error
      })),
  }
}
